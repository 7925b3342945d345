import { isDated, isMoment, isNumber, typeOfField, serialDate, toCanonical } from '@tessera/fields';
import type { Field, Id, SelectOption } from '@tessera/kit';
import type { Refusal, Write } from '../data/edits.ts';
import { isReadOnly, type Less, type Read } from '../data/values.ts';
import { type Clip, type Matrix, widthOf } from './model/clipboard.ts';
import type { Block } from './model/selection.ts';

export type PasteTarget = {
  readonly block: Block;
  readonly rows: number;
  readonly fields: readonly Field[];
  readonly canCreate: boolean;
};

/** `exact`: the number behind the text, where the program that it was copied from says it. */
type PastedCell = { readonly col: number; readonly text: string; readonly exact?: string };

/** Where each pasted value goes, before any is read. `texts` are per row, per column of `fields`. */
export type PastePlan = {
  readonly existing: readonly { readonly row: number; readonly cells: readonly PastedCell[] }[];
  readonly fresh: readonly (readonly PastedCell[])[];
  /** Values whose column cannot be written. */
  readonly skippedCells: number;
  readonly skippedColumns: number;
  /** Rows that did not fit because records may not be created. */
  readonly skippedRows: number;
  readonly area: Block;
};

/** Rows and columns that a block of text takes over a selection: its own, or those of the selection that it repeats in. */
const spread = (matrix: Matrix, { block, fields }: Pick<PasteTarget, 'block' | 'fields'>) => {
  const height = matrix.length;
  const width = widthOf(matrix);
  const tall = block.bottom - block.top + 1;
  const wide = block.right - block.left + 1;
  const rows = tall > height && tall % height === 0 ? tall : height;
  const cols = wide > width && wide % width === 0 ? wide : width;
  return { height, width, rows, cols, fitting: Math.min(cols, fields.length - block.left) };
};

/** Cells of the table that a paste writes. */
export const pastedCells = (matrix: Matrix, target: Pick<PasteTarget, 'block' | 'fields'>): number => {
  const { rows, fitting } = spread(matrix, target);
  return rows * fitting;
};

/**
 * Lays a block of text over the selection: one value fills the whole selection, a block repeats where the selection is
 * a multiple of it, else it lands at the top left corner; what reaches below the last record makes new ones. A row that
 * is shorter than others empties the cells behind its end.
 */
export const planPaste = (matrix: Matrix, target: PasteTarget, exact: Clip['exact'] = null): PastePlan => {
  const { block } = target;
  const { height, width, rows, cols, fitting } = spread(matrix, target);
  const existing: PastePlan['existing'][number][] = [];
  const fresh: PastePlan['fresh'][number][] = [];
  const blocked = new Set<number>();
  let skippedCells = 0;
  let skippedRows = 0;
  const right = block.left + fitting - 1;
  for (let r = 0; r < rows; r++) {
    const cells: PastedCell[] = [];
    skippedCells += Math.max(0, (cols > width ? cols : (matrix[r % height]?.length ?? 0)) - fitting);
    for (let c = 0; c < fitting; c++) {
      const col = block.left + c;
      const field = target.fields[col]!;
      if (isReadOnly(field)) {
        skippedCells += 1;
        blocked.add(col);
        continue;
      }
      const number = exact?.[r % height]?.[c % width];
      cells.push({ col, text: matrix[r % height]?.[c % width] ?? '', ...(number !== undefined && { exact: number }) });
    }
    const row = block.top + r;
    if (row < target.rows) existing.push({ row, cells });
    else if (target.canCreate) fresh.push(cells);
    else skippedRows += 1;
  }
  return {
    existing,
    fresh,
    skippedCells,
    skippedColumns: blocked.size + cols - fitting,
    skippedRows,
    area: { top: block.top, left: block.left, bottom: block.top + rows - 1 - skippedRows, right },
  };
};

/**
 * A text as its field is to read it: where the number behind it is known, as that number in the reader's own writing,
 * or as the day that it stands for, so that "1.234" or "02/03/2026" of a sheet in another language is not taken for
 * something else.
 */
