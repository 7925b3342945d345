import { isMoment } from '@tessera/kernel';
import type { Group, GroupLevel, GroupPage, GroupQuery } from '@tessera/kernel';
import {
  groupPage,
  groupPlace,
  groupSpan,
  groupTerms,
  hasRank,
  keyOperand,
  rankOfKey,
  takeGroups,
} from '../query/groups.ts';
import { delimiter, fromStored, isJoined, isKeyed, storeKinds, type Stored } from '../query/values.ts';
import { bytesOf } from '../query/weight.ts';
import { aggregateSql, aggregateValue, type Answered } from './aggregates.ts';
import { comparedColumn, recordTable, systemSpecs, type TableInfo } from './catalog.ts';
import type { Sql } from './compile.ts';
import type { Connection } from './connection.ts';
import { bucketText, firstDayFunction } from './first-day.ts';
import { invalid } from '../refusals.ts';

const names = { empty: 'e', rank: 'r', key: 'g' } as const;

/** Columns of one level: its key, whether that is empty, its rank among those that the reader names, and a text. */
const width = 4;

/** The delimiter of ids as it stands in a JSON text. */
const escapedDelimiter = JSON.stringify(delimiter).slice(1, -1);

/** What rows are joined with for the ids of a level's list: one row an id, and one where it is empty. */
const idsSql = ({ by }: GroupLevel, level: number): string =>
  ` LEFT JOIN json_each('[' || replace(json_quote(substr(${by.column}, 2, length(${by.column}) - 2)), '${escapedDelimiter}', '","') || ']') AS j${level}`;

const levelSql = (table: TableInfo, sort: GroupLevel, level: number, params: Stored[]): string => {
  const { column, storage } = sort.by;
  const spec = table.columns.get(column) ?? systemSpecs.get(column);
  if (spec === undefined || spec.kind !== storage) throw invalid('query.unknown_column', 'Unknown column', { column });
  const own = isJoined(storage) ? `j${level}.value` : comparedColumn(storage, column);
  const { emptyAs, toStored } = storeKinds[storage];
  const filled = emptyAs === null ? own : `coalesce(${own}, ${String(toStored(emptyAs, 0))})`;
  let key = filled;
  if (sort.bucket !== undefined) {
    key = `${firstDayFunction}(${own}, ?)`;
    params.push(bucketText(sort.bucket, isMoment(storage)));
  }
  let rank = '0';
  if (hasRank(sort)) {
    rank = `CASE ${key} ${sort.rank!.map((_, i) => `WHEN ? THEN ${i}`).join(' ')} ELSE ${sort.rank!.length} END`;
    params.push(...sort.rank!);
  }
  const text = isKeyed(storage) ? `min(${column})` : 'NULL';
  return `${key} AS g${level}, ${filled} IS NULL AS e${level}, ${rank} AS r${level}, ${text} AS x${level}`;
};

/** The condition that a group stands behind a place; with the terms of the order. */
const beyond = (query: GroupQuery, keys: readonly Stored[]): Sql => {
  const parts: string[] = [];
  const params: Stored[] = [];
  const same: { readonly text: string; readonly value: Stored }[] = [];
  for (const { level, part, descending } of groupTerms(query.groups)) {
    const key = keys[level]!;
    const name = `${names[part]}${level}`;
    const value =
      part === 'empty'
        ? key === null
          ? 1
          : 0
        : part === 'rank' && key !== null
          ? rankOfKey(query.groups[level]!, key)
          : key;
    if (value !== null) {
      parts.push([...same.map(({ text }) => text), `${name} ${descending ? '<' : '>'} ?`].join(' AND '));
      params.push(...same.map((one) => one.value), value);
    }
    // Among empty ones neither rank nor key says more.
    if (part === 'empty' || key !== null) same.push({ text: `${name} IS ?`, value });
  }
  return { text: parts.map((part) => `(${part})`).join(' OR '), params };
};

/** A page of the groups of a table's rows, put together and ordered by SQLite. */
export const readGroups = (connection: Connection, table: TableInfo, query: GroupQuery, where: Sql): GroupPage => {
  const { groups: levels, aggregates } = query;
  const params: Stored[] = [];
  const list = [
    ...levels.map((level, i) => levelSql(table, level, i, params)),
    'count(*)',
    ...aggregates.map((aggregate) => aggregateSql(table, aggregate)),
  ].join(', ');
  const lists = levels.map((level, i) => (isJoined(level.by.storage) ? idsSql(level, i) : '')).join('');
  const place = groupPlace(query);
  const behind = place?.keys && beyond(query, place.keys);
  const order = groupTerms(levels).map(
    ({ level, part, descending }) => `${names[part]}${level}${descending ? ' DESC' : ''}`,
  );
  const { skip, take } = groupSpan(query, place);
  const statement = connection.exact(
    `SELECT ${list} FROM ${recordTable(table.number)}${lists} WHERE ${where.text} GROUP BY ${levels.map((_, i) => `g${i}`).join(', ')}${behind === undefined ? '' : ` HAVING ${behind.text}`} ORDER BY ${order.join(', ')} LIMIT ${take} OFFSET ${skip}`,
  );
  const taking = takeGroups<Stored[]>(take, bytesOf);
  for (const row of statement.iterate(...params, ...where.params, ...(behind?.params ?? [])) as unknown as Iterable<
    Stored[]
  >)
    if (!taking.add(row)) break;
  const { shown, next } = groupPage(query, place, taking.taken(), (row) =>
    levels.map((_, i): Stored => {
      const key = row[i * width]!;
      return typeof key === 'bigint' && key <= 9007199254740991n && key >= -9007199254740991n ? Number(key) : key;
    }),
  );
  const groups = shown.map(({ one: row, begins }): Group => {
    const at = levels.length * width;
    return {
      begins,
      values: levels.map((level, i) => {
        const by = keyOperand(level);
        const scale = (table.columns.get(by.column) ?? systemSpecs.get(by.column))?.scale ?? 0;
        const value = row[i * width + (isKeyed(by.storage) ? 3 : 0)]!;
        return fromStored(
          by.storage,
          scale,
          typeof value === 'bigint' && !storeKinds[by.storage].scaled ? Number(value) : value,
        );
      }),
      count: Number(row[at]),
      aggregates: aggregates.map(({ of, function: fn }, i) =>
        aggregateValue(row.slice(at + 1 + i * 3, at + 4 + i * 3) as Answered[], fn, of, table),
      ),
    };
  });
  return next === undefined ? { groups } : { groups, next };
};
