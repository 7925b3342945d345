import { searchWords } from '@tessera/document-store';
import { addDays, dayFirstOf, numberShape, periodOf, startOfDay, type FieldType } from '@tessera/fields';
import { fold, type Operand, type PageQuery, type Predicate } from '@tessera/kernel';
import { operandOf, type SchemaField } from '../definitions/schema.ts';
import type { KnownUser } from './context.ts';

/** Whose words they are: how their organization writes dates, and who its people are. */
type Reader = {
  readonly people: readonly KnownUser[];
  readonly language: string;
  readonly timezone: string;
  /** The civil date of now, YYYY-MM-DD. */
  readonly today: string;
};

/** Conditions of one search at most: what a word may mean beyond them is left out. */
const mostConditions = 300;
/** Words that may be one date or one number together: "14 de nov. de 2026". */
const longestPhrase = 5;
const mostIds = 200;

const dayPredicate = (left: Operand, first: string, last: string, timezone: string): Predicate => ({
  op: 'and',
  items:
    left.storage === 'date'
      ? [
          { op: 'ge', left, value: first },
          { op: 'le', left, value: last },
        ]
      : [
          { op: 'ge', left, value: startOfDay(first, timezone) },
          { op: 'lt', left, value: startOfDay(addDays(last, 1), timezone) },
        ],
});

/** The numbers that a text may be, whichever sign its decimals have; a percent sign belongs to percents alone. */
const numbersOf = (text: string, display: FieldType['display']): readonly string[] => {
  const shape = numberShape(text);
  if (shape === undefined || (shape.percent && display !== 'percent')) return [];
  return [...new Set([shape.dot, shape.comma])].filter((number) => number !== undefined);
};

/** What a phrase means in a field that holds no text; nothing in most. */
const inField = (field: SchemaField, phrase: readonly string[], reader: Reader): readonly Predicate[] => {
  const left = operandOf(field);
  const text = phrase.join(' ');
  switch (field.kind) {
    case 'option':
    case 'options': {
      if (phrase.length > 1) return [];
      const options = (field.state.props.options ?? []).filter(({ label }) => fold(label).includes(text));
      return options.length === 0
        ? []
        : [{ op: 'hasAny', left, values: options.slice(0, mostIds).map(({ id }) => id) }];
    }
    case 'user':
    case 'users': {
      if (phrase.length > 1) return [];
      const people = reader.people.filter(({ name }) => fold(name).includes(text));
      return people.length === 0 ? [] : [{ op: 'hasAny', left, values: people.slice(0, mostIds).map(({ id }) => id) }];
    }
    case 'decimal':
      return numbersOf(text, field.type.display).map((value) => ({ op: 'eq', left, value }));
    case 'date':
    case 'instant': {
      const period = periodOf(phrase, dayFirstOf(reader.language), reader.today);
      return period === undefined ? [] : [dayPredicate(left, period.first, period.last, reader.timezone)];
    }
    default:
      return [];
  }
};

/**
 * What the words of a search mean beside their letters, in the fields that the reader sees: options by label, people by
 * name, numbers, days, months and years as they are shown. Words side by side may mean one thing together ("Nov 14").
 */
export const meaningsOf = (
  fields: readonly SchemaField[],
  search: string,
  reader: Reader,
): NonNullable<NonNullable<PageQuery['search']>['also']> => {
  const known = new Set(searchWords(search));
  const words = fold(search).split(' ');
  const meant = new Map<string, Predicate[]>();
  let conditions = 0;
  for (let length = 1; length <= Math.min(longestPhrase, words.length); length++) {
    for (let from = 0; from + length <= words.length; from++) {
      const phrase = words.slice(from, from + length);
      for (const field of fields) {
        const found = inField(field, phrase, reader);
        for (const word of phrase) {
          conditions += 2 * found.length;
          if (found.length === 0 || conditions > mostConditions || !known.has(word)) continue;
          meant.set(word, [...(meant.get(word) ?? []), ...found]);
        }
      }
    }
  }
  return [...meant].map(([word, or]) => ({ word, or }));
};
