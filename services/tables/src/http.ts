import { hash } from 'node:crypto';
import { isId, type ExecuteResult } from '@tessera/kernel';
import type { RouteAnswer } from '@tessera/web';
import { z } from 'zod';
import { invalid } from './refusals.ts';

/** Parts that the routes of this service share. */
export const idSchema = z.string().refine(isId, 'not an id').meta({ description: 'A 26-character lower-case ULID.' });
/** Ids in paths and bodies that are looked up: what is no id simply is not there. */
export const refSchema = z.string().min(1).max(64);
export const tableParams = z.strictObject({ table: refSchema });
export const numbersQuery = z.strictObject({
  numbers: z
    .enum(['text'])
    .optional()
    .meta({ description: 'text: every decimal comes as a text. Without it only those of more than 15 digits do.' }),
});
/** A caller may say on every call that it knows fields by name; where no record is answered, names are taken anyway. */
export const fieldKeyQuery = z.strictObject({
  fieldKey: z.enum(['id', 'name']).optional().meta({
    description:
      'name: `fields` of records are keyed by field name. Filters, sorts and lists of fields take names as well as ids without it, and answers that list fields have `fieldId` and `fieldName`.',
  }),
});
/** How the caller names fields, and wants decimals and long texts. */
export const formatQuery = numbersQuery.extend({
  ...fieldKeyQuery.shape,
  expand: z.enum(['labels']).optional().meta({
    description: 'labels: a link comes as `{id, label}` and not as the id alone.',
  }),
  texts: z.enum(['short']).optional().meta({
    description:
      'short: a text of more than 500 characters (UTF-16 units) comes cut, and the record names its field in `cut`. A cut text is for showing: read the record whole before you write the text back.',
  }),
});
export const jsonValue = z.unknown();
export const timeSchema = z.string().meta({ format: 'date-time' });

/**
 * Of a write: the position of its commit. Of a read: a position up to which the answer has every change of the table,
 * where the engine can tell it. Who holds both knows which is older, in whatever order they arrive.
 */
export const positionHeader = (position: number | undefined): Readonly<Record<string, string>> =>
  position === undefined ? {} : { 'tessera-position': String(position) };

/** The headers by which a write tells what it wrote. */
export const writeHeaders = (
  result: Pick<ExecuteResult<unknown>, 'commitId' | 'position'>,
  operationId?: string,
  more?: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> => ({
  ...(result.commitId !== undefined && { 'tessera-commit': result.commitId }),
  ...positionHeader(result.position),
  ...(operationId !== undefined && { 'tessera-operation': operationId }),
  ...more,
});

/** The version that an If-Match asks for; undefined for none, or for whatever is there. */
export const ifMatchOf = (headers: Readonly<Record<string, string | undefined>>): number | undefined => {
  const header = headers['if-match'];
  if (header === undefined || header.trim() === '*') return undefined;
  const version = /^(?:W\/)?"(\d{1,15})(?:-[0-9a-f]+)?"$/.exec(header.trim())?.[1];
  if (version === undefined) throw invalid('request.if_match');
  return Number(version);
};

/**
 * The definition's version, which If-Match compares, and a mark of what the reader sees of it: rights change an answer
 * without a change of the table.
 */
export const definitionEtag = (version: number, shown: unknown): string =>
  `"${version}-${hash('sha256', JSON.stringify(shown)).slice(0, 12)}"`;

/** What the documentation says of the ETag of tables and fields. */
export const definitionVersion =
  "The version of the table's definition: it rises with each change of the table or its fields, and is touched neither by views nor by records.";

/** The answer of a write to a definition, with the ETag of the table as its writer sees it now. */
export const defined = (
  result: ExecuteResult<{ readonly table: { readonly version: number } }>,
  body: unknown,
  status = 200,
  operationId?: string,
): RouteAnswer => ({
  status,
  body,
  headers: writeHeaders(result, operationId, {
    etag: definitionEtag(result.answer.table.version, result.answer.table),
  }),
});