const sureText = (field: Field, { text, exact }: PastedCell, decimal: string): string => {
  const kind = typeOfField(field)?.storage;
  const behind = exact === undefined ? undefined : toCanonical(exact);
  if (exact === undefined || behind === undefined || toCanonical(text) === behind) return text;
  if (isNumber(kind)) {
    // The number behind "7%" is 0.07.
    const value = text.includes('%') ? toCanonical(`${behind}e2`) : behind;
    return value === undefined ? text : value.replace('.', decimal);
  }
  const day = isDated(kind) ? serialDate(Number(exact).toFixed(8)) : undefined;
  if (day === undefined) return text;
  return !isMoment(kind)
    ? day.date
    : `${day.date} ${new Date(Math.round(day.time / 1000) * 1000).toISOString().slice(11, 19)}`;
};

export type PasteReader = {
  readonly decimal: string;
  readonly read: (field: Field, text: string, onNewOption: (label: string) => string) => Read;
  readonly canAddOptions: boolean;
  readonly newId: () => Id;
  readonly colorFor: (options: readonly SelectOption[], field: Field) => string;
};

export type PasteResult = {
  readonly updates: readonly Write[];
  readonly creates: readonly Write[];
  readonly marks: readonly {
    readonly recordId: Id;
    readonly fieldId: Id;
    readonly text: string;
    readonly refusal: Refusal;
  }[];
  /** Options to add to a field before the values are written. */
  readonly options: readonly { readonly fieldId: Id; readonly added: readonly SelectOption[] }[];
  readonly cells: number;
  /** Labels that are no option and may not become one. */
  readonly unknownOptions: number;
  /** Values that say less than their texts, by what they left out. */
  readonly less: ReadonlyMap<Less, number>;
};

/**
 * Reads the planned texts as values. What does not fit its field is kept as marked text; unknown options become new
 * ones where the person may add them.
 */
export const readPaste = (
  plan: PastePlan,
  fields: readonly Field[],
  idAt: (row: number) => { readonly id: Id; readonly version: number } | undefined,
  reader: PasteReader,
): PasteResult => {
  const added = new Map<Id, Map<string, SelectOption>>();
  const marks: PasteResult['marks'][number][] = [];
  let cells = 0;
  let unknownOptions = 0;
  const less = new Map<Less, number>();

  const values = (recordId: Id, row: PastePlan['fresh'][number]): Record<Id, unknown> => {
    const out: Record<Id, unknown> = {};
    for (const cell of row) {
      const { col, text } = cell;
      const field = fields[col];
      if (!field) continue;
      const onNewOption = (label: string): string => {
        const own = added.get(field.id) ?? new Map<string, SelectOption>();
        const key = label.toLocaleLowerCase();
        const option = own.get(key) ?? {
          id: reader.newId(),
          label,
          color: reader.colorFor([...(field.props.options ?? []), ...own.values()], field),
        };
        own.set(key, option);
        added.set(field.id, own);
        return option.id;
      };
      const read = reader.read(field, sureText(field, cell, reader.decimal), onNewOption);
      cells += 1;
      if (read.ok) {
        out[field.id] = read.value;
        if (read.less !== undefined) less.set(read.less, (less.get(read.less) ?? 0) + 1);
      } else {
        if (read.code === 'select.unknown') unknownOptions += 1;
        marks.push({
          recordId,
          fieldId: field.id,
          text,
          refusal: { code: read.code, message: read.message, params: read.params },
        });
      }
    }
    return out;
  };

  const updates = plan.existing.flatMap(({ row, cells: own }): Write[] => {
    const found = idAt(row);
    if (!found) return [];
    const fieldsOf = values(found.id, own);
    return Object.keys(fieldsOf).length === 0 ? [] : [{ id: found.id, fields: fieldsOf }];
  });
  const creates = plan.fresh.map((own): Write => {
    const id = reader.newId();
    const all = values(id, own);
    return { id, fields: Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null)) };
  });
  return {
    updates,
    creates,
    marks,
    options: [...added].map(([fieldId, own]) => ({ fieldId, added: [...own.values()] })),
    cells,
    unknownOptions,
    less,
  };
};
