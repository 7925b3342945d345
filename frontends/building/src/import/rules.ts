import type { ImportField } from './import.resource.ts';

export const maxLabel = 45;
export const manyColumns = 100;

/** Types that a column of a file may become, in the order in which they are offered. */
export const importTypes = [
  'singleLineText',
  'text',
  'number',
  'percent',
  'currency',
  'select',
  'multipleSelect',
  'date',
  'dateTime',
  'checkbox',
  'link',
  'phone',
  'email',
  'user',
] as const;

/** Why an import cannot start yet (building 5), as a key of the catalogue; null when it can. */
export const blocker = (
  label: string,
  fields: readonly ImportField[],
): 'labelNeeded' | 'labelLong' | 'fieldNeeded' | 'nameNeeded' | 'nameTwice' | null => {
  if (label.trim() === '') return 'labelNeeded';
  if (label.trim().length > maxLabel) return 'labelLong';
  const live = fields.filter((field) => !field.deleted);
  if (live.length === 0) return 'fieldNeeded';
  if (live.some((field) => field.name.trim() === '')) return 'nameNeeded';
  return twice(live).size > 0 ? 'nameTwice' : null;
};

const fold = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim();

/** Keys of the columns whose name another column has as well. */
export const twice = (fields: readonly ImportField[]): ReadonlySet<string> => {
  const byName = Map.groupBy(
    fields.filter((field) => !field.deleted),
    (field) => fold(field.name),
  );
  return new Set(
    [...byName.values()].filter((group) => group.length > 1).flatMap((group) => group.map((field) => field.key)),
  );
};

/** The part of a column's values that fit, from 0 to 1; a column without values fits. */
export const share = ({ fit }: ImportField): number =>
  fit.total === fit.empty ? 1 : fit.matched / (fit.total - fit.empty);

/** How a column may be read, as choices that differ for its values. */
export const readings = (type: string): 'date' | 'number' | null =>
  type === 'date' || type === 'dateTime'
    ? 'date'
    : type === 'number' || type === 'currency' || type === 'percent'
      ? 'number'
      : null;

/** A, B, ... Z, AA: how a spreadsheet names the column of a key (`c0`). */
export const letterOf = (key: string): string => {
  let letters = '';
  for (let n = Number(key.slice(1)) + 1; n > 0; n = Math.floor((n - 1) / 26))
    letters = String.fromCharCode(65 + ((n - 1) % 26)) + letters;
  return letters;
};

/** Reasons why a value does not fit that the catalogues have words for. */
export const knownReasons: ReadonlySet<string> = new Set([
  'number_invalid',
  'number_percent',
  'number_currency',
  'number_too_large',
  'date_invalid',
  'date_no_such_day',
  'date_has_time',
  'date_other_order',
  'date_out_of_range',
  'checkbox_invalid',
  'link_invalid',
  'phone_invalid',
  'email_invalid',
  'user_unknown',
  'select_unknown',
  'select_option_too_long',
  'text_too_long',
]);
