import type { PageQuery, Row, SelectedColumn } from '@tessera/kernel';
import type { Document } from 'mongodb';
import { jsonPage, plainRow, recordWriter, rowPlace } from '../sqlite/render.ts';
import { storedField } from './names.ts';
import { rowFields, storedRow } from './read-row.ts';

/** What a read asks of a document: its fields and how they become an answer. */
export const projectionOf = (
  fields: readonly string[],
  select: readonly SelectedColumn[],
  more: readonly string[],
): Document =>
  Object.fromEntries(
    [...fields, ...select.map(({ column, storage }) => storedField(storage, column)), ...more].map((field) => [
      field,
      1,
    ]),
  );

/** Makes the JSON of a record. */
export const recordJson = (select: readonly SelectedColumn[]): ((document: Document) => string) => {
  const stored = storedRow(rowFields.narrow, select);
  const json = recordWriter(select, rowPlace + 1);
  return (document) => json(stored(document));
};

/** The JSON of a page. */
export const pageJson = (
  select: readonly SelectedColumn[],
  documents: readonly Document[],
  next: string | undefined,
): string => jsonPage(documents.map(recordJson(select)), next);

/** Rows with just the columns asked for. */
export const pageRows = (select: PageQuery['select'], documents: readonly Document[]): readonly Row[] => {
  const stored = storedRow(rowFields.wide, select);
  const made = plainRow(select, rowPlace + 4);
  return documents.map((document) => made(stored(document)));
};
