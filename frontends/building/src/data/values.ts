import { labelsOf } from './links.ts';
import {
  isDated,
  isMoment,
  isNumber,
  kinds,
  quoteName,
  FieldError,
  type FieldProps,
  type FieldType,
  isWritten,
  typeOfField,
  type ReadContext,
  type ShowContext,
  toCanonical,
} from '@tessera/fields';
import { type Field, i18n } from '@tessera/kit';
import { isCut, type NotCut } from './cut-text.ts';

/** How one person reads and writes values: locale, zone, currency and the directory of people. */
export type Habits = { readonly show: ShowContext; readonly read: ReadContext };

/** A value of the wire as the field logic takes it. */
export type Cell = Exclude<ReturnType<FieldType['fromJson']>, null>;

/**
 * A JSON value of the API as a cell, by storage; null when it is empty or of another kind than the field (a conversion
 * may be under way).
 */
export const cellOf = (type: FieldType, value: unknown): Cell | null => kinds[type.storage].read(value, type.parts);

/** Why a computed value is none, a code of the server; undefined for values. */
export const failureOf = (value: unknown): string | undefined =>
  typeof value === 'object' && value !== null && 'error' in value && typeof value.error === 'string'
    ? value.error
    : undefined;

/** The same as a person reads it in a cell. */
const failureText = (code: string): string => {
  const t = i18n.getFixedT(i18n.resolvedLanguage ?? 'en');
  const key = `building:failures.${code}`;
  return i18n.exists(key) ? t(key) : t('building:failures.error');
};

const byRecord = new WeakMap<object, Map<string, string>>();

/** A time that goes on is told anew each time. */
const elapsedNow = (type: FieldType, { props }: Field, value: unknown, show: ShowContext): string => {
  const cell = cellOf(type, value);
  return cell === null ? '' : type.toText(cell, props, { ...show, now: Date.now() });
};

/**
 * The text of a whole value; kept with the record's `fields`, because scrolling shows the same values again and again.
 * Throws for a cut text, which is only ever shown.
 */
