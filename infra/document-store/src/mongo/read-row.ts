import type { ColumnSpec, Row, SelectedColumn } from '@tessera/kernel';
import type { Document } from 'mongodb';
import { plainRow, rowPlace } from '../sqlite/render.ts';
import { isJoined, isKeyed, type Stored } from '../query/values.ts';
import { fromBson } from './cells.ts';
import { keyField, storedField } from './names.ts';

type Selected = Pick<SelectedColumn, 'column' | 'storage' | 'scale' | 'cut'>;

/** Fields before the columns asked for, in the order in which `render.ts` takes them; `wide` for a Row. */
const narrow = ['_id', '_version', '_created_at', '_updated_at', '_row'];
const wide = [...narrow, '_deleted', '_created_by', '_updated_by'];
export const rowFields = { narrow, wide } as const;

/** Where a projection puts the beginning of a text: the text itself may be asked for beside it. */
const beginning = (column: string): string => `${column}_b`;

/**
 * The part of a projection that selects columns. MongoDB counts characters: one more than asked for tells that there
 * was more.
 */
export const selectedFields = (select: readonly Selected[]): Document =>
  Object.fromEntries(
    select.map(({ column, storage, cut }) =>
      cut === undefined
        ? [storedField(storage, column), 1]
        : [beginning(column), { $substrCP: [{ $ifNull: [`$${column}`, ''] }, 0, cut + 1] }],
    ),
  );

/** Where a projection puts what a record weighs. */
export const weightField = '_bytes';

/** What a record's texts and lists weigh (`Row.bytes`), as a projection's expression. */
export const weightOf = (columns: Iterable<ColumnSpec>): Document => {
  const size = (field: string): Document => ({ $strLenBytes: { $ifNull: [`$${field}`, ''] } });
  return {
    $add: [
      0,
      ...[...columns].flatMap(({ column, kind }) => {
        if (isKeyed(kind)) return [{ $max: [size(column), { $floor: { $divide: [size(keyField(column)), 2] } }] }];
        return isJoined(kind) ? [size(keyField(column))] : [];
      }),
    ],
  };
};

/** Makes stored forms of a document in the order of `fields` and the columns. */
export const storedRow = (
  fields: readonly string[],
  select: readonly Selected[],
): ((document: Document) => Stored[]) => {
  const columns = select.map(({ column, storage, scale = 0, cut }) => ({
    field: cut === undefined ? storedField(storage, column) : beginning(column),
    storage,
    scale,
  }));
  return (document) => {
    const row: Stored[] = [];
    for (const field of fields)
      row.push(field === '_deleted' ? (document[field] === true ? 1 : 0) : ((document[field] ?? null) as Stored));
    for (const { field, storage, scale } of columns) {
      const value: unknown = document[field];
      // No text that is stored is empty: this one is the beginning of none.
      row.push(value === '' ? null : fromBson(storage, scale, value));
    }
    return row;
  };
};

/** Makes Rows of documents with these columns. */
export const rowOf = (select: readonly Selected[]): ((document: Document) => Row) => {
  const stored = storedRow(wide, select);
  const made = plainRow(select, rowPlace + 4);
  return (document) => made(stored(document));
};
