import { partOf, satisfies, type Predicate, type Row } from '@tessera/kernel';
import { everyRow, type Grant } from '@tessera/proto/rights';
import { schemaOf } from '../definitions/schema.ts';
import type { TableState } from '../definitions/state.ts';
import { isFilterGroup, looksAway, toPredicate, type Filter } from '../records/filter.ts';

/** A field counts what there is, whoever looks. */
const everything = { allow: true, fieldMask: 'all', writeMask: 'all', rowPredicate: everyRow } as Grant;

const columnsIn = (value: unknown, into: Set<string>): void => {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, one] of Object.entries(value)) {
    if (name === 'column' && typeof one === 'string') into.add(partOf(one)?.column ?? one);
    else columnsIn(one, into);
  }
};

const at = (timezone: string, now: number, today: string, currentUserId: string) =>
  ({ timezone, now, today, weekStart: 1, currentUserId }) as const;

const someAway = (table: TableState, filter: Filter): boolean =>
  isFilterGroup(filter)
    ? ('and' in filter ? filter.and : filter.or).some((item) => someAway(table, item))
    : looksAway(schemaOf(table), filter);

export type RowFilter = {
  readonly columns: ReadonlySet<string>;
  readonly keeps: (row: Row) => boolean;
  /** What it comes to: as long as it is the same, it keeps the same rows. */
  readonly signature: string;
  /** Its answer depends on when and by whom it is asked. */
  readonly moving: boolean;
};

/** A filter over linked records. Throws what a query would refuse; undefined where it looks into further tables. */
export const rowFilter = (
  table: TableState,
  filter: Filter,
  timezone: string,
  grant = everything,
): RowFilter | undefined => {
  if (someAway(table, filter)) return undefined;
  const made = (context: Parameters<typeof toPredicate>[3]): Predicate =>
    toPredicate(schemaOf(table), grant, filter, context);
  const predicate = made(at(timezone, 0, '1970-01-01', 'a'));
  const signature = JSON.stringify(predicate);
  const moving = signature !== JSON.stringify(made(at(timezone, 86_400_000_000, '1972-09-27', 'b')));
  const columns = new Set<string>();
  columnsIn(predicate, columns);
  return { columns, keeps: (row) => satisfies(row, predicate), signature, moving };
};
