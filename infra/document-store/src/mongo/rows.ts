import type { Cell, ColumnCells, ColumnSpec, EventContext, LinkChange, ModelOp } from '@tessera/kernel';
import type { Collection } from 'mongodb';
import type { RowDocument, TableDocument, TableInfo } from './catalog.ts';
import { partCell, partsIn } from '../query/parts.ts';
import { delimiter } from '../query/values.ts';
import { cellWriter, fieldNames } from './cells.ts';
import { keyField } from './names.ts';
import { insertFree, updateEach, type UpdateStatement } from './statements.ts';

type Op<K extends ModelOp['op']> = Extract<ModelOp, { readonly op: K }>;

/**
 * One entry of the history index: version `version` of the record `of` was written at `position`. Its key is that of
 * the record and version, so that it is written once.
 */
export type ChangeDocument = {
  readonly _id: string;
  readonly of: string;
  readonly version: number;
  readonly position: number;
  readonly columns: string;
};

/** What the history index says of a deletion or restoration. */
const everything = '*';

const versionDigits = 10;
/** The record of a history entry, of the table with this key. */
export const changesOf = (key: string, id: string): string => `${key}.${id}`;
export const changesOfTable = (key: string): { readonly $gte: string; readonly $lt: string } => ({
  $gte: `${key}.`,
  $lt: `${key}/`,
});
export const recordOf = (of: string): string => of.slice(of.indexOf('.') + 1);

/** The key of the history entry of one version. */
export const changeKey = (of: string, version: number): string =>
  `${of}.${version.toString(16).padStart(versionDigits, '0')}`;

/** By record and position, which rise with the version. */
export const makeChangeIndex = async (changes: Collection<ChangeDocument>): Promise<void> => {
  await changes.createIndex({ of: 1, position: 1 }, { name: 'of' });
};

/** Records that one commit may make; creation order is (position, place in the commit) in one number below 2^53. */
const placesPerCommit = 2 ** 20;
const lastPosition = 2 ** 33 - 1;
export const rowNumber = (position: number, place: number): number => {
  if (place >= placesPerCommit || position > lastPosition)
    throw new Error(`no place for record ${place} of position ${position}`);
  return position * placesPerCommit + place;
};

/** What the ops of one call come to for one table. */
export type RowWrites = {
  readonly table: TableInfo;
  readonly inserts: Map<string, RowDocument>;
  readonly updates: UpdateStatement[];
  readonly updated: Set<string>;
  readonly changes: ChangeDocument[];
  /** Derived cells, behind all else. */
  readonly derived: UpdateStatement[];
  /** Whether a record is updated twice, which must keep its order. */
  twice: boolean;
};

export const emptyWrites = (table: TableInfo): RowWrites => ({
  table,
  inserts: new Map(),
  updates: [],
  updated: new Set(),
  changes: [],
  derived: [],
  twice: false,
});

/** Writes the fields of one cell, those of its parts included; answers the fields that it leaves empty. */
type Writer = (into: Record<string, unknown>, cell: Cell | null) => readonly string[];
const none: readonly string[] = [];

const writerOf = (spec: ColumnSpec): Writer => {
  const write = cellWriter(spec);
  const names = fieldNames(spec);
  return (into, cell) => (write(into, cell) ? none : names);
};

const writersOf = (table: TableInfo, given: readonly ColumnCells[]): readonly Writer[] =>
  given.map(({ column }) => {
    const spec = table.columns.get(column);
    if (spec === undefined) throw new Error(`no column ${column}`);
    const whole = writerOf(spec);
    const parts = partsIn(table.columns, column).map(({ part, spec: of }) => ({ part, write: writerOf(of) }));
    if (parts.length === 0) return whole;
    return (into, cell) => [
      ...whole(into, cell),
      ...parts.flatMap(({ part, write }) => write(into, partCell(cell, part))),
    ];
  });

export const addInserts = (writes: RowWrites, op: Op<'rows.insert'>, context: EventContext, place: number): void => {
  const writers = writersOf(writes.table, op.columns);
  for (const [i, id] of op.ids.entries()) {
    const document: Record<string, unknown> & { readonly _id: string } = {
      _id: String(id),
      _row: rowNumber(context.position, place + i),
      _version: 1,
      _deleted: false,
      _created_at: context.time,
      _created_by: context.actorId,
      _updated_at: context.time,
      _updated_by: context.actorId,
      _created_position: context.position,
      _updated_position: context.position,
    };
    for (let c = 0; c < writers.length; c++) writers[c]!(document, op.columns[c]!.cells[i] ?? null);
    if (!writes.inserts.has(document._id)) writes.inserts.set(document._id, document);
  }
};

/**
 * A change of links as the kernel's `changeLinks` makes it, of the list that is stored: the statement compares versions,
 * so that the list before it is the one that the change was decided on.
 */
