import { bounded as boundedMap } from '@tessera/kernel';
import { RE2JS, RE2JSException } from 're2js';
import * as decimals from '../decimals.ts';
import type { Decimal } from '../decimals.ts';
import { failure, maxTextLength, type Failure, type Value } from '../values.ts';
import { many, optional, parameter, type FormulaFunction } from './function.ts';

const text = parameter('text', 'text');
const bounded = (made: string): string | Failure => (made.length > maxTextLength ? failure('too_long') : made);
const at = (value: Value | undefined, otherwise: number): number =>
  value === undefined || value === null ? otherwise : decimals.wholeOf(value as Decimal);

const one = (says: string, example: readonly [string, string], compute: (text: string) => string): FormulaFunction => ({
  group: 'text',
  parameters: [text],
  says,
  example,
  gives: 'text',
  run: ([value]) => bounded(compute(value as string)),
});

/** Characters as people count them: a pair of UTF-16 units is one. */
const characters = (value: string): readonly string[] => [...value];

const patterns = boundedMap<string, RE2JS | null>(500);
/** A pattern in RE2's syntax, whose search takes time with the length of the text alone; null for what is none. */
const patternOf = (source: string): RE2JS | null => {
  let found = patterns.get(source);
  if (found === undefined) {
    try {
      found = source.length > 1000 ? null : RE2JS.compile(source);
    } catch (error) {
      if (!(error instanceof RE2JSException)) throw error;
      found = null;
    }
    patterns.set(source, found);
  }
  return found;
};

/** Steps that a search takes for each character: measured where each has a part that is replaced. */
const searchSteps = 80;

const withPattern = (
  says: string,
  gives: 'text' | 'boolean',
  more: FormulaFunction['parameters'],
  example: readonly [string, string],
  compute: (text: string, pattern: RE2JS, values: readonly Value[]) => Value,
): FormulaFunction => ({
  group: 'text',
  parameters: [text, parameter('pattern', 'text'), ...more],
  says,
  example,
  gives,
  work: ([value]) => (value as string).length * searchSteps,
  run: (values) => {
    const pattern = patternOf(values[1] as string);
    return pattern === null ? failure('bad_pattern') : compute(values[0] as string, pattern, values);
  },
});

const find = (
  says: string,
  fold: (text: string) => string,
  missing: Value,
  example: readonly [string, string],
): FormulaFunction => ({
  group: 'text',
  parameters: [parameter('sought', 'text'), text, optional('from', 'number')],
  says,
  example,
  gives: 'number',
  run: ([sought, within, from]) => {
    const all = characters(fold(within as string));
    const skipped = all.slice(0, Math.max(0, at(from, 1) - 1)).join('').length;
    const joined = all.join('');
    const found = joined.indexOf(fold(sought as string), skipped);
    return found < 0 ? missing : decimals.whole(characters(joined.slice(0, found)).length + 1);
  },
});

