import { randomUUID } from 'node:crypto';
import {
  sameCell,
  type Cell,
  type ColumnCells,
  type ColumnSpec,
  type DerivedColumn,
  type ModelOp,
  type Row,
} from '@tessera/kernel';
import { partCell, partsIn, withParts } from '../query/parts.ts';
import type { Collection, Document } from 'mongodb';
import { plainRow, rowPlace } from '../sqlite/render.ts';
import type { TableDocument, TableInfo } from './catalog.ts';
import { cellWriter, fieldNames } from './cells.ts';
import { names, type ModelDb } from './names.ts';
import { rowFields, selectedFields, storedRow } from './read-row.ts';
import { updateEach, type UpdateStatement } from './statements.ts';

/** A derived column that rows of before it lack: those up to `after`, by id, have it. */
export type FillDocument = {
  readonly _id: string;
  readonly key: string;
  readonly organization: string;
  readonly table: string;
  readonly name: string;
  /** The position of the commit that asked for it. */
  readonly at: number;
  readonly after: string;
  /** Rows that were looked at. */
  readonly done: number;
  /** Another with each beginning: whoever filled for an earlier one does not move this. */
  readonly token: string;
};

/** Counts the writings of what follows from other rows: two that read at once do not both write. */
const marksField = '_marks';
/** Counts the changes of a row that no version tells. */
const derivedField = '_derived';
const mostRounds = 50;

/** Columns of a table that are filled as far as each other. */
export type MongoUnfilled = {
  readonly organizationId: string;
  readonly table: string;
  readonly columns: readonly string[];
  readonly after: string;
  /** The newest commit that asked for one of them. */
  readonly at: number;
  readonly tokens: readonly string[];
};

/** Sets or takes away the fields of some cells of one row. */
const cellsUpdate = (writers: readonly ReturnType<typeof writerOf>[], columns: readonly ColumnCells[], i: number) => {
  const set: Record<string, unknown> = {};
  const unset: string[] = [];
  for (const [c, { cells }] of columns.entries()) {
    const cell = cells[i];
    if (cell === undefined) continue;
    unset.push(...writers[c]!.write(set, cell));
  }
  return {
    ...(Object.keys(set).length > 0 && { $set: set }),
    ...(unset.length > 0 && { $unset: Object.fromEntries(unset.map((field) => [field, ''])) }),
  };
};
const writerOf = (spec: ColumnSpec, columns: TableInfo['columns']) => {
  const own = { write: cellWriter(spec), names: fieldNames(spec) };
  const parts = partsIn(columns, spec.column).map(({ part, spec: of }) => ({
    part,
    write: cellWriter(of),
    names: fieldNames(of),
  }));
  if (parts.length === 0)
    return { write: (into: Record<string, unknown>, cell: Cell | null) => (own.write(into, cell) ? [] : own.names) };
  return {
    write: (into: Record<string, unknown>, cell: Cell | null): readonly string[] => [
      ...(own.write(into, cell) ? [] : own.names),
      ...parts.flatMap(({ part, write, names: of }) => (write(into, partCell(cell, part)) ? [] : of)),
    ],
  };
};

/** Updates of derived cells, each of a row that is still at its version: who wrote a later one computes it anew. */
export const deriveUpdates = (
  table: TableInfo,
  { ids, versions, columns }: Extract<ModelOp, { readonly op: 'rows.derive' }>,
): readonly UpdateStatement[] => {
  const writers = columns.map(({ column }) => {
    const spec = table.columns.get(column);
    if (spec === undefined) throw new Error(`no column ${column}`);
    return writerOf(spec, table.columns);
  });
  return ids.flatMap((id, i) => {
    const u = cellsUpdate(writers, columns, i);
    return Object.keys(u).length === 0 ? [] : [{ q: { _id: String(id), _version: versions[i]! }, u }];
  });
};

