import { isChoice, isOfIds } from '@tessera/kernel';
import type { GroupLevel, GroupQuery, Operand, Sort } from '@tessera/kernel';
import { decodeCursor, encodeCursor } from './cursor.ts';
import { isJoined, isKeyed, type Stored } from './values.ts';
import { pageBytes } from './weight.ts';
import { invalid } from '../refusals.ts';

/** Where a page of groups ended: after so many groups, and after these values, where they are short enough to carry. */
export type GroupPlace = { readonly groups: number; readonly keys: readonly Stored[] | undefined };

/** What the key of a group is: of a bucket a date, of a list one of its ids, else the column's value. */
export const keyOperand = ({ by, bucket }: GroupLevel): Operand =>
  bucket !== undefined
    ? { kind: 'field', column: by.column, storage: 'date' }
    : isJoined(by.storage)
      ? { kind: 'field', column: by.column, storage: isChoice(by.storage) ? 'option' : 'user' }
      : by;

/** A level with its key as what it is ordered by. */
export const keySort = (level: GroupLevel): Sort => ({ ...level, by: keyOperand(level) });

/** The order that a cursor belongs to: other buckets make another one. */
const cursorSorts = (levels: readonly GroupLevel[]): readonly Sort[] =>
  levels.map((level) => {
    const { by, order, rank } = keySort(level);
    const { bucket } = level;
    const column =
      bucket === undefined ? by.column : [by.column, bucket.unit, bucket.weekStart, bucket.timezone].join(' ');
    return { by: { ...by, column }, order, ...(rank !== undefined && { rank }) };
  });

/** Of a text the cursor carries its folded key; a sort's carries the text too, so it stands there twice. */
const isText = ({ by }: GroupQuery['groups'][number]): boolean => isKeyed(by.storage);

/** Reads a page's cursor. Throws `query.invalid_cursor`. */
export const groupPlace = ({ groups: levels, after }: GroupQuery): GroupPlace | undefined => {
  if (after === undefined) return undefined;
  const { row, values } = decodeCursor(cursorSorts(levels), after);
  if (values === undefined) {
    if (row === 0) throw invalid('query.invalid_cursor', 'The cursor does not belong to this query');
    return { groups: row, keys: undefined };
  }
  let at = 0;
  const keys = levels.map((level) => {
    const key = values[at]!;
    at += isText(level) ? 2 : 1;
    return key;
  });
  return { groups: row, keys };
};

const groupCursor = ({ groups: levels }: GroupQuery, groups: number, keys: readonly Stored[]): string =>
  encodeCursor(cursorSorts(levels), {
    row: groups,
    values: levels.flatMap((level, i) => (isText(level) ? [keys[i]!, keys[i]!] : [keys[i]!])),
  });

/** What groups are ordered by: each level by whether it is empty, by its rank where it has one, and by its key. */
export type GroupTerm = {
  readonly level: number;
  readonly part: 'empty' | 'rank' | 'key';
  readonly descending: boolean;
};

export const hasRank = ({ by, rank }: GroupLevel): boolean =>
  rank !== undefined && rank.length > 0 && isOfIds(by.storage);

/** The place of a key among those that the reader names, behind them where it is none. */
export const rankOfKey = ({ rank = [] }: GroupLevel, key: Stored): number => {
  const place = rank.indexOf(String(key));
  return place < 0 ? rank.length : place;
};

/** Empty ones come last either way. */
export const groupTerms = (levels: GroupQuery['groups']): readonly GroupTerm[] =>
  levels.flatMap((one, level): readonly GroupTerm[] => {
    const descending = one.order === 'desc';
    return [
      { level, part: 'empty', descending: false },
      ...(hasRank(one) ? [{ level, part: 'rank', descending } as const] : []),
      { level, part: 'key', descending },
    ];
  });

/** The outermost level at which a group differs from the one before it. */
const beginsAt = (keys: readonly Stored[], before: readonly Stored[] | undefined): number => {
  if (before === undefined) return 0;
  const level = keys.findIndex(
    (key, i) => String(key) !== String(before[i]) || (key === null) !== (before[i] === null),
  );
  return Math.max(level, 0);
};

/** Groups that an engine gave, until they were as many as asked for or passed the bytes of a page. */
export type Taken<T> = { readonly found: readonly T[]; readonly heavy: boolean };

/** Takes groups one by one: at least the one before the page and one of it, and no more than a page's bytes. */
export const takeGroups = <T>(take: number, bytesOf: (one: T) => number) => {
  const found: T[] = [];
  let left = pageBytes;
  return {
    /** Whether another one is wanted. */
    add: (one: T): boolean => {
      found.push(one);
      left -= bytesOf(one);
      return found.length < take && (left >= 0 || found.length < 2);
    },
    taken: (): Taken<T> => ({ found, heavy: found.length < take && left < 0 }),
  };
};

/**
 * What an engine answered, cut to the page: it gave one group more than the page has, and before them the one that the
 * page before ended with where the cursor does not carry its keys.
 */
export const groupPage = <T>(
  query: GroupQuery,
  place: GroupPlace | undefined,
  { found, heavy }: Taken<T>,
  keysOf: (one: T) => readonly Stored[],
): { readonly shown: readonly { readonly one: T; readonly begins: number }[]; readonly next: string | undefined } => {
  const carried = place === undefined || place.keys !== undefined;
  const rest = carried ? found : found.slice(1);
  let before = place?.keys ?? (carried || found[0] === undefined ? undefined : keysOf(found[0]));
  const shown = rest.slice(0, query.limit).map((one) => {
    const keys = keysOf(one);
    const begins = beginsAt(keys, before);
    before = keys;
    return { one, begins };
  });
  const next =
    (heavy || rest.length > query.limit) && before !== undefined
      ? groupCursor(query, (place?.groups ?? 0) + shown.length, before)
      : undefined;
  return { shown, next };
};

/** How many groups an engine passes over and answers at most. */
export const groupSpan = ({ limit }: GroupQuery, place: GroupPlace | undefined): { skip: number; take: number } =>
  place === undefined || place.keys !== undefined
    ? { skip: 0, take: limit + 1 }
    : { skip: place.groups - 1, take: limit + 2 };
