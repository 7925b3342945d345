// What the API says of itself (openapi.ts, written by `npm run api:types`), with the names by which the pages know it.
// Only what the document leaves open is said here: which texts a text may be, what stands in a field's `props` and a
// view's `config`.
import type { FieldProps, SelectOption } from '@tessera/fields';
import type { Holder, Rights } from '@tessera/proto/rights';
import type { Language } from '../manifest.ts';
import type { components, operations } from './openapi.ts';

type Frozen<T> = T extends readonly (infer Item)[]
  ? readonly Frozen<Item>[]
  : T extends object
    ? { readonly [K in keyof T]: Frozen<T[K]> }
    : T;
type With<T, Known> = Omit<T, keyof Known> & Known;
type Schema<Name extends keyof components['schemas']> = Frozen<components['schemas'][Name]>;
type Body<T> = T extends { readonly content: { readonly 'application/json': infer Content } } ? Content : never;

/** What an operation answers when it did what it was asked; its name is the document's `operationId`. */
export type Answered<Name extends keyof operations> = Frozen<
  {
    [Status in keyof operations[Name]['responses']]: Status extends 200 | 201 | 202
      ? Body<operations[Name]['responses'][Status]>
      : never;
  }[keyof operations[Name]['responses']]
>;
/** The body that an operation takes. */
export type Asked<Name extends keyof operations> = Frozen<
  Body<NonNullable<operations[Name] extends { requestBody?: infer Given } ? Given : never>>
>;

export type Id = string;
export type Seat = Asked<'post_invitations'>['seat'];
export type { FieldProps, SelectOption };

export type Session = With<
  Schema<'Session'>,
  {
    readonly user: With<Schema<'Session'>['user'], { readonly seat: Seat }>;
    readonly role: With<Schema<'Session'>['role'], { readonly permissions: Holder['permissions'] }>;
    readonly rights: Rights;
  }
>;
export type SignedIn = Schema<'Login'>;
export type SetupState = Answered<'get_setup'>;
export type SetupInput = With<Asked<'post_setup'>, { readonly language?: Language }>;

export type User = With<Schema<'User'>, { readonly seat: Seat }>;
export type Profile = Answered<'post_profile_list'>['profiles'][number];
export type Invitation = With<Answered<'get_invitations'>['invitations'][number], { readonly seat: Seat }>;
/** A fresh invitation: its link is shown once. */
export type MadeInvitation = Answered<'post_invitations'>;
export type InvitationState = Answered<'get_invitations_token'>;

export type OptionColor =
  | 'rose'
  | 'orange'
  | 'amber'
  | 'olive'
  | 'lime'
  | 'green'
  | 'teal'
  | 'cyan'
  | 'blue'
  | 'indigo'
  | 'violet'
  | 'pink'
  | 'neutral';

export type Field = With<Schema<'Field'>, { readonly props: FieldProps }>;
export type FieldInput = With<Schema<'FieldInput'>, { readonly props?: Readonly<Record<string, unknown>> }>;
export type AggregateFunction = Asked<'post_tables_table_records_aggregate'>['aggregates'][number]['function'];
export type RowHeight = 32 | 48 | 64 | 96;
export type Filter =
  { readonly and: readonly Filter[] } | { readonly or: readonly Filter[] } | Schema<'FilterCondition'>;
export type Sort = { readonly fieldId: Id; readonly order: 'asc' | 'desc' };
export type ViewConfig = {
  readonly fields?: readonly {
    readonly fieldId: Id;
    readonly hidden?: boolean;
    readonly width?: number;
    readonly total?: AggregateFunction;
  }[];
  readonly frozen?: number;
  readonly filter?: Filter;
  readonly sort?: readonly Sort[];
  readonly rowHeight?: RowHeight;
};
export type View = With<Schema<'View'>, { readonly type: 'table'; readonly config: ViewConfig }>;

export type TableSummary = Schema<'TableEntry'>;
export type Table = With<Schema<'Table'>, { readonly fields: readonly Field[]; readonly views: readonly View[] }>;

export type RecordData = Schema<'Record'>;
export type RecordQuery = With<
  Asked<'post_tables_table_records_query'>,
  { readonly filter?: Filter; readonly sort?: readonly Sort[] }
>;
export type RecordPage = Answered<'post_tables_table_records_query'>;
export type Operation = Answered<'get_operations_id'>;

export type Home = Answered<'get_home'>;
export type RecentItem = Home['recent'][number];
