import { numberDigits } from '@tessera/kernel';
import type { Cell, Row, SelectedColumn } from '@tessera/kernel';
import { isoOf } from '../query/days.ts';
import { quoted, storeKinds, type Stored } from '../query/values.ts';

/** What every row statement selects before the columns asked for; `_row` last of them. */
export const systemSelect = '_id, _version, _created_at, _updated_at, _row';
export const rowSelect = '_id, _version, _created_at, _updated_at, _row, _deleted, _created_by, _updated_by';
/** Where `_row` stands in both. */
export const rowPlace = 4;

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

const jsonOf = ({ storage, scale = 0, asText, parts, failure }: SelectedColumn): ((value: Stored) => string) => {
  const json = storeKinds[storage].json(scale, asText, parts);
  return failure === true ? (value) => `{"error":${json(value)}}` : json;
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
    return `{"id":${quoted(row[0] as string)},"version":${String(row[1])},"fields":{${fields}}${named},"createdAt":"${isoOf(Number(row[2]))}","updatedAt":"${isoOf(Number(row[3]))}"}`;
  };
};

const valueOf = ({
  storage,
  scale = 0,
  asText,
  parts,
  failure,
}: SelectedColumn): ((value: string | number) => unknown) => {
  const plain = storeKinds[storage].plain(scale, asText, parts);
  return failure === true ? (value) => ({ error: plain(value) }) : plain;
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
  // A value and its failure share a name: one of them is empty.
  const own = select.flatMap(({ key, failure }) => (failure === true ? [] : [key]));
  if (
    new Set(own).size < own.length ||
    names.some((name) => name === '__proto__' || (/^\d/.test(name) && String(Number(name)) === name))
  )
    return (row) => together(row, cutRow(row, from, cuts));
  // Below a millionth the engine writes an exponent (1e-8); a record reads the same whichever way it was put together.
  const least = select.map(({ storage, scale = 0 }) =>
    !storeKinds[storage].scaled ? undefined : scale > 6 ? 10 ** (scale - 6) : 0,
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
      createdAt: isoOf(row[2] as number),
      updatedAt: isoOf(row[3] as number),
    });
  };
};

/** A page of finished records. */
export const jsonPage = (records: readonly string[], next: string | undefined): string =>
  next === undefined
    ? `{"records":[${records.join(',')}]}`
    : `{"records":[${records.join(',')}],"next":${JSON.stringify(next)}}`;

/** Makes the Row of a row of `rowSelect` and its columns, with its place where it is asked for. */
export const plainRow = (
  select: readonly Pick<SelectedColumn, 'column' | 'storage' | 'scale'>[],
  from: number,
  places = false,
): ((row: readonly Stored[]) => Row) => {
  const columns = select.map(({ column, storage, scale = 0 }) => ({
    column,
    scale,
    read: storeKinds[storage].fromStored,
  }));
  return (row) => {
    const cells: Record<string, Cell | null> = {};
    for (let i = 0; i < columns.length; i++) {
      const { column, scale, read } = columns[i]!;
      const value = row[from + i]!;
      if (value !== null) cells[column] = read(value, scale);
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
      ...(places && { place: Number(row[rowPlace]) }),
    };
  };
};
