import { fieldType, fieldTypes } from '../list.ts';
import { sameCurrency } from '../shapes.ts';
import { maxDecimals } from '../shared.ts';
import type { FieldProps } from '../type.ts';
import type { ReadAs } from './decide.ts';
import { currencyIn, kind, placesIn, roomIn } from './kinds.ts';
import type { ColumnStats, KindCount } from './stats.ts';

export const has = (bits: number, mask: number): boolean => (bits & mask) !== 0;

export const signOf = (stats: ColumnStats, bits: number): string => stats.currencies[currencyIn(bits) - 1] ?? '';

/** What a kind's numbers need, under a convention. */
export const digitsOf = (of: KindCount, readAs: Pick<ReadAs, 'decimal'>): number =>
  readAs.decimal === ',' ? of.comma : of.dot;

/** Of numbers: the type that takes this beside the digits, or nothing. */
export const proposedNumber = (beside: 'percent' | 'sign' | null): string =>
  fieldTypes.find(
    (type) =>
      type.shape === 'number' &&
      (beside === null ? !type.beside?.percent && !type.beside?.sign : type.beside?.[beside] !== undefined),
  )!.id;

/** The sign of the amounts: the longest way in which it is written; none, or undefined where there are several. */
const signsOf = (stats: ColumnStats, kinds: readonly KindCount[]): string | null | undefined => {
  const signs = [...new Set(kinds.map(({ bits }) => signOf(stats, bits)))].filter((sign) => sign !== '');
  const longest = signs.toSorted((a, b) => b.length - a.length)[0];
  return signs.every((sign) => sameCurrency(sign, longest!)) ? (longest ?? null) : undefined;
};

/** The type that takes all numbers of a column with what stands beside their digits; undefined where none does. */
export const numbersAlike = (stats: ColumnStats, numbers: number): string | undefined => {
  const kinds = [...stats.kinds.values()].filter(({ bits }) => has(bits, numbers) && !has(bits, kind.identifier));
  const percents = kinds.filter(({ bits }) => has(bits, kind.percent)).length;
  const sign = signsOf(stats, kinds);
  if (sign === undefined || (percents > 0 && (percents < kinds.length || sign !== null))) return undefined;
  return proposedNumber(percents > 0 ? 'percent' : sign === null ? null : 'sign');
};

/** Of several currencies the one that most amounts are in; undefined where none has a sign. */
const commonest = (stats: ColumnStats, kinds: readonly KindCount[]): string | undefined => {
  const counts = new Map<string, number>();
  for (const { bits, count: times } of kinds) {
    const sign = signOf(stats, bits);
    if (sign !== '') counts.set(sign, (counts.get(sign) ?? 0) + times);
  }
  const [most] = [...counts].toSorted((a, b) => b[1] - a[1])[0] ?? [];
  if (most === undefined) return undefined;
  const alike = [...counts.keys()].filter((sign) => sameCurrency(most, sign));
  return alike.toSorted((a, b) => b.length - a.length)[0];
};

/**
 * What a field of numbers, chosen for a column that asks for something else, keeps beside its type: the commonest
 * sign of the amounts, and as many decimals as its numbers have and fit with. Empty for other types.
 */
export const keptProps = (stats: ColumnStats, id: string, readAs: ReadAs): FieldProps => {
  const type = fieldType(id);
  if (type?.shape !== 'number') return {};
  const numbers = readAs.decimal === ',' ? kind.numberComma : kind.numberDot;
  const kinds = [...stats.kinds.values()].filter(
    ({ bits }) => has(bits, numbers) && !has(bits, kind.identifier | kind.long | kind.unkept),
  );
  const sign = type.beside?.sign ? commonest(stats, kinds) : undefined;
  const props: FieldProps = sign === undefined ? {} : { currency_symbol: sign };
  const needed = Math.max(0, ...kinds.map((of) => placesIn(digitsOf(of, readAs))));
  const room = Math.min(maxDecimals, ...kinds.map((of) => roomIn(digitsOf(of, readAs))));
  const usual = type.scale?.(props) ?? 0;
  return needed > usual || room < usual ? { ...props, decimals: Math.min(needed, room) } : props;
};
