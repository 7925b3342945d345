import type { Field, Id, SelectOption, Sort } from '@tessera/kit';
import type { Change, Saved } from '../data/edits.ts';
import { tableApi } from '../table/table.resource.ts';

type Own<Name extends keyof typeof tableApi> = (typeof tableApi)[Name] extends (
  tableId: Id,
  ...args: infer Args
) => infer Answer
  ? (...args: Args) => Answer
  : never;

/** What a workbench asks of the records of its table. */
export type RecordsApi = {
  readonly query: Own<'query'>;
  readonly count: Own<'count'>;
  readonly groupPage: Own<'groupPage'>;
  readonly place: (
    id: Id,
    which: Parameters<Own<'place'>>[1] & { readonly sort?: readonly Sort[] },
  ) => Promise<number | null>;
  readonly byIds: Own<'byIds'>;
  readonly save: (change: Change) => Promise<Saved>;
  readonly remove: Own<'remove'>;
  readonly history: Own<'recordHistory'>;
  readonly addOptions: (field: Field, added: readonly SelectOption[], operation: Id) => Promise<Field>;
  readonly undo: (commit: string) => Promise<unknown>;
};

/** The calls of the API, of one table. */
export const recordsOf = (tableId: Id): RecordsApi => ({
  query: (...args) => tableApi.query(tableId, ...args),
  count: (...args) => tableApi.count(tableId, ...args),
  groupPage: (...args) => tableApi.groupPage(tableId, ...args),
  place: (...args) => tableApi.place(tableId, ...args),
  byIds: (...args) => tableApi.byIds(tableId, ...args),
  save: (change) => tableApi.save(tableId, change),
  remove: (ids) => tableApi.remove(tableId, ids),
  history: (...args) => tableApi.recordHistory(tableId, ...args),
  addOptions: (field, added, operation) => tableApi.addOptions(tableId, field, added, operation),
  undo: (commit) => tableApi.undo(commit),
});
