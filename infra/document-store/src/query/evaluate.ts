import {
  cellOf,
  compareCell,
  compareText,
  firstDay,
  fold,
  fromUnscaled,
  idsIn,
  isMoment,
  isOfIds,
  kinds,
  localDay,
  satisfies,
} from '@tessera/kernel';
import type {
  AggregateFunction,
  Cell,
  Group,
  GroupLevel,
  GroupQuery,
  Operand,
  PageQuery,
  Row,
  Sort,
} from '@tessera/kernel';
import { checkAggregate, medianText, percentText } from './aggregate.ts';
import { alsoMeant, checkGroups, checkQuery, searchWords } from './check.ts';
import type { QueryCore } from './check.ts';
import { fromDays, toDays } from './days.ts';
import { keySort } from './groups.ts';
import { averageText, toScaled } from './scaled.ts';
import { delimiter, emptiesFirst, isJoined, isKeyed, storeKinds } from './values.ts';

/**
 * The query tree over plain rows: the naive truth that every store is compared with. Written for being obviously right,
 * not for speed; rows are given in the order of their creation.
 */
export { cellOf, satisfies };

const searched = (row: Row, search: PageQuery['search']): boolean => {
  if (!search) return true;
  const texts = search.columns
    .filter(({ storage }) => isKeyed(storage))
    .map(({ column }) => fold((cellOf(row, column) as string | null) ?? ''));
  return searchWords(search.text).every(
    (word) =>
      texts.some((text) => text.includes(word)) || alsoMeant(search, word).some((meant) => satisfies(row, meant)),
  );
};

const rankOf = (cell: Cell, rank: readonly string[]): number => {
  const place = rank.indexOf(idsIn(cell)[0]!);
  return place < 0 ? rank.length : place;
};

const compareCells = (x: Cell | null, y: Cell | null, { by, order, rank }: Sort): number => {
  const direction = order === 'asc' ? 1 : -1;
  if (x === null || y === null)
    return ((x === null ? 1 : 0) - (y === null ? 1 : 0)) * (emptiesFirst({ by, order }) ? -1 : 1);
  const ranked = rank !== undefined && rank.length > 0 && isOfIds(by.storage);
  const byRank = ranked ? rankOf(x, rank) - rankOf(y, rank) : 0;
  if (byRank !== 0) return byRank * direction;
  if (isJoined(by.storage)) {
    const joined = (cell: Cell) => delimiter + (cell as readonly string[]).join(delimiter) + delimiter;
    return compareText(joined(x), joined(y)) * direction;
  }
  const byKey = compareCell(by, x, y as string);
  return (byKey !== 0 || !isKeyed(by.storage) ? byKey : compareText(x as string, y as string)) * direction;
};

const compareSort = (a: Row, b: Row, sort: Sort): number =>
  compareCells(cellOf(a, sort.by.column), cellOf(b, sort.by.column), sort);

/** Which of two rows a query tells first, where its sorts tell: else the one that was made first. */
export const compareRows = (a: Row, b: Row, sorts: readonly Sort[]): number => {
  for (const sort of sorts) {
    const order = compareSort(a, b, sort);
    if (order !== 0) return order;
  }
  return 0;
};

/** All rows of a query, in its order. Throws like a store for what it refuses. */
export const evaluate = (rows: readonly Row[], query: QueryCore): readonly Row[] => {
  checkQuery(query);
  const { sort = [], deleted = false } = query;
  return rows
    .filter(
      (row) =>
        row.deleted === deleted &&
        satisfies(row, query.allow) &&
        satisfies(row, query.where) &&
        searched(row, query.search),
    )
    .toSorted((a, b) => compareRows(a, b, sort));
};

