// The shapes of the REST API as the browser reads them, by hand until they are generated from /api/openapi.json.
import type { Language, RightName } from '../manifest.ts';

export type Id = string;
export type Seat = 'builder' | 'member' | 'viewer';

export type Rights = Readonly<Record<RightName, boolean>>;

export type Session = {
  readonly user: { readonly id: Id; readonly name: string; readonly email: string; readonly photo_url?: string | null; readonly seat: Seat };
  readonly organization: {
    readonly id: Id;
    readonly name: string;
    readonly locale_settings: { readonly language: string; readonly timezone: string; readonly currency_symbol: string };
  };
  readonly role: { readonly id: Id; readonly name: string; readonly permissions: Readonly<Record<string, unknown>> };
  readonly rights: Rights;
  readonly baseUrl: string;
};

export type SignedIn = {
  readonly token: string;
  readonly email: string;
  readonly profile_settings: { readonly initial_url: string | null };
  readonly user: { readonly id: Id; readonly name: string; readonly email: string };
  readonly organization: { readonly id: Id; readonly name: string };
};

export type SetupState = { readonly needed: boolean; readonly codeRequired: boolean };

export type SetupInput = {
  readonly organization: string;
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly code?: string;
  readonly language?: Language;
  readonly timezone?: string;
  readonly currency_symbol?: string;
};

export type User = {
  readonly id: Id;
  readonly name: string;
  readonly email: string;
  readonly photo_url?: string | null;
  readonly active: boolean;
  readonly seat: Seat;
  readonly role: { readonly id: Id; readonly name: string };
};

export type Profile = { readonly id_profile: Id; readonly name: string; readonly color?: string; readonly members?: number };

export type Invitation = {
  readonly id: Id;
  readonly email?: string | null;
  readonly seat: Seat;
  readonly role: Id;
  readonly expiresAt: string;
  readonly state?: 'open' | 'used' | 'expired' | 'revoked';
  readonly inviter?: string;
  /** Shown once, in the answer to its creation. */
  readonly link?: string;
};

export type InvitationState = {
  readonly state: 'open' | 'used' | 'expired' | 'revoked';
  readonly organization: string;
  readonly inviter: string;
  readonly email?: string | null;
};

export type OptionColor =
  | 'rose' | 'orange' | 'amber' | 'olive' | 'lime' | 'green' | 'teal' | 'cyan' | 'blue' | 'indigo' | 'violet' | 'pink' | 'neutral';

export type SelectOption = { readonly id: string; readonly label: string; readonly color: string };

export type FieldProps = {
  readonly options?: readonly SelectOption[];
  readonly decimals?: number;
  readonly currency_symbol?: string;
  readonly date_format?: string;
  readonly thousands?: boolean;
  readonly minimum_options?: number;
  readonly notify?: boolean;
};

export type Field = {
  readonly id: Id;
  readonly name: string;
  readonly type: string;
  readonly props: FieldProps;
  readonly required: boolean;
  readonly unique: boolean;
  readonly description: string;
  readonly default?: unknown;
};

export type AggregateFunction = 'count' | 'filled' | 'empty' | 'distinct' | 'sum' | 'average' | 'min' | 'max' | 'checked';
export type RowHeight = 32 | 48 | 64 | 96;

export type Filter =
  | { readonly and: readonly Filter[] }
  | { readonly or: readonly Filter[] }
  | { readonly fieldId: Id; readonly operator: string; readonly value?: unknown };

export type Sort = { readonly fieldId: Id; readonly order: 'asc' | 'desc' };

export type ViewConfig = {
  readonly fields?: readonly { readonly fieldId: Id; readonly hidden?: boolean; readonly width?: number; readonly total?: AggregateFunction }[];
  readonly frozen?: number;
  readonly filter?: Filter;
  readonly sort?: readonly Sort[];
  readonly rowHeight?: RowHeight;
};

export type View = { readonly id: Id; readonly type: 'table'; readonly label: string; readonly personal: boolean; readonly config: ViewConfig };

export type TableSummary = {
  readonly id: Id;
  readonly label: string;
  readonly icon?: string | null;
  readonly color?: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly access: 'view' | 'edit' | 'full';
};

export type TableRights = {
  readonly canManageFieldsAndConfig: boolean;
  readonly canCreateRecords: boolean;
  readonly canEditRecords: boolean;
  readonly canDeleteRecords: boolean;
  readonly canManageViews: boolean;
  readonly isReadOnly: boolean;
};

export type Table = {
  readonly id: Id;
  readonly label: string;
  readonly icon?: string | null;
  readonly color?: string | null;
  readonly description?: string;
  readonly version: number;
  readonly labelFieldId: Id;
  readonly uniqueFieldId: Id | null;
  readonly fields: readonly Field[];
  readonly views: readonly View[];
  readonly access: 'view' | 'edit' | 'full';
  readonly rights: TableRights;
};

export type FieldInput = {
  readonly name: string;
  readonly type: string;
  readonly props?: { readonly [key: string]: unknown };
  readonly required?: boolean;
  readonly unique?: boolean;
  readonly description?: string;
  readonly default?: unknown;
};

export type RecordData = {
  readonly id: Id;
  readonly version: number;
  readonly fields: Readonly<Record<Id, unknown>>;
  readonly createdAt: string;
  readonly updatedAt: string;
};

export type RecordQuery = {
  readonly filter?: Filter;
  readonly sort?: readonly Sort[];
  readonly search?: string;
  readonly limit?: number;
  readonly after?: string;
  readonly offset?: number;
  readonly total?: boolean;
  readonly fields?: readonly Id[];
  readonly deleted?: boolean;
  readonly ids?: readonly Id[];
};

export type RecordPage = { readonly records: readonly RecordData[]; readonly next?: string; readonly total?: number };

export type Operation = {
  readonly id: Id;
  readonly kind: string;
  readonly state: 'running' | 'done' | 'failed' | 'cancelled';
  readonly done: number;
  readonly total: number;
  readonly error?: string;
};

export type RecentItem = {
  readonly type: 'table';
  readonly id: Id;
  readonly label: string;
  readonly icon?: string | null;
  readonly color?: string | null;
  readonly openedAt: string;
};

export type Home = { readonly recent: readonly RecentItem[]; readonly tables: readonly TableSummary[] };
