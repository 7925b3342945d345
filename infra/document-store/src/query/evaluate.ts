import { cellOf, compareCell, fold, satisfies } from '@tessera/kernel';
import type { AggregateFunction, Cell, Operand, PageQuery, Row, Sort } from '@tessera/kernel';
import { averageText, checkAggregate } from './aggregate.ts';
import { alsoMeant, checkQuery, searchWords } from './check.ts';
import type { QueryCore } from './check.ts';
import { compareText, delimiter, emptiesFirst, fromScaled, toScaled } from './values.ts';

/**
 * The query tree over plain rows: the naive truth that every store is compared with. Written for being obviously right,
 * not for speed; rows are given in the order of their creation.
 */
export { cellOf, satisfies };

const searched = (row: Row, search: PageQuery['search']): boolean => {
  if (!search) return true;
  const texts = search.columns
    .filter(({ storage }) => storage === 'text')
    .map(({ column }) => fold((cellOf(row, column) as string | null) ?? ''));
  return searchWords(search.text).every(
    (word) =>
      texts.some((text) => text.includes(word)) || alsoMeant(search, word).some((meant) => satisfies(row, meant)),
  );
};

const rankOf = (cell: Cell, rank: readonly string[]): number => {
  const id = typeof cell === 'object' ? cell[0]! : (cell as string);
  const place = rank.indexOf(id);
  return place < 0 ? rank.length : place;
};

const compareSort = (a: Row, b: Row, { by, order, rank }: Sort): number => {
  const x = cellOf(a, by.column);
  const y = cellOf(b, by.column);
  const direction = order === 'asc' ? 1 : -1;
  if (x === null || y === null)
    return ((x === null ? 1 : 0) - (y === null ? 1 : 0)) * (emptiesFirst({ by, order }) ? -1 : 1);
  const ranked = rank !== undefined && rank.length > 0 && ['option', 'options', 'user', 'users'].includes(by.storage);
  const byRank = ranked ? rankOf(x, rank) - rankOf(y, rank) : 0;
  if (byRank !== 0) return byRank * direction;
  if (by.storage === 'options' || by.storage === 'users') {
    const joined = (cell: Cell) => delimiter + (cell as readonly string[]).join(delimiter) + delimiter;
    return compareText(joined(x), joined(y)) * direction;
  }
  const byKey = compareCell(by, x, y as string);
  return (byKey !== 0 || by.storage !== 'text' ? byKey : compareText(x as string, y as string)) * direction;
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
    .toSorted((a, b) => {
      for (const one of sort) {
        const order = compareSort(a, b, one);
        if (order !== 0) return order;
      }
      return 0;
    });
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
    case 'distinct':
      return new Set(cells.map((cell) => (of.storage === 'text' ? fold(cell as string) : JSON.stringify(cell)))).size;
    case 'checked':
      return cells.filter((cell) => cell === true).length;
    case 'sum':
    case 'average': {
      if (cells.length === 0) return null;
      const sum = cells.reduce((total, cell) => total + BigInt(toScaled(cell as string, scale)), 0n);
      return fn === 'sum' ? fromScaled(sum, scale) : averageText(sum, BigInt(cells.length), scale);
    }
    case 'min':
    case 'max': {
      const [first, ...rest] = cells;
      if (first === undefined) return null;
      const found = rest.reduce(
        (best, cell) =>
          compareCell(of, cell, best as string) < 0 === (fn === 'min') && compareCell(of, cell, best as string) !== 0
            ? cell
            : best,
        first,
      );
      return of.storage === 'instant' ? new Date(found as number).toISOString() : (found as string);
    }
  }
};
