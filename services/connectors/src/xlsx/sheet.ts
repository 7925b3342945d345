import { brokenByte } from '@tessera/fields/infer';
import { FileError, maxColumns } from '../csv/reader.ts';
import { isTrue, textGatherer, type Book, type SheetPart } from './book.ts';
import { dateText, general, textOf, type Format } from './formats.ts';
import { broken, limits } from './limits.ts';
import { attributeOf, readXml, scanXml, type Attributes } from './xml.ts';

/** What a sheet told beside its texts, by column and as a whole; filled as its rows pass. */
export type SheetNotes = {
  /** By column, how many cells below hold numbers of each format. */
  readonly formats: Map<Format['kind'], number>[];
  /** Cells whose value a formula made, and those of them that have none. */
  formulas: number;
  unsaid: number;
  /** Areas of merged cells: their value stands in the first. */
  merged: number;
  /** Of those, how many take several rows. */
  tall: number;
  /** Places of the columns that the sheet does not show. */
  readonly hidden: Set<number>;
};
export const emptyNotes = (): SheetNotes => ({
  formats: [],
  formulas: 0,
  unsaid: 0,
  merged: 0,
  tall: 0,
  hidden: new Set(),
});

/** Columns that a sheet may have, from A to XFD. */
const mostColumns = 16_384;

/** A column that is not shown, or is so narrow that nobody sees it; one tag may stand for all to the right. */
const hide = (hidden: Set<number>, attributes: Attributes): void => {
  const [least, most, width] = ['min', 'max', 'width'].map((name) => Number(attributeOf(attributes, name)));
  if (!isTrue(attributeOf(attributes, 'hidden')) && width !== 0) return;
  for (let column = Math.max(1, least!); column <= Math.min(most!, maxColumns); column++) hidden.add(column - 1);
};

/** The place of a column from an address such as AB12, from 0; -1 where it says none. */
const columnOf = (address: string): number => {
  let column = 0;
  for (let i = 0; i < address.length; i++) {
    const code = address.charCodeAt(i) & ~32;
    if (code < 65 || code > 90) break;
    column = column * 26 + code - 64;
    if (column > mostColumns) throw broken();
  }
  return column - 1;
};

/** Merged cells that take several rows, by their first column; rows count from 1. */
type Area = { readonly column: number; readonly first: number; readonly last: number };
const areaOf = (attributes: Attributes): Area | undefined => {
  const [from = '', to = ''] = (attributeOf(attributes, 'ref') ?? '').split(':');
  const [first, last] = [from, to].map((address) => Number(address.replace(/^\$?[A-Za-z]{1,3}\$?/, '')));
  const column = columnOf(from.replace('$', ''));
  return column >= 0 && column < maxColumns && last! > first! ? { column, first: first!, last: last! } : undefined;
};
const mostAreas = 200_000;

/** The sheet's merged cells stand behind its rows, so they are read before. */
const areasOf = async (part: AsyncIterable<Uint8Array>): Promise<readonly Area[]> => {
  const areas: Area[] = [];
  await readXml(part, {
    open: (name, attributes) => {
      const area = name === 'mergeCell' ? areaOf(attributes) : undefined;
      if (area !== undefined && areas.push(area) > mostAreas)
        throw new FileError('too_complex', 'This sheet has too many merged cells. Split it and import the parts.');
    },
    close: () => undefined,
    text: () => undefined,
  });
  return areas.sort((a, b) => a.first - b.first);
};

/** Puts the value of merged cells into the rows below that hold something, row by row. */
const filler = (areas: readonly Area[]) => {
  const active = new Map<number, { readonly last: number; readonly value: string }>();
  let at = 0;
  return (row: string[], number: number): void => {
    for (const [column, { last }] of active) if (last < number) active.delete(column);
    if (active.size > 0 && row.some((cell) => cell !== ''))
      for (const [column, { value }] of active) {
        while (row.length < column) row.push('');
        if ((row[column] ?? '') === '') row[column] = value;
      }
    for (; at < areas.length && areas[at]!.first <= number; at++) {
      const { column, first, last } = areas[at]!;
      const value = first === number ? (row[column] ?? '') : '';
      if (value !== '') active.set(column, { last, value });
    }
  };
};

