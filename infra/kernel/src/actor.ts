/** How a person came to be charged for: what is paid, not what is allowed. */
export type Seat = 'builder' | 'member' | 'viewer';

/**
 * Who acts. The gateway makes it from a session, token or link; nothing downstream takes an organization from a path or
 * body. `permissions` is the role's profile as auth answers it (flags and access maps of administration section 3),
 * never older than 5 s.
 */
export type Actor = {
  readonly organizationId: string;
  readonly kind: 'user' | 'token' | 'link' | 'system';
  /** User id, token id, link id, or the name of the service for `system`. */
  readonly id: string;
  /** The user on whose behalf a token acts; equal to `id` for a user. */
  readonly userId?: string | undefined;
  readonly seat: Seat;
  readonly roleId: string;
  readonly permissionVersion: number;
  readonly permissions: RolePermissions;
  /** What the organization does not use: nobody has it, whatever their role says. */
  readonly hides?: readonly 'task'[] | undefined;
  /** What a person still has to set up: until then nothing else is answered. */
  readonly lacks?: 'second_factor' | undefined;
  /** What the plan of the organization has, as the edge found it; without it there are no plans, or nobody asked. */
  readonly plan?: ActorPlan | undefined;
  /** Of a public link: all that it opens. */
  readonly link?: LinkScope | undefined;
  /** A person who looks at the workspace as somebody else: seat, role and permissions are those, and nothing is written. */
  readonly viewing?: Viewing | undefined;
};

/** The features of a plan by their names; `unknown` while nobody can tell them. */
export type ActorPlan = { readonly features: 'all' | 'unknown' | readonly string[] };

/**
 * As whom somebody looks. Whatever is a person's own stays that of whoever looks; `userId` is only who the rules for rows
 * take for the current user, and absent where somebody looks as a role.
 */
export type Viewing = { readonly userId?: string | undefined };

/** Whether two actors look as the same, or both as nobody else. */
export const sameViewing = (a: Pick<Actor, 'viewing'>, b: Pick<Actor, 'viewing'>): boolean =>
  (a.viewing === undefined) === (b.viewing === undefined) && a.viewing?.userId === b.viewing?.userId;

/**
 * What a public link opens: one table, of which it reads the rows of a view or of a rule, adds rows, or changes the one
 * row that an answer of its visitor became, and exactly these fields.
 * `apps` says so of the link that a token belongs to; who is asked applies it and knows nothing about links.
 */
export type LinkScope = {
  readonly tableId: string;
  /** The view that says which rows there are; undefined for all rows. */
  readonly viewId?: string | undefined;
  /** A filter that says which rows there are; it may ask of fields that are not shown. */
  readonly rows?: RowRule | undefined;
  readonly right: 'read' | 'add' | 'change';
  /** The row that it changes; without one there is none. */
  readonly recordId?: string | undefined;
  readonly fields: readonly string[];
};

export type TableAccess = 'view' | 'edit' | 'full';
/** What a role leaves out of one table: fields that it does not show, and fields that it shows and does not let be changed. */
export type FieldRules = { readonly hidden: readonly string[]; readonly readOnly: readonly string[] };
/**
 * Which rows of one table a role shows: a filter as views have it, by the ids of fields, with `{currentUser: true}` for
 * the person. Only who knows the table's columns can turn it into a predicate.
 */
export type RowRule =
  | { readonly and: readonly RowRule[] }
  | { readonly or: readonly RowRule[] }
  | {
      readonly fieldId: string;
      readonly part?: string | undefined;
      readonly operator: string;
      readonly value?: unknown;
    };
export type AppAccess = 'interact' | 'full';
export type PageAccess = 'view' | 'edit' | 'full';

export const permissionFlags = [
  'manage_profile',
  'manage_users',
  'create_table',
  'create_dashboard',
  'create_doc_pages',
  'delete_doc_pages',
  'manage_tricks',
  'manage_workspaces',
  'development',
  'access_settings',
  'access_actions_history',
  'customize_org_theme',
] as const;
export type PermissionFlag = (typeof permissionFlags)[number];

/** A role's profile data. In the maps `'*'` means all; a listed `disabled` id wins over the wildcard. */
export type RolePermissions = {
  readonly admin: boolean;
  readonly flags: Readonly<Record<PermissionFlag, 0 | 1>>;
  readonly tables_enabled: Readonly<Record<string, TableAccess>>;
  readonly tables_disabled: readonly string[];
  /** By the ids of tables in `tables_enabled`; absent where no table has any. */
  readonly table_fields?: Readonly<Record<string, FieldRules>> | undefined;
  /** The same for rows: a table that is not named shows every one. */
  readonly table_rows?: Readonly<Record<string, RowRule>> | undefined;
  readonly dashboards_enabled: Readonly<Record<string, AppAccess>>;
  readonly dashboards_disabled: readonly string[];
  /** Absent: none. */
  readonly pages_enabled?: Readonly<Record<string, PageAccess>> | undefined;
  readonly pages_disabled?: readonly string[] | undefined;
  readonly doc_pages_enabled?: Readonly<Record<string, PageAccess>> | undefined;
  readonly doc_pages_disabled?: readonly string[] | undefined;
};

