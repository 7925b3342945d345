import { createHash } from 'node:crypto';
import type { Collection, Db } from 'mongodb';
import type { RowDocument, TableDocument, TableInfo } from './catalog.ts';
import { systemKinds } from './compile.ts';
import { columnName, keyField, rowsCollection } from './names.ts';

/** Indexes a table (EVENTS.md 19). */
const maxIndexes = 8;
const retryMs = 30_000;
/** Codes of a collection or index that another replica has dropped or made meanwhile. */
const gone = new Set([26, 27]);

/**
 * The fields of a declared index: texts by key, the last one also by its bytes, as sorts go on with them. Lists cannot
 * be indexed.
 */
const fieldsOf = (table: TableInfo, columns: readonly string[]): readonly string[] =>
  columns.flatMap((column, i) => {
    const kind = table.columns.get(column)?.kind ?? systemKinds.get(column);
    if (
      kind === undefined ||
      kind === 'options' ||
      kind === 'users' ||
      (!columnName.test(column) && !systemKinds.has(column))
    )
      return [];
    return kind === 'text' ? (i === columns.length - 1 ? [keyField(column), column] : [keyField(column)]) : [column];
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

/** Index that every table has: live records in the order of creation, and the deleted ones. */
export const makeBaseIndex = async (rows: Collection<RowDocument>): Promise<void> => {
  await rows.createIndex({ _deleted: 1, _row: 1 }, { name: 'order' });
};

/**
 * Declared indexes of record tables. The list of an op is the whole wish: what is new is built while the table is read
 * and written, what is no longer wished is dropped. Every index begins with the deleted flag, which every query fixes,
 * and ends with the order of creation, which ends every sort.
 */
export const openIndexes = (db: Db, tables: Collection<TableDocument>) => {
  let working: Promise<void> = Promise.resolve();
  let closed = false;
  let retry: NodeJS.Timeout | undefined;

  const build = async (key: string): Promise<void> => {
    const document = await tables.findOne({ _id: key });
    if (document?.indexes === undefined) return;
    const rows = db.collection<RowDocument>(rowsCollection(key));
    const wanted = new Map(document.indexes.flatMap(builtOf).map(({ name, key: fields }) => [name, fields]));
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
    await tables.updateOne({ _id: key, indexesAt: document.indexesAt ?? 0 }, { $set: { pending: false } });
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
    ): Promise<void> => {
      const wanted = indexes.map(({ columns }) => fieldsOf(table, columns)).filter((fields) => fields.length > 0);
      const unique = [...new Map(wanted.map((fields) => [nameOf(fields), fields])).values()].slice(0, maxIndexes);
      await tables.updateOne(
        { _id: table.key, $or: [{ indexesAt: { $exists: false } }, { indexesAt: { $lte: position } }] },
        { $set: { indexes: unique, indexesAt: position, pending: true } },
      );
      enqueue(table.key);
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
