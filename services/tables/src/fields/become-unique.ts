import type { Grant } from '@tessera/proto/rights';
import { tableChanges, type DescribeTable } from '../definitions/decide.ts';
import type { TableState } from '../definitions/state.ts';
import { tableStale } from '../definitions/stale.ts';
import type { TablesEvent } from '../events.ts';
import type { UniquePlan } from '../operations/plans.ts';
import { fieldChanges, type ChangeField } from './decide.ts';

/**
 * What the request that makes a field unique asks for besides: it is changed in the commit that ends the check, or not
 * at all.
 */
export type ChangeWithUnique =
  { readonly of: 'field'; readonly change: ChangeField } | { readonly of: 'table'; readonly change: DescribeTable };

type Env = { readonly newId: () => string; readonly grant: Grant };

const afterwards = (table: TableState, { fieldId, epoch }: UniquePlan): TableState => ({
  ...table,
  fields: table.fields.map((field) => (field.id === fieldId ? { ...field, unique: true, uniqueEpoch: epoch } : field)),
});

/** The changes beside the uniqueness itself, as of a table whose field is unique. Throws what refuses them. */
export const changesWithUnique = (
  table: TableState,
  plan: UniquePlan,
  { newId, grant }: Env,
): readonly TablesEvent[] => {
  const { with: asked } = plan;
  if (asked === undefined) return [];
  const unique = afterwards(table, plan);
  return asked.of === 'field'
    ? fieldChanges(unique, asked.change, { newId, grant })
    : tableChanges(unique, asked.change, grant);
};

/**
 * What a check that found no duplicates comes to. Throws `tables.stale` where it holds to a version and anybody changed
 * the definition since it began.
 */
export const becameUnique = (
  table: TableState,
  version: number,
  plan: UniquePlan,
  env: Env,
): readonly TablesEvent[] => {
  const { fieldId, epoch, ifMatch } = plan;
  // Its own beginning is the one change between.
  if (ifMatch !== undefined && version !== ifMatch + 1) throw tableStale(version);
  return [
    { $case: 'uniquenessEnded', value: { tableId: table.id, fieldId, epoch, unique: true } },
    ...changesWithUnique(table, plan, env),
  ];
};
