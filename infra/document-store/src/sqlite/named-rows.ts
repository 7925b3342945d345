import { recordIdColumn, type Predicate } from '@tessera/kernel';
import { recordTable, type TableInfo } from './catalog.ts';
import type { QueryCore } from '../query/check.ts';
import type { Condition, Conditions } from './column-query.ts';
import type { Connection } from './connection.ts';

const conditionOf = (connection: Connection, table: TableInfo, size: number, predicate: Predicate): Condition => {
  switch (predicate.op) {
    case 'and':
    case 'or': {
      const items = predicate.items.map((item) => conditionOf(connection, table, size, item));
      return items.every((item, i) => item === predicate.items[i]) ? predicate : { op: predicate.op, items };
    }
    case 'not': {
      const item = conditionOf(connection, table, size, predicate.item);
      return item === predicate.item ? predicate : { op: 'not', item };
    }
    case 'in': {
      if (predicate.left.column !== recordIdColumn) return predicate;
      const rows = new Uint8Array(size);
      const found = connection
        .arrays(`SELECT _row FROM ${recordTable(table.number)} WHERE _id IN (SELECT value FROM json_each(?))`)
        .all(JSON.stringify(predicate.values)) as unknown as [number][];
      for (const [row] of found) rows[row] = 1;
      return { op: 'hits', rows, of: predicate.values };
    }
    default:
      return predicate;
  }
};

/** A query with the records that it names as marks of their rows, `size` of them: no column in memory holds ids. */
export const withRows = (
  connection: Connection,
  table: TableInfo,
  size: number,
  { where, allow, sort, deleted }: QueryCore,
): Conditions => ({
  where: conditionOf(connection, table, size, where),
  allow: conditionOf(connection, table, size, allow),
  ...(sort !== undefined && { sort }),
  ...(deleted !== undefined && { deleted }),
});