const linksStages = (column: string, { added, removed, order }: LinkChange, older: object): readonly object[] => {
  const list = `$${column}`;
  const key = keyField(column);
  const gone = [...new Set([...removed, ...added])];
  const after =
    order.length > 0
      ? { $literal: order }
      : {
          $concatArrays: [
            { $filter: { input: { $ifNull: [list, []] }, cond: { $not: [{ $in: ['$$this', { $literal: gone }] }] } } },
            { $literal: added },
          ],
        };
  const joined = {
    $reduce: { input: list, initialValue: delimiter, in: { $concat: ['$$value', '$$this', delimiter] } },
  };
  const emptied = { $eq: [list, []] };
  return [
    { $set: { [column]: { $cond: [older, after, list] } } },
    {
      $set: {
        [key]: { $cond: [{ $and: [older, { $ne: [list, []] }] }, joined, { $cond: [emptied, '$$REMOVE', `$${key}`] }] },
      },
    },
    { $set: { [column]: { $cond: [emptied, '$$REMOVE', list] } } },
  ];
};

const noteUpdate = (
  writes: RowWrites,
  id: string,
  version: number,
  columns: string,
  context: EventContext,
  set: Readonly<Record<string, unknown>>,
  unset: readonly string[],
  links: readonly (readonly [column: string, change: LinkChange])[] = [],
): void => {
  if (writes.updated.has(id)) writes.twice = true;
  writes.updated.add(id);
  const next = {
    ...set,
    _version: version,
    _updated_at: context.time,
    _updated_by: context.actorId,
    _updated_position: context.position,
  };
  // The filter names the key alone, the statement decides: that is the shortest way to a document. $literal keeps
  // users' text from being an expression.
  const merged = { $mergeObjects: ['$$ROOT', { $literal: next }] };
  const older = { $lt: ['$_version', version] };
  const emptied = Object.fromEntries(unset.map((field) => [field, { $cond: [older, '$$REMOVE', `$${field}`] }]));
  const update = [
    ...links.flatMap(([column, change]) => linksStages(column, change, older)),
    ...(unset.length === 0 ? [] : [{ $set: emptied }]),
    { $replaceWith: { $cond: [older, merged, '$$ROOT'] } },
  ];
  writes.updates.push({ q: { _id: id }, u: update });
  // Version 1 is the creation, which stands in the record itself.
  const of = changesOf(writes.table.key, id);
  if (version > 1)
    writes.changes.push({
      _id: changeKey(of, version),
      of,
      version,
      position: context.position,
      columns,
    });
};

export const addUpdates = (writes: RowWrites, op: Op<'rows.update'>, context: EventContext): void => {
  const writers = writersOf(writes.table, op.columns);
  for (const [i, id] of op.ids.entries()) {
    const set: Record<string, unknown> = {};
    const unset: string[] = [];
    const columns: string[] = [];
    for (const [c, { column, cells }] of op.columns.entries()) {
      const cell: Cell | null | undefined = cells[i];
      if (cell === undefined) continue;
      columns.push(column);
      unset.push(...writers[c]!(set, cell));
    }
    const links = (op.links ?? []).flatMap(({ column, changes }) => {
      const change = changes[i];
      return change === undefined ? [] : [[column, change] as const];
    });
    columns.push(...links.map(([column]) => column));
    noteUpdate(writes, String(id), op.versions[i]!, columns.join(','), context, set, unset, links);
  }
};

export const addFlags = (writes: RowWrites, op: Op<'rows.delete' | 'rows.restore'>, context: EventContext): void => {
  for (const [i, id] of op.ids.entries())
    noteUpdate(writes, String(id), op.versions[i]!, everything, context, { _deleted: op.op === 'rows.delete' }, []);
};

/**
 * Writes records first, then what changes them; the history index beside. Each write stands alone and may be repeated.
 */
export const writeRows = async (changes: Collection<ChangeDocument>, all: readonly RowWrites[]): Promise<void> => {
  const history = insertFree(
    changes,
    all.flatMap((writes) => writes.changes),
  );
  const rows = Promise.all(
    all.map(async ({ table, inserts, updates, derived, twice }) => {
      await insertFree(table.rows, [...inserts.values()]);
      await updateEach(table.rows, updates, { ordered: twice });
      await updateEach(table.rows, derived);
    }),
  );
  await Promise.all([history, rows]);
};

/** Removes records and their history. A counter tells readers that what they counted is no longer so. */
export const eraseRows = async (
  tables: Collection<TableDocument>,
  changes: Collection<ChangeDocument>,
  { key, rows }: TableInfo,
  ids: readonly string[],
): Promise<void> => {
  await Promise.all([
    rows.deleteMany({ _id: { $in: [...ids] } }),
    changes.deleteMany({ of: { $in: ids.map((id) => changesOf(key, id)) } }),
  ]);
  await tables.updateOne({ _id: key }, { $inc: { erased: 1 } });
};
