import { bounded, type ColumnSpec, type StorageKind } from '@tessera/kernel';
import type { Collection, Document } from 'mongodb';
import { names, rowsCollection, tableKey } from './names.ts';
import type { ModelDb } from './names.ts';

/** A record table as the database has it. Columns are only ever added, and one never changes its kind or scale. */
export type TableInfo = {
  readonly key: string;
  readonly rows: Collection<RowDocument>;
  readonly columns: ReadonlyMap<string, ColumnSpec>;
};

/** A record: system fields, then those of its cells (`cells.ts`); an empty cell has none. */
export type RowDocument = { readonly _id: string; readonly [field: string]: unknown };

export type TableDocument = {
  readonly _id: string;
  readonly organization: string;
  readonly table: string;
  readonly columns: readonly {
    readonly name: string;
    readonly kind: StorageKind;
    readonly scale: number;
    readonly searchable: number;
    /** Of links: the table whose records they name. */
    readonly links?: string;
    /** It is or was derived. */
    readonly computed?: true;
  }[];
  /** What the table's own `table.indexes` wished for last, with its position, and whether anything is still to be built. */
  readonly indexes?: readonly (readonly string[])[];
  readonly indexesAt?: number;
  readonly pending?: boolean;
  /** What others wish for it, by their names, with the position of each wish. */
  readonly wishes?: Readonly<
    Record<string, { readonly rank: number; readonly indexes: readonly (readonly string[])[]; readonly at: number }>
  >;
  /**
   * Indexes that nobody declared, made because the table is asked by them; and when each was last told to be of use, by
   * its name, in seconds since the epoch.
   */
  readonly used?: readonly (readonly string[])[];
  readonly usedAt?: Readonly<Record<string, number>>;
  /** The columns that are derived, by the commit at that position; some of `columns` may have been before. */
  readonly derived?: readonly string[];
  readonly derivedAt?: number;
  /** What each of them follows from, where that is not '' (`DerivedColumn`). */
  readonly follows?: Readonly<Record<string, string>>;
  /** How often records were erased. */
  readonly erased?: number;
};

const specOf = ({ name, kind, scale, searchable, links }: TableDocument['columns'][number]): ColumnSpec => ({
  column: name,
  kind,
  scale,
  searchable: searchable === 1,
  ...(links !== undefined && { links }),
});

const remembered = 5000;

/**
 * Knows tables by organization and id. What another replica added is noticed by whoever meets an unknown column, and
 * then asks again with `fresh`; a table that is not there is asked for each time.
 */
export const openCatalog = (db: ModelDb) => {
  const tables: Collection<TableDocument> = db.collection(names.tables);
  const known = bounded<string, TableInfo>(remembered);

  const infoOf = (document: TableDocument): TableInfo => ({
    key: document._id,
    rows: db.collection<RowDocument>(rowsCollection(document._id)),
    columns: new Map(document.columns.map((column) => [column.name, specOf(column)])),
  });

  const table = async (
    organizationId: string,
    tableId: string,
    fresh = false,
    options: Document = {},
  ): Promise<TableInfo | undefined> => {
    const key = tableKey(organizationId, tableId);
    const present = known.get(key);
    if (present !== undefined && !fresh) return present;
    const document = await tables.findOne({ _id: key }, options);
    if (document === null) return undefined;
    const info = infoOf(document);
    known.set(key, info);
    return info;
  };

  return {
    tables,
    table,
    /** The table as it is after these columns were added; nothing is written. */
    drafted: (
      organizationId: string,
      tableId: string,
      present: TableInfo | undefined,
      added: readonly ColumnSpec[],
    ): TableInfo => {
      const key = tableKey(organizationId, tableId);
      const columns = new Map(present?.columns);
      for (const spec of added)
        if (!columns.has(spec.column))
          columns.set(spec.column, { ...spec, scale: spec.scale ?? 0, searchable: spec.searchable === true });
      return { key, rows: db.collection<RowDocument>(rowsCollection(key)), columns };
    },
    /** Makes a table, or adds to it what it lacks; the first to add a column decides what it is. */
    write: async (
      organizationId: string,
      tableId: string,
      columns: readonly (ColumnSpec & { readonly computed?: true })[],
    ): Promise<void> => {
      const _id = tableKey(organizationId, tableId);
      await tables.bulkWrite([
        {
          updateOne: {
            filter: { _id },
            update: { $setOnInsert: { organization: organizationId, table: tableId, columns: [] } },
            upsert: true,
          },
        },
        ...columns.map(({ column, kind, scale = 0, searchable, links, computed }) => ({
          updateOne: {
            filter: { _id, 'columns.name': { $ne: column } },
            update: {
              $push: {
                columns: {
                  name: column,
                  kind,
                  scale,
                  searchable: searchable === true ? 1 : 0,
                  ...(links !== undefined && { links }),
                  ...(computed === true && { computed }),
                },
              },
            },
          },
        })),
      ]);
      known.delete(_id);
    },
    forget: () => known.clear(),
  };
};
