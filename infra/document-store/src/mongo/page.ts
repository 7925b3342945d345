import type { PageQuery, Row, SelectedColumn } from '@tessera/kernel';
import type { Document } from 'mongodb';
import type { Stored } from '../query/values.ts';
import { jsonPage, plainRow, recordWriter, rowPlace } from '../sqlite/render.ts';
import { rowFields, selectedFields, storedRow } from './read-row.ts';

/** What a read asks of a document: its fields and how they become an answer. */
export const projectionOf = (
  fields: readonly string[],
  select: readonly SelectedColumn[],
  more: readonly string[],
): Document => ({
  ...selectedFields(select),
  ...Object.fromEntries([...fields, ...more].map((field) => [field, 1])),
});

/** Makes the JSON of a record. */
export const recordJson = (select: readonly SelectedColumn[]): ((document: Document) => string) => {
  const stored = storedRow(rowFields.narrow, select);
  const json = recordWriter(select, rowPlace + 1);
  return (document) => json(stored(document));
};

/** The JSON of a page of stored rows. */
export const pageJson = (
  select: readonly SelectedColumn[],
  rows: readonly Stored[][],
  next: string | undefined,
): string => jsonPage(rows.map(recordWriter(select, rowPlace + 1)), next);

/** Rows with just the columns asked for. */
export const pageRows = (
  select: PageQuery['select'],
  rows: readonly Stored[][],
  places: PageQuery['places'],
): readonly Row[] => rows.map(plainRow(select, rowPlace + 4, places));
