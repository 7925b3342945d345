import { searchWords } from '@tessera/document-store';
import {
  addDays,
  dayFirstOf,
  instantOf,
  numberShape,
  type Period,
  periodOf,
  startOfDay,
  type FieldType,
} from '@tessera/fields';
import { fold, holds, isMoment, type Operand, type PageQuery, type Predicate } from '@tessera/kernel';
import { operandOf, type SchemaField } from '../definitions/schema.ts';

/** Whose words they are: how their organization writes dates, and who its people are. */
type Reader = {
  readonly people: readonly { readonly id: string; readonly name: string }[];
  readonly language: string;
  readonly timezone: string;
  /** The civil date of now, YYYY-MM-DD. */
  readonly today: string;
};

/** Conditions of one search at most: what a word may mean beyond them is left out. */
const mostConditions = 300;
/** Words that may be one date or one number together: "14 de nov. de 2026, 2:30 p. m.". */
const longestPhrase = 8;
const mostIds = 200;

const dayPredicate = (left: Operand, { first, last, time }: Period, timezone: string): Predicate | undefined => {
  if (!isMoment(left.storage))
    return time !== undefined
      ? undefined
      : {
          op: 'and',
          items: [
            { op: 'ge', left, value: first },
            { op: 'le', left, value: last },
          ],
        };
  // A moment is shown by its minute.
  const from = time === undefined ? startOfDay(first, timezone) : instantOf(first, time, timezone);
  const to = time === undefined ? startOfDay(addDays(last, 1), timezone) : from + (time % 60_000 === 0 ? 60_000 : 1000);
  return {
    op: 'and',
    items: [
      { op: 'ge', left, value: from },
      { op: 'lt', left, value: to },
    ],
  };
};

/** Beyond it a whole number stands for itself alone. */
const mostWhole = 1_000_000_000_000;

/** A number, and where it was written whole, what is shown with more places after it: 2,237 finds 2,237.50. */
const numberPredicate = (left: Operand, value: string, text: string): Predicate => {
  const whole = Number(value);
  if ((left.scale ?? 0) === 0 || /[.,]\d{1,2}$|\D$/.test(text) || value.includes('.') || Math.abs(whole) > mostWhole)
    return { op: 'eq', left, value };
  const items: Predicate[] = [];
  if (whole >= 0) items.push({ op: 'ge', left, value }, { op: 'lt', left, value: String(whole + 1) });
  else items.push({ op: 'gt', left, value: String(whole - 1) }, { op: 'le', left, value });
  return { op: 'and', items };
};

/** The numbers that a text may be, whichever sign its decimals have; a percent sign belongs to those types alone that take one. */
const numbersOf = (text: string, { beside }: FieldType): readonly string[] => {
  const shape = numberShape(text);
  if (shape === undefined || (shape.percent && !beside?.percent)) return [];
  return [...new Set([shape.dot, shape.comma])].filter((number) => number !== undefined);
};

/** What a phrase means in a field beside its letters; nothing in most. */
const inField = (field: SchemaField, phrase: readonly string[], reader: Reader): readonly Predicate[] => {
  const left = operandOf(field);
  const text = phrase.join(' ');
  switch (holds(field.kind)) {
    case 'choice': {
      if (phrase.length > 1) return [];
      const options = (field.state.props.options ?? []).filter(({ label }) => fold(label).includes(text));
      return options.length === 0
        ? []
        : [{ op: 'hasAny', left, values: options.slice(0, mostIds).map(({ id }) => id) }];
    }
    case 'person': {
      if (phrase.length > 1) return [];
      const people = reader.people.filter(({ name }) => fold(name).includes(text));
      return people.length === 0 ? [] : [{ op: 'hasAny', left, values: people.slice(0, mostIds).map(({ id }) => id) }];
    }
    case 'number':
      return numbersOf(text, field.type).map((value) => numberPredicate(left, value, text));
    case 'day':
    case 'moment': {
      const period = periodOf(phrase, dayFirstOf(reader.language), reader.today);
      const meant = period && dayPredicate(left, period, reader.timezone);
      return meant === undefined ? [] : [meant];
    }
    case 'text': {
      // What is written with signs that its cells do not have: "529.982.247-25".
      const bare = field.type.bare?.(text) ?? '';
      return bare === '' || fold(bare) === text ? [] : [{ op: 'contains', left, value: bare }];
    }
    default:
      return [];
  }
};

/**
 * What the words of a search mean beside their letters, in the fields that the reader sees: options by label, people by
 * name, numbers, days, months, years and moments as they are shown. Words side by side may mean one thing together ("Nov 14").
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
