import { newId } from '@tessera/kernel';
import type { ServiceStore } from '@tessera/event-store';
import { route, type RouteSet } from '@tessera/web';
import { z } from 'zod';
import type { DefinitionAnswer } from '../definitions/handler.ts';
import { viewSchema } from '../definitions/schemas.ts';
import { seesView, viewWire } from '../definitions/wire.ts';
import { defined, definitionEtag, definitionVersion, idSchema, ifMatchOf, refSchema, tableParams } from '../http.ts';
import type { Queries } from '../records/query.ts';
import { viewConfig } from './config.ts';

const tag = 'Views';
const params = z.strictObject({ table: refSchema, view: refSchema });
const label = z.string().max(1000);

const viewOf = (answer: DefinitionAnswer) => answer.table.views.find((view) => view.id === answer.id);

export const viewRoutes = (store: ServiceStore, queries: Queries): RouteSet => [
  route({
    method: 'get',
    path: '/v3/tables/{table}/views',
    etag: definitionVersion,
    summary: "The views of a table: everyone's and your own",
    tag,
    access: 'api',
    allows: 'tables.view',
    params: tableParams,
    responses: { 200: z.strictObject({ views: z.array(viewSchema) }) },
    async handle({ actor, params: { table } }) {
      const opened = await queries.open(actor, 'tables.view', table);
      const body = {
        views: opened.table.views
          .filter((view) => seesView(view, actor))
          .map((view) => viewWire(view, opened.table, opened.grant)),
      };
      return { body, headers: { etag: definitionEtag(opened.table.version, body) } };
    },
  }),
  route({
    method: 'post',
    path: '/v3/tables/{table}/views',
    etag: definitionVersion,
    summary: 'Save a view, for yourself or for everyone',
    tag,
    access: 'api',
    allows: 'views.manage',
    params: tableParams,
    body: z.strictObject({
      id: idSchema.optional(),
      type: z.literal('table').optional(),
      label,
      personal: z.boolean().optional(),
      config: viewConfig,
    }),
    responses: { 201: viewSchema },
    async handle({ params: { table }, body, meta, headers }) {
      const payload = {
        tableId: table,
        viewId: body.id ?? newId(),
        type: body.type ?? 'table',
        label: body.label,
        personal: body.personal ?? false,
        config: body.config,
        ifMatch: ifMatchOf(headers),
      };
      const result = await store.execute<DefinitionAnswer>({ type: 'views.create', payload }, meta);
      return defined(result, viewOf(result.answer), 201);
    },
  }),
  route({
    method: 'patch',
    path: '/v3/tables/{table}/views/{view}',
    etag: definitionVersion,
    summary: 'Change a view',
    tag,
    access: 'api',
    allows: 'views.manage',
    params,
    body: z.strictObject({ label: label.optional(), personal: z.boolean().optional(), config: viewConfig.optional() }),
    responses: { 200: viewSchema },
    async handle({ params: { table, view }, body, meta, headers }) {
      const result = await store.execute<DefinitionAnswer>(
        { type: 'views.change', payload: { tableId: table, viewId: view, ...body, ifMatch: ifMatchOf(headers) } },
        meta,
      );
      return defined(result, viewOf(result.answer));
    },
  }),
  route({
    method: 'delete',
    path: '/v3/tables/{table}/views/{view}',
    etag: definitionVersion,
    summary: 'Delete a view',
    tag,
    access: 'api',
    allows: 'views.manage',
    params,
    responses: { 204: 'empty' },
    async handle({ params: { table, view }, meta, headers }) {
      const result = await store.execute<DefinitionAnswer>(
        { type: 'views.delete', payload: { tableId: table, viewId: view, ifMatch: ifMatchOf(headers) } },
        meta,
      );
      return defined(result, undefined, 204);
    },
  }),
];