export const textFunctions: Readonly<Record<string, FormulaFunction>> = {
  CONCATENATE: {
    group: 'text',
    parameters: [many('value', 'text')],
    says: 'The texts one after the other.',
    example: ['CONCATENATE("a", 1, "b")', 'a1b'],
    gives: 'text',
    run: (values) => bounded(values.join('')),
  },
  LEFT: {
    group: 'text',
    parameters: [text, parameter('count', 'number')],
    says: 'So many characters from the start.',
    example: ['LEFT("Tessera", 3)', 'Tes'],
    gives: 'text',
    run: ([value, count]) =>
      characters(value as string)
        .slice(0, Math.max(0, at(count, 0)))
        .join(''),
  },
  RIGHT: {
    group: 'text',
    parameters: [text, parameter('count', 'number')],
    says: 'So many characters from the end.',
    example: ['RIGHT("Tessera", 3)', 'era'],
    gives: 'text',
    run: ([value, count]) => {
      const all = characters(value as string);
      return all.slice(Math.max(0, all.length - Math.max(0, at(count, 0)))).join('');
    },
  },
  MID: {
    group: 'text',
    parameters: [text, parameter('start', 'number'), parameter('count', 'number')],
    says: 'So many characters from a place on; the first is 1.',
    example: ['MID("Tessera", 2, 3)', 'ess'],
    gives: 'text',
    run: ([value, start, count]) => {
      const from = at(start, 1) - 1;
      return from < 0
        ? failure('out_of_range')
        : characters(value as string)
            .slice(from, from + Math.max(0, at(count, 0)))
            .join('');
    },
  },
  LEN: {
    group: 'text',
    parameters: [text],
    says: 'How many characters a text has.',
    example: ['LEN("Tessera")', '7'],
    gives: 'number',
    run: ([value]) => decimals.whole(characters(value as string).length),
  },
  TRIM: one('The text without blanks at both ends.', ['TRIM("  a b ")', 'a b'], (value) => value.trim()),
  UPPER: one('The text in capitals.', ['UPPER("ação")', 'AÇÃO'], (value) => value.toUpperCase()),
  LOWER: one('The text in small letters.', ['LOWER("AÇÃO")', 'ação'], (value) => value.toLowerCase()),
  PROPER: one('Each word with a capital first.', ['PROPER("new york")', 'New York'], (value) =>
    value
      .toLowerCase()
      .replace(
        /(^|[^\p{L}\p{M}\p{N}'’])(\p{L})/gu,
        (_, before: string, letter: string) => before + letter.toUpperCase(),
      ),
  ),
  REPT: {
    group: 'text',
    parameters: [text, parameter('times', 'number')],
    says: 'The text so many times.',
    example: ['REPT("ab", 3)', 'ababab'],
    gives: 'text',
    run: ([value, times]) => {
      const count = Math.max(0, at(times, 0));
      return (value as string).length * count > maxTextLength ? failure('too_long') : (value as string).repeat(count);
    },
  },
  REPLACE: {
    group: 'text',
    parameters: [text, parameter('start', 'number'), parameter('count', 'number'), parameter('by', 'text')],
    says: 'The text with so many characters from a place on replaced.',
    example: ['REPLACE("2025-11", 1, 4, "2026")', '2026-11'],
    gives: 'text',
    run: ([value, start, count, by]) => {
      const [all, from] = [characters(value as string), at(start, 1) - 1];
      if (from < 0) return failure('out_of_range');
      return bounded(all.slice(0, from).join('') + String(by) + all.slice(from + Math.max(0, at(count, 0))).join(''));
    },
  },
  SUBSTITUTE: {
    group: 'text',
    parameters: [text, parameter('sought', 'text'), parameter('by', 'text'), optional('occurrence', 'number')],
    says: 'The text with another one in place of one that it has, everywhere or once.',
    example: ['SUBSTITUTE("1-2-3", "-", ".")', '1.2.3'],
    gives: 'text',
    run: ([value, sought, by, occurrence]) => {
      const [whole, old, fresh] = [value as string, sought as string, by as string];
      if (old === '') return whole;
      const parts = whole.split(old);
      if (occurrence === undefined)
        return whole.length + (parts.length - 1) * (fresh.length - old.length) > maxTextLength
          ? failure('too_long')
          : parts.join(fresh);
      const n = at(occurrence, 0);
      if (n < 1) return failure('out_of_range');
      return n >= parts.length ? whole : bounded(parts.slice(0, n).join(old) + fresh + parts.slice(n).join(old));
    },
  },
  FIND: find('The place of a text in another, 0 where it is not; capitals count.', (value) => value, decimals.zero, [
    'FIND("s", "Tessera")',
    '3',
  ]),
  SEARCH: find(
    'The place of a text in another, blank where it is not; capitals do not count.',
    (value) => value.toLowerCase(),
    null,
    ['SEARCH("ESS", "Tessera")', '2'],
  ),
  EXACT: {
    group: 'text',
    parameters: [text, parameter('other', 'text')],
    says: 'Whether two texts are the same, capitals included.',
    example: ['EXACT("a", "A")', 'false'],
    gives: 'boolean',
    run: ([a, b]) => a === b,
  },
  TEXT: one('The value as a text.', ['TEXT(1.50)', '1.5'], (value) => value),
  REGEX_MATCH: withPattern(
    'Whether a part of the text is like a pattern.',
    'boolean',
    [],
    ['REGEX_MATCH("AB-12", "[0-9]+")', 'true'],
    (value, pattern) => pattern.matcher(value).find(),
  ),
  REGEX_EXTRACT: withPattern(
    'The first part that is like a pattern, or its first group.',
    'text',
    [],
    ['REGEX_EXTRACT("AB-12", "[0-9]+")', '12'],
    (value, pattern) => {
      const matcher = pattern.matcher(value);
      if (!matcher.find()) return null;
      return (matcher.groupCount() > 0 ? matcher.group(1) : matcher.group()) ?? null;
    },
  ),
  REGEX_REPLACE: withPattern(
    'The text with every part that is like a pattern replaced; $1 is its first group.',
    'text',
    [parameter('by', 'text')],
    ['REGEX_REPLACE("a1b22", "[0-9]+", "#")', 'a#b#'],
    (value, pattern, values) => {
      const by = values[2] as string;
      // A replacement for each character and both ends would be the longest.
      if (by.length * (value.length + 1) > maxTextLength * 10) return failure('too_long');
      return bounded(pattern.matcher(value).replaceAll(by));
    },
  ),
  ENCODE_URL_COMPONENT: {
    group: 'text',
    parameters: [text],
    says: 'The text as it stands in an address of the web.',
    example: ['ENCODE_URL_COMPONENT("a b&c")', 'a%20b%26c'],
    gives: 'text',
    run: ([value]) => bounded(encodeURIComponent((value as string).toWellFormed())),
  },
};
