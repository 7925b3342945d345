// What the API says of itself (`@tessera/client`, written by `npm run api:types`), with the names by which the pages know
// it.
import type { SelectOption } from '@tessera/fields';
import type {
  AggregateFunction,
  components,
  Density,
  FieldProps,
  Filter,
  Frozen,
  operations,
  RowHeight,
  Sort,
  Succeeded,
  Taken,
  ViewConfig,
} from '@tessera/client';

type Schema<Name extends keyof components['schemas']> = Frozen<components['schemas'][Name]>;

/** What an operation answers when it did what it was asked; its name is the document's `operationId`. */
export type Answered<Name extends keyof operations> = Succeeded<operations[Name]>;
/** The body that an operation takes. */
export type Asked<Name extends keyof operations> = Taken<operations[Name]>;

export type Id = string;
export type Seat = Asked<'post_invitations'>['seat'];
export type { FieldProps, SelectOption };

export type Session = Schema<'Session'>;
export type SignedIn = Schema<'Login'>;
export type SetupState = Answered<'get_setup'>;
export type SetupInput = Asked<'post_setup'>;

export type User = Schema<'User'>;
export type Profile = Answered<'post_profile_list'>['profiles'][number];
export type Invitation = Answered<'get_invitations'>['invitations'][number];
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

export type Field = Schema<'Field'>;
export type FieldInput = Schema<'FieldInput'>;
export type { AggregateFunction, Density, Filter, RowHeight, Sort, ViewConfig };
export type View = Schema<'View'>;

export type TableSummary = Schema<'TableEntry'>;
export type Table = Schema<'Table'>;

export type RecordData = Schema<'Record'>;
export type RecordQuery = Asked<'post_tables_table_records_query'>;
export type RecordPage = Answered<'post_tables_table_records_query'>;
export type Operation = Answered<'get_operations_id'>;

export type Home = Answered<'get_home'>;
export type RecentItem = Home['recent'][number];
