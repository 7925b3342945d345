import type { RecordReader } from '@tessera/document-store';
import {
  systemColumns,
  type Actor,
  type ColumnSpec,
  type Operand,
  type Predicate,
  type Row,
  type SelectedColumn,
} from '@tessera/kernel';
import { everyRow, maskAllows, type Grant } from '@tessera/proto/rights';
import { operandOf, type Schema, type SchemaField } from '../definitions/schema.ts';
import { moveTable } from '../events.ts';
import { named } from '../links/named.ts';
import { bornId, staysOf, type Move, type Stay } from './fold.ts';
import { columns, fieldOf, moveColumns, moveOf, recordOf } from './rows.ts';

const everything: Predicate = { op: 'and', items: [] };
const operand = ({ column, kind }: ColumnSpec): Operand => ({ kind: 'field', column, storage: kind });
const createdAt: Operand = { kind: 'field', column: systemColumns.createdAt, storage: 'instant' };
const moveSelect: readonly SelectedColumn[] = moveColumns.map(({ column, kind }) => ({
  column,
  storage: kind,
  key: column,
}));
/** Moves of one statement. */
const atOnce = 1_000;
/** Beginnings that are looked through for one page: there may be few on it, or none, and more to come. */
const mostLooked = 2_000;

export type Reader = {
  readonly actor: Actor;
  readonly schema: Schema;
  readonly grant: Grant;
  readonly signal?: AbortSignal | undefined;
};
export type FoundStay = { readonly stay: Stay; readonly field: SchemaField; readonly row: Row };
export type StayWish = {
  readonly fields: readonly SchemaField[];
  /** Only stays in one of these options. */
  readonly options?: readonly string[] | undefined;
  readonly recordId?: string | undefined;
  readonly order: 'asc' | 'desc';
  readonly limit: number;
  readonly before?: Place | undefined;
};

/** Where the next page goes on: of each source the page that it stands in, and what of that was told last; null at its end. */
export type Place = {
  readonly [source: string]: { readonly after?: string | undefined; readonly told?: Told | undefined } | null;
};
type Told = { readonly at: number; readonly stayId: string };

/** A moment at which a stay may begin. */
type Beginning = { readonly at: number; readonly stayId: string; readonly recordId: string; readonly fieldId: string };
type Page = { readonly beginnings: readonly Beginning[]; readonly next?: string | undefined };
type Source = {
  readonly name: string;
  readonly read: (after: string | undefined) => Promise<Page>;
  after: string | undefined;
  /** What was told last, for the page after this one. */
  told: Told | undefined;
  page?: Page | undefined;
  /** Place of the next one on the page. */
  next: number;
  /** What an earlier page of the answer ended with, until that is found. */
  resume: Told | undefined;
  done: boolean;
};

