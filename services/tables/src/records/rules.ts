import { computedDefaultOf, type Making } from '@tessera/fields';
import type { Cell, Claim, CommandMeta } from '@tessera/kernel';
import type { Column } from '@tessera/proto/tables/v1/values';
import { draftFieldId } from '../definitions/state.ts';
import { claimKeys, type Schema, type SchemaField } from '../definitions/schema.ts';
import { toColumn, type Cells } from '@tessera/proto/cells';
import { namesNeeded, type SentUsers } from './context.ts';
import type { RowError } from './parse.ts';

/** By whom, when and where records are made, for defaults that are found out. */
export const makingOf = ({ people }: SentUsers, { actor }: CommandMeta, now: number): Making => ({
  now,
  by: actor.userId,
  timezone: () => {
    if (people?.timezone === undefined) throw namesNeeded({});
    return people.timezone;
  },
});

/** Puts defaults where a new record says nothing. Throws `records.users_needed` where the zone is asked for and not known. */
export const withDefaults = (schema: Schema, columns: Map<SchemaField, Cells>, count: number, making: Making): void => {
  for (const field of schema.withDefault) {
    let cells = columns.get(field);
    if (cells === undefined) columns.set(field, (cells = new Array<Cell | null | undefined>(count).fill(undefined)));
    if (!cells.includes(undefined)) continue;
    const computed = computedDefaultOf(field.state);
    const begun = computed === undefined ? field.state.default : computed.cell(making);
    for (let i = 0; i < count; i++) if (cells[i] === undefined) cells[i] = begun;
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

/** Of a field that a rule keeps as it is in this record. */
export const readOnlyError = (index: number, field: SchemaField): RowError => ({
  index,
  code: 'records.read_only_now',
  message: `"${field.name}" cannot be changed in this record.`,
  fieldId: field.id,
});

/** Of a record that would be hidden from who writes it. */
export const reachError = (index: number): RowError => ({
  index,
  code: 'records.out_of_reach',
  message: 'Your role would not show you this record as it would be then.',
});

/** Of a link: the record at its other end that another record has. */
export const uniqueError = (index: number, field: SchemaField, key?: string): RowError =>
  field.links === undefined
    ? {
        index,
        code: 'records.not_unique',
        message: `Another record has this value in "${field.name}".`,
        fieldId: field.id,
      }
    : {
        index,
        code: 'links.taken',
        message: `A record can be linked once only in "${field.name}", and another record has it.`,
        fieldId: field.id,
        ...(key !== undefined && { params: { id: key } }),
      };

/** A unique value that one row is to claim. */
export type WantedClaim = { readonly index: number; readonly field: SchemaField; readonly key: string };

/** What the rows of new records would claim. Drafts claim nothing. */
export const wantedClaims = (
  schema: Schema,
  columns: ReadonlyMap<SchemaField, Cells>,
  count: number,
  skip: (index: number) => boolean,
): readonly WantedClaim[] => {
  const list: WantedClaim[] = [];
  for (const field of schema.claimed) {
    const cells = columns.get(field);
    if (cells === undefined) continue;
    for (let index = 0; index < count; index++) {
      if (skip(index)) continue;
      for (const key of claimKeys(field, cells[index])) list.push({ index, field, key });
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
          next.field.parts,
        ),
      ];

/** Columns as the event carries them: only those that set or empty something. */
export const messageColumns = (columns: ReadonlyMap<SchemaField, Cells>, drafts?: Cells): Column[] => {
  const list: Column[] = [];
  for (const [field, cells] of columns) {
    if (cells.some((cell) => cell !== undefined))
      list.push(
        toColumn(field.id, field.state.generation, field.kind, cells, field.parts),
        ...nextColumn(field, cells),
      );
  }
  if (drafts?.some((cell) => cell !== undefined)) list.push(toColumn(draftFieldId, 0, 'boolean', drafts));
  return list;
};

/** Columns without the rows that `drop` names. */
export const keepRows = (columns: ReadonlyMap<SchemaField, Cells>, keep: readonly number[]): Map<SchemaField, Cells> =>
  new Map([...columns].map(([field, cells]) => [field, keep.map((i) => cells[i])]));
