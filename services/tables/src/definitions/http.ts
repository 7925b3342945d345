import { newId } from '@tessera/kernel';
import type { DocumentReader } from '@tessera/document-store';
import type { ServiceStore } from '@tessera/event-store';
import { route, type RouteSet } from '@tessera/web';
import { z } from 'zod';
import { defined, definitionEtag, definitionVersion, ifMatchOf, tableParams } from '../http.ts';
import type { Queries } from '../records/query.ts';
import type { Ensured, Uniqueness } from '../fields/uniqueness.ts';
import type { DefinitionAnswer } from './handler.ts';
import { listTables } from './list.ts';
import { tableChange, tableEntrySchema, tableInput, tableSchema } from './schemas.ts';
import { tableWire } from './wire.ts';

const tag = 'Tables';

export const tableRoutes = (
  store: ServiceStore,
  documents: DocumentReader,
  queries: Queries,
  uniqueness: Uniqueness,
): RouteSet => [
  route({
    method: 'get',
    path: '/v3/tables',
    summary: 'The tables that you may see',
    tag,
    access: 'api',
    allows: 'tables.view',
    query: z.strictObject({ archived: z.enum(['true', 'false']).optional() }),
    responses: { 200: z.strictObject({ tables: z.array(tableEntrySchema) }) },
    async handle({ actor, query }) {
      const archived = query.archived === 'true';
      const tables = (await listTables(documents, actor, archived)).filter((t) => !archived || t.access === 'full');
      return {
        body: {
          tables: tables.map(({ id, label, icon, color, createdAt, updatedAt, access }) => ({
            id,
            label,
            icon,
            color,
            createdAt: new Date(createdAt).toISOString(),
            updatedAt: new Date(updatedAt).toISOString(),
            access,
          })),
        },
      };
    },
  }),
  route({
    method: 'post',
    path: '/v3/tables',
    summary: 'Make a table with its fields',
    tag,
    access: 'api',
    allows: 'tables.create',
    body: tableInput,
    responses: { 201: tableSchema },
    async handle({ body, meta }) {
      const { id, ...table } = body;
      const result = await store.execute<DefinitionAnswer>(
        { type: 'tables.create', payload: { ...table, tableId: id ?? newId() } },
        meta,
      );
      return defined(result, result.answer.table, 201);
    },
  }),
  route({
    method: 'get',
    path: '/v3/tables/{table}',
    etag: definitionVersion,
    summary: 'A table with its fields and views',
    tag,
    access: 'api',
    allows: 'tables.view',
    params: tableParams,
    responses: { 200: tableSchema },
    async handle({ actor, params }) {
      const { table, grant } = await queries.open(actor, 'tables.view', params.table);
      const body = tableWire(table, actor, grant);
      return { body, headers: { etag: definitionEtag(table.version, body) } };
    },
  }),
  route({
    method: 'patch',
    path: '/v3/tables/{table}',
    etag: definitionVersion,
    summary: 'Change the label, icon, colour, description, label field or unique field',
    tag,
    access: 'api',
    allows: 'fields.manage',
    params: tableParams,
    body: tableChange,
    responses: { 200: tableSchema },
    async handle({ actor, params, body, meta, headers }) {
      const { uniqueFieldId } = body;
      const change = { tableId: params.table, ...body };
      const asked = ifMatchOf(headers);
      const ensured: Ensured =
        typeof uniqueFieldId === 'string'
          ? await uniqueness.ensure(actor, params.table, uniqueFieldId, meta, {
              with: { of: 'table', change },
              ifMatch: asked,
            })
          : { ifMatch: asked };
      // Where the check made the change with it, only the caller's key is still to be kept, for when it is repeated.
      const payload =
        ensured.operationId === undefined ? { ...change, ifMatch: ensured.ifMatch } : { tableId: params.table };
      const result = await store.execute<DefinitionAnswer>({ type: 'tables.describe', payload }, meta);
      return defined(result, result.answer.table, 200, ensured.operationId);
    },
  }),
  route({
    method: 'delete',
    path: '/v3/tables/{table}',
    etag: definitionVersion,
    summary: 'Move a table to the trash',
    tag,
    access: 'api',
    allows: 'tables.archive',
    params: tableParams,
    responses: { 204: 'empty' },
    async handle({ params, meta, headers }) {
      const result = await store.execute<DefinitionAnswer>(
        { type: 'tables.archive', payload: { tableId: params.table, ifMatch: ifMatchOf(headers) } },
        meta,
      );
      return defined(result, undefined, 204);
    },
  }),
  route({
    method: 'post',
    path: '/v3/tables/{table}/restore',
    summary: 'Take a table out of the trash',
    tag,
    access: 'api',
    allows: 'tables.archive',
    params: tableParams,
    responses: { 200: tableSchema },
    async handle({ params, meta }) {
      const result = await store.execute<DefinitionAnswer>(
        { type: 'tables.restore', payload: { tableId: params.table } },
        meta,
      );
      return defined(result, result.answer.table);
    },
  }),
];
