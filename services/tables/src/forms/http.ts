import { route, type RouteSet } from '@tessera/web';
import { z } from 'zod';
import { formAnswer, tableSchema } from '../definitions/schemas.ts';
import { tableForms, type TableForm } from '../definitions/state.ts';
import { defined, definitionEtag, definitionVersion, ifMatchOf, tableParams } from '../http.ts';
import type { Queries } from '../records/query.ts';
import { notFound, ofDefinition, ofTable, refuses } from '../refusals.ts';
import type { TablesStore } from '../store.ts';
import { viewConfig } from '../views/config.ts';
import { formWire } from './wire.ts';

const tag = 'Tables';
const params = tableParams.extend({
  form: z.string().max(60).meta({ description: '`creation` for new records, `update` for those that are there.' }),
});

const formOf = (name: string): TableForm => {
  const form = tableForms.find((one) => one === name);
  if (form === undefined) throw notFound('form_cfg_error', { form: name });
  return form;
};

/** The forms of a table: what new records are asked by, and what records are opened in. */
export const formRoutes = (store: TablesStore, queries: Queries): RouteSet => [
  route({
    method: 'get',
    path: '/v3/tables/{table}/forms/{form}',
    etag: definitionVersion,
    summary: 'A form of a table',
    description:
      'The configuration of a form view; true where the table has no form of its own. Fields that you do not see are left out.',
    tag,
    access: 'api',
    allows: 'tables.view',
    params,
    refuses: [...ofTable, ...refuses('form_cfg_error')],
    responses: { 200: z.strictObject({ config: formAnswer }) },
    async handle({ actor, params: { table: id, form: name } }) {
      const form = formOf(name);
      const { table, grant } = await queries.open(actor, 'tables.view', id);
      const body = { config: formWire(table, form, grant) };
      return { body, headers: { etag: definitionEtag(table.version, body) } };
    },
  }),
  route({
    method: 'put',
    path: '/v3/tables/{table}/forms/{form}',
    etag: definitionVersion,
    summary: 'Set a form of a table',
    description:
      'What "New record" opens, or what a record is opened in. The configuration of a form view as a whole; `true` takes the form away. `open_as` says how it opens: other ways than `side_panel` and `modal_compact` need `advancedDevFeatures`. Where `fields` is empty, it asks for all of them. The form for records that are there may show fields that nobody writes.',
    tag,
    access: 'api',
    allows: 'fields.manage',
    params,
    body: z.strictObject({ config: z.union([z.literal(true), viewConfig]) }),
    refuses: [...ofDefinition, ...refuses('fields.not_found', 'form_cfg_error', 'forms.config_too_large')],
    responses: { 200: tableSchema },
    async handle({ params: { table, form: name }, body: { config }, meta, headers }) {
      const payload = { tableId: table, form: formOf(name), config, ifMatch: ifMatchOf(headers) };
      const result = await store.execute({ type: 'tables.form', payload }, meta);
      return defined(result, result.answer.table);
    },
  }),
];
