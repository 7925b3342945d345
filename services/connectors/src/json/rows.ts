import { toCanonical } from '@tessera/kernel/decimal';
import { FileError, maxColumns, readText } from '../csv/reader.ts';
import type { Encoding } from '../csv/encoding.ts';
import type { SheetNotes } from '../xlsx/sheet.ts';

/** Characters of one record, or of a whole file that holds its records deeper. */
const longest = 8 << 20;
/** Objects within a record become columns of their own down to here; deeper ones stay as they are written. */
const deepest = 6;
const rowsAtOnce = 500;

/** A number keeps its writing: a program would round those of more than 15 digits. */
type Written = { readonly rawJSON: string };
type Parser = {
  parse(
    text: string,
    reviver: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
  ): unknown;
  rawJSON(text: string): Written;
  isRawJSON(value: unknown): value is Written;
};
const json = JSON as unknown as Parser;

type Item = Readonly<Record<string, unknown>> | readonly unknown[];

const broken = (row: number): FileError =>
  new FileError('json_broken', `The JSON of this file ends or breaks near record ${row}.`, row);
const noList = (): FileError =>
  new FileError('json_shape', 'This file holds no list of records. Import JSON that is a list of objects.');

const parse = (text: string, row: number): unknown => {
  try {
    return json.parse(text, (_, value, { source }) =>
      typeof value === 'number' && source !== undefined ? json.rawJSON(source) : value,
    );
  } catch {
    throw broken(row);
  }
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !json.isRawJSON(value);
const isItem = (value: unknown): value is Item => isObject(value) || Array.isArray(value);

/**
 * The values of a file, one after the other: those of its list, or one for each line. Each character is looked at once.
 * Throws FileError.
 */
const valuesIn = async function* (
  pieces: AsyncIterable<string>,
): AsyncGenerator<{ readonly value: unknown; readonly listed: boolean }> {
  let rest = '';
  let at = 0;
  let start = -1;
  let depth = 0;
  let inText = false;
  let escaped = false;
  let listed: boolean | undefined;
  let ended = false;
  /** Between values of a list: whether a comma must come before the next. */
  let needsComma = false;
  let count = 0;
  for await (const piece of pieces) {
    rest += piece;
    for (; at < rest.length; at++) {
      const code = rest.charCodeAt(at);
      if (inText) {
        if (escaped) escaped = false;
        else if (code === 92) escaped = true;
        else if (code === 34) inText = false;
        continue;
      }
      if (code === 32 || (code >= 9 && code <= 13)) continue;
      if (ended) throw broken(count);
      if (listed === undefined) {
        listed = code === 91;
        if (listed) continue;
      }
      if (start < 0) {
        if (listed && code === 93 && !(needsComma && count === 0)) {
          ended = true;
          continue;
        }
        if (listed && needsComma) {
          if (code !== 44) throw broken(count);
          needsComma = false;
          continue;
        }
        // Values without braces are no records.
        if (code !== 123 && code !== 91) throw count === 0 && code !== 44 ? noList() : broken(count + 1);
        start = at;
      }
      if (code === 34) inText = true;
      else if (code === 123 || code === 91) depth++;
      else if (code === 125 || code === 93) {
        depth--;
        if (depth > 0) continue;
        yield { value: parse(rest.slice(start, at + 1), ++count), listed };
        start = -1;
        needsComma = listed;
      }
    }
    const from = start < 0 ? rest.length : start;
    rest = rest.slice(from);
    at -= from;
    if (start >= 0) start = 0;
    if (rest.length > longest)
      throw new FileError(
        'json_too_large',
        `A record near number ${count + 1} has more than ${longest >> 20} million characters. Put the records into a list of their own.`,
        count + 1,
      );
  }
  if (start >= 0 || (listed && !ended)) throw broken(count + 1);
};

/** The records: of a list, of lines, or of the first list that a single object holds. */
const itemsIn = async function* (path: string, encoding: Encoding): AsyncGenerator<Item> {
  /** An object that stands first and in no list: it may hold the list. */
  let alone: Readonly<Record<string, unknown>> | undefined;
  let count = 0;
  for await (const { value, listed } of valuesIn(readText(path, encoding))) {
    if (!isItem(value)) throw noList();
    if (++count === 1 && !listed && isObject(value)) {
      alone = value;
      continue;
    }
    if (alone !== undefined) yield alone;
    alone = undefined;
    yield value;
  }
  if (alone === undefined) return;
  const lists = Object.values(alone).filter((one): one is readonly unknown[] => Array.isArray(one));
  const list = lists.find((one) => one.length > 0 && one.every(isItem));
  if (list === undefined) yield alone;
  else yield* list as readonly Item[];
};

/** Between the names of a path, which may hold points themselves. */
const step = '\0';

/** Calls `take` with each value of a record and the path of its column, through the objects within. */
const flatten = (
  item: Readonly<Record<string, unknown>>,
  take: (path: string, value: unknown) => void,
  before = '',
  depth = 1,
): void => {
  for (const [key, value] of Object.entries(item)) {
    const path = depth === 1 ? key : `${before}${step}${key}`;
    if (isObject(value) && depth < deepest && Object.keys(value).length > 0) flatten(value, take, path, depth + 1);
    else take(path, value);
  }
};

/** The text of a value: as it is, of several in one with semicolons, and else as it is written in JSON. */
const textOf = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return String(value);
  if (json.isRawJSON(value)) return toCanonical(value.rawJSON) ?? value.rawJSON;
  if (Array.isArray(value)) {
    const texts = value.map((one) => (isItem(one) ? undefined : textOf(one)));
    if (texts.every((text) => text !== undefined && text.trim() !== '' && !/[;\n]/.test(text))) return texts.join('; ');
  }
  return JSON.stringify(value);
};

const tooMany = (row: number, columns: number): FileError =>
  new FileError('too_many_columns', `A table has at most ${maxColumns} columns; row ${row} has ${columns}.`, row);

/**
 * The rows of a JSON file in groups: of objects first a row of all their names, in the order in which the file first
 * says them; lists are rows as they are. Throws FileError.
 */
export const jsonRows = async function* (
  path: string,
  encoding: Encoding,
  notes?: SheetNotes,
): AsyncGenerator<readonly string[][]> {
  const places = new Map<string, number>();
  let [objects, lists] = [0, 0];
  for await (const item of itemsIn(path, encoding)) {
    if (isObject(item)) {
      objects++;
      flatten(item, (name) => {
        if (!places.has(name)) places.set(name, places.size);
      });
      if (places.size > maxColumns) throw tooMany(objects, places.size);
    } else lists++;
  }
  if (objects > 0 && lists > 0) throw noList();
  let rows: string[][] = objects > 0 ? [[...places.keys()].map((name) => name.split(step).join('.'))] : [];
  let row = 0;
  for await (const item of itemsIn(path, encoding)) {
    row++;
    const cells: string[] = [];
    const take = (place: number, value: unknown): void => {
      while (cells.length < place) cells.push('');
      cells[place] = textOf(value);
      if (!notes || !json.isRawJSON(value)) return;
      const kinds = (notes.formats[place] ??= new Map());
      kinds.set('number', (kinds.get('number') ?? 0) + 1);
    };
    if (isObject(item)) flatten(item, (name, value) => take(places.get(name)!, value));
    else {
      if (item.length > maxColumns) throw tooMany(row, item.length);
      item.forEach((value, place) => take(place, value));
    }
    rows.push(cells);
    if (rows.length < rowsAtOnce) continue;
    yield rows;
    rows = [];
  }
  if (rows.length > 0) yield rows;
};
