import { bounded, type PageQuery } from '@tessera/kernel';
import { isJoined } from '../query/values.ts';
import { keyColumn, type TableIndex, type TableInfo } from './catalog.ts';
import { newestRow } from './column-cache.ts';
import { fixedTexts } from './compile.ts';
import type { Connection } from './connection.ts';
import type { MissingIndex } from './reader-messages.ts';

/** Tables from so many rows on get an index by what they are sorted by. */
const indexedFromRows = 5_000;
/** One that was not made is told again. */
const tellEveryMs = 60_000;
const remembered = 1_000;

/**
 * What reads would have an index for, and which one they went by; the last of them is taken once in a while. Tables from
 * `soughtFromRows` rows on get one by a text that is sought in them: below, its trigrams find it as soon.
 */
export const openIndexWishes = (connection: Connection, soughtFromRows = 200_000) => {
  let last: MissingIndex | undefined;
  const told = bounded<string, number>(remembered);

  const tell = (organizationId: string, { number, shape }: TableInfo, id: string, columns: readonly string[]): void => {
    const key = `${number} ${shape} ${columns.join(' ')}`;
    const now = performance.now();
    if (now - (told.get(key) ?? Number.NEGATIVE_INFINITY) < tellEveryMs) return;
    told.set(key, now);
    last = { organizationId, table: id, columns };
  };

  return {
    /** A large table was put in an order that no index has. */
    sorted(organizationId: string, table: TableInfo, { table: id, sort, deleted }: PageQuery): void {
      const [lead] = sort;
      if (lead === undefined || lead.rank !== undefined || deleted === true || isJoined(lead.by.storage)) return;
      if (newestRow(connection, table.number) < indexedFromRows) return;
      tell(organizationId, table, id, [lead.by.column]);
    },
    /** Answers whether one text was sought in a table so large that even its trigrams take their time. */
    sought(organizationId: string, table: TableInfo, { table: id, where, deleted }: PageQuery): boolean {
      const [first] = fixedTexts(where);
      if (first === undefined || deleted === true || newestRow(connection, table.number) < soughtFromRows) return false;
      // It is there, and too many rows have the text.
      if (table.indexes.some(({ columns: [lead] }) => lead === first.column)) return false;
      tell(organizationId, table, id, [first.of]);
      return true;
    },
    /** An index was of use; it has texts by their keys as well. */
    used(organizationId: string, table: TableInfo, id: string, { columns }: TableIndex): void {
      const texts = new Map([...table.columns.keys()].map((column) => [keyColumn(column), column]));
      tell(organizationId, table, id, [...new Set(columns.map((column) => texts.get(column) ?? column))]);
    },
    /** The last wish; told once a while for the same. */
    take(): MissingIndex | undefined {
      const one = last;
      last = undefined;
      return one;
    },
  };
};
