import type { Group, GroupLevel, GroupPage, GroupQuery } from '@tessera/kernel';
import type { Document } from 'mongodb';
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
import { fromStored, isJoined, isKeyed, storeKinds, type Stored } from '../query/values.ts';
import { aggregateValue, type Apart, fieldOf, groupOf, medianStages } from './aggregate.ts';
import { firstDayOf } from './buckets.ts';
import type { TableInfo } from './catalog.ts';
import { fromBson, toBson } from './cells.ts';
import { systemKinds } from './compile.ts';
import { invalid } from '../refusals.ts';

const scaleOf = (table: TableInfo, { by }: GroupLevel): number => table.columns.get(by.column)?.scale ?? 0;

/** The key of a level of a record whose lists are taken apart; what is absent is null, or for a checkbox unchecked. */
const keyOf = (table: TableInfo, { by, bucket }: GroupLevel): unknown => {
  if (isJoined(by.storage)) return { $ifNull: [`$${by.column}`, null] };
  const cell = `$${fieldOf(table, by)}`;
  if (bucket === undefined) return { $ifNull: [cell, storeKinds[by.storage].emptyAs] };
  // $min and $max would pass over what is absent.
  return { $cond: [{ $gt: [cell, null] }, firstDayOf(cell, by.storage, bucket), null] };
};

const keysOf = (table: TableInfo, levels: readonly GroupLevel[]): Document =>
  Object.fromEntries(levels.map((level, i) => [`k${i}`, keyOf(table, level)]));

/** One document an id of a level's list, and one where it is empty. */
const apartOf = (levels: readonly GroupLevel[]): readonly Document[] =>
  levels.flatMap(({ by }) =>
    isJoined(by.storage) ? [{ $unwind: { path: `$${by.column}`, preserveNullAndEmptyArrays: true } }] : [],
  );

const rankOf = ({ rank = [] }: GroupLevel, key: string): Document => ({
  $let: {
    vars: { place: { $indexOfArray: [{ $literal: rank }, key] } },
    in: { $cond: [{ $lt: ['$$place', 0] }, rank.length, '$$place'] },
  },
});

const termField = (level: number, part: 'empty' | 'rank' | 'key'): string =>
  part === 'key' ? `_id.k${level}` : `${part === 'empty' ? 'e' : 'r'}${level}`;

/** The condition that a group stands behind a place. */
const beyond = (table: TableInfo, levels: readonly GroupLevel[], keys: readonly Stored[]): Document => {
  const parts: Document[] = [];
  const same: Document[] = [];
  for (const { level, part, descending } of groupTerms(levels)) {
    const one = levels[level]!;
    const key = keys[level]!;
    if (part !== 'empty' && key === null) continue;
    const field = termField(level, part);
    const value =
      part === 'empty'
        ? Number(key === null)
        : part === 'rank'
          ? rankOfKey(one, key)
          : toBson(keyOperand(one).storage, scaleOf(table, one), key);
    parts.push({ $and: [...same, { [field]: { [descending ? '$lt' : '$gt']: value } }] });
    same.push({ [field]: { $eq: value } });
  }
  return { $or: parts };
};

/** A page of the groups of a table's records, put together and ordered by the server. */
export const readGroups = async (
  table: TableInfo,
  query: GroupQuery,
  $match: Document,
  open: (stages: readonly Document[]) => AsyncIterable<Document> & { toArray(): Promise<Document[]> },
): Promise<GroupPage> => {
  const { groups: levels, aggregates } = query;
  for (const { by } of levels)
    if ((table.columns.get(by.column)?.kind ?? systemKinds.get(by.column)) !== by.storage)
      throw invalid('query.unknown_column', 'Unknown column', { column: by.column });
  const place = groupPlace(query);
  const { skip, take } = groupSpan(query, place);
  const _id = keysOf(table, levels);
  const texts = levels.flatMap(({ by }, i) =>
    isKeyed(by.storage) ? [[`x${i}`, { $min: `$${by.column}` }] as const] : [],
  );
  const computed = levels.flatMap((level, i) => [
    [`e${i}`, { $cond: [{ $eq: [`$_id.k${i}`, null] }, 1, 0] }] as const,
    ...(hasRank(level) ? [[`r${i}`, rankOf(level, `$_id.k${i}`)] as const] : []),
  ]);
  const head = [{ $match }, ...apartOf(levels)];
  const cursor = open([
    ...head,
    { $group: { ...groupOf(table, aggregates), ...Object.fromEntries(texts), _id } },
    { $addFields: Object.fromEntries(computed) },
    ...(place?.keys === undefined ? [] : [{ $match: beyond(table, levels, place.keys) }]),
    {
      $sort: Object.fromEntries(
        groupTerms(levels).map(({ level, part, descending }) => [termField(level, part), descending ? -1 : 1]),
      ),
    },
    ...(skip > 0 ? [{ $skip: skip }] : []),
    { $limit: take },
  ]);
  const taking = takeGroups<Document>(take, (group) =>
    [...Object.values(group), ...Object.values(group['_id'] as Document)].reduce<number>(
      (sum, value) => sum + (typeof value === 'string' ? value.length : 16),
      0,
    ),
  );
  for await (const group of cursor) if (!taking.add(group)) break;
  const storedKeys = (id: Document): readonly Stored[] =>
    levels.map((level, i) => fromBson(keyOperand(level).storage, scaleOf(table, level), id[`k${i}`]));
  const { shown, next } = groupPage(query, place, taking.taken(), (group) => storedKeys(group['_id'] as Document));
  // Different values are counted a group a value, so that none has a bound; for the groups of the page alone.
  const nameOf = (id: Document): string =>
    JSON.stringify(storedKeys(id).map((key) => (typeof key === 'bigint' ? String(key) : key)));
  const apart = await Promise.all(
    aggregates.map(async ({ of, function: fn }) => {
      if ((fn !== 'distinct' && fn !== 'median') || shown.length === 0) return undefined;
      const counted = await open([
        ...head,
        ...(fn === 'median'
          ? medianStages(table, of, _id)
          : [
              { $group: { _id: { ..._id, v: `$${fieldOf(table, of)}` } } },
              { $match: { '_id.v': { $ne: null } } },
              {
                $group: { _id: Object.fromEntries(levels.map((_, i) => [`k${i}`, `$_id.k${i}`])), n: { $sum: 1 } },
              },
            ]),
        { $match: { _id: { $in: shown.map(({ one }) => one['_id'] as Document) } } },
      ]).toArray();
      return new Map(counted.map((group) => [nameOf(group['_id'] as Document), group as Apart]));
    }),
  );
  const groups = shown.map(({ one: group, begins }): Group => {
    const id = group['_id'] as Document;
    return {
      begins,
      values: levels.map((level, i) => {
        const { storage } = keyOperand(level);
        const scale = scaleOf(table, level);
        if (isKeyed(storage)) return (group[`x${i}`] as string | null | undefined) ?? null;
        return fromStored(storage, scale, fromBson(storage, scale, id[`k${i}`]));
      }),
      count: group['count'] as number,
      aggregates: aggregates.map((one, i) => aggregateValue(table, one, i, group, apart[i]?.get(nameOf(id)))),
    };
  });
  return next === undefined ? { groups } : { groups, next };
};
