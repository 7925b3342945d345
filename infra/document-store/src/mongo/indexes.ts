import { createHash } from 'node:crypto';
import type { ColumnSpec } from '@tessera/kernel';
import type { Collection, Filter } from 'mongodb';
import { isJoined, isKeyed } from '../kinds/list.ts';
import type { RowDocument, TableDocument, TableInfo } from './catalog.ts';
import { systemKinds } from './compile.ts';
import { columnName, keyField, rowsCollection } from './names.ts';
import type { ModelDb } from './names.ts';

/** Indexes a table (docs/events.md 19). */
const maxIndexes = 8;
const retryMs = 30_000;
/** Tables from so many rows on get an index by what they are asked by. */
const indexedFromRows = 5_000;
/** An index that was used within so many seconds is not given up for another: building takes many. */
const restSeconds = 600;
/** Codes of a collection or index that another replica has dropped or made meanwhile. */
const gone = new Set([26, 27]);

/**
 * The fields of a declared index: texts by key, the last one also by its bytes, as sorts go on with them. Lists cannot
 * be indexed.
 */
const fieldsOf = (table: TableInfo, columns: readonly string[]): readonly string[] =>
  columns.flatMap((column, i) => {
    const kind = table.columns.get(column)?.kind ?? systemKinds.get(column);
    if (kind === undefined || isJoined(kind) || (!columnName.test(column) && !systemKinds.has(column))) return [];
    return isKeyed(kind) ? (i === columns.length - 1 ? [keyField(column), column] : [keyField(column)]) : [column];
  });

const nameOf = (fields: readonly string[]): string =>
  `x_${createHash('sha256').update(fields.join(',')).digest('hex').slice(0, 16)}`;

/**
 * The two indexes of a declared one. A server reads an index both ways but does not sort within equal values, which
 * come in the order of creation whichever way the sort goes: so there is one with each direction of that.
 */
const builtOf = (
  fields: readonly string[],
): readonly { readonly name: string; readonly key: Readonly<Record<string, 1 | -1>> }[] => {
  const key = Object.fromEntries(['_deleted', ...fields].map((field) => [field, 1 as const]));
  return [
    { name: nameOf(fields), key: { ...key, _row: 1 } },
    { name: `${nameOf(fields)}_d`, key: { ...key, _row: -1 } },
  ];
};

/** What the table wishes itself, then what others wish, each once, by rank and name. */
const declaredOf = ({ indexes = [], wishes = {} }: TableDocument): readonly (readonly string[])[] => {
  const others = Object.entries(wishes)
    .toSorted(([a, one], [b, other]) => one.rank - other.rank || (a < b ? -1 : 1))
    .flatMap(([, wish]) => wish.indexes);
  return [...new Map([...indexes, ...others].map((fields) => [nameOf(fields), fields])).values()].slice(0, maxIndexes);
};

/** Declared indexes, and as many used ones as there is room for beside them, those that were of use last. */
const wishedOf = (table: TableDocument): readonly (readonly string[])[] => {
  const { used = [], usedAt = {} } = table;
  const indexes = declaredOf(table);
  const declared = new Set(indexes.map(nameOf));
  const at = (fields: readonly string[]): number => usedAt[nameOf(fields)] ?? 0;
  const others = used.filter((fields) => !declared.has(nameOf(fields))).toSorted((a, b) => at(b) - at(a));
  return [...indexes, ...others].slice(0, maxIndexes);
};

const absent = { $exists: false } as const;
/** Whether a table's wishes are still what was read of them. */
const asRead = ({ indexesAt, used, wishes }: TableDocument): Filter<TableDocument> => ({
  indexesAt: indexesAt ?? absent,
  used: used ?? absent,
  wishes: wishes ?? absent,
});

/** Index that every table has: live records in the order of creation, and the deleted ones. */
export const makeBaseIndex = async (rows: Collection<RowDocument>): Promise<void> => {
  await rows.createIndex({ _deleted: 1, _row: 1 }, { name: 'order' });
};

/**
 * The edges of columns of links, from their other ends: each id of a list leads to its row. The list itself is in the row,
 * so that no edge is ever written apart from it.
 */
export const makeEdgeIndexes = async (rows: Collection<RowDocument>, columns: readonly ColumnSpec[]): Promise<void> => {
  for (const { column, links } of columns)
    if (links !== undefined) await rows.createIndex({ [column]: 1 }, { name: `e_${column}`, sparse: true });
};

/**
 * Declared indexes of record tables. The list of an op is the whole wish of who declares it: what is new is built while the table is read
 * and written, what is no longer wished is dropped. Every index begins with the deleted flag, which every query fixes,
 * and ends with the order of creation, which ends every sort. Beside them are those that a table is asked by, as far as
 * there is room.
 */
