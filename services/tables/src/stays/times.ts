import type { RecordReader } from '@tessera/document-store';
import type { Predicate } from '@tessera/kernel';
import { operandOf, type SchemaField } from '../definitions/schema.ts';
import { moveTable } from '../events.ts';
import { named } from '../links/named.ts';
import { holdsOf } from '../records/apart.ts';
import { invalid } from '../refusals.ts';
import { timeIn, type Stay } from './fold.ts';
import type { LimitTimes } from './limit.ts';
import { createStayReader, type Reader } from './query.ts';
import { columns, recordOf } from './rows.ts';
import { holdsOneOption, stageOf } from './stage.ts';

const everything: Predicate = { op: 'and', items: [] };
const nothing: Predicate = { op: 'or', items: [] };
/** Rows of one statement. */
const atOnce = 1_000;
/** Records that were in one option which a condition on the time may tell apart. */
const most = 10_000;

/** `ended`: of the stays that ended, in ms. `since`: when the present one began. */
type Time = { readonly ended: number; readonly since?: number };

/** `limit`: when the present stay is worth a warning, and late. */
export const timeJson = (
  { ended, since }: Time,
  asText: boolean,
  limit: (since: number) => LimitTimes = () => ({}),
): object => {
  const seconds = Math.floor(ended / 1000);
  const { warnAt, lateAt } = since === undefined ? {} : limit(since);
  return {
    seconds: asText ? String(seconds) : seconds,
    ...(since !== undefined && { since: new Date(since).toISOString() }),
    ...(warnAt !== undefined && { warnAt: new Date(warnAt).toISOString() }),
    ...(lateAt !== undefined && { lateAt: new Date(lateAt).toISOString() }),
  };
};

/** The choice and the option that a field tells the time of; undefined where either is gone. */
const sourceOf = ({ schema }: Reader, field: SchemaField) => {
  const stage = stageOf(field.state);
  const source = stage && schema.byId.get(stage.fieldId);
  return source === undefined || !holdsOneOption(source.kind) ? undefined : { source, option: stage!.optionId };
};

/** How long each of these records was in the option of a field; one that never was in it is not among them. */
export const stayTimes = async (
  records: RecordReader,
  reader: Reader,
  field: SchemaField,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Time>> => {
  const found = sourceOf(reader, field);
  if (found === undefined) return new Map();
  const stays = createStayReader(records);
  const byRecord = new Map<string, Stay[]>();
  for (let from = 0; from < ids.length; from += atOnce)
    for (const { stay, row } of await stays.ofRecords(reader, [found.source], ids.slice(from, from + atOnce)))
      if (stay.option === found.option) byRecord.set(row.id, [...(byRecord.get(row.id) ?? []), stay]);
  return new Map(
    [...byRecord].map(([id, list]): [string, Time] => {
      const running = list.find(({ finishedAt }) => finishedAt === null);
      const ended = timeIn(
        list.filter((one) => one !== running),
        found.option,
        0,
      );
      return [id, { ended, ...(running !== undefined && { since: running.startedAt }) }];
    }),
  );
};

/**
 * A condition on the time in an option as one on the records themselves: those that ever were in it are told apart.
 * Throws `filter.too_many_linked` where these are more than ten thousand.
 */
export const stayCondition = async (
  records: RecordReader,
  reader: Reader,
  field: SchemaField,
  condition: Predicate,
  now: number,
): Promise<Predicate> => {
  const found = sourceOf(reader, field);
  const without = holdsOf(field.column, null, condition);
  if (found === undefined) return without ? everything : nothing;
  const { actor, schema, grant } = reader;
  const ids = new Set<string>();
  const collect = async (table: string, where: Predicate, allow: Predicate, own: boolean): Promise<void> => {
    const select = own
      ? []
      : [{ column: columns.record.column, storage: columns.record.kind, key: columns.record.column }];
    for (let after: string | undefined; ;) {
      const { rows, next } = await records.rows(
        actor.organizationId,
        { table, select, where, allow, sort: [], limit: atOnce, ...(after !== undefined && { after }) },
        { asker: actor.id },
      );
      for (const row of rows) ids.add(own ? row.id : recordOf(row));
      if (ids.size > most) throw invalid('filter.too_many_linked', { limit: most });
      after = next;
      if (after === undefined) return;
    }
  };
  const is = ({ column, kind }: (typeof columns)['from' | 'to' | 'field'], value: string): Predicate => ({
    op: 'in',
    left: { kind: 'field', column, storage: kind },
    values: [value],
  });
  const { source, option } = found;
  await collect(schema.table.id, { op: 'in', left: operandOf(source), values: [option] }, grant.rowPredicate, true);
  await collect(
    moveTable(schema.table.id),
    {
      op: 'and',
      items: [is(columns.field, source.id), { op: 'or', items: [is(columns.from, option), is(columns.to, option)] }],
    },
    everything,
    false,
  );
  const times = await stayTimes(records, reader, field, [...ids]);
  const others = [...times].flatMap(([id, { ended, since }]) => {
    const seconds = Math.floor((ended + (since === undefined ? 0 : Math.max(0, now - since))) / 1000);
    return holdsOf(field.column, String(seconds), condition) === without ? [] : [id];
  });
  if (others.length === 0) return without ? everything : nothing;
  return without ? { op: 'not', item: named(others) } : named(others);
};
