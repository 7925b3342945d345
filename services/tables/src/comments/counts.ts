import type { RecordReader } from '@tessera/document-store';
import type { Actor, Predicate } from '@tessera/kernel';
import type { SchemaField } from '../definitions/schema.ts';
import { commentTable } from '../events.ts';
import { named } from '../links/named.ts';
import { holdsOf } from '../records/apart.ts';
import { invalid } from '../refusals.ts';
import { operandOf, recordColumn } from './rows.ts';

const everything: Predicate = { op: 'and', items: [] };
const ofRecord = operandOf(recordColumn);
/** Records of one page of counts. */
const atOnce = 1_000;
/** Records with comments that a condition on their number may tell apart. */
const most = 10_000;

/** How many comments records have, of those that have any; at most `limit` of them. */
const counted = async (
  records: RecordReader,
  { organizationId, id: asker }: Actor,
  tableId: string,
  where: Predicate,
  limit: number,
): Promise<ReadonlyMap<string, number>> => {
  const counts = new Map<string, number>();
  for (let after: string | undefined; ;) {
    const page = await records.groups(
      organizationId,
      {
        table: commentTable(tableId),
        where,
        allow: everything,
        groups: [{ by: ofRecord, order: 'asc' }],
        aggregates: [],
        limit: atOnce,
        ...(after !== undefined && { after }),
      },
      { asker },
    );
    for (const { values, count } of page.groups) counts.set(values[0] as string, count);
    after = page.next;
    if (after === undefined) return counts;
    if (counts.size >= limit) throw invalid('filter.too_many_linked', { limit });
  }
};

/** How many comments each of these records has; one without any is not among them. */
export const commentCounts = (
  records: RecordReader,
  actor: Actor,
  tableId: string,
  recordIds: readonly string[],
): Promise<ReadonlyMap<string, number>> =>
  counted(records, actor, tableId, { op: 'in', left: ofRecord, values: recordIds }, Number.POSITIVE_INFINITY);

/**
 * A condition on the number of comments as one on the records themselves: those with comments are told apart, all others
 * have none. Throws `filter.too_many_linked` where more than ten thousand records have any.
 */
export const commentCondition = async (
  records: RecordReader,
  actor: Actor,
  tableId: string,
  { column }: SchemaField,
  condition: Predicate,
): Promise<Predicate> => {
  const asksForNone = condition.op === 'empty' || condition.op === 'notEmpty';
  const holds = (count: number): boolean =>
    holdsOf(column, count === 0 && asksForNone ? null : String(count), condition);
  const counts = await counted(records, actor, tableId, everything, most);
  const withoutAny = holds(0);
  const others = named([...counts].filter(([, count]) => holds(count) !== withoutAny).map(([id]) => id));
  return withoutAny ? { op: 'not', item: others } : others;
};
