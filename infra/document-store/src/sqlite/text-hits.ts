import type { Predicate } from '@tessera/kernel';
import { isKeyed } from '../kinds/list.ts';
import { alsoMeant, type QueryCore } from '../query/check.ts';
import { searchTable, type TableInfo } from './catalog.ts';
import type { Condition } from './column-query.ts';
import type { Connection } from './connection.ts';
import { needOf, wordNeed, type Match, type Need } from './match.ts';

/** Rows that the index has not read beyond which asking it spares too little. */
const mostUnread = 50_000;

/** Rows of a search index's answers, as marks by the rows' numbers; rows that it has not read are marked as well. */
export const openTextHits = (connection: Connection, matchOf: (table: TableInfo, need: Need) => Match | undefined) => {
  const numbers = (sql: string, params: readonly string[]): readonly number[] => {
    const [row] = connection.arrays(sql).all(...params) as unknown as [[string]];
    return JSON.parse(row[0]) as readonly number[];
  };

  return (table: TableInfo, size: number): ((need: Need) => Uint8Array | undefined) | undefined => {
    const { number, fedRow } = table;
    if (!table.hasSearch || fedRow === 0 || size - fedRow > mostUnread) return undefined;
    const dirty = numbers(
      `SELECT json_group_array(row) FROM (SELECT row FROM search_dirty WHERE table_number = ${number} LIMIT ${mostUnread})`,
      [],
    );
    if (dirty.length === mostUnread) return undefined;
    return (need) => {
      const match = matchOf(table, need);
      if (match === undefined) return undefined;
      const rows = new Uint8Array(size);
      const search = searchTable(number);
      const found = numbers(`SELECT json_group_array(rowid) FROM ${search} WHERE ${search} MATCH ?`, [match.text]);
      for (const row of found) if (row < size) rows[row] = 1;
      for (const row of dirty) if (row < size) rows[row] = 1;
      rows.fill(1, Math.min(size, fedRow + 1));
      return rows;
    };
  };
};

type Softened = { readonly where: Condition; readonly allow: Condition };

/**
 * A query's conditions with those on texts as hits of the search index, which are a superset; undefined where nothing is
 * left that narrows the rows. Of conditions that all hold, those that the index cannot tell are left out. `hits` makes
 * the marks, or leaves them out.
 */
export const soften = (
  table: TableInfo,
  query: QueryCore,
  words: readonly string[],
  hits: (need: Need) => Uint8Array | undefined,
): Softened | undefined => {
  const marks = (need: Need | undefined): Condition | undefined => {
    const rows = need && hits(need);
    return rows && { op: 'hits', rows };
  };
  const all = (items: readonly (Condition | undefined)[]): Condition | undefined => {
    const told = items.filter((item) => item !== undefined);
    return told.length === 0 && items.length > 0 ? undefined : { op: 'and', items: told };
  };
  const any = (items: readonly (Condition | undefined)[]): Condition | undefined => {
    const told = items.filter((item) => item !== undefined);
    return told.length < items.length ? undefined : { op: 'or', items: told };
  };
  const of = (predicate: Predicate): Condition | undefined => {
    if (predicate.op === 'and') return all(predicate.items.map(of));
    if (predicate.op === 'or') return any(predicate.items.map(of));
    if (!onText(predicate)) return predicate;
    return 'left' in predicate ? marks(needOf(table, predicate)) : undefined;
  };
  const { search } = query;
  const searched = words.map((word) => any([marks(wordNeed(word)), ...alsoMeant(search!, word).map(of)]));
  const where = all([...searched, of(query.where)]);
  const allow = of(query.allow);
  if (where === undefined || (allow === undefined && isTrue(where))) return undefined;
  return { where, allow: allow ?? { op: 'and', items: [] } };
};

const isTrue = (condition: Condition): boolean => condition.op === 'and' && condition.items.every(isTrue);

/** Whether a predicate reads a text anywhere. */
const onText = (predicate: Predicate): boolean =>
  'left' in predicate
    ? isKeyed(predicate.left.storage)
    : 'items' in predicate
      ? predicate.items.some(onText)
      : onText(predicate.item);

/** Whether a query reads nothing but texts, so that the index alone leads to its rows. */
export const onlyTexts = (query: QueryCore): boolean => {
  const only = (predicate: Predicate): boolean =>
    'left' in predicate
      ? isKeyed(predicate.left.storage)
      : 'items' in predicate
        ? predicate.items.every(only)
        : only(predicate.item);
  return only(query.where) && only(query.allow);
};
