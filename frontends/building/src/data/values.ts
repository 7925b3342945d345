import {
  FieldError,
  type FieldType,
  fieldType,
  type ReadContext,
  type ShowContext,
  toCanonical,
} from '@tessera/fields';
import type { Field } from '@tessera/kit';

/** How one person reads and writes values: locale, zone, currency and the directory of people. */
export type Habits = { readonly show: ShowContext; readonly read: ReadContext };

/** A value of the wire as the field logic takes it. */
export type Cell = Exclude<ReturnType<FieldType['fromJson']>, null>;

/**
 * A JSON value of the API as a cell, by storage; null when it is empty or of another kind than the field (a conversion
 * may be under way).
 */
export const cellOf = (type: FieldType, value: unknown): Cell | null => {
  if (value === undefined || value === null || value === '') return null;
  switch (type.storage) {
    case 'text':
    case 'date':
    case 'option':
    case 'user':
      return typeof value === 'string' ? value : null;
    case 'decimal':
      return typeof value === 'number' || typeof value === 'string' ? (toCanonical(String(value)) ?? null) : null;
    case 'boolean':
      return typeof value === 'boolean' ? value : null;
    case 'instant': {
      const at = typeof value === 'number' ? value : typeof value === 'string' ? Date.parse(value) : Number.NaN;
      return Number.isFinite(at) ? at : null;
    }
    default:
      return Array.isArray(value) && value.length > 0
        ? value.filter((one): one is string => typeof one === 'string')
        : null;
  }
};

const byRecord = new WeakMap<object, Map<string, string>>();

/** The text of a value; kept with the record's `fields`, because scrolling shows the same values again and again. */
export const textOf = (field: Field, value: unknown, show: ShowContext, holder?: object): string => {
  if (value === undefined || value === null) return '';
  const key = `${field.id}\n${show.locale}\n${show.timezone}`;
  const kept = holder && byRecord.get(holder);
  const known = kept?.get(key);
  if (known !== undefined) return known;
  const type = fieldType(field.type);
  const cell = type ? cellOf(type, value) : null;
  const text = type && cell !== null ? type.toText(cell, field.props, show) : '';
  return keep(holder, kept, key, text);
};

const keep = (holder: object | undefined, kept: Map<string, string> | undefined, key: string, text: string): string => {
  if (holder) {
    if (!kept) {
      kept = new Map();
      byRecord.set(holder, kept);
    }
    kept.set(key, text);
  }
  return text;
};

const dates = new Map<string, Intl.DateTimeFormat>();

const dateFormat = (locale: string, timeZone: string, timed: boolean): Intl.DateTimeFormat => {
  const key = `${locale}\n${timeZone}\n${timed}`;
  const known = dates.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat(locale, {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    timeZone,
    ...(timed ? { hour: 'numeric', minute: '2-digit' } : {}),
  });
  dates.set(key, made);
  return made;
};

/**
 * How a cell reads on screen: dates without a format of their own as the locale writes them; copied and typed they stay
 * in figures.
 */
export const displayText = (field: Field, value: unknown, show: ShowContext, holder?: object): string => {
  const type = fieldType(field.type);
  const timed = type?.storage === 'instant';
  if ((!timed && type?.storage !== 'date') || field.props.date_format !== undefined || typeof value !== 'string')
    return textOf(field, value, show, holder);
  const key = `shown\n${field.id}\n${show.locale}\n${show.timezone}`;
  const kept = holder && byRecord.get(holder);
  const known = kept?.get(key);
  if (known !== undefined) return known;
  const at = Date.parse(timed ? value : `${value}T00:00:00Z`);
  return keep(
    holder,
    kept,
    key,
    Number.isFinite(at) ? dateFormat(show.locale, timed ? show.timezone : 'UTC', timed).format(at) : '',
  );
};

/** What an editor starts with: numbers plain, so that they can be typed on; everything else as it is shown. */
export const editText = (field: Field, value: unknown, habits: Habits): string => {
  const type = fieldType(field.type);
  if (!type) return '';
  if (type.storage === 'decimal') {
    const cell = cellOf(type, value);
    return typeof cell === 'string' ? (habits.read.decimal === ',' ? cell.replace('.', ',') : cell) : '';
  }
  return textOf(field, value, habits.show);
};

export type Read =
  | { readonly ok: true; readonly value: unknown }
  | {
      readonly ok: false;
      readonly code: string;
      readonly message: string;
      readonly params: Readonly<Record<string, unknown>>;
    };

/** What a person typed or pasted as the JSON of the API; null empties the cell. */
export const readText = (field: Field, text: string, read: ReadContext): Read => {
  const type = fieldType(field.type);
  if (!type || type.system !== undefined)
    return { ok: false, code: 'field.read_only', message: 'This field is set by the system', params: {} };
  try {
    const cell = type.fromText(text, field.props, read);
    return { ok: true, value: cell === null || cell === '' ? null : type.toJson(cell, field.props) };
  } catch (error) {
    if (error instanceof FieldError || (error instanceof Error && error.name === 'FieldError')) {
      const { code, message, params } = error as FieldError;
      return { ok: false, code, message, params };
    }
    throw error;
  }
};

export const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

const isScalar = (value: unknown): boolean => typeof value === 'number' || typeof value === 'string';

/** Whether two values of the wire are the same; decimals by value, lists by order. */
export const sameValue = (a: unknown, b: unknown): boolean => {
  if (isEmpty(a) && isEmpty(b)) return true;
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((one, i) => one === b[i]);
  // Only decimals come as numbers, and the long ones of them as texts.
  if ((typeof a === 'number' && isScalar(b)) || (typeof b === 'number' && isScalar(a)))
    return toCanonical(String(a)) === toCanonical(String(b));
  return a === b;
};

export const isReadOnly = (field: Field): boolean =>
  fieldType(field.type)?.editor === 'none' || fieldType(field.type) === undefined;

export type EditorKind = FieldType['editor'];
export type DisplayKind = FieldType['display'];
export const editorOf = (field: Field): EditorKind => fieldType(field.type)?.editor ?? 'none';
export const displayOf = (field: Field): DisplayKind => fieldType(field.type)?.display ?? 'text';
