// What the API's document leaves open, as programs and pages know it: the generated types (openapi.ts) name these. They
// stand here in full, so that the package needs no other; a test compares them with what they are the types of.
import type { components, operations } from './openapi.ts';

export type SelectOption = { readonly id: string; readonly label: string; readonly color: string };
/** The properties of a field that more than one place knows by name; each type has its own beside them. */
export type FieldProps = {
  readonly options?: readonly SelectOption[];
  readonly decimals?: number;
  readonly currency_symbol?: string;
  /** How a computed number is shown. */
  readonly number_format?: 'number' | 'currency';
  readonly date_format?: string;
  readonly thousands?: boolean;
  readonly minimum_options?: number;
  readonly notify?: boolean;
  readonly default_current_user?: boolean;
  readonly default_now?: boolean;
};
/** What a caller says of a field's properties; each type checks its own. */
export type FieldPropsInput = Readonly<Record<string, unknown>>;
/** What a role may do beside its tables, apps and pages. */
export type Permissions = {
  readonly flags: Readonly<
    Record<
      | 'manage_profile'
      | 'manage_users'
      | 'create_table'
      | 'create_dashboard'
      | 'create_doc_pages'
      | 'delete_doc_pages'
      | 'manage_tricks'
      | 'manage_workspaces'
      | 'development'
      | 'access_settings'
      | 'access_actions_history'
      | 'customize_org_theme',
      0 | 1
    >
  >;
};

type Id = string;
export type AggregateFunction =
  operations['post_tables_table_records_aggregate']['requestBody']['content']['application/json']['aggregates'][number]['function'];
export type Filter =
  | { readonly and: readonly Filter[] }
  | { readonly or: readonly Filter[] }
  | Readonly<components['schemas']['FilterCondition']>;
/** `part`: of a field whose values have parts, the one that is meant. */
export type Sort = { readonly fieldId: Id; readonly part?: string; readonly order: 'asc' | 'desc' };
export type RowHeight = 32 | 48 | 64 | 96;
/** How wide the columns of a view are. */
export type Density = 'standard' | 'compact';
/** What views of every type may have; the rest is known to the type alone. */
export type ViewConfig = {
  readonly fields?: readonly {
    readonly fieldId: Id;
    readonly hidden?: boolean;
    readonly width?: number;
    readonly total?: AggregateFunction;
    readonly label?: string;
    readonly help?: string;
    /** Of a form: a page of this title begins with it. */
    readonly page?: string;
    readonly default?: unknown;
    readonly required?: boolean;
  }[];
  readonly filter?: Filter;
  readonly sort?: readonly Sort[];
  readonly [own: string]: unknown;
};
