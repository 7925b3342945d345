/**
 * A cell as services hold it in memory. What each storage kind carries: text: string · decimal: canonical decimal
 * string ("12.5", no exponent, no trailing zeros) · boolean · date: "YYYY-MM-DD" · instant: ms since the epoch ·
 * option, user: the id · options, users: ids in order. Empty is null (never "" or []).
 */
export type Cell = string | number | boolean | readonly string[];

/** How a column is stored, compared and written to JSON; every store and the in-memory evaluator agree on them. */
export type StorageKind = 'text' | 'decimal' | 'boolean' | 'date' | 'instant' | 'option' | 'options' | 'user' | 'users';

/** Significant digits that a float of 64 bits always keeps: JSON numbers of more are rounded by most who read them. */
export const numberDigits = 15;

/** Whether a canonical decimal has more digits than a JSON number carries safely; zeros at its start do not count. */
export const isLongDecimal = (decimal: string): boolean => {
  if (decimal.length <= numberDigits) return false;
  let digits = 0;
  for (let i = 0; i < decimal.length; i++) {
    const code = decimal.charCodeAt(i);
    if (code > 48 || (code === 48 && digits > 0)) digits++;
  }
  return digits > numberDigits;
};

/** A canonical decimal as JSON text: a number as far as one is safe, else, and always with `asText`, a text. */
export const decimalJson = (decimal: string, asText = false): string =>
  asText || isLongDecimal(decimal) ? `"${decimal}"` : decimal;

/** The same as a JSON value, for answers that are built as objects. */
export const decimalValue = (decimal: string, asText = false): number | string =>
  asText || isLongDecimal(decimal) ? decimal : Number(decimal);

/** One column of a record table: a field and its generation. */
export type ColumnSpec = {
  /** Unique in the table and safe in SQL: `c<number>_<generation>`. */
  readonly column: string;
  readonly kind: StorageKind;
  /** Decimal places kept, 0 to 8; only for decimal. Values are stored as int64 scaled by it. */
  readonly scale?: number;
  /** Whether contains-search covers it. */
  readonly searchable?: boolean;
};

/** A record as the store holds it. */
export type Row = {
  readonly id: string;
  readonly version: number;
  readonly deleted: boolean;
  readonly createdAt: number;
  readonly createdBy: string;
  readonly updatedAt: number;
  readonly updatedBy: string;
  /** By column name; a missing key is an empty cell. */
  readonly cells: Readonly<Record<string, Cell | null>>;
  /**
   * What all texts and lists of the record weigh in bytes, former columns included, where a reading asked for it: of
   * each text its own size, or half of its folded key where that is more.
   */
  readonly bytes?: number;
};

/** Columns that every record table has, usable in queries beside a table's own: kinds instant, user, instant, user. */
export const systemColumns = {
  createdAt: '_created_at',
  createdBy: '_created_by',
  updatedAt: '_updated_at',
  updatedBy: '_updated_by',
} as const;

/**
 * The position of the commit that made a record: what was made before a moment is told by this and not by times, as
 * clocks go back. For filters of the service's own, as a number (kind instant); a row in memory does not carry it.
 */
export const createdPosition = '_created_position';

/**
 * Taken out before a text is decomposed as well: what decomposes brings its marks into their order, which takes the
 * square of the length of a run of them. They decompose to marks only, so the outcome is the same.
 */
const marks = /\p{M}+/gu;

/**
 * The folded key by which text is compared, searched, claimed and sorted everywhere (EVENTS.md 20):
 * compatibility-composed, without marks, in lower case, blanks collapsed. Two texts with equal keys are the same value
 * to a user.
 */
export const fold = (text: string): string => {
  let ascii = true;
  // Most cells are folded already: one pass over the codes is cheaper than the three that make a new text.
  let lower = true;
  let tidy = true;
  let blank = true;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code > 127) {
      ascii = false;
      break;
    }
    if (code === 32) {
      if (blank) tidy = false;
      blank = true;
    } else {
      if (code >= 9 && code <= 13) tidy = false;
      else if (code >= 65 && code <= 90) lower = false;
      blank = false;
    }
  }
  if (ascii && tidy && (!blank || text === '')) return lower ? text : text.toLowerCase();
  const plain = ascii ? text : text.replace(marks, '').normalize('NFKD').replace(marks, '');
  return plain.toLowerCase().replace(/\s+/g, ' ').trim();
};
