import { compareText, firstDay, isMoment, localDay } from '@tessera/kernel';
import type { AggregateFunction, Group, GroupLevel, GroupPage, GroupQuery, Operand } from '@tessera/kernel';
import { groupPage, groupPlace, groupSpan, groupTerms, keyOperand, rankOfKey, takeGroups } from '../query/groups.ts';
import { fromStored, isJoined, isKeyed, storeKinds, type Stored } from '../query/values.ts';
import { aggregateValue, type Answered } from './aggregates.ts';
import { systemSpecs, type TableInfo } from './catalog.ts';
import type { CachedColumn, CachedTable } from './column-cache.ts';

type Rows = { readonly rows: Int32Array; readonly n: number };
type Aggregate = (table: CachedTable, found: Rows, of: Operand, fn: AggregateFunction) => readonly Answered[];
type Found = { readonly keys: readonly Stored[]; readonly rows: Rows };

/** Different keys of a level, and of all levels together, that are counted in memory. */
const mostKeys = 65_536;
const mostGroups = 4_000_000;

/** Whether groups by these levels can be counted from columns in memory: texts and lists are put together by the table. */
export const groupsFromColumns = ({ groups }: GroupQuery): boolean =>
  groups.every(({ by }) => !isKeyed(by.storage) && !isJoined(by.storage));

/** The columns that groups are counted from. */
export const groupOperands = ({ groups, aggregates }: GroupQuery): readonly Operand[] => [
  ...groups.map(({ by }) => by),
  ...aggregates.flatMap(({ of, function: fn }) => (fn === 'count' ? [] : [of])),
];

/** Of each row the place of its key among those of a level; undefined where these are too many. */
const placesOf = (
  { by, bucket }: GroupLevel,
  column: CachedColumn,
  { rows, n }: Rows,
): { readonly places: Int32Array; readonly keys: readonly Stored[] } | undefined => {
  const places = new Int32Array(n);
  const keys: Stored[] = [];
  const { emptyAs, toStored } = storeKinds[by.storage];
  const empty = emptyAs === null ? null : toStored(emptyAs, 0);
  if (column.type === 'codes') {
    const { codes, dictionary } = column;
    for (let i = 0; i < n; i++) places[i] = codes[rows[i]!]!;
    return { places, keys: dictionary.map((text, code) => (code === 0 ? empty : text)) };
  }
  const known = new Map<number, number>();
  const byKey = new Map<Stored, number>();
  const keyOf = (value: number): Stored => {
    if (value === column.empty) return empty;
    if (bucket === undefined) return value;
    return firstDay(isMoment(by.storage) ? localDay(value, bucket.timezone) : value, bucket);
  };
  const { values } = column;
  for (let i = 0; i < n; i++) {
    const value = values[rows[i]!]!;
    let place = known.get(value);
    if (place === undefined) {
      const key = keyOf(value);
      place = byKey.get(key);
      if (place === undefined) {
        place = keys.length;
        if (place >= mostKeys) return undefined;
        keys.push(key);
        byKey.set(key, place);
      }
      if (known.size < mostGroups) known.set(value, place);
    }
    places[i] = place;
  }
  return { places, keys };
};

/** The rows of each group; undefined where there may be too many groups. */
const together = (memory: CachedTable, levels: readonly GroupLevel[], found: Rows): readonly Found[] | undefined => {
  const { rows, n } = found;
  let width = 1;
  const all: { readonly keys: readonly Stored[]; readonly width: number }[] = [];
  const names = new Int32Array(n);
  for (const level of levels) {
    const one = placesOf(level, memory.columns.get(level.by.column)!, found);
    if (one === undefined || width * one.keys.length > mostGroups) return undefined;
    const { places } = one;
    for (let i = 0; i < n; i++) names[i] = names[i]! + places[i]! * width;
    all.push({ keys: one.keys, width });
    width *= Math.max(1, one.keys.length);
  }
  const ends = new Int32Array(width + 1);
  for (let i = 0; i < n; i++) ends[names[i]! + 1]!++;
  for (let name = 0; name < width; name++) ends[name + 1]! += ends[name]!;
  const begins = ends.slice();
  const sorted = new Int32Array(n);
  for (let i = 0; i < n; i++) sorted[begins[names[i]!]!++] = rows[i]!;
  const groups: Found[] = [];
  for (let name = 0; name < width; name++) {
    const [from, to] = [ends[name]!, ends[name + 1]!];
    if (to > from)
      groups.push({
        keys: all.map(({ keys, width: step }) => keys[Math.floor(name / step) % keys.length]!),
        rows: { rows: sorted.subarray(from, to), n: to - from },
      });
  }
  return groups;
};

const compareStored = (a: Stored, b: Stored): number =>
  typeof a === 'string' ? compareText(a, String(b)) : Number(a) < Number(b) ? -1 : Number(a) > Number(b) ? 1 : 0;

/** A page of groups counted from columns in memory; undefined where the table itself has to be asked. */
export const groupsInMemory = (
  memory: CachedTable,
  query: GroupQuery,
  found: Rows,
  table: TableInfo,
  aggregate: Aggregate,
): GroupPage | undefined => {
  const { groups: levels, aggregates } = query;
  const all = together(memory, levels, found);
  if (all === undefined) return undefined;
  const terms = groupTerms(levels);
  const compare = (a: readonly Stored[], b: readonly Stored[]): number => {
    for (const { level, part, descending } of terms) {
      const [x, y] = [a[level]!, b[level]!];
      if (part !== 'empty' && (x === null || y === null)) continue;
      const order =
        part === 'empty'
          ? Number(x === null) - Number(y === null)
          : part === 'rank'
            ? rankOfKey(levels[level]!, x) - rankOfKey(levels[level]!, y)
            : compareStored(x, y);
      if (order !== 0) return descending ? -order : order;
    }
    return 0;
  };
  const ordered = all.toSorted((a, b) => compare(a.keys, b.keys));
  const place = groupPlace(query);
  const after = place?.keys;
  const { skip, take } = groupSpan(query, place);
  const rest = after === undefined ? ordered.slice(skip) : ordered.filter(({ keys }) => compare(keys, after) > 0);
  const taking = takeGroups<Found>(take, ({ keys }) =>
    keys.reduce<number>((sum, key) => sum + (typeof key === 'string' ? key.length : 8), 0),
  );
  for (const one of rest) if (!taking.add(one)) break;
  const { shown, next } = groupPage(query, place, taking.taken(), ({ keys }) => keys);
  const groups = shown.map(({ one: { keys, rows }, begins }): Group => ({
    begins,
    values: levels.map((level, i) => {
      const by = keyOperand(level);
      const scale = (table.columns.get(by.column) ?? systemSpecs.get(by.column))?.scale ?? 0;
      return fromStored(by.storage, scale, keys[i]!);
    }),
    count: rows.n,
    aggregates: aggregates.map(({ of, function: fn }) =>
      aggregateValue(aggregate(memory, rows, of, fn), fn, of, table),
    ),
  }));
  return next === undefined ? { groups } : { groups, next };
};
