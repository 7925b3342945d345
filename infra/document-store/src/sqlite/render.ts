import { decimalJson, numberDigits } from '@tessera/kernel';
import type { Cell, Row, SelectedColumn } from '@tessera/kernel';
import { delimiter, fromDays, fromScaled, fromStored } from '../query/values.ts';
import type { Stored } from '../query/values.ts';

/** What every row statement selects before the columns asked for; `_row` last of them. */
export const systemSelect = '_id, _version, _created_at, _updated_at, _row';
export const rowSelect = '_id, _version, _created_at, _updated_at, _row, _deleted, _created_by, _updated_by';
/** Where `_row` stands in both. */
export const rowPlace = 4;

const simple = /^[\u0020\u0021\u0023-\u005b\u005d-\u007e\u00a0-\ud7ff]*$/;
const quoted = (text: string): string => (text.length < 200 && simple.test(text) ? `"${text}"` : JSON.stringify(text));

const two = Array.from({ length: 100 }, (_, i) => String(i).padStart(2, '0'));
const three = Array.from({ length: 1000 }, (_, i) => String(i).padStart(3, '0'));

/** ISO 8601 in UTC; by hand, as Date's own takes five times as long and a page has a hundred of them. */
const iso = (ms: number): string => {
  if (ms < 0 || ms >= 253_402_300_800_000) return new Date(ms).toISOString();
  const day = Math.floor(ms / 86_400_000);
  const rest = ms - day * 86_400_000;
  const second = Math.floor(rest / 1000);
  const minute = Math.floor(second / 60);
  return `${fromDays(day)}T${two[Math.floor(minute / 60)]!}:${two[minute % 60]!}:${two[second % 60]!}.${three[Math.floor(rest % 1000)]!}Z`;
};

/**
 * A text of at most `most` UTF-16 units that never ends in the middle of a character; the same object where nothing was
 * cut.
 */
export const cutText = (text: string, most: number): string => {
  if (text.length <= most) return text;
  const last = text.charCodeAt(most - 1);
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? most - 1 : most);
};

/** The selected columns whose texts may come cut: their places among all, and how they are called. */
const cutColumns = (select: readonly SelectedColumn[]) =>
  select.flatMap(({ cut, key }, place) => (cut === undefined ? [] : [{ place, cut, key }]));

/** The names of what is cut of a row, whose texts are cut in place. */
const cutRow = (row: Stored[], from: number, columns: ReturnType<typeof cutColumns>): string[] => {
  const names: string[] = [];
  for (const { place, cut, key } of columns) {
    const text = row[from + place];
    if (typeof text !== 'string' || text.length <= cut) continue;
    row[from + place] = cutText(text, cut);
    names.push(key);
  }
  return names;
};

const jsonOf = ({ storage, scale = 0, asText }: SelectedColumn): ((value: Stored) => string) => {
  switch (storage) {
    case 'text':
    case 'option':
    case 'user':
      return (value) => quoted(value as string);
    case 'decimal':
      return (value) => decimalJson(fromScaled(value as number, scale), asText);
    case 'boolean':
      return (value) => (Number(value) === 1 ? 'true' : 'false');
    case 'date':
      return (value) => `"${fromDays(Number(value))}"`;
    case 'instant':
      return (value) => `"${iso(Number(value))}"`;
    case 'options':
    case 'users':
      return (value) => JSON.stringify((value as string).slice(1, -1).split(delimiter));
  }
};

/**
 * Makes the JSON of a record from a row of `systemSelect` or `rowSelect` and its columns, which begin at `from`. Empty
 * cells are absent. A row is written once: where texts are to be cut, they are cut in it.
 */
export const jsonRow = (select: readonly SelectedColumn[], from: number): ((row: Stored[]) => string) => {
  const cuts = cutColumns(select);
  const together = wholeJsonRow(select, from);
  return (row) => together(row, cutRow(row, from, cuts));
};

