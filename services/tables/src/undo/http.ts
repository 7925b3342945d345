import { userOf } from '@tessera/proto/rights';
import type { ServiceLog } from '@tessera/event-store';
import { readHeaders, stackOf, type ActionGroup } from '@tessera/event-store/actions';
import { route, undoBodySchema, undoConflictSchema, undoResultSchema, undoRoute, type RouteSet } from '@tessera/web';
import { z } from 'zod';
import { tableStream } from '../events.ts';
import { tableParams, timeSchema } from '../http.ts';
import type { Queries } from '../records/query.ts';
import { groupHeaders } from './kinds.ts';
import type { Undo } from './service.ts';
import { ofTable, ofUndo } from '../refusals.ts';

const tag = 'Undo';
/** Cells whose values are told in full at once: together under 4 MB. */
const mostWhole = 40;

const resultSchema = undoResultSchema.extend({
  state: z.enum(['running', 'done', 'failed', 'cancelled']).optional(),
  conflicts: z.array(
    undoConflictSchema.extend({
      tableId: z.string().optional().meta({ description: 'Of what belongs to a table.' }),
      deletes: z.boolean().optional(),
      cut: z
        .array(z.enum(['current', 'undoTo']))
        .optional()
        .meta({
          description: 'Values that are long texts, of which only the beginning came: ask for them with `whole`.',
        }),
    }),
  ),
  table: z
    .strictObject({ id: z.string(), label: z.string(), added: z.number(), edited: z.number() })
    .optional()
    .describe(
      'Of an operation that made a table: how many records were added or edited since. With conflicts "skip" they stay, and the table with them; with "overwrite" the table goes to the trash as a whole.',
    ),
});
const body = undoBodySchema.extend({
  whole: z
    .array(z.strictObject({ recordId: z.string(), fieldId: z.string() }))
    .min(1)
    .max(mostWhole)
    .optional()
    .meta({ description: 'With preview: only the conflicts of these cells, with `undoTo` in full.' }),
});
const entry = z.strictObject({ id: z.string(), kind: z.string(), records: z.number(), time: timeSchema });

const wire = ({ id, kind, records, time }: ActionGroup) => ({ id, kind, records, time: new Date(time).toISOString() });

export const undoRoutes = (store: ServiceLog, queries: Queries, undo: Undo): RouteSet => [
  undoRoute({ access: 'api', allows: 'records.update', body, result: resultSchema, refuses: ofUndo, undo: undo.undo }),
  route({
    method: 'get',
    path: '/v3/tables/{table}/undo-stack',
    summary: 'Your own latest actions on a table: what can be undone and redone',
    description: 'The ids for `POST /v3/undo/{id}`, newest first.',
    tag,
    access: 'api',
    allows: 'tables.view',
    params: tableParams,
    refuses: ofTable,
    responses: { 200: z.strictObject({ undo: z.array(entry), redo: z.array(entry) }) },
    async handle({ actor, params }) {
      await queries.open(actor, 'tables.view', params.table, { archived: true });
      const { headers } = await readHeaders(
        store,
        groupHeaders,
        actor.organizationId,
        { root: tableStream(params.table), actorId: userOf(actor) },
        60,
      );
      const stack = stackOf(groupHeaders(headers));
      return { body: { undo: stack.undo.map(wire), redo: stack.redo.map(wire) } };
    },
  }),
];
