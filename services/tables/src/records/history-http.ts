import type { RecordReader } from '@tessera/document-store';
import { route, type RouteSet } from '@tessera/web';
import { z } from 'zod';
import { everyRow } from '@tessera/proto/rights';
import { fieldKeyQuery, numbersQuery, refSchema, tableParams, timeSchema } from '../http.ts';
import { type ActionKind, actionKinds, type History } from './history.ts';
import type { Queries } from './query.ts';
import { recordNotFound } from './update.ts';
import { decimalsAsText } from './wire.ts';
import { invalid, ofTable, refuses } from '../refusals.ts';

const tag = 'History';
const before = fieldKeyQuery.extend({ before: z.string().max(20).optional() });
const actor = z.strictObject({ id: z.string(), kind: z.string(), name: z.string().optional() });

const recordEntry = z.strictObject({
  commitId: z.string(),
  version: z.number(),
  time: timeSchema,
  actor,
  origin: z.string(),
  operationId: z.string().optional(),
  kind: z.enum(['created', 'changed', 'deleted', 'restored']),
  changes: z.array(
    z.strictObject({ fieldId: z.string(), fieldName: z.string(), before: z.unknown(), after: z.unknown() }),
  ),
});
const tableEntry = z.strictObject({
  id: z.string(),
  commitId: z.string(),
  operationId: z.string().optional(),
  time: timeSchema,
  actor,
  origin: z.string(),
  kind: z.string(),
  records: z.number(),
  fieldIds: z.array(z.string()).optional(),
  fieldNames: z.array(z.string()).optional(),
  label: z.string().optional(),
  recordId: z.string().optional().meta({ description: 'Of an action on a single record.' }),
  recordLabel: z.string().optional(),
  live: z.boolean().optional().meta({ description: 'Whether that record is in the table now, and not in the trash.' }),
  value: z.strictObject({ fieldId: z.string(), before: z.unknown().optional(), after: z.unknown() }).optional().meta({
    description: 'Of edits of one field to one value; `before` where a single record got it. Long texts are cut.',
  }),
  undone: z.boolean(),
  undoable: z.boolean(),
  undoes: z.string().optional(),
});

const change = z.strictObject({
  recordId: z.string(),
  recordLabel: z.string().optional(),
  live: z.boolean().meta({ description: 'Whether the record is in the table now, and not in the trash.' }),
  kind: z.enum(['created', 'changed', 'deleted', 'restored']),
  fields: z.array(
    z.strictObject({ fieldId: z.string(), fieldName: z.string(), before: z.unknown(), after: z.unknown() }),
  ),
  more: z.number().optional().meta({ description: 'How many fields changed beside those that are told.' }),
});

/** One or several, set apart by commas. */
const listOf = (text: string | undefined): readonly string[] =>
  text === undefined || text === '' ? [] : text.split(',');
const known: ReadonlySet<string> = new Set(actionKinds);

const positionOf = (text: string | undefined): number | undefined => {
  if (text === undefined) return undefined;
  if (!/^\d{1,15}$/.test(text))
    throw invalid('request.invalid', {
      issues: [{ path: 'query.before', message: 'expected the `next` of an earlier page' }],
    });
  return Number(text);
};

