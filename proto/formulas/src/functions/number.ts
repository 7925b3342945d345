import * as decimals from '../decimals.ts';
import type { Decimal, Rounding } from '../decimals.ts';
import { failure, type Value } from '../values.ts';
import { many, optional, parameter, type FormulaFunction } from './function.ts';

const number = parameter('number', 'number');
const maxPlaces = 15;

const rounding = (says: string, mode: Rounding, example: readonly [string, string]): FormulaFunction => ({
  group: 'number',
  parameters: [number, optional('places', 'number')],
  says,
  example,
  gives: 'number',
  run: ([value, places]) => {
    const scale = places === undefined ? 0 : decimals.wholeOf(places as Decimal);
    return Math.abs(scale) > maxPlaces ? failure('out_of_range') : decimals.round(value as Decimal, scale, mode);
  },
});

/** To a multiple of what is given, which is above 0. */
const toMultiple = (says: string, mode: Rounding, example: readonly [string, string]): FormulaFunction => ({
  group: 'number',
  parameters: [number, optional('multiple', 'number')],
  says,
  example,
  gives: 'number',
  run: ([value, multiple]) => {
    const step = (multiple ?? decimals.whole(1)) as Decimal;
    if (step.unscaled <= 0n) return failure('out_of_range');
    const scale = Math.max(step.scale, (value as Decimal).scale);
    const rest = decimals.modulo(value as Decimal, step);
    const below = decimals.subtract(value as Decimal, rest);
    return decimals.isZero(rest) || mode === 'floor' ? decimals.round(below, scale) : decimals.add(below, step);
  },
});

/** Irrational answers have the 15 digits of a float. */
const ofFloats = (
  says: string,
  parameters: FormulaFunction['parameters'],
  example: readonly [string, string],
  compute: (...numbers: readonly number[]) => number,
): FormulaFunction => ({
  group: 'number',
  parameters,
  says,
  example,
  gives: 'number',
  run: (values) =>
    decimals.ofFloat(compute(...values.map((value) => decimals.toFloat(value as Decimal)))) ?? failure('out_of_range'),
});

/** All numbers of parameters that take numbers and lists of them; blanks are left out. */
export const flat = (values: readonly Value[]): readonly Decimal[] =>
  values.flatMap((value) =>
    value === null ? [] : Array.isArray(value) ? (value as readonly Decimal[]) : [value as Decimal],
  );

const over = (
  says: string,
  example: readonly [string, string],
  compute: (numbers: readonly Decimal[]) => Value,
): FormulaFunction => ({
  group: 'number',
  parameters: [many('number', 'numbers')],
  says,
  example,
  gives: 'number',
  blanks: true,
  run: (values) => compute(flat(values)),
});

const least = (numbers: readonly Decimal[], sign: 1 | -1): Value =>
  numbers.length === 0 ? null : numbers.reduce((a, b) => (decimals.compare(a, b) * sign <= 0 ? a : b));

export const numberFunctions: Readonly<Record<string, FormulaFunction>> = {
  ROUND: rounding('Rounds to so many decimal places, a half away from zero.', 'half', ['ROUND(2.345, 2)', '2.35']),
  ROUNDUP: rounding('Rounds to so many decimal places, away from zero.', 'up', ['ROUNDUP(2.31, 1)', '2.4']),
  ROUNDDOWN: rounding('Rounds to so many decimal places, towards zero.', 'down', ['ROUNDDOWN(-2.39, 1)', '-2.3']),
  INT: {
    group: 'number',
    parameters: [number],
    says: 'The greatest whole number that is not above it.',
    example: ['INT(-1.5)', '-2'],
    gives: 'number',
    run: ([value]) => decimals.round(value as Decimal, 0, 'floor'),
  },
  FLOOR: toMultiple('The greatest multiple that is not above it.', 'floor', ['FLOOR(17, 5)', '15']),
  CEILING: toMultiple('The least multiple that is not below it.', 'ceil', ['CEILING(17, 5)', '20']),
  ABS: {
    group: 'number',
    parameters: [number],
    says: 'The number without its sign.',
    example: ['ABS(-3)', '3'],
    gives: 'number',
    run: ([value]) => ((value as Decimal).unscaled < 0n ? decimals.negate(value as Decimal) : value!),
  },
  MOD: {
    group: 'number',
    parameters: [number, parameter('divisor', 'number')],
    says: 'What is left when it is divided, with the sign of the divisor.',
    example: ['MOD(-7, 3)', '2'],
    gives: 'number',
    run: ([value, divisor]) =>
      decimals.isZero(divisor as Decimal)
        ? failure('division_by_zero')
        : decimals.modulo(value as Decimal, divisor as Decimal),
  },
  POWER: {
    group: 'number',
    parameters: [parameter('base', 'number'), parameter('exponent', 'number')],
    says: 'The base multiplied with itself so many times.',
    example: ['POWER(1.1, 2)', '1.21'],
    gives: 'number',
    run: ([base, exponent]) => {
      const [b, e] = [base as Decimal, exponent as Decimal];
      const times = decimals.toFloat(e);
      if (decimals.isZero(b) && times < 0) return failure('division_by_zero');
      if (Number.isInteger(times) && Math.abs(times) <= 1000)
        return decimals.power(b, times) ?? failure('number_too_large');
      return decimals.ofFloat(decimals.toFloat(b) ** times) ?? failure('out_of_range');
    },
  },
  SQRT: ofFloats('The number whose square it is.', [number], ['SQRT(2)', '1.4142135623731'], Math.sqrt),
  EXP: ofFloats('Euler’s number to this power.', [number], ['EXP(1)', '2.71828182845905'], Math.exp),
  LN: ofFloats('The natural logarithm.', [number], ['LN(1)', '0'], Math.log),
  LOG: ofFloats(
    'The logarithm to a base, 10 unless given.',
    [number, optional('base', 'number')],
    ['LOG(1000)', '3'],
    (value = NaN, base) => (base === undefined ? Math.log10(value) : Math.log(value) / Math.log(base)),
  ),
  SUM: over('All numbers together.', ['SUM(1, 2.5, 3)', '6.5'], (numbers) =>
    numbers.reduce(decimals.add, decimals.zero),
  ),
  AVERAGE: over('The mean of the numbers.', ['AVERAGE(1, 2, 6)', '3'], (numbers) =>
    numbers.length === 0
      ? null
      : decimals.divide(numbers.reduce(decimals.add, decimals.zero), decimals.whole(numbers.length)),
  ),
  MIN: over('The least number.', ['MIN(3, 1, 2)', '1'], (numbers) => least(numbers, 1)),
  MAX: over('The greatest number.', ['MAX(3, 1, 2)', '3'], (numbers) => least(numbers, -1)),
  COUNT: {
    group: 'number',
    parameters: [many('value', 'any')],
    says: 'How many numbers there are.',
    example: ['COUNT(1, "two", 3)', '2'],
    gives: 'number',
    blanks: true,
    run: (values, _, types) =>
      decimals.whole(
        values.reduce<number>(
          (sum, value, i) =>
            sum + (value === null || !types[i]!.startsWith('number') ? 0 : Array.isArray(value) ? value.length : 1),
          0,
        ),
      ),
  },
  VALUE: {
    group: 'number',
    parameters: [parameter('text', 'text')],
    says: 'The number that a text says, written with a point.',
    example: ['VALUE("12.50")', '12.5'],
    gives: 'number',
    run: ([text]) => {
      const trimmed = (text as string).trim();
      return trimmed === '' ? null : (decimals.readDecimal(trimmed) ?? failure('not_a_number'));
    },
  },
};
