import { route, type RouteSet } from '@tessera/web';
import { z } from 'zod';
import { ruleSchema, tableSchema } from '../definitions/schemas.ts';
import { defined, definitionVersion, ifMatchOf, tableParams } from '../http.ts';
import { ofDefinition, refuses } from '../refusals.ts';
import type { TablesStore } from '../store.ts';
import { mostRules } from './decide.ts';

/** The rules about the fields of a table. */
export const conditionalRoutes = (store: TablesStore): RouteSet => [
  route({
    method: 'put',
    path: '/v3/tables/{table}/conditionals',
    etag: definitionVersion,
    summary: 'Set the conditional fields of a table',
    description:
      'All rules, in their order: where two disagree, the lower one wins. `show` and `hide` are for forms and records on screen; `require` and `read_only` hold of every write, judged on the record as it would be then. A condition asks of a field whose value stands in the record and says the same to everybody: no links, computed fields, moments, relative dates or current user. What is wrong stands in `details.rules`, by the place of the rule.',
    tag: 'Fields',
    access: 'api',
    allows: 'fields.manage',
    feature: 'advancedBusinessFeatures',
    params: tableParams,
    body: z.strictObject({ rules: z.array(ruleSchema).max(mostRules) }),
    refuses: [...ofDefinition, ...refuses('conditionals.invalid', 'conditionals.too_many')],
    responses: { 200: tableSchema },
    async handle({ params: { table }, body, meta, headers }) {
      const payload = { tableId: table, rules: body.rules, ifMatch: ifMatchOf(headers) };
      const result = await store.execute({ type: 'tables.conditionals', payload }, meta);
      return defined(result, result.answer.table);
    },
  }),
];