/** One aggregate over the rows of a query; see `RecordReader.aggregate`. */
export const evaluateAggregate = (rows: readonly Row[], of: Operand, fn: AggregateFunction): string | number | null => {
  checkAggregate(of, fn);
  const cells = rows.map((row) => cellOf(row, of.column)).filter((cell) => cell !== null);
  const scale = of.scale ?? 0;
  switch (fn) {
    case 'count':
      return rows.length;
    case 'filled':
      return cells.length;
    case 'empty':
      return rows.length - cells.length;
    case 'percentFilled':
      return percentText(cells.length, rows.length);
    case 'median': {
      if (cells.length === 0) return null;
      const sorted = cells.map((cell) => BigInt(toScaled(cell as string, scale))).toSorted((a, b) => (a < b ? -1 : 1));
      return medianText(sorted[(sorted.length - 1) >> 1]!, sorted[sorted.length >> 1]!, scale);
    }
    case 'range': {
      const sorted = cells
        .map((cell) => BigInt(storeKinds[of.storage].toStored(cell, scale) as number | bigint))
        .toSorted((a, b) => (a < b ? -1 : 1));
      return sorted.length === 0 ? null : storeKinds[of.storage].span!(sorted[0]!, sorted.at(-1)!, scale);
    }
    case 'distinct':
      return new Set(
        cells.map((cell) =>
          isKeyed(of.storage) ? fold(cell as string) : String(storeKinds[of.storage].toStored(cell, scale)),
        ),
      ).size;
    case 'checked':
      return cells.filter((cell) => cell === true).length;
    case 'sum':
    case 'average': {
      if (cells.length === 0) return null;
      const sum = cells.reduce((total, cell) => total + BigInt(toScaled(cell as string, scale)), 0n);
      return fn === 'sum' ? fromUnscaled(sum, scale) : averageText(sum, BigInt(cells.length), scale);
    }
    case 'min':
    case 'max': {
      const [first, ...rest] = cells;
      if (first === undefined) return null;
      // Of texts not the least key is told, but the least text.
      const compare = (a: Cell, b: Cell): number =>
        isKeyed(of.storage) ? compareText(a as string, b as string) : compareCell(of, a, b as string);
      const found = rest.reduce(
        (best, cell) => (compare(cell, best) < 0 === (fn === 'min') && compare(cell, best) !== 0 ? cell : best),
        first,
      );
      return String(kinds[of.storage].value(found, true));
    }
  }
};

/** What a record is put together by on one level: one key, or one an id of its list. */
const keysOf = (row: Row, { by, bucket }: GroupLevel): readonly (Cell | null)[] => {
  const cell = cellOf(row, by.column) ?? storeKinds[by.storage].emptyAs;
  if (cell === null) return [null];
  if (bucket !== undefined) {
    const day = isMoment(by.storage) ? localDay(cell as number, bucket.timezone) : toDays(cell as string);
    return [fromDays(firstDay(day, bucket))];
  }
  return isJoined(by.storage) ? [...new Set(idsIn(cell))] : [cell];
};

/** Every way to take one of each list. */
const combined = <T>(lists: readonly (readonly T[])[]): readonly (readonly T[])[] =>
  lists.reduce<readonly (readonly T[])[]>(
    (all, list) => all.flatMap((head) => list.map((one) => [...head, one])),
    [[]],
  );

/** All groups of a query, in its order. Throws like a store for what it refuses. */
export const evaluateGroups = (rows: readonly Row[], query: GroupQuery): readonly Group[] => {
  checkGroups(query);
  const { groups: levels, aggregates, limit: _limit, after: _after, ...core } = query;
  const sorts = levels.map(keySort);
  const nameOf = (cells: readonly (Cell | null)[]): string =>
    JSON.stringify(
      cells.map((cell, i) => (cell !== null && isKeyed(levels[i]!.by.storage) ? fold(cell as string) : cell)),
    );
  const found = new Map<string, { readonly cells: (readonly (Cell | null)[])[]; readonly members: Row[] }>();
  for (const row of evaluate(rows, core))
    for (const cells of combined(levels.map((level) => keysOf(row, level)))) {
      const name = nameOf(cells);
      const group = found.get(name) ?? { cells: [], members: [] };
      found.set(name, group);
      group.cells.push(cells);
      group.members.push(row);
    }
  const least = (cells: readonly (string | null)[]): string | null =>
    cells.reduce((a, b) => (a === null || b === null || compareText(a, b) <= 0 ? a : b));
  const compareKeys = (a: Cell | null, b: Cell | null, level: Sort): number =>
    isKeyed(level.by.storage) && a !== null && b !== null
      ? compareCell(level.by, a, b as string) * (level.order === 'asc' ? 1 : -1)
      : compareCells(a, b, level);
  return [...found.values()]
    .map(({ cells, members }) => ({
      values: cells[0]!.map((cell, i) =>
        isKeyed(levels[i]!.by.storage) ? least(cells.map((one) => one[i] as string | null)) : cell,
      ),
      count: members.length,
      aggregates: aggregates.map(({ of, function: fn }) => evaluateAggregate(members, of, fn)),
    }))
    .toSorted((a, b) => {
      for (const [i, level] of sorts.entries()) {
        const order = compareKeys(a.values[i]!, b.values[i]!, level);
        if (order !== 0) return order;
      }
      return 0;
    })
    .map((group, i, all) => {
      const before = all[i - 1]?.values;
      const begins = levels.findIndex(
        (_, place) =>
          before === undefined || nameOf(before.slice(0, place + 1)) !== nameOf(group.values.slice(0, place + 1)),
      );
      return { begins, ...group };
    });
};