export const textOf = <V>(field: Field, value: NotCut<V>, show: ShowContext, holder?: object): string => {
  if (value === undefined || value === null) return '';
  if (isCut(value)) throw new TypeError('A cut text is not the value of its cell');
  const failure = failureOf(value);
  if (failure !== undefined) return failureText(failure);
  const going = typeOfField(field);
  if (going?.countsBack) return elapsedNow(going, field, value, show);
  const key = `${field.id}\n${show.locale}\n${show.timezone}`;
  const kept = holder && byRecord.get(holder);
  const known = kept?.get(key);
  if (known !== undefined) return known;
  const type = typeOfField(field);
  // As they are read again: a name with a comma stands between quotes.
  if (type?.links !== undefined) return typeof value === 'string' ? value : labelsOf(value).map(quoteName).join(', ');
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
 * How a cell reads on screen: a cut text as it begins, dates without a format of their own as the locale writes them; copied and typed they stay
 * in figures.
 */
export const displayText = (field: Field, value: unknown, show: ShowContext, holder?: object): string => {
  if (isCut(value)) return `${value.start}…`;
  const type = typeOfField(field);
  if (type?.links !== undefined) return labelsOf(value).join(', ');
  const timed = isMoment(type?.storage);
  if (type?.shown !== undefined) {
    const cell = cellOf(type, value);
    return cell === null ? '' : type.shown(cell, field.props, show);
  }
  if (!isDated(type?.storage) || type?.countsBack || field.props.date_format !== undefined || typeof value !== 'string')
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

/**
 * What an editor starts with: numbers plain, so that they can be typed on; everything else as it is shown. Throws for a
 * cut text.
 */
export const editText = <V>(field: Field, value: NotCut<V>, habits: Habits): string => {
  const type = typeOfField(field);
  if (!type) return '';
  // A duration is typed on as it is shown.
  if (isNumber(type.storage) && type.family === 'number') {
    const cell = cellOf(type, value);
    return typeof cell === 'string' ? (habits.read.decimal === ',' ? cell.replace('.', ',') : cell) : '';
  }
  return textOf(field, value, habits.show);
};

export const lesses = ['rounded', 'zeros', 'untimed', 'joined'] as const;
export type Less = (typeof lesses)[number];

/** What a cell that was read from a text keeps no more of it. */
const lessOf = (type: FieldType, cell: Cell, text: string, props: FieldProps, read: ReadContext): Less | undefined => {
  if (isNumber(type.storage)) {
    if (type.exactly?.(text, props, read) !== cell) return 'rounded';
    return type.alters?.(text, props, read)?.code === 'number.leading_zeros' ? 'zeros' : undefined;
  }
  if (isDated(type.storage) && !isMoment(type.storage)) {
    const time = /\d[T ](\d{1,2}:\d{2}(?::\d{2})?)/.exec(text)?.[1];
    return time !== undefined && /[1-9]/.test(time) ? 'untimed' : undefined;
  }
  return type.anyText === 'line' && cell !== text.trim() ? 'joined' : undefined;
};

export type Read =
  | {
      readonly ok: true;
      readonly value: unknown;
      /** What of the text the value does not say: its last decimals, its zeros, its time, its lines. */
      readonly less?: Less;
    }
  | {
      readonly ok: false;
      readonly code: string;
      readonly message: string;
      readonly params: Readonly<Record<string, unknown>>;
    };

/**
 * What a person typed or pasted as the JSON of the API; null empties the cell. A time that the clocks skip is refused: it
 * would be another one without a word.
 */
export const readText = (field: Field, text: string, read: ReadContext): Read => {
  const type = typeOfField(field);
  if (!type || !isWritten(type))
    return { ok: false, code: 'field.read_only', message: 'This field is set by the system', params: {} };
  // Which records are called so is known to the server.
  if (type.links !== undefined) return { ok: true, value: text.trim() === '' ? null : text.trim() };
  try {
    const cell = type.fromText(text, field.props, read);
    const altered = isMoment(type.storage) && cell !== null ? type.alters?.(text, field.props, read) : undefined;
    if (altered?.code === 'dateTime.skipped_hour')
      return { ok: false, code: altered.code, message: altered.message, params: {} };
    if (cell === null || cell === '') return { ok: true, value: null };
    const less = lessOf(type, cell, text, field.props, read);
    return { ok: true, value: type.toJson(cell, field.props), ...(less !== undefined && { less }) };
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

/** What an entry of a list says beside its id, as far as people change it. */
const told = ['name', 'checked', 'started_at', 'finished_at'] as const;
type Entry = { readonly [Name in 'id' | 'label' | (typeof told)[number]]?: unknown };

/** Entries of lists: ids, lines that are ticked, laps, or files, which say the same where their ids and names do. */
const sameEntry = (a: unknown, b: unknown): boolean => {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const [one, other]: readonly [Entry, Entry] = [a, b];
  if (one.checked !== undefined && one.label !== other.label) return false;
  return one.id === other.id && told.every((name) => one[name] === other[name]);
};

/** Values with parts, whose names come in one order. */
const sameObject = (a: unknown, b: unknown): boolean =>
  typeof a === 'object' && typeof b === 'object' && !isCut(a) && !isCut(b) && JSON.stringify(a) === JSON.stringify(b);

/** Whether two values of the wire are the same; decimals by value, lists by order. A cut text may be any text. */
export const sameValue = (a: unknown, b: unknown): boolean => {
  if (isEmpty(a) && isEmpty(b)) return true;
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((one, i) => sameEntry(one, b[i]));
  if (sameObject(a, b)) return true;
  // Only decimals come as numbers, and the long ones of them as texts.
  if ((typeof a === 'number' && isScalar(b)) || (typeof b === 'number' && isScalar(a)))
    return toCanonical(String(a)) === toCanonical(String(b));
  return a === b;
};

export const isReadOnly = (field: Field): boolean => {
  const type = typeOfField(field);
  // The other side of a link says whether it is written there.
  return (
    field.readOnly === true ||
    type === undefined ||
    !isWritten(type) ||
    (field.props as { readonly writable?: boolean }).writable === false
  );
};
