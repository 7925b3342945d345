import type { Cell, Claim } from '@tessera/kernel';
import type { Column } from '@tessera/proto/tables/v1/values';
import { draftFieldId } from '../definitions/state.ts';
import { uniqueKey, type Schema, type SchemaField } from '../definitions/schema.ts';
import { toColumn, type Cells } from './mapper.ts';
import type { RowError } from './parse.ts';

/** Puts defaults where a new record says nothing. */
export const withDefaults = (schema: Schema, columns: Map<SchemaField, Cells>, count: number): void => {
  for (const field of schema.withDefault) {
    let cells = columns.get(field);
    if (cells === undefined) columns.set(field, (cells = new Array<Cell | null | undefined>(count).fill(undefined)));
    for (let i = 0; i < count; i++) if (cells[i] === undefined) cells[i] = field.state.default;
  }
};

/** Rows of new records in which a required field is empty, with the fields. */
export const missingRequired = (
  schema: Schema,
  columns: ReadonlyMap<SchemaField, Cells>,
  count: number,
): ReadonlyMap<number, readonly SchemaField[]> => {
  const missing = new Map<number, SchemaField[]>();
  for (const field of schema.required) {
    const cells = columns.get(field);
    for (let i = 0; i < count; i++) {
      const cell = cells?.[i];
      if (cell !== undefined && cell !== null) continue;
      const fields = missing.get(i);
      if (fields === undefined) missing.set(i, [field]);
      else fields.push(field);
    }
  }
  return missing;
};

export const requiredError = (index: number, field: SchemaField): RowError => ({
  index,
  code: 'records.required',
  message: `"${field.name}" is required.`,
  fieldId: field.id,
});

export const uniqueError = (index: number, field: SchemaField): RowError => ({
  index,
  code: 'records.not_unique',
  message: `Another record has this value in "${field.name}".`,
  fieldId: field.id,
});

/** One row's wish for a unique value. */
export type Wish = { readonly index: number; readonly field: SchemaField; readonly key: string };

/** What the rows of new records would claim. Drafts claim nothing. */
export const wishes = (
  schema: Schema,
  columns: ReadonlyMap<SchemaField, Cells>,
  count: number,
  skip: (index: number) => boolean,
): readonly Wish[] => {
  const list: Wish[] = [];
  for (const field of schema.claimed) {
    const cells = columns.get(field);
    if (cells === undefined) continue;
    for (let index = 0; index < count; index++) {
      if (skip(index)) continue;
      const key = uniqueKey(field, cells[index]);
      if (key !== undefined) list.push({ index, field, key });
    }
  }
  return list;
};

export const claimOf = (field: SchemaField, key: string, owner: string): Claim => ({
  scope: field.claimScope!,
  key,
  owner,
});

/** The column of what a field is on its way to be, where it is. */
export const nextColumn = ({ next }: SchemaField, cells: Cells): readonly Column[] =>
  next === undefined
    ? []
    : [
        toColumn(
          next.field.id,
          next.field.state.generation,
          next.field.kind,
          cells.map((cell) => (cell === undefined ? undefined : next.convert(cell))),
        ),
      ];

/** Columns as the event carries them: only those that set or empty something. */
export const messageColumns = (columns: ReadonlyMap<SchemaField, Cells>, drafts?: Cells): Column[] => {
  const list: Column[] = [];
  for (const [field, cells] of columns) {
    if (cells.some((cell) => cell !== undefined))
      list.push(toColumn(field.id, field.state.generation, field.kind, cells), ...nextColumn(field, cells));
  }
  if (drafts?.some((cell) => cell !== undefined)) list.push(toColumn(draftFieldId, 0, 'boolean', drafts));
  return list;
};

/** Columns without the rows that `drop` names. */
export const keepRows = (columns: ReadonlyMap<SchemaField, Cells>, keep: readonly number[]): Map<SchemaField, Cells> =>
  new Map([...columns].map(([field, cells]) => [field, keep.map((i) => cells[i])]));
