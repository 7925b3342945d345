import { groupedMeta } from '@tessera/event-store/actions';
import { newId } from '@tessera/kernel';
import { route, type RouteSet } from '@tessera/web';
import { z } from 'zod';
import { maskAllows } from '@tessera/proto/rights';
import type { DefinitionAnswer } from '../definitions/handler.ts';
import { fieldChange, fieldInput, fieldSchema, tableSchema } from '../definitions/schemas.ts';
import { fieldWire, seenFields } from '../definitions/wire.ts';
import { defined, definitionVersion, ifMatchOf, refSchema, tableParams, writeHeaders } from '../http.ts';
import type { Directory } from '@tessera/runtime/directory';
import { zoneFor } from '../formulas/zone.ts';
import type { Conversions } from './conversion.ts';
import type { Numbering } from './numbering.ts';
import type { OptionRemoval } from './options.ts';
import type { Queries } from '../records/query.ts';
import type { Ensured, Uniqueness } from './uniqueness.ts';
import type { TablesStore } from '../store.ts';
import { ofConversion, ofDefinition, ofField, ofOperation, refuses } from '../refusals.ts';

const tag = 'Fields';
const params = z.strictObject({ table: refSchema, field: refSchema });
const fieldOf = (answer: DefinitionAnswer) => answer.table.fields.find((field) => field.id === answer.id);

const wantedParts = { type: z.string().max(60).optional(), props: fieldChange.shape.props };
const previewAnswer = z.strictObject({
  type: z.string(),
  total: z.number(),
  filled: z.number(),
  fits: z.number(),
  changed: z.number(),
  lost: z.number(),
  options: z.number().optional(),
  examples: z.array(
    z.strictObject({
      recordId: z.string(),
      recordLabel: z.string().optional(),
      before: z.string(),
      after: z.string().nullable(),
      outcome: z.enum(['changed', 'lost']),
      reason: z.string(),
    }),
  ),
});
const converting = z.strictObject({
  operationId: z.string(),
  state: z.enum(['running', 'done', 'failed', 'cancelled']),
  total: z.number(),
  field: fieldSchema.optional(),
});

