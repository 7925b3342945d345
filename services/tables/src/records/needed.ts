import { recordIdColumn, type Actor, type Predicate } from '@tessera/kernel';
import { can, type TableAction } from '@tessera/proto/rights';
import type { Schema, SchemaField } from '../definitions/schema.ts';
import { writeRules } from '../conditionals/rules.ts';
import { draftColumn } from '../definitions/state.ts';
import { rejection } from '../refusals.ts';

/**
 * What rows may bring into memory for one decision, in bytes: a commit holds 1 MB of cells, what they were included, so
 * nothing that can be written needs more.
 */
export const loadBytes = 4_000_000;

/** The columns that a condition on rows looks at. */
export const predicateColumns = (predicate: Predicate): readonly string[] => {
  switch (predicate.op) {
    case 'and':
    case 'or':
      return predicate.items.flatMap(predicateColumns);
    case 'not':
      return predicateColumns(predicate.item);
    default:
      // Each row has its id, whatever is read of it.
      return predicate.left.column === recordIdColumn ? [] : [predicate.left.column];
  }
};

/** Columns of fields in each of their forms. */
export const columnsOfFields = (fields: Iterable<SchemaField>): readonly string[] =>
  [...fields].flatMap((field) => [field.column, ...(field.next === undefined ? [] : [field.next.field.column])]);

/** The columns that the rules about fields look at: what they ask of the row, and what they ask for. */
const ruleColumns = (schema: Schema): readonly string[] =>
  writeRules(schema).flatMap(({ fields, predicate }) => [...predicateColumns(predicate), ...columnsOfFields(fields)]);

/**
 * The columns that a decision about records looks at, and no others, since a row may be large: the fields that it
 * writes, unique values, what says whether a draft is complete, and what rights are decided by.
 */
export const neededColumns = (
  schema: Schema,
  actor: Actor,
  action: TableAction,
  fields: Iterable<SchemaField> = [],
): readonly string[] => [
  ...new Set([
    draftColumn,
    ...columnsOfFields(fields),
    ...columnsOfFields(schema.claimed),
    ...(action === 'records.update' ? [...columnsOfFields(schema.required), ...ruleColumns(schema)] : []),
    ...(['records.read', action] as const).flatMap((one) =>
      predicateColumns(can(actor, one, schema.table.id).rowPredicate),
    ),
  ]),
];

/** Rows of which not all came: what a write would look at is more than it could ever write. */
export const wholeRows = <R>(rows: readonly R[], ids: readonly unknown[]): readonly R[] => {
  if (rows.length < ids.length)
    throw rejection(
      'too_large',
      'records.too_large',
      'These records hold too much to be changed in one call: send fewer of them.',
      { limit: loadBytes, fitting: rows.length },
    );
  return rows;
};
