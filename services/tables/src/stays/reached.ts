import type { RecordReader } from '@tessera/document-store';
import {
  isPerson,
  isRejection,
  systemColumns,
  type Actor,
  type Operand,
  type Predicate,
  type Row,
} from '@tessera/kernel';
import { everyRow, maskAllows } from '@tessera/proto/rights';
import type { Directory } from '@tessera/runtime/directory';
import { operandOf, selectedColumn, type Schema, type SchemaField } from '../definitions/schema.ts';
import { moveTable } from '../events.ts';
import { named } from '../links/named.ts';
import type { Queries } from '../records/query.ts';
import { createStayReader, type Reader } from './query.ts';
import { columns, recordOf } from './rows.ts';

/** Rows of one statement. */
const atOnce = 1_000;
const everything: Predicate = { op: 'and', items: [] };
const createdAt: Operand = { kind: 'field', column: systemColumns.createdAt, storage: 'instant' };

/** Stays that go on in an option and began later than `from`, and not later than `until`; in ms. */
export type Slice = {
  readonly field: SchemaField;
  readonly optionId: string;
  readonly from: number;
  readonly until: number;
};
/** A record whose stay is among them, and who began it. */
export type Reached = { readonly recordId: string; readonly startedBy: string };

const within = ({ from, until }: Slice): readonly Predicate[] => [
  { op: 'gt', left: createdAt, value: from },
  { op: 'le', left: createdAt, value: until },
];

/** Finds stays by when they began: what is read are those of that time, however many records there are. */
export const createReached = (records: RecordReader) => {
  const stays = createStayReader(records);

  /** Records of rows of that time, page by page. */
  async function* recordsOf(
    { actor }: Reader,
    table: string,
    where: Predicate,
    recordIdOf: (row: Row) => string,
  ): AsyncGenerator<readonly string[]> {
    const select = recordIdOf === recordOf ? [columns.record] : [];
    for (let after: string | undefined; ;) {
      const { rows, next } = await records.rows(
        actor.organizationId,
        {
          table,
          select: select.map(({ column, kind }) => ({ column, storage: kind, key: column })),
          where,
          allow: everything,
          sort: [{ by: createdAt, order: 'asc' }],
          limit: atOnce,
          ...(after !== undefined && { after }),
        },
        { asker: actor.id },
      );
      yield rows.map(recordIdOf);
      after = next;
      if (after === undefined) return;
    }
  }

  return async function* reached(reader: Reader, slice: Slice): AsyncGenerator<readonly Reached[]> {
    const { field, optionId, from, until } = slice;
    const is = ({ column, kind }: (typeof columns)['field' | 'to'], value: string): Predicate => ({
      op: 'in',
      left: { kind: 'field', column, storage: kind },
      values: [value],
    });
    const came = {
      op: 'and',
      items: [is(columns.field, field.id), is(columns.to, optionId), ...within(slice)],
    } as const;
    const born = {
      op: 'and',
      items: [{ op: 'in', left: operandOf(field), values: [optionId] }, ...within(slice)],
    } as const;
    const told = new Set<string>();
    for (const ids of [
      recordsOf(reader, moveTable(reader.schema.table.id), came, recordOf),
      recordsOf(reader, reader.schema.table.id, born, ({ id }) => id),
    ])
      for await (const page of ids) {
        const others = [...new Set(page)].filter((id) => !told.has(id));
        const found = others.length === 0 ? [] : await stays.ofRecords(reader, [field], others);
        const some = found.filter(
          ({ stay }) =>
            stay.option === optionId && stay.finishedAt === null && stay.startedAt > from && stay.startedAt <= until,
        );
        for (const { row } of some) told.add(row.id);
        if (some.length > 0) yield some.map(({ stay, row }) => ({ recordId: row.id, startedBy: stay.startedBy }));
      }
  };
};

const peopleFields = (schema: Schema): readonly SchemaField[] =>
  schema.fields.filter((field) => field.system === undefined && !field.derived && !field.apart && isPerson(field.kind));

/** Whose the records are: the people that they name; of one that names nobody, who brought it where it is. */
export const ownersOf = async (
  records: RecordReader,
  { actor, schema }: Reader,
  some: readonly Reached[],
  isActive: (userId: string) => boolean,
): Promise<ReadonlyMap<string, readonly string[]>> => {
  const fields = peopleFields(schema);
  const { rows } = await records.rows(
    actor.organizationId,
    {
      table: schema.table.id,
      select: fields.map((field) => selectedColumn(field, 'id')),
      where: named(some.map(({ recordId }) => recordId)),
      allow: everything,
      sort: [],
      limit: some.length,
    },
    { asker: actor.id },
  );
  const byRecord = new Map(rows.map((row) => [row.id, row]));
  const owners = new Map<string, string[]>();
  for (const { recordId, startedBy } of some) {
    const row = byRecord.get(recordId);
    if (row === undefined) continue;
    const cells = fields.map(({ column }) => row.cells[column] as string | readonly string[] | null | undefined);
    const people = [...new Set(cells.flatMap((cell) => cell ?? []))].filter(isActive);
    for (const userId of people.length > 0 ? people : [startedBy].filter(isActive))
      owners.set(userId, [...(owners.get(userId) ?? []), recordId]);
  }
  return owners;
};

/** Those of some records that somebody may read together with these fields, by their rights of now. */
export const readableBy = async (
  {
    records,
    queries,
    directory,
  }: { readonly records: RecordReader; readonly queries: Queries; readonly directory: Directory },
  { organizationId, userId }: { readonly organizationId: string; readonly userId: string },
  tableId: string,
  fieldIds: readonly string[],
  recordIds: readonly string[],
): Promise<readonly string[]> => {
  const actor: Actor | undefined = await directory.present({ organizationId, userId });
  if (actor === undefined) return [];
  try {
    const { grant } = await queries.open(actor, 'records.read', tableId);
    if (!fieldIds.every((id) => maskAllows(grant.fieldMask, id))) return [];
    if (grant.rowPredicate === everyRow) return recordIds;
    const seen: string[] = [];
    for (let at = 0; at < recordIds.length; at += atOnce) {
      const some = recordIds.slice(at, at + atOnce);
      const { rows } = await records.rows(
        organizationId,
        {
          table: tableId,
          select: [],
          where: named(some),
          allow: grant.rowPredicate,
          sort: [],
          limit: some.length,
        },
        { asker: actor.id },
      );
      const found = new Set(rows.map(({ id }) => id));
      seen.push(...some.filter((id) => found.has(id)));
    }
    return seen;
  } catch (error) {
    if (isRejection(error) && error.kind !== 'unavailable') return [];
    throw error;
  }
};
