import { newId } from '@tessera/kernel';
import { route, type RouteSet } from '@tessera/web';
import { z } from 'zod';
import { fieldSchema } from '../definitions/schemas.ts';
import { fieldWire, seenFields } from '../definitions/wire.ts';
import { defined, definitionVersion, ifMatchOf, refSchema, writeHeaders } from '../http.ts';
import { endedEarly } from '../operations/state.ts';
import type { Queries } from '../records/query.ts';
import { notFound, ofField, ofOperation, refuses } from '../refusals.ts';
import type { TablesStore } from '../store.ts';
import type { Duplication } from './duplication.ts';
import type { Numbering } from './numbering.ts';

const params = z.strictObject({ table: refSchema, field: refSchema });
const duplicated = z.strictObject({
  field: fieldSchema,
  operationId: z.string().optional().meta({ description: 'Of the copying of the values.' }),
});
/** A field like another one. */
export const duplicateRoutes = (
  store: TablesStore,
  queries: Queries,
  duplication: Duplication,
  numbering: Numbering,
): RouteSet => [
  route({
    method: 'post',
    path: '/v3/tables/{table}/fields/{field}/duplicate',
    etag: definitionVersion,
    summary: 'Add a field like this one, with or without its values: one undo',
    description:
      'The new field stands behind this one. It is never unique. With values, those of a large table are copied by an operation: then the answer is 202.',
    tag: 'Fields',
    access: 'api',
    allows: 'fields.manage',
    cost: 10,
    params,
    body: z.strictObject({
      name: z.string().max(1000).optional().meta({ description: 'Without it: the name with "(copy)" behind it.' }),
      values: z.boolean().default(false).meta({ description: 'Whether the values are copied as well.' }),
    }),
    refuses: [...ofField, ...ofOperation, ...refuses('fields.converted')],
    responses: { 201: duplicated, 202: duplicated },
    async handle({ actor, params: { table, field }, body: { name, values }, meta, headers }) {
      const ifMatch = ifMatchOf(headers);
      const copied = values ? await duplication.withValues(actor, table, field, name, ifMatch, meta) : undefined;
      if (copied === undefined) {
        const payload = { tableId: table, fieldId: field, name, ifMatch };
        const grouped = { ...meta, operationId: meta.operationId ?? newId() };
        const result = await store.execute({ type: 'fields.duplicate', payload }, grouped);
        // A number is never given twice: the records get new ones.
        await numbering.begin(actor, table, result.answer.id, grouped);
        return defined(result, { field: result.answer.table.fields.find(({ id }) => id === result.answer.id)! }, 201);
      }
      const { operation, commitId, fieldId } = copied;
      if (operation.state === 'failed') throw endedEarly(operation);
      queries.forget(actor.organizationId);
      const opened = await queries.open(actor, 'tables.view', table);
      const made = opened.table.fields.find(({ id }) => id === fieldId);
      if (made === undefined) throw notFound('fields.not_found', 'The field does not exist.', { fieldId });
      return {
        status: operation.state === 'running' ? 202 : 201,
        body: { field: fieldWire(made, seenFields(opened.table, opened.grant)), operationId: operation.id },
        headers: writeHeaders({ commitId }, operation.id),
      };
    },
  }),
];
