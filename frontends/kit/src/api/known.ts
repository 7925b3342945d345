// What the API's document leaves open, as the pages know it: the generated types (openapi.ts) name these.
import type { FieldProps } from '@tessera/fields';
import type { Holder } from '@tessera/proto/rights';
import type { components, operations } from './openapi.ts';

export type { FieldProps };
/** What a caller says of a field's properties; each type checks its own. */
export type FieldPropsInput = Readonly<Record<string, unknown>>;
export type Permissions = Holder['permissions'];

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
    readonly default?: unknown;
    readonly required?: boolean;
  }[];
  readonly filter?: Filter;
  readonly sort?: readonly Sort[];
  readonly [own: string]: unknown;
};