export const historyRoutes = (history: History, queries: Queries, records: RecordReader): RouteSet => [
  route({
    method: 'get',
    path: '/v3/tables/{table}/records/{record}/history',
    summary: 'What happened to a record, newest first',
    description: 'Who changed which field, from which value to which. Pass `next` as `before` to read on.',
    tag,
    access: 'api',
    allows: 'records.read',
    params: z.strictObject({ table: refSchema, record: refSchema }),
    query: before.extend(numbersQuery.shape),
    refuses: [...ofTable, ...refuses('records.not_found')],
    responses: { 200: z.strictObject({ entries: z.array(recordEntry), next: z.string().optional() }) },
    async handle({ actor: reader, params, query }) {
      const { schema, grant } = await queries.open(reader, 'records.read', params.table);
      // Only who sees every record may read on about one that is in the trash; others must see it now.
      if (
        grant.rowPredicate !== everyRow &&
        (await records.one(reader.organizationId, params.table, params.record, [], grant.rowPredicate)) === undefined
      )
        throw recordNotFound([params.record]);
      const page = await history.ofRecord(
        reader,
        schema,
        grant,
        params.record,
        positionOf(query.before),
        decimalsAsText(query),
      );
      if (page.entries.length === 0 && query.before === undefined) throw recordNotFound([params.record]);
      return { body: page };
    },
  }),
  route({
    method: 'get',
    path: '/v3/tables/{table}/history',
    summary: 'What happened to a table and its records, one entry an action, newest first',
    description: 'Each entry has an id for `POST /v3/undo/{id}` while it can be undone.',
    tag,
    access: 'api',
    allows: 'records.read',
    params: tableParams,
    query: before.extend({
      actor: z
        .string()
        .max(2000)
        .optional()
        .meta({ description: 'Ids of people, set apart by commas: only what one of them did.' }),
      kind: z
        .string()
        .max(200)
        .refine((text) => listOf(text).every((kind) => known.has(kind)), 'not among the kinds')
        .optional()
        .meta({ description: `Some of ${actionKinds.join(', ')}, set apart by commas: only what is one of these.` }),
    }),
    refuses: ofTable,
    responses: {
      200: z.strictObject({
        entries: z.array(tableEntry),
        next: z.string().optional().meta({ description: 'A page may have few entries, or none, and go on.' }),
      }),
    },
    async handle({ actor: reader, params, query }) {
      const { schema, grant } = await queries.open(reader, 'records.read', params.table);
      const filter = { actors: listOf(query.actor), kinds: listOf(query.kind) as readonly ActionKind[] };
      return { body: await history.ofTable(reader, schema, grant, positionOf(query.before), filter) };
    },
  }),
  route({
    method: 'get',
    path: '/v3/tables/{table}/history/{entry}',
    summary: 'One entry of the history of a table: what it did to each record, page by page',
    description:
      'A page has up to 50 changes or 256 kB of them; `next` goes to `after`. Changes of fields that you may not see are left out.',
    tag,
    access: 'api',
    allows: 'records.read',
    params: z.strictObject({ table: refSchema, entry: z.string().min(1).max(100) }),
    query: fieldKeyQuery.extend({
      after: z.string().max(20).optional(),
      only: z.enum(['entry']).optional().meta({ description: 'entry: without the changes.' }),
    }),
    refuses: [...ofTable, ...refuses('history.not_found')],
    responses: {
      200: z.strictObject({ entry: tableEntry, changes: z.array(change), next: z.string().optional() }),
    },
    async handle({ actor: reader, params, query }) {
      const { schema, grant } = await queries.open(reader, 'records.read', params.table);
      return { body: await history.ofAction(reader, schema, grant, params.entry, query.after, query.only) };
    },
  }),
  route({
    method: 'get',
    path: '/v3/tables/{table}/deleted-records',
    summary: 'Records in the trash, the last deleted first, with who deleted them',
    description: '`POST /v3/tables/{table}/records/bulk` with `restore` brings them back.',
    tag: 'Records',
    access: 'api',
    allows: 'records.delete',
    params: tableParams,
    query: z.strictObject({
      after: z.string().max(2000).optional(),
      limit: z.coerce.number().int().min(1).max(100).optional(),
    }),
    refuses: [...ofTable, ...refuses('records.delete_forbidden')],
    responses: {
      200: z.strictObject({
        records: z.array(
          z.strictObject({
            id: z.string(),
            label: z.string().optional(),
            deletedAt: timeSchema,
            deletedBy: z.strictObject({ id: z.string(), name: z.string().optional() }),
          }),
        ),
        next: z.string().optional(),
      }),
    },
    async handle({ actor: reader, params, query, signal }) {
      const { schema, grant } = await queries.open(reader, 'records.delete', params.table);
      return {
        body: await history.deleted(reader, schema, grant, { limit: query.limit ?? 50, after: query.after }, signal),
      };
    },
  }),
];
