import { invalid } from '@tessera/kernel';
import type { RecordReader } from '@tessera/document-store';
import { route, type RouteSet } from '@tessera/web';
import { z } from 'zod';
import { everyRow } from '@tessera/proto/rights';
import { numbersQuery, refSchema, tableParams, timeSchema } from '../http.ts';
import type { History } from './history.ts';
import type { Queries } from './query.ts';
import { recordNotFound } from './update.ts';
import { decimalsAsText } from './wire.ts';

const tag = 'History';
const before = z.strictObject({ before: z.string().max(20).optional() });
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
  label: z.string().optional(),
  undone: z.boolean(),
  undoable: z.boolean(),
  undoes: z.string().optional(),
});

const positionOf = (text: string | undefined): number | undefined => {
  if (text === undefined) return undefined;
  if (!/^\d{1,15}$/.test(text))
    throw invalid('request.invalid', 'The request is not valid.', {
      issues: [{ path: 'query.before', message: 'expected the `next` of an earlier page' }],
    });
  return Number(text);
};

export const historyRoutes = (history: History, queries: Queries, records: RecordReader): RouteSet => [
  route({
    method: 'get',
    path: '/v3/tables/{table}/records/{record}/history',
    summary: 'What happened to a record, newest first',
    tag,
    access: 'api',
    allows: 'records.read',
    params: z.strictObject({ table: refSchema, record: refSchema }),
    query: before.extend(numbersQuery.shape),
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
    tag,
    access: 'api',
    allows: 'records.read',
    params: tableParams,
    query: before,
    responses: { 200: z.strictObject({ entries: z.array(tableEntry), next: z.string().optional() }) },
    async handle({ actor: reader, params, query }) {
      const { schema, grant } = await queries.open(reader, 'records.read', params.table);
      return { body: await history.ofTable(reader, schema, grant, positionOf(query.before)) };
    },
  }),
];