const wholeJsonRow = (
  select: readonly SelectedColumn[],
  from: number,
): ((row: readonly Stored[], cut: readonly string[]) => string) => {
  const columns = select.map((column) => ({ key: `${JSON.stringify(column.key)}:`, json: jsonOf(column) }));
  return (row, cut) => {
    let fields = '';
    for (let i = 0; i < columns.length; i++) {
      const value = row[from + i]!;
      if (value === null) continue;
      const { key, json } = columns[i]!;
      fields += fields === '' ? key + json(value) : `,${key}${json(value)}`;
    }
    const named = cut.length === 0 ? '' : `,"cut":${JSON.stringify(cut)}`;
    return `{"id":${quoted(row[0] as string)},"version":${String(row[1])},"fields":{${fields}}${named},"createdAt":"${iso(Number(row[2]))}","updatedAt":"${iso(Number(row[3]))}"}`;
  };
};

const valueOf = ({ storage, scale = 0, asText }: SelectedColumn): ((value: string | number) => unknown) => {
  switch (storage) {
    case 'text':
    case 'option':
    case 'user':
      return (value) => value;
    case 'decimal': {
      if (asText) return (value) => fromScaled(value as number, scale);
      const unit = 10 ** scale;
      return (value) => (value as number) / unit;
    }
    case 'boolean':
      return (value) => value === 1;
    case 'date':
      return (value) => fromDays(value as number);
    case 'instant':
      return (value) => iso(value as number);
    case 'options':
    case 'users':
      return (value) => (value as string).slice(1, -1).split(delimiter);
  }
};

const uncut: readonly string[] = [];

/** Beyond it a decimal may have more digits than a JSON number carries. */
const exactNumbers = 10 ** numberDigits;

/**
 * Makes the JSON of a record as `jsonRow` does. The engine's own writer is faster than putting texts together, and
 * right wherever numbers fit floats and names are no integers; the rest is put together.
 */
export const recordWriter = (select: readonly SelectedColumn[], from: number): ((row: Stored[]) => string) => {
  const names = select.map(({ key }) => key);
  const values = select.map(valueOf);
  const cuts = cutColumns(select);
  const together = wholeJsonRow(select, from);
  if (
    new Set(names).size < names.length ||
    names.some((name) => name === '__proto__' || (/^\d/.test(name) && String(Number(name)) === name))
  )
    return (row) => together(row, cutRow(row, from, cuts));
  // Below a millionth the engine writes an exponent (1e-8); a record reads the same whichever way it was put together.
  const least = select.map(({ storage, scale = 0 }) =>
    storage !== 'decimal' ? undefined : scale > 6 ? 10 ** (scale - 6) : 0,
  );
  return (row) => {
    // In rows that were read as exact integers even the version is a bigint.
    const cut = cuts.length === 0 ? uncut : cutRow(row, from, cuts);
    if (typeof row[1] === 'bigint') return together(row, cut);
    const fields: Record<string, unknown> = {};
    for (let i = 0; i < names.length; i++) {
      const value = row[from + i]!;
      if (value === null) continue;
      const smallest = least[i];
      if (smallest !== undefined) {
        if (typeof value === 'bigint') return together(row, cut);
        const size = Math.abs(value as number);
        if (!(size < exactNumbers) || (size < smallest && size > 0)) return together(row, cut);
      }
      fields[names[i]!] = values[i]!(value as string | number);
    }
    return JSON.stringify({
      id: row[0],
      version: row[1],
      fields,
      ...(cut.length > 0 && { cut }),
      createdAt: iso(row[2] as number),
      updatedAt: iso(row[3] as number),
    });
  };
};

/** A page of finished records. */
export const jsonPage = (records: readonly string[], next: string | undefined): string =>
  next === undefined
    ? `{"records":[${records.join(',')}]}`
    : `{"records":[${records.join(',')}],"next":${JSON.stringify(next)}}`;

/** Makes the Row of a row of `rowSelect` and its columns. */
export const plainRow =
  (
    select: readonly Pick<SelectedColumn, 'column' | 'storage' | 'scale'>[],
    from: number,
  ): ((row: readonly Stored[]) => Row) =>
  (row) => {
    const cells: Record<string, Cell | null> = {};
    for (let i = 0; i < select.length; i++) {
      const { column, storage, scale } = select[i]!;
      const value = row[from + i]!;
      if (value !== null) cells[column] = fromStored(storage, scale ?? 0, value);
    }
    return {
      id: row[0] as string,
      version: Number(row[1]),
      deleted: Number(row[5]) === 1,
      createdAt: Number(row[2]),
      createdBy: row[6] as string,
      updatedAt: Number(row[3]),
      updatedBy: row[7] as string,
      cells,
    };
  };
