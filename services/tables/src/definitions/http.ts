import { newId } from '@tessera/kernel';
import type { DocumentReader } from '@tessera/document-store';
import { requireFeature } from '@tessera/proto/rights';
import { route, type RouteSet } from '@tessera/web';
import { z } from 'zod';
import { defined, definitionEtag, definitionVersion, ifMatchOf, tableParams } from '../http.ts';
import type { Queries } from '../records/query.ts';
import type { Ensured, Uniqueness } from '../fields/uniqueness.ts';
import type { Directory } from '@tessera/runtime/directory';
import { zoneFor } from '../formulas/zone.ts';
import { listTables } from './list.ts';
import { tableChange, tableEntrySchema, tableInput, tableSchema } from './schemas.ts';
import { tableWire } from './wire.ts';
import type { TablesStore } from '../store.ts';
import { ofDefinition, ofField, ofTable, refuses } from '../refusals.ts';

const tag = 'Tables';

export const tableRoutes = (
  store: TablesStore,
  documents: DocumentReader,
  queries: Queries,
  uniqueness: Uniqueness,
  directory: Directory,
): RouteSet => [
  route({
    method: 'get',
    path: '/v3/tables',
    summary: 'The tables that you may see',
    description: 'With the access that you have to each. `archived=true` lists those in the trash.',
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
    summary: 'Create a table with its fields',
    description:
      'Fields may come with the table, in their order; links lead to tables that are there. Choose the `id` yourself to make the call safe to repeat.',
    tag,
    access: 'api',
    allows: 'tables.create',
    body: tableInput,
    refuses: [
      ...ofField,
      ...refuses(
        'tables.create_forbidden',
        'tables.exists',
        'tables.id_invalid',
        'tables.name_required',
        'tables.name_too_long',
        'tables.color',
      ),
    ],
    responses: { 201: tableSchema },
    async handle({ actor, body, meta }) {
      const { id, ...table } = body;
      const zone = await zoneFor(directory, actor, table.fields);
      const result = await store.execute(
        { type: 'tables.create', payload: { ...table, tableId: id ?? newId(), ...(zone && { zone }) } },
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
    description: 'Fields with types and options, views, and the version for `If-Match`.',
    tag,
    access: 'api',
    allows: 'tables.view',
    params: tableParams,
    refuses: ofTable,
    responses: { 200: tableSchema },
    async handle({ actor, params }) {
      const { table, grant } = await queries.open(actor, 'tables.view', params.table);
      const body = tableWire(table, actor, await queries.views(actor, table), grant);
      return { body, headers: { etag: definitionEtag(table.version, body) } };
    },
  }),
  route({
    method: 'patch',
    path: '/v3/tables/{table}',
    etag: definitionVersion,
    summary: 'Change the label, icon, colour, description, label field or unique field',
    description: 'Send only what changes. A new unique field is checked for duplicates first.',
    tag,
    access: 'api',
    allows: 'fields.manage',
    params: tableParams,
    body: tableChange,
    refuses: [
      ...ofDefinition,
      ...refuses('fields.not_found', 'tables.name_required', 'tables.name_too_long', 'tables.color'),
    ],
    responses: { 200: tableSchema },
    async handle({ actor, params, body, meta, headers }) {
      const { uniqueFieldId } = body;
      if (typeof uniqueFieldId === 'string') requireFeature(actor, 'advancedBusinessFeatures');
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
      const result = await store.execute({ type: 'tables.describe', payload }, meta);
      return defined(result, result.answer.table, 200, ensured.operationId);
    },
  }),
  route({
    method: 'delete',
    path: '/v3/tables/{table}',
    etag: definitionVersion,
    summary: 'Move a table to the trash',
    description: 'It stays in the trash until it is restored or deleted forever.',
    tag,
    access: 'api',
    allows: 'tables.archive',
    params: tableParams,
    refuses: [...ofTable, ...refuses('tables.archive_forbidden', 'tables.stale')],
    responses: { 204: 'empty' },
    async handle({ params, meta, headers }) {
      const result = await store.execute(
        { type: 'tables.archive', payload: { tableId: params.table, ifMatch: ifMatchOf(headers) } },
        meta,
      );
      return defined(result, undefined, 204);
    },
  }),
  route({
    method: 'post',
    path: '/v3/tables/{table}/restore',
    summary: 'Restore a table from the trash',
    description: 'It comes back with its records, fields and views.',
    tag,
    access: 'api',
    allows: 'tables.archive',
    params: tableParams,
    refuses: [...ofTable, ...refuses('tables.archive_forbidden')],
    responses: { 200: tableSchema },
    async handle({ params, meta }) {
      const result = await store.execute({ type: 'tables.restore', payload: { tableId: params.table } }, meta);
      return defined(result, result.answer.table);
    },
  }),
];