/** Reads stays. Moves tell of records by id alone: what of these the reader may see is asked of the records. */
export const createStayReader = (records: RecordReader) => {
  const options = ({ actor, signal }: Reader) => ({ ...(signal !== undefined && { signal }), asker: actor.id });
  const within = (fields: readonly SchemaField[]): Predicate => ({
    op: 'in',
    left: operand(columns.field),
    values: fields.map(({ id }) => id),
  });

  /** All moves of these records in these fields, by record and field, in their order. */
  const movesOf = async (
    reader: Reader,
    fields: readonly SchemaField[],
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, readonly Move[]>> => {
    const moves = new Map<string, Move[]>();
    for (let after: string | undefined; ids.length > 0;) {
      const { rows, next } = await records.rows(
        reader.actor.organizationId,
        {
          table: moveTable(reader.schema.table.id),
          select: moveSelect,
          where: { op: 'and', items: [{ op: 'in', left: operand(columns.record), values: ids }, within(fields)] },
          allow: everything,
          sort: [],
          limit: atOnce,
          ...(after !== undefined && { after }),
        },
        options(reader),
      );
      for (const row of rows) {
        const key = bornId(recordOf(row), fieldOf(row));
        moves.set(key, [...(moves.get(key) ?? []), moveOf(row)]);
      }
      after = next;
      if (after === undefined) break;
    }
    for (const [key, list] of moves)
      moves.set(
        key,
        list.toSorted((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1)),
      );
    return moves;
  };

  const selected = (schema: Schema, grant: Grant, fields: readonly SchemaField[]): readonly SelectedColumn[] =>
    [...new Set([...fields, ...(labelField(schema, grant) ?? [])])].map((field) => ({
      ...operandOf(field),
      key: field.id,
      ...(field.parts !== undefined && { parts: field.parts }),
    }));

  /** Records that the reader may see; those in the trash only for who sees every record. */
  const rowsOf = async (
    reader: Reader,
    fields: readonly SchemaField[],
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, Row>> => {
    const { actor, schema, grant } = reader;
    const found = new Map<string, Row>();
    for (const deleted of grant.rowPredicate === everyRow ? [false, true] : [false]) {
      const missing = ids.filter((id) => !found.has(id));
      if (missing.length === 0) break;
      const { rows } = await records.rows(
        actor.organizationId,
        {
          table: schema.table.id,
          select: selected(schema, grant, fields),
          where: named(missing),
          allow: grant.rowPredicate,
          sort: [],
          limit: missing.length,
          deleted,
        },
        options(reader),
      );
      for (const row of rows) found.set(row.id, row);
    }
    return found;
  };

  const folded = (field: SchemaField, row: Row, moves: readonly Move[]): readonly Stay[] =>
    staysOf(
      { ...row, ended: row.deleted ? { at: row.updatedAt, by: row.updatedBy } : undefined },
      field.id,
      moves,
      (row.cells[field.column] ?? null) as string | null,
    );

  /** The stays of these records that the reader may see, by record and then in the order of the fields. */
  const ofRecords = async (
    reader: Reader,
    fields: readonly SchemaField[],
    ids: readonly string[],
  ): Promise<readonly FoundStay[]> => {
    const rows = await rowsOf(reader, fields, ids);
    const moves = await movesOf(reader, fields, [...rows.keys()]);
    return [...rows.values()].flatMap((row) =>
      fields.flatMap((field) =>
        folded(field, row, moves.get(bornId(row.id, field.id)) ?? []).map((stay) => ({ stay, field, row })),
      ),
    );
  };

  /** Moves to an option. */
  const moved =
    (reader: Reader, { fields, options: wanted, recordId, order, limit }: StayWish): Source['read'] =>
    async (after) => {
      const left = operand(columns.to);
      const { rows, next } = await records.rows(
        reader.actor.organizationId,
        {
          table: moveTable(reader.schema.table.id),
          select: moveSelect,
          where: {
            op: 'and',
            items: [
              within(fields),
              wanted === undefined ? { op: 'notEmpty', left } : { op: 'in', left, values: wanted },
              ...(recordId === undefined
                ? []
                : [{ op: 'eq' as const, left: operand(columns.record), value: recordId }]),
            ],
          },
          allow: everything,
          sort: [{ by: createdAt, order }],
          limit,
          ...(after !== undefined && { after }),
        },
        options(reader),
      );
      return {
        beginnings: rows.map((row) => ({
          at: row.createdAt,
          stayId: row.id,
          recordId: recordOf(row),
          fieldId: fieldOf(row),
        })),
        next,
      };
    };

  /** Records that may have been created with an option: which one their first move tells. */
  const born =
    (reader: Reader, { fields, recordId, order, limit }: StayWish, deleted: boolean): Source['read'] =>
    async (after) => {
      const { rows, next } = await records.rows(
        reader.actor.organizationId,
        {
          table: reader.schema.table.id,
          select: [],
          where: recordId === undefined ? everything : named([recordId]),
          allow: reader.grant.rowPredicate,
          sort: [{ by: createdAt, order }],
          limit,
          deleted,
          ...(after !== undefined && { after }),
        },
        options(reader),
      );
      return {
        beginnings: rows.flatMap((row) =>
          fields.map(({ id }) => ({
            at: row.createdAt,
            stayId: bornId(row.id, id),
            recordId: row.id,
            fieldId: id,
          })),
        ),
        next,
      };
    };

  /** Reads the page on which a source stands, and passes over what was told of it. */
  const load = async (source: Source, order: 'asc' | 'desc'): Promise<Page> => {
    if (source.page !== undefined) return source.page;
    const page = await source.read(source.after);
    const { resume } = source;
    let next = 0;
    if (resume !== undefined) {
      const same = page.beginnings.findIndex(({ stayId }) => stayId === resume.stayId);
      // It may be gone by now, and others may have come before it.
      const later = page.beginnings.findIndex(({ at }) => (order === 'desc' ? at <= resume.at : at >= resume.at));
      next = same >= 0 ? same + 1 : later >= 0 ? later : page.beginnings.length;
      if (same >= 0 || later >= 0) source.resume = undefined;
    }
    Object.assign(source, { page, next });
    return page;
  };

  /** The next beginning of all sources, taken from its source; undefined where there is none any more. */
  const nextOf = async (sources: readonly Source[], order: 'asc' | 'desc'): Promise<Beginning | undefined> => {
    let best: Source | undefined;
    let head: Beginning | undefined;
    for (const source of sources) {
      let mine: Beginning | undefined;
      while (mine === undefined && !source.done) {
        const page = await load(source, order);
        mine = page.beginnings[source.next];
        if (mine !== undefined) break;
        source.done = page.next === undefined;
        Object.assign(source, { after: page.next, page: undefined, told: source.resume });
      }
      if (mine !== undefined && (head === undefined || (order === 'desc' ? mine.at > head.at : mine.at < head.at)))
        [best, head] = [source, mine];
    }
    if (best !== undefined && head !== undefined)
      Object.assign(best, { next: best.next + 1, told: { at: head.at, stayId: head.stayId } });
    return head;
  };

  /** A page of stays in the order in which they began. */
  const page = async (
    reader: Reader,
    wish: StayWish,
  ): Promise<{ readonly stays: readonly FoundStay[]; readonly next?: Place }> => {
    const reads: Readonly<Record<string, Source['read']>> = {
      moved: moved(reader, wish),
      live: born(reader, wish, false),
      ...(reader.grant.rowPredicate === everyRow && { trash: born(reader, wish, true) }),
    };
    const sources = Object.entries(reads).map(([name, read]): Source => {
      const from = wish.before?.[name];
      return { name, read, after: from?.after, told: from?.told, resume: from?.told, next: 0, done: from === null };
    });
    const stays: FoundStay[] = [];
    let looked = 0;
    for (let more = true; more && stays.length < wish.limit && looked < mostLooked;) {
      const beginnings: Beginning[] = [];
      while (more && beginnings.length < wish.limit - stays.length) {
        const beginning = await nextOf(sources, wish.order);
        more = beginning !== undefined;
        if (beginning !== undefined) beginnings.push(beginning);
      }
      looked += beginnings.length;
      const ids = [...new Set(beginnings.map(({ recordId }) => recordId))];
      const found = await ofRecords(reader, wish.fields, ids);
      const byId = new Map(found.map((one) => [one.stay.id, one]));
      for (const { stayId } of beginnings) {
        const one = byId.get(stayId);
        if (one !== undefined && (wish.options?.includes(one.stay.option) ?? true)) stays.push(one);
      }
    }
    if (sources.every(({ done }) => done)) return { stays };
    const next = Object.fromEntries(
      sources.map(({ name, done, after, told }) => [
        name,
        done ? null : { ...(after !== undefined && { after }), ...(told !== undefined && { told }) },
      ]),
    );
    return { stays, next };
  };

  return { page, ofRecords };
};

/** The field that names the records, where its reader may see it and it has a value of its own. */
export const labelField = (schema: Schema, grant: Grant): readonly [SchemaField] | undefined => {
  const field = schema.byId.get(schema.table.labelFieldId);
  return field === undefined ||
    field.links !== undefined ||
    field.apart !== undefined ||
    !maskAllows(grant.fieldMask, field.id)
    ? undefined
    : [field];
};

/** Ids of all moves of these records: what a purge of them takes with it. */
export const moveIdsOf = async (
  records: RecordReader,
  organizationId: string,
  tableId: string,
  recordIds: readonly string[],
): Promise<readonly string[]> => {
  const ids: string[] = [];
  for (let after: string | undefined; ;) {
    const { rows, next } = await records.rows(organizationId, {
      table: moveTable(tableId),
      select: [],
      where: { op: 'in', left: operand(columns.record), values: recordIds },
      allow: everything,
      sort: [],
      limit: atOnce,
      ...(after !== undefined && { after }),
    });
    ids.push(...rows.map(({ id }) => id));
    after = next;
    if (after === undefined) return ids;
  }
};