/** Which columns of tables are derived, and how far those are filled. */
export const openFills = (db: ModelDb, tables: Collection<TableDocument>) => {
  const fills: Collection<FillDocument> = db.collection(names.fills);

  /** Columns are to be filled from the first row on; where a later commit asked for that, it stands unless `again`. */
  const begin = async (
    organization: string,
    table: string,
    key: string,
    columns: readonly string[],
    position: number,
    again = false,
  ): Promise<void> => {
    await updateEach(
      fills,
      columns.map((name) => {
        const _id = `${key}.${name}`;
        const next = { _id, key, organization, table, name, at: position, after: '', done: 0, token: randomUUID() };
        const later = again ? { $max: ['$at', position] } : position;
        return {
          q: { _id },
          u: [
            {
              $replaceWith: again
                ? { $mergeObjects: [{ $literal: next }, { at: later }] }
                : { $cond: [{ $gte: ['$at', position] }, '$$ROOT', { $literal: next }] },
            },
          ],
          upsert: true,
        };
      }),
    );
  };

  /** How rows are read with what guards a writing of what follows from others. */
  const reader = (table: TableInfo, reads: Iterable<string>) => {
    const select = [...new Set(reads)].flatMap((column) => {
      const spec = table.columns.get(column);
      return spec === undefined ? [] : [{ column, storage: spec.kind, scale: spec.scale ?? 0 }];
    });
    const stored = storedRow(rowFields.wide, select);
    const plain = plainRow(select, rowPlace + 4);
    return {
      made: (document: Document): Row => plain(stored(document)),
      projection: {
        ...selectedFields(select),
        ...Object.fromEntries(rowFields.wide.map((field) => [field, 1])),
        [marksField]: 1,
      },
    };
  };

  /**
   * Writes what follows from rows and from others that were read after these. Each writing leaves a mark, whether it
   * changes a cell or not: whoever read others before finds the mark and computes again. Answers whether nobody came
   * between.
   */
  const write = async (
    table: TableInfo,
    found: readonly Document[],
    rows: readonly Row[],
    compute: (rows: readonly Row[]) => Promise<readonly ColumnCells[]>,
    only?: readonly string[],
  ): Promise<boolean> => {
    if (rows.length === 0) return true;
    const computed = await compute(rows);
    const given = only === undefined ? computed : computed.filter(({ column }) => only.includes(column));
    const writers = given.map(({ column }) => {
      const spec = table.columns.get(column);
      if (spec === undefined) throw new Error(`no column ${column}`);
      return writerOf(spec, table.columns);
    });
    const updates = rows.map((row, i): UpdateStatement => {
      const changed = given.map(({ column, cells }) =>
        sameCell(row.cells[column], cells[i]) ? { column, cells: [] } : { column, cells: [cells[i] ?? null] },
      );
      const u = cellsUpdate(writers, changed, 0);
      const differs = Object.keys(u).length > 0;
      return {
        q: { _id: row.id, _version: row.version, [marksField]: (found[i]![marksField] as number | undefined) ?? null },
        u: { ...u, $inc: { [marksField]: 1, ...(differs && { [derivedField]: 1 }) } },
      };
    });
    return (await updateEach(table.rows, updates)) === updates.length;
  };

  return {
    /** From the commit at `position` on these columns of a table are derived and no others; a later word stands. */
    declare: async (
      organization: string,
      table: string,
      key: string,
      columns: readonly DerivedColumn[],
      position: number,
    ): Promise<void> => {
      const known = await tables.findOne({ _id: key }, { projection: { derived: 1, derivedAt: 1, follows: 1 } });
      if (known === null || (known.derivedAt ?? -1) >= position) return;
      const present = new Set(known.derived);
      const due = columns.filter(
        ({ column, follows = '' }) => !present.has(column) || (known.follows?.[column] ?? '') !== follows,
      );
      // First what is to be done: where this ends in between, it is declared again.
      await begin(
        organization,
        table,
        key,
        due.map(({ column }) => column),
        position,
      );
      const { modifiedCount } = await tables.updateOne(
        { _id: key, $or: [{ derivedAt: { $exists: false } }, { derivedAt: { $lt: position } }] },
        {
          $set: {
            derived: withParts(columns).map(({ column }) => column),
            derivedAt: position,
            follows: Object.fromEntries(
              columns.flatMap(({ column, follows = '' }) => (follows === '' ? [] : [[column, follows]])),
            ),
          },
        },
      );
      if (modifiedCount > 0) await fills.deleteMany({ key, name: { $nin: columns.map(({ column }) => column) } });
    },
    /** All rows of columns are computed anew. */
    refill: (organization: string, table: string, key: string, columns: readonly string[], position: number) =>
      begin(organization, table, key, columns, position, true),
    derive: async (
      table: TableInfo,
      ids: readonly string[],
      reads: readonly string[],
      compute: (rows: readonly Row[]) => Promise<readonly ColumnCells[]>,
    ): Promise<void> => {
      for (let left = ids.map(String), round = 0; left.length > 0; round++) {
        if (round === mostRounds) throw new Error('rows are written by others all the time');
        const { made, projection } = reader(table, reads);
        const found = await table.rows.find({ _id: { $in: left } }, { projection }).toArray();
        left = (await write(table, found, found.map(made), compute)) ? [] : found.map(({ _id }) => _id);
      }
    },
    /** The derived columns that are not filled yet. */
    owing: async (limit: number) =>
      (await fills.find({}, { projection: { organization: 1, table: 1, name: 1 }, limit }).toArray()).map(
        ({ organization, table, name }) => ({ organizationId: organization, table, column: name }),
      ),
    /** The tables that have columns to fill, with those furthest behind of `among`. */
    unfilled: async (
      limit: number,
      among?: (organizationId: string, table: string, column: string) => boolean,
    ): Promise<readonly MongoUnfilled[]> => {
      const found = await fills.find({}, { sort: { key: 1, after: 1, name: 1 }, limit }).toArray();
      const all = found.filter(({ organization, table, name }) => among?.(organization, table, name) ?? true);
      return [...Map.groupBy(all, ({ key }) => key).values()].map((own) => {
        const { organization, table, after } = own[0]!;
        const together = own.filter((one) => one.after === after);
        return {
          organizationId: organization,
          table,
          columns: together.map(({ name }) => name),
          after,
          at: Math.max(...together.map(({ at }) => at)),
          tokens: together.map(({ token }) => token),
        };
      });
    },
    /** How far each column of a table is, 0 to 1; none of those that are whole. */
    progress: async (table: TableInfo, options: Document = {}): Promise<ReadonlyMap<string, number>> => {
      const own = await fills.find({ key: table.key }, options).toArray();
      if (own.length === 0) return new Map();
      const total = Math.max(1, await table.rows.estimatedDocumentCount(options));
      return new Map(own.map(({ name, done }) => [name, Math.min(done / total, 0.99)]));
    },
    /** Fills the next rows, at most `limit`; answers how many they were. */
    fill: async (
      table: TableInfo,
      { columns, after, tokens }: MongoUnfilled,
      reads: ReadonlySet<string>,
      limit: number,
      compute: (rows: readonly Row[]) => readonly ColumnCells[] | Promise<readonly ColumnCells[]>,
      guarded = false,
    ): Promise<number> => {
      const own = { token: { $in: [...tokens] } };
      if (guarded) {
        const { made, projection } = reader(table, reads);
        let found = await table.rows.find({ _id: { $gt: after } }, { projection, sort: { _id: 1 }, limit }).toArray();
        const ids = found.map(({ _id }) => _id);
        const whole = async (rows: readonly Row[]): Promise<readonly ColumnCells[]> => compute(rows);
        for (let round = 0; !(await write(table, found, found.map(made), whole, columns)); round++) {
          if (round === mostRounds) throw new Error('rows are written by others all the time');
          found = await table.rows.find({ _id: { $in: ids } }, { projection }).toArray();
        }
        if (ids.length < limit) await fills.deleteMany(own);
        else await fills.updateMany(own, { $set: { after: ids.at(-1)! }, $inc: { done: ids.length } });
        return ids.length;
      }
      const select = [...reads].flatMap((column) => {
        const spec = table.columns.get(column);
        return spec === undefined ? [] : [{ column, storage: spec.kind, scale: spec.scale ?? 0 }];
      });
      const stored = storedRow(rowFields.wide, select);
      const made = plainRow(select, rowPlace + 4);
      const projection = {
        ...selectedFields(select),
        ...Object.fromEntries(rowFields.wide.map((field) => [field, 1])),
      };
      const found = await table.rows.find({ _id: { $gt: after } }, { projection, sort: { _id: 1 }, limit }).toArray();
      const rows = found.map((document) => made(stored(document)));
      const given = (await compute(rows)).filter(({ column }) => columns.includes(column));
      if (rows.length > 0 && given.length > 0) {
        const op = {
          op: 'rows.derive',
          table: '',
          ids: rows.map(({ id }) => id),
          versions: rows.map(({ version }) => version),
          columns: given,
        } as const;
        await updateEach(table.rows, deriveUpdates(table, op));
      }
      if (rows.length < limit) await fills.deleteMany(own);
      else await fills.updateMany(own, { $set: { after: found.at(-1)!._id }, $inc: { done: rows.length } });
      return rows.length;
    },
  };
};