export const fieldRoutes = (
  store: TablesStore,
  queries: Queries,
  uniqueness: Uniqueness,
  options: OptionRemoval,
  conversions: Conversions,
  directory: Directory,
  numbering: Numbering,
): RouteSet => [
  route({
    method: 'post',
    path: '/v3/tables/{table}/fields/{field}/convert/preview',
    summary:
      'What converting a field to another type, or to more decimal places, would make of its values; nothing is written',
    description: 'Counts the values that fit, change and are lost, with examples.',
    tag,
    access: 'api',
    allows: 'fields.manage',
    cost: 10,
    params,
    body: z.strictObject(wantedParts),
    refuses: [...ofField, ...ofConversion],
    responses: { 200: previewAnswer },
    handle: async ({ actor, params: { table, field }, body, signal }) => ({
      body: await conversions.preview(actor, table, field, body, signal),
    }),
  }),
  route({
    method: 'post',
    path: '/v3/tables/{table}/fields/{field}/convert',
    summary: 'Convert a field: an operation, and one undo, which brings back the values that did not fit',
    description: 'A large table answers 202 with an operation to follow.',
    tag,
    access: 'api',
    allows: 'fields.manage',
    cost: 10,
    params,
    body: z.strictObject(wantedParts),
    refuses: [...ofField, ...ofOperation, ...ofConversion],
    responses: { 200: converting, 202: converting },
    async handle({ actor, params: { table, field }, body, meta }) {
      const { operation, commitId } = await conversions.start(actor, table, field, body, meta);
      const done = operation.state === 'done';
      queries.forget(actor.organizationId);
      const opened = done ? await queries.open(actor, 'tables.view', table) : undefined;
      const shown = opened?.table.fields.find((one) => one.id === field);
      const answer = {
        operationId: operation.id,
        state: operation.state,
        total: operation.total,
        ...(opened !== undefined &&
          shown !== undefined && { field: fieldWire(shown, seenFields(opened.table, opened.grant)) }),
      };
      return {
        status: operation.state === 'running' ? 202 : 200,
        body: answer,
        headers: writeHeaders({ commitId }, operation.id),
      };
    },
  }),
  route({
    method: 'post',
    path: '/v3/tables/{table}/fields',
    etag: definitionVersion,
    summary: 'Add a field',
    description: 'The guide lists the types with their properties. `index` is the place among the fields.',
    tag,
    access: 'api',
    allows: 'fields.manage',
    params: tableParams,
    body: z.strictObject({ ...fieldInput.shape, index: z.number().int().min(0).max(500).optional() }),
    refuses: [...ofField, ...refuses('fields.exists')],
    responses: { 201: fieldSchema },
    async handle({ actor, params: { table }, body: { index, ...field }, meta, headers }) {
      const zone = await zoneFor(directory, actor, [field]);
      const grouped = { ...meta, operationId: meta.operationId ?? newId() };
      const result = await store.execute(
        {
          type: 'fields.add',
          payload: { tableId: table, field, index, ifMatch: ifMatchOf(headers), ...(zone && { zone }) },
        },
        numbering.numbers(field.type) ? grouped : meta,
      );
      await numbering.begin(actor, table, result.answer.id, grouped);
      return defined(result, fieldOf(result.answer), 201);
    },
  }),
  route({
    method: 'put',
    path: '/v3/tables/{table}/fields/order',
    etag: definitionVersion,
    summary: 'Reorder the fields',
    description: 'Name every field once.',
    tag,
    access: 'api',
    allows: 'fields.manage',
    params: tableParams,
    body: z.strictObject({ fieldIds: z.array(refSchema).max(500) }),
    refuses: [...ofDefinition, ...refuses('fields.order_incomplete')],
    responses: { 200: tableSchema },
    async handle({ params: { table }, body, meta, headers }) {
      const result = await store.execute(
        { type: 'fields.reorder', payload: { tableId: table, fieldIds: body.fieldIds, ifMatch: ifMatchOf(headers) } },
        meta,
      );
      return defined(result, result.answer.table);
    },
  }),
  route({
    method: 'get',
    path: '/v3/tables/{table}/fields/deleted',
    summary: 'The deleted fields of a table',
    description: 'Each can be restored with its values.',
    tag,
    access: 'api',
    allows: 'fields.manage',
    params: tableParams,
    refuses: ofDefinition,
    responses: { 200: z.strictObject({ fields: z.array(fieldSchema) }) },
    async handle({ actor, params: { table } }) {
      const opened = await queries.open(actor, 'fields.manage', table);
      return {
        body: {
          fields: opened.table.deletedFields
            .filter((deleted) => maskAllows(opened.grant.fieldMask, deleted.field.id))
            .map((deleted) => fieldWire(deleted.field, seenFields(opened.table, opened.grant))),
        },
      };
    },
  }),
  route({
    method: 'patch',
    path: '/v3/tables/{table}/fields/{field}',
    etag: definitionVersion,
    summary: 'Change a field',
    description: 'Send only what changes. An option that records use is removed with `replacements`.',
    tag,
    access: 'api',
    allows: 'fields.manage',
    params,
    body: fieldChange,
    refuses: [
      ...ofField,
      ...ofOperation,
      ...refuses(
        'fields.conflict',
        'fields.conversion_needed',
        'fields.conversion_unavailable',
        'fields.duplicates',
        'fields.not_unique',
        'fields.option_in_use',
        'fields.option_replacement',
        'fields.option_required',
        'fields.scale_fixed',
        'fields.unique_cancelled',
        'fields.unique_pending',
      ),
    ],
    responses: { 200: fieldSchema },
    async handle({ actor, params: { table, field }, body: { replacements, ...change }, meta, headers }) {
      const named = { tableId: table, fieldId: field };
      const asked = ifMatchOf(headers);
      const ensured: Ensured =
        change.unique === true
          ? await uniqueness.ensure(actor, table, field, meta, {
              with: { of: 'field', change: { ...named, ...change } },
              ifMatch: asked,
            })
          : { ifMatch: asked };
      if (ensured.operationId !== undefined) {
        // All is done; the caller's key finds this when it is repeated.
        const result = await store.execute({ type: 'fields.change', payload: { ...named, unique: true } }, meta);
        return defined(result, fieldOf(result.answer), 200, ensured.operationId);
      }
      const { ifMatch } = ensured;
      const removed = [...new Set([...(change.removeOptions ?? []), ...Object.keys(replacements ?? {})])];
      // What takes options away is an operation of its own.
      const mine = removed.length === 0 ? await groupedMeta(store, meta, headers) : meta;
      const prepared = await options.prepare(actor, table, field, removed, replacements, mine, ifMatch);
      const zone = await zoneFor(directory, actor, [change]);
      const result = await store.execute(
        {
          type: 'fields.change',
          payload: { ...named, ...change, removeOptions: removed, ifMatch, ...(zone && { zone }) },
        },
        prepared,
      );
      return defined(result, fieldOf(result.answer), 200, mine.operationId);
    },
  }),
  route({
    method: 'delete',
    path: '/v3/tables/{table}/fields/{field}',
    etag: definitionVersion,
    summary: 'Delete a field; its values stay and come back with it',
    description: 'Restoring the field brings the values back.',
    tag,
    access: 'api',
    allows: 'fields.manage',
    params,
    refuses: [...ofDefinition, ...refuses('fields.not_found', 'fields.converting')],
    responses: { 204: 'empty' },
    async handle({ params: { table, field }, meta, headers }) {
      const result = await store.execute(
        { type: 'fields.delete', payload: { tableId: table, fieldId: field, ifMatch: ifMatchOf(headers) } },
        meta,
      );
      return defined(result, undefined, 204);
    },
  }),
  route({
    method: 'post',
    path: '/v3/tables/{table}/fields/{field}/restore',
    etag: definitionVersion,
    summary: 'Restore a deleted field',
    description: 'It comes back at the end, with its values.',
    tag,
    access: 'api',
    allows: 'fields.manage',
    params,
    refuses: [...ofDefinition, ...refuses('fields.not_found', 'fields.name_taken', 'fields.too_many')],
    responses: { 200: fieldSchema },
    async handle({ actor, params: { table, field }, meta, headers }) {
      const result = await store.execute(
        { type: 'fields.restore', payload: { tableId: table, fieldId: field, ifMatch: ifMatchOf(headers) } },
        meta,
      );
      // Records that were made meanwhile have no number yet.
      await numbering.begin(actor, table, field, { ...meta, operationId: newId() });
      return defined(result, fieldOf(result.answer));
    },
  }),
];
