import { bounded } from './bounded.ts';
import type { StorageKind } from './kinds/names.ts';

/**
 * A cell as services hold it in memory. What each storage kind carries: text: string · decimal: canonical decimal
 * string ("12.5", no exponent, no trailing zeros) · boolean · date: "YYYY-MM-DD" · instant: ms since the epoch ·
 * option, user: the id · options, users, links: ids in order · parts: an object of its parts · files: each as a text, in
 * order. Empty is null (never "" or []).
 */
export type Cell = string | number | boolean | readonly string[] | PartsCell;

/** A part of a structured value: how it is stored. No part is structured itself. */
export type PartSpec = {
  readonly kind: Exclude<StorageKind, 'parts'>;
  readonly scale?: number;
  readonly searchable?: boolean;
};
/** The parts of a structured value by their names, which are of letters and digits and begin with two letters. */
export type PartSpecs = Readonly<Record<string, PartSpec>>;
/**
 * A structured value: its parts that are not empty, one at least. Parts that its column does not name are those of a
 * later release: they are kept as they are, and told to nobody.
 */
export type PartsCell = { readonly [part: string]: string | number | boolean | readonly string[] };

/**
 * The part that is told for the whole value: a text as the JSON that it is, a list as a list. What stands beside it is
 * made from it, for queries; it is in no column of its own.
 */
export const wholePart = 'whole';

const partColumnName = /^(c\d{1,9}_\d{1,9})_([a-z]{2}[A-Za-z0-9]{0,30})$/;

/** The column of a part: queries name it like any other column. */
export const partColumn = (column: string, part: string): string => `${column}_${part}`;

const partColumns = bounded<string, { readonly column: string; readonly part: string } | null>(10_000);
/** The structured column that a column is a part of, and which; null of any other. */
export const partOf = (column: string): { readonly column: string; readonly part: string } | null => {
  const known = partColumns.get(column);
  if (known !== undefined) return known;
  const found = partColumnName.exec(column);
  return partColumns.set(column, found === null ? null : { column: found[1]!, part: found[2]! });
};

const fieldColumn = /^c(\d{1,9})_(\d{1,9})$/;
const failureColumns = bounded<string, string>(10_000);
/**
 * The column beside a computed one that holds why a value could not be computed, a code; the value is empty then. It has
 * the generation after its own, which is given to nothing else.
 */
export const failureColumn = (column: string): string => {
  const known = failureColumns.get(column);
  if (known !== undefined) return known;
  const found = fieldColumn.exec(column);
  if (found === null) throw new Error(`no field has the column ${column}`);
  return failureColumns.set(column, `c${found[1]}_${Number(found[2]) + 1}`);
};

/** The columns of a structured one, one a part that queries ask for; none of any other. */
export const partColumnsOf = ({ column, parts = {} }: ColumnSpec): readonly ColumnSpec[] =>
  Object.entries(parts).flatMap(([part, spec]) =>
    part === wholePart ? [] : [{ column: partColumn(column, part), ...spec }],
  );

export const isParts = (cell: Cell | null | undefined): cell is PartsCell =>
  typeof cell === 'object' && cell !== null && !Array.isArray(cell);

/** The ids of a cell of one or of a list. */
export const idsIn = (cell: Cell): readonly string[] =>
  typeof cell !== 'object' ? [cell as string] : isParts(cell) ? [] : cell;

/** A new value with the parts of the present one that this release does not know. */
export const keepOthers = (present: Cell | null | undefined, next: Cell | null, parts: PartSpecs): Cell | null => {
  if (!isParts(present) || !isParts(next)) return next;
  const others = Object.entries(present).filter(([part]) => !Object.hasOwn(parts, part) && !Object.hasOwn(next, part));
  return others.length === 0 ? next : { ...next, ...Object.fromEntries(others) };
};

/** One column of a record table: a field and its generation. */
export type ColumnSpec = {
  /** Unique in the table and safe in SQL: `c<number>_<generation>`. */
  readonly column: string;
  readonly kind: StorageKind;
  /** Decimal places kept, 0 to 15; only for decimal. Values are stored as int64 scaled by it. */
  readonly scale?: number;
  /** Only for parts: what they are. */
  readonly parts?: PartSpecs;
  /** Only for links: the table whose records they name. Its edges are read from both ends. */
  readonly links?: string;
  /** Whether contains-search covers it. */
  readonly searchable?: boolean;
};

/**
 * A change of the links of one record. `order` is the whole order after it; empty where that is the order before without
 * `removed`, then `added`.
 */
export type LinkChange = {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly order: readonly string[];
};

/** The links after a change: every store and the in-memory evaluator put them together alike. */
export const changeLinks = (before: readonly string[], { added, removed, order }: LinkChange): readonly string[] => {
  if (order.length > 0) return order;
  const gone = new Set([...removed, ...added]);
  return [...before.filter((id) => !gone.has(id)), ...added];
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
  /** Its place in the order of creation, where a reading asked for it. */
  readonly place?: number;
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

/** The id of a record, for filters of the service's own that name records (kind user, as it compares by its bytes). */
export const recordIdColumn = '_id';

/**
 * Taken out before a text is decomposed as well: what decomposes brings its marks into their order, which takes the
 * square of the length of a run of them. They decompose to marks only, so the outcome is the same.
 */
const marks = /\p{M}+/gu;

/**
 * The folded key by which text is compared, searched, claimed and sorted everywhere (docs/events.md 20):
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

/** Whether two cells say the same; an untouched one is empty. */
export const sameCell = (a: Cell | null | undefined, b: Cell | null | undefined): boolean => {
  if (a === b || ((a === null || a === undefined) && (b === null || b === undefined))) return true;
  if (isParts(a) && isParts(b)) {
    const names = Object.keys(a);
    return names.length === Object.keys(b).length && names.every((name) => sameCell(a[name], b[name]));
  }
  if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
};
