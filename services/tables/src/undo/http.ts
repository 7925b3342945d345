import { userOf } from '@tessera/proto/rights';
import type { ServiceStore } from '@tessera/event-store';
import { route, type RouteSet } from '@tessera/web';
import { z } from 'zod';
import { tableStream } from '../events.ts';
import { tableParams, timeSchema, writeHeaders } from '../http.ts';
import type { Queries } from '../records/query.ts';
import { groupHeaders, stackOf, type ActionGroup } from './groups.ts';
import { readHeaders } from './read-groups.ts';
import type { Undo } from './service.ts';

const tag = 'Undo';

const conflictSchema = z.strictObject({
  tableId: z.string(),
  recordId: z.string().optional(),
  recordLabel: z.string().optional(),
  fieldId: z.string(),
  fieldName: z.string(),
  current: z.unknown(),
  undoTo: z.unknown(),
  changedBy: z.string().optional(),
  blocked: z.string().optional(),
  deletes: z.boolean().optional(),
});
const resultSchema = z.strictObject({
  commitId: z.string().optional(),
  operationId: z.string().optional(),
  state: z.enum(['running', 'done', 'failed', 'cancelled']).optional(),
  kind: z.string(),
  records: z.number(),
  fields: z.number(),
  commits: z.number(),
  conflicts: z.array(conflictSchema),
  skipped: z.number(),
  recordIds: z.array(z.string()),
  notUndoable: z.string().optional(),
});
const entry = z.strictObject({ id: z.string(), kind: z.string(), records: z.number(), time: timeSchema });

const wire = ({ id, kind, records, time }: ActionGroup) => ({ id, kind, records, time: new Date(time).toISOString() });

export const undoRoutes = (store: ServiceStore, queries: Queries, undo: Undo): RouteSet => [
  route({
    method: 'post',
    path: '/v3/undo/{id}',
    summary: 'Take back a commit or an operation, or preview it; the undo of an undo is a redo',
    tag,
    access: 'api',
    allows: 'records.update',
    params: z.strictObject({ id: z.string().min(1).max(100) }),
    body: z.strictObject({ preview: z.boolean().optional(), conflicts: z.enum(['skip', 'overwrite']).optional() }),
    responses: { 200: resultSchema, 202: resultSchema },
    async handle({ params, body, meta }) {
      const result = await undo.undo(params.id, body, meta);
      return {
        status: result.state === 'running' ? 202 : 200,
        body: result,
        headers: writeHeaders({ commitId: result.commitId }, result.operationId),
      };
    },
  }),
  route({
    method: 'get',
    path: '/v3/tables/{table}/undo-stack',
    summary: 'Your own latest actions on a table: what can be undone and redone',
    tag,
    access: 'api',
    allows: 'tables.view',
    params: tableParams,
    responses: { 200: z.strictObject({ undo: z.array(entry), redo: z.array(entry) }) },
    async handle({ actor, params }) {
      await queries.open(actor, 'tables.view', params.table, { archived: true });
      const { headers } = await readHeaders(
        store,
        actor.organizationId,
        { root: tableStream(params.table), actorId: userOf(actor) },
        60,
      );
      const stack = stackOf(groupHeaders(headers));
      return { body: { undo: stack.undo.map(wire), redo: stack.redo.map(wire) } };
    },
  }),
];