/** The rows of a sheet in groups, each cell as a text; rows without cells that the file leaves out are no rows. Throws FileError. */
export const sheetRows = async function* (
  book: Book,
  { path }: SheetPart,
  notes: SheetNotes = emptyNotes(),
  fillMerged = false,
): AsyncGenerator<readonly string[][]> {
  const part = path === undefined ? undefined : book.archive.read(path);
  if (part === undefined) throw broken();
  const areas = fillMerged ? await areasOf(book.archive.read(path!)!) : [];
  const fill = areas.length === 0 ? undefined : filler(areas);
  let number = 0;
  let rows: string[][] = [];
  let row: string[] | undefined;
  let place = 0;
  let next = 0;
  let cells = 0;
  let count = 0;
  let type = 'n';
  let format: Format = general;
  let value = '';
  let said = false;
  let computed = false;
  let within: 'cell' | 'value' | 'inline' | undefined;
  const inline = textGatherer();

  const cellText = (): string => {
    switch (type) {
      case 's': {
        const text = book.shared(Number(value));
        if (text === undefined) throw broken();
        return text;
      }
      case 'b':
        return value.trim() === '1' || value.trim() === 'true' ? 'true' : 'false';
      case 'd':
        return dateText(value);
      case 'str':
        return value.includes('_x')
          ? value.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
          : value;
      case 'e':
        return value;
      default: {
        const kinds = (notes.formats[place] ??= new Map());
        kinds.set(format.kind, (kinds.get(format.kind) ?? 0) + 1);
        return textOf(value, format, book.from1904);
      }
    }
  };
  const endCell = (): void => {
    const text = type === 'inlineStr' ? inline.take() : said && value !== '' ? cellText() : '';
    within = undefined;
    // A formula may make an empty text; without a value it was never computed.
    if (computed && value === '' && (!said || type !== 'str')) notes.unsaid++;
    if (text === '' || row === undefined) return;
    if (place >= maxColumns) {
      if (text.trim() === '') return;
      throw new FileError(
        'too_many_columns',
        `A table has at most ${maxColumns} columns; row ${count} has ${place + 1}.`,
        count,
      );
    }
    while (row.length < place) row.push('');
    row[place] = text.includes('\0') ? text.replaceAll('\0', brokenByte(0)) : text;
  };
  const openCell = (attributes: Attributes): void => {
    const address = attributeOf(attributes, 'r');
    place = address === undefined ? next : columnOf(address);
    if (place < next) throw broken();
    next = place + 1;
    if (++cells > limits.cells)
      throw new FileError(
        'workbook_cells',
        `A sheet has at most ${limits.cells} cells. Split it and import the parts.`,
      );
    type = attributeOf(attributes, 't') ?? 'n';
    const style = attributeOf(attributes, 's');
    format = style === undefined ? (book.formats[0] ?? general) : (book.formats[Number(style)] ?? general);
    value = '';
    said = false;
    computed = false;
    within = 'cell';
  };

  yield* scanXml(
    part,
    {
      open: (name, attributes) => {
        if (name === 'row') {
          row = [];
          next = 0;
          count++;
          number = Number(attributeOf(attributes, 'r') ?? number + 1);
        } else if (row === undefined) {
          if (name === 'mergeCell') {
            notes.merged++;
            if (areaOf(attributes) !== undefined) notes.tall++;
          } else if (name === 'col') hide(notes.hidden, attributes);
        } else if (name === 'c') openCell(attributes);
        else if (within === 'cell' && name === 'v') {
          within = 'value';
          said = true;
        } else if (within === 'cell' && name === 'is') within = 'inline';
        else if (within === 'cell' && name === 'f') {
          notes.formulas++;
          computed = true;
        } else if (within === 'inline') inline.open(name);
      },
      text: (text) => {
        if (within === 'value') {
          value += text;
          if (value.length > limits.longest) throw broken();
        } else if (within === 'inline') inline.text(text);
      },
      close: (name) => {
        if (within === 'inline' && name !== 'is') inline.close(name);
        else if (within === 'value' && name === 'v') within = 'cell';
        else if (within === 'inline') within = 'cell';
        else if (name === 'c' && row !== undefined) endCell();
        else if (name === 'row' && row !== undefined) {
          fill?.(row, number);
          rows.push(row);
          row = undefined;
        }
      },
    },
    () => {
      if (rows.length === 0) return undefined;
      const made = rows;
      rows = [];
      return made;
    },
  );
};
