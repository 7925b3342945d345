import { newId, type ExecuteResult } from '@tessera/kernel';
import { viewTypes } from '@tessera/proto/views';
import { route, type RouteAnswer, type RouteSet } from '@tessera/web';
import { z } from 'zod';
import { viewSchema } from '../definitions/schemas.ts';
import { seesView, viewWire } from '../definitions/wire.ts';
import {
  definitionEtag,
  definitionVersion,
  idSchema,
  ifMatchOf,
  refSchema,
  tableParams,
  writeHeaders,
} from '../http.ts';
import type { Queries } from '../records/query.ts';
import { viewConfig } from './config.ts';
import type { ViewAnswer } from './decide.ts';
import type { TablesStore } from '../store.ts';
import { notFound, ofTable, ofView, refuses } from '../refusals.ts';

const tag = 'Views';
const params = z.strictObject({ table: refSchema, view: refSchema });
const label = z.string().max(1000);

const viewVersion =
  'The version of the view: it rises with each change of it, and is touched neither by the table nor by other views.';

const answered = (result: ExecuteResult<ViewAnswer>, status = 200): RouteAnswer => {
  const { view } = result.answer;
  return {
    status,
    body: view,
    headers: writeHeaders(result, undefined, view && { etag: definitionEtag(view.version, view) }),
  };
};

export const viewRoutes = (store: TablesStore, queries: Queries): RouteSet => [
  route({
    method: 'get',
    path: '/v3/tables/{table}/views',
    etag: 'What the list holds. To change a view on condition, take the ETag of that view.',
    summary: "The views of a table: everyone's and your own",
    description: 'Shared views, and the personal ones of the caller.',
    tag,
    access: 'api',
    allows: 'tables.view',
    params: tableParams,
    refuses: ofTable,
    responses: { 200: z.strictObject({ views: z.array(viewSchema) }) },
    async handle({ actor, params: { table } }) {
      const opened = await queries.open(actor, 'tables.view', table);
      const views = await queries.views(actor, opened.table);
      const body = {
        views: views.filter((view) => seesView(view, actor)).map((view) => viewWire(view, opened.table, opened.grant)),
      };
      return { body, headers: { etag: definitionEtag(0, body) } };
    },
  }),
  route({
    method: 'get',
    path: '/v3/tables/{table}/views/{view}',
    etag: viewVersion,
    summary: 'A view',
    description: 'With the version for `If-Match`.',
    tag,
    access: 'api',
    allows: 'tables.view',
    params,
    refuses: [...ofTable, ...refuses('view_not_found')],
    responses: { 200: viewSchema },
    async handle({ actor, params: { table, view: viewId } }) {
      const opened = await queries.open(actor, 'tables.view', table);
      const view = (await queries.views(actor, opened.table)).find((one) => one.id === viewId && seesView(one, actor));
      if (view === undefined) throw notFound('view_not_found', { viewId });
      const body = viewWire(view, opened.table, opened.grant);
      return { body, headers: { etag: definitionEtag(view.version, body) } };
    },
  }),
  route({
    method: 'post',
    path: '/v3/tables/{table}/views',
    etag: definitionVersion,
    summary: 'Save a view, for yourself or for everyone',
    description:
      'A personal view is seen by its owner alone. `If-Match` is of the table here: the fields that the view speaks of.',
    tag,
    access: 'api',
    allows: 'views.manage',
    params: tableParams,
    body: z.strictObject({
      id: idSchema.optional(),
      type: z.enum(viewTypes.map(({ id }) => id)).optional(),
      label,
      personal: z.boolean().optional(),
      config: viewConfig,
    }),
    refuses: [
      ...ofView,
      ...refuses('tables.stale', 'views.exists', 'views.too_many', 'views.too_many_personal', 'views.type_unknown'),
    ],
    responses: { 201: viewSchema },
    async handle({ params: { table }, body, meta, headers }) {
      const payload = {
        tableId: table,
        viewId: body.id ?? newId(),
        type: body.type ?? viewTypes[0]!.id,
        label: body.label,
        personal: body.personal ?? false,
        config: body.config,
        ifMatch: ifMatchOf(headers),
      };
      return answered(await store.execute({ type: 'views.create', payload }, meta), 201);
    },
  }),
  route({
    method: 'patch',
    path: '/v3/tables/{table}/views/{view}',
    etag: viewVersion,
    summary: 'Change a view',
    description: 'Send only what changes; `config` is replaced as a whole.',
    tag,
    access: 'api',
    allows: 'views.manage',
    params,
    body: z.strictObject({ label: label.optional(), personal: z.boolean().optional(), config: viewConfig.optional() }),
    refuses: [
      ...ofView,
      ...refuses('view_not_found', 'views.last', 'views.stale', 'views.too_many', 'views.too_many_personal'),
    ],
    responses: { 200: viewSchema },
    async handle({ params: { table, view }, body, meta, headers }) {
      const payload = { tableId: table, viewId: view, ...body, ifMatch: ifMatchOf(headers) };
      return answered(await store.execute({ type: 'views.change', payload }, meta));
    },
  }),
  route({
    method: 'delete',
    path: '/v3/tables/{table}/views/{view}',
    etag: viewVersion,
    summary: 'Delete a view',
    description:
      'Undo brings it back. The last view for everyone stays: it is refused with 409 `views.last`, also when it is made personal.',
    tag,
    access: 'api',
    allows: 'views.manage',
    params,
    refuses: [...ofTable, ...refuses('view_not_found', 'views.last', 'views.manage_forbidden', 'views.stale')],
    responses: { 204: 'empty' },
    async handle({ params: { table, view }, meta, headers }) {
      const payload = { tableId: table, viewId: view, ifMatch: ifMatchOf(headers) };
      return answered(await store.execute({ type: 'views.delete', payload }, meta), 204);
    },
  }),
];