/** What a role leaves out of tables, from a list as messages have it. */
export const fieldRulesOf = (
  rules: readonly ({ readonly tableId: string } & FieldRules)[] = [],
): Pick<RolePermissions, 'table_fields'> =>
  rules.length === 0
    ? {}
    : {
        table_fields: Object.fromEntries(rules.map(({ tableId, hidden, readOnly }) => [tableId, { hidden, readOnly }])),
      };

/** Which rows a role shows, from a list as messages have it. */
export const rowRulesOf = (
  rules: readonly { readonly tableId: string; readonly filterJson: string }[] = [],
): Pick<RolePermissions, 'table_rows'> =>
  rules.length === 0
    ? {}
    : {
        table_rows: Object.fromEntries(
          rules.map(({ tableId, filterJson }) => [tableId, JSON.parse(filterJson) as RowRule]),
        ),
      };

type PageLists = {
  readonly enabled: readonly { readonly id: string; readonly access: string }[];
  readonly disabled: readonly string[];
};

/**
 * What a role opens of pages, from messages. A role of an earlier release says nothing of doc pages: everybody read them,
 * and the flags for making and deleting them opened the rest.
 */
export const pageRulesOf = (role: {
  readonly flags: readonly string[];
  readonly pages?: PageLists | undefined;
  readonly docPages?: PageLists | undefined;
}): Pick<RolePermissions, 'pages_enabled' | 'pages_disabled' | 'doc_pages_enabled' | 'doc_pages_disabled'> => {
  const mapOf = ({ enabled }: PageLists) =>
    Object.fromEntries(enabled.map(({ id, access }) => [id, access])) as Record<string, PageAccess>;
  const before: PageAccess = role.flags.includes('delete_doc_pages')
    ? 'full'
    : role.flags.includes('create_doc_pages')
      ? 'edit'
      : 'view';
  return {
    pages_enabled: role.pages === undefined ? {} : mapOf(role.pages),
    pages_disabled: role.pages?.disabled ?? [],
    doc_pages_enabled: role.docPages === undefined ? { '*': before } : mapOf(role.docPages),
    doc_pages_disabled: role.docPages?.disabled ?? [],
  };
};

/** Where a change came from; mapped to the specification's `action_source` at the edge. */
export type Origin = 'interface' | 'api' | 'trigger' | 'import' | 'undo' | 'form' | 'email' | 'automation' | 'system';

/** What a caller sends beside a command. Everything here stands in the commit's header. */
export type CommandMeta = {
  readonly actor: Actor;
  readonly origin: Origin;
  readonly operationId?: string | undefined;
  readonly idempotencyKey?: string | undefined;
  /** Hash of the request that the idempotency key names: the same key with another request is a conflict. */
  readonly requestHash?: string | undefined;
  readonly correlationId?: string | undefined;
  /** W3C traceparent of the caller, while traces are exported. */
  readonly trace?: string | undefined;
  readonly causationId?: string | undefined;
  readonly causationDepth?: number | undefined;
  readonly runAutomations?: boolean | undefined;
  /** The most live rows that a table may come to by this command; without it there is no limit. */
  readonly mostRows?: number | undefined;
  /** The caller's own clock in ms, kept beside the commit's time. */
  readonly clientTime?: number | undefined;
  /** Erasable: the address and agent of the request. */
  readonly request?: { readonly ip?: string; readonly userAgent?: string } | undefined;
};

/** What somebody may who may nothing. */
export const noPermissions: RolePermissions = {
  admin: false,
  tables_enabled: {},
  tables_disabled: [],
  dashboards_enabled: {},
  dashboards_disabled: [],
  flags: Object.fromEntries(permissionFlags.map((flag) => [flag, 0])) as Record<PermissionFlag, 0>,
};

/** What is nobody's but the installation's lives here: accounts, and templates that stand in the gallery for all. */
export const systemOrganization = '00000000000000000000000000';

/** A service itself, in an organization or, with '', in none: what it does is nobody's right. */
export const systemActor = (service: string, organizationId: string): Actor => ({
  organizationId,
  kind: 'system',
  id: service,
  seat: 'viewer',
  roleId: '',
  permissionVersion: 0,
  permissions: noPermissions,
});

/** A public link as it acts. Without a scope it may nothing. */
export const linkActor = (organizationId: string, linkId: string, link: LinkScope): Actor => ({
  organizationId,
  kind: 'link',
  id: linkId,
  seat: 'viewer',
  roleId: '',
  permissionVersion: 0,
  permissions: noPermissions,
  link,
});
