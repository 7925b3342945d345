import type { ImportField, ImportLayout, Into, Limits, Proposal, ReadAs, UndoPreview } from './import.resource.ts';

export const maxLabel = 45;
export const manyColumns = 100;

/** Whether a file has more rows than an import takes, its row of totals aside. */
export const tooManyRows = ({ rows, totalsRow }: Pick<ImportLayout, 'rows' | 'totalsRow'>, limits: Limits | null) =>
  limits !== null && rows > limits.rows + (totalsRow === null ? 0 : 1);

/** The sheets that may be imported: those with rows. */
export const choosable = (sheets: Proposal['sheets']): Proposal['sheets'] => sheets.filter((sheet) => sheet.rows > 0);

/** The sheet to offer when one was imported: the next that is shown, from the first again at the end. */
export const nextSheet = (sheets: Proposal['sheets'], done: number | null): Proposal['sheets'][number] | undefined => {
  const others = choosable(sheets).filter((sheet) => sheet.index !== done);
  const shown = others.filter((sheet) => !sheet.hidden);
  const among = shown.length > 0 ? shown : others;
  return among.find((sheet) => sheet.index > (done ?? -1)) ?? among[0];
};

/** Whether a person should look at how a file was read before its columns: something of it is a guess, or too much. */
export const mustLook = (
  { layout, sheets }: Pick<Proposal, 'sheets'> & { readonly layout: ImportLayout },
  limits: Limits | null,
): boolean =>
  choosable(sheets).length > 1 ||
  layout.unsaid > 0 ||
  layout.tall > 0 ||
  layout.header === 'unsure' ||
  tooManyRows(layout, limits) ||
  layout.plainQuotes ||
  layout.totalsRow !== null ||
  layout.columns >= manyColumns;

/** Why an import cannot start yet, as a key of the catalogue; null when it can. */
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

/** Why an import into a table that is there cannot start yet, as a key of the catalogue; null when it can. */
export const intoBlocker = (
  { fields: known, unfilled, leftOut }: Pick<Into, 'fields' | 'unfilled' | 'leftOut'>,
  fields: readonly ImportField[],
  rows: number,
): 'fieldNeeded' | 'nameNeeded' | 'nameTwice' | 'requiredNeeded' | 'nothingLeft' | null => {
  if (fields.every((field) => field.deleted)) return 'fieldNeeded';
  if (fields.some((field) => field.newField && !field.deleted && field.name.trim() === '')) return 'nameNeeded';
  if (twiceInto(known, fields).size > 0) return 'nameTwice';
  if (unfilled.length > 0) return 'requiredNeeded';
  return leftOut >= rows ? 'nothingLeft' : null;
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

/** Keys of the columns that would become a field of a name that the table, or another of them, has as well. */
export const twiceInto = (known: Into['fields'], fields: readonly ImportField[]): ReadonlySet<string> => {
  const counts = new Map<string, number>();
  const added = fields.filter((field) => field.newField && !field.deleted);
  for (const { name } of [...known, ...added]) counts.set(fold(name), (counts.get(fold(name)) ?? 0) + 1);
  return new Set(added.flatMap(({ key, name }) => ((counts.get(fold(name)) ?? 0) > 1 ? key : [])));
};

/** Groups of labels that differ only in case, accents or the like, in the order of the options. */
export type Alike = readonly (readonly string[])[];

/** The options that look alike and may be meant as one. */
export const alike = (options: readonly { readonly label: string }[]): Alike =>
  [
    ...Map.groupBy(
      options.map((option) => option.label),
      fold,
    ).values(),
  ].filter((labels) => labels.length > 1);

/** The part of a column's values that fit, from 0 to 1; a column without values fits. */
export const share = ({ fit }: ImportField): number =>
  fit.total === fit.empty ? 1 : (fit.matched + fit.meantEmpty) / (fit.total - fit.empty);

const decides = { decimal: 'decimal', dayOrder: 'dayFirst', serial: 'serialDates' } as const;

/** Whether the values of a column can be read in two ways and what was said of it (`readAs`) does not say which. */
export const isOpen = ({ ambiguous }: Pick<ImportField, 'ambiguous'>, readAs: Partial<ReadAs> | undefined): boolean =>
  ambiguous !== null && readAs?.[decides[ambiguous.kind]] === undefined;

/**
 * What became of an import's records until its undo: how many records were added to its table, how many of its own were
 * edited. `mine`: all those that were added are of the person with this name.
 */
export const sinceImport = (
  conflicts: UndoPreview['conflicts'],
  me: string,
): { readonly added: number; readonly edited: number; readonly mine: boolean } => {
  // A record as a whole has no field: it came after the import.
  const born = conflicts.filter(({ fieldId }) => fieldId === '');
  const added = new Set(born.map(({ recordId }) => recordId));
  const edited = new Set(conflicts.map(({ recordId }) => recordId).filter((id) => !added.has(id)));
  return { added: added.size, edited: edited.size, mine: born.every(({ changedBy }) => changedBy === me) };
};

const odd: Readonly<Record<string, string>> = {
  big5: 'Big5',
  shift_jis: 'Shift_JIS',
  macintosh: 'Mac Roman',
  'x-mac-cyrillic': 'Mac Cyrillic',
};

/** How people call an encoding; the standard's own names are in small letters. */
export const encodingName = (encoding: string): string =>
  odd[encoding] ?? (encoding.startsWith('windows') ? encoding.replace('w', 'W') : encoding.toUpperCase());

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
  'number_leading_zeros',
  'number_plus',
  'dateTime_skipped_hour',
  'dateTime_fraction',
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
  'select_ambiguous',
  'select_option_too_long',
  'links_unknown',
  'links_ambiguous',
  'links_invalid',
  'text_too_long',
  'text_broken',
]);