export const openIndexes = (db: ModelDb, tables: Collection<TableDocument>, clock: () => number = Date.now) => {
  let working: Promise<void> = Promise.resolve();
  let closed = false;
  let retry: NodeJS.Timeout | undefined;

  const build = async (key: string): Promise<void> => {
    const document = await tables.findOne({ _id: key });
    if (document === null) return;
    const rows = db.collection<RowDocument>(rowsCollection(key));
    const wanted = new Map(
      wishedOf(document)
        .flatMap(builtOf)
        .map(({ name, key: fields }) => [name, fields]),
    );
    const present = new Set((await rows.listIndexes().toArray()).map(({ name }) => String((name as unknown) ?? '')));
    for (const [name, fields] of wanted) {
      if (closed) return;
      if (!present.has(name)) await rows.createIndex(fields, { name });
    }
    for (const name of present) {
      if (!name.startsWith('x_') || wanted.has(name)) continue;
      try {
        await rows.dropIndex(name);
      } catch (error) {
        if (!gone.has((error as { readonly code?: number }).code ?? 0)) throw error;
      }
    }
    await tables.updateOne({ _id: key, ...asRead(document) }, { $set: { pending: false } });
  };

  const enqueue = (key: string): void => {
    working = working.then(async () => {
      if (closed) return;
      try {
        await build(key);
      } catch {
        // The wish stays written as pending: tried again here, and by every replica that opens.
        if (closed) return;
        retry ??= setTimeout(() => {
          retry = undefined;
          void resume().catch(() => undefined);
        }, retryMs).unref();
      }
    });
  };

  const resume = async (): Promise<void> => {
    for (const { _id } of await tables.find({ pending: true }, { projection: { _id: 1 } }).toArray()) enqueue(_id);
  };

  return {
    resume,
    /** Writes the wish down, unless a later one is, and builds in the background. */
    declare: async (
      table: TableInfo,
      indexes: readonly { readonly columns: readonly string[] }[],
      position: number,
      of?: { readonly name: string; readonly rank: number },
    ): Promise<void> => {
      const wanted = indexes.map(({ columns }) => fieldsOf(table, columns)).filter((fields) => fields.length > 0);
      const unique = [...new Map(wanted.map((fields) => [nameOf(fields), fields])).values()].slice(0, maxIndexes);
      const at = of === undefined ? 'indexesAt' : `wishes.${of.name}.at`;
      await tables.updateOne(
        { _id: table.key, $or: [{ [at]: { $exists: false } }, { [at]: { $lte: position } }] },
        {
          $set: {
            ...(of === undefined
              ? { indexes: unique, indexesAt: position }
              : { [`wishes.${of.name}`]: { rank: of.rank, indexes: unique, at: position } }),
            pending: true,
          },
        },
      );
      enqueue(table.key);
    },
    /**
     * A table is asked by these columns: makes an index of them, while there is room for one or in the place of the one
     * that has been of no use for longest; where it is there, remembers that it is of use. Where another replica writes
     * wishes at the same moment, the next asking tells again.
     */
    use: async (table: TableInfo, columns: readonly string[]): Promise<void> => {
      const fields = fieldsOf(table, columns);
      if (closed || fields.length === 0 || (await table.rows.estimatedDocumentCount()) < indexedFromRows) return;
      const document = await tables.findOne({ _id: table.key });
      const name = nameOf(fields);
      if (document === null || declaredOf(document).some((one) => nameOf(one) === name)) return;
      const now = Math.floor(clock() / 1000);
      const { used = [], usedAt = {} } = document;
      if (used.some((one) => nameOf(one) === name)) {
        await tables.updateOne({ _id: table.key }, { $set: { [`usedAt.${name}`]: now } });
        return;
      }
      const built = wishedOf(document);
      let kept = used;
      if (built.length >= maxIndexes) {
        const oldest = built.slice(declaredOf(document).length).at(-1);
        if (oldest === undefined || now - (usedAt[nameOf(oldest)] ?? 0) < restSeconds) return;
        kept = used.filter((one) => nameOf(one) !== nameOf(oldest));
      }
      const { modifiedCount } = await tables.updateOne(
        { _id: table.key, ...asRead(document) },
        { $set: { used: [...kept, fields], [`usedAt.${name}`]: now, pending: true } },
      );
      if (modifiedCount > 0) enqueue(table.key);
    },
    /** Resolves when nothing is left to build. */
    settled: async (): Promise<void> => {
      let seen: Promise<void>;
      do {
        seen = working;
        await seen;
      } while (seen !== working);
    },
    close: async (): Promise<void> => {
      closed = true;
      clearTimeout(retry);
      await working;
    },
  };
};
