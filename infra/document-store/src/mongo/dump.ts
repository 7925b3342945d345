import type { Collection } from 'mongodb';
import type { RowDocument, TableDocument } from './catalog.ts';
import { fromBson } from './cells.ts';
import { rowsCollection, storedField } from './names.ts';
import type { ModelDb } from './names.ts';
import { changesOfTable, recordOf } from './rows.ts';
import type { ChangeDocument } from './rows.ts';

const systemFields = [
  '_id',
  '_version',
  '_deleted',
  '_created_at',
  '_created_by',
  '_updated_at',
  '_updated_by',
  '_created_position',
  '_updated_position',
] as const;

const shown = (value: unknown): unknown =>
  typeof value === 'number' || typeof value === 'bigint' ? String(value) : (value ?? null);

/**
 * Tables, records and history as the embedded store dumps them: records numbered in the order of their creation,
 * decimals scaled, lists joined, the entries of one commit in one. The changes of one table are held in memory.
 */
export const dumpTables = async (
  db: ModelDb,
  tables: Collection<TableDocument>,
  changes: Collection<ChangeDocument>,
  line: (text: string) => void,
): Promise<void> => {
  for await (const { _id: key, organization, table, columns: known, derived = [] } of tables.find(
    {},
    { sort: { organization: 1, table: 1 } },
  )) {
    const columns = known
      .filter(({ name, computed }) => computed === undefined || derived.includes(name))
      .toSorted((a, b) => (a.name < b.name ? -1 : 1));
    line(
      JSON.stringify([
        'table',
        organization,
        table,
        columns.map(({ name, kind, scale, searchable }) => [name, kind, scale, searchable]),
      ]),
    );
    const numbers = new Map<string, number>();
    const rows = db.collection<RowDocument>(rowsCollection(key));
    for await (const row of rows.find({}, { sort: { _row: 1 }, allowDiskUse: true })) {
      numbers.set(row._id, numbers.size + 1);
      const system = systemFields.map((field) =>
        field === '_deleted' ? (row[field] === true ? '1' : '0') : shown(row[field]),
      );
      const cells = columns.map(({ name, kind, scale }) => shown(fromBson(kind, scale, row[storedField(kind, name)])));
      line(JSON.stringify(['row', organization, table, [String(numbers.size), ...system, ...cells]]));
    }
    const entries: [row: number, position: number, version: number, columns: string][] = [];
    for await (const { of, version, position, columns: written } of changes.find(
      { of: changesOfTable(key) },
      { sort: { of: 1, position: 1, version: 1 }, allowDiskUse: true },
    )) {
      const number = numbers.get(recordOf(of));
      if (number === undefined) continue;
      const last = entries.at(-1);
      if (last !== undefined && last[0] === number && last[1] === position)
        entries[entries.length - 1] = [number, position, version, `${last[3]},${written}`];
      else entries.push([number, position, version, written]);
    }
    entries.sort(([a, x], [b, y]) => a - b || x - y);
    for (const entry of entries) line(JSON.stringify(['change', organization, table, entry]));
  }
};
