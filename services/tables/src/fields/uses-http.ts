import type { DocumentReader } from '@tessera/document-store';
import { can, maskAllows } from '@tessera/proto/rights';
import { route, type RouteSet } from '@tessera/web';
import { z } from 'zod';
import { liveField } from '../definitions/fields.ts';
import { isHidden } from '../definitions/schema.ts';
import { refSchema } from '../http.ts';
import { linkedTable, neighbours } from '../linked/graph.ts';
import type { Queries } from '../records/query.ts';
import { notFound, ofDefinition, refuses } from '../refusals.ts';
import { usesOfField } from './uses.ts';

const params = z.strictObject({ table: refSchema, field: refSchema });
const usesAnswer = z.strictObject({
  uses: z.array(
    z.strictObject({
      kind: z.enum(['view', 'table', 'field']),
      id: z.string(),
      name: z.string(),
      as: z.array(z.enum(['filter', 'sort', 'group', 'total', 'part', 'asked', 'label', 'unique', 'computed'])).meta({
        description:
          'What it does with the field; `part` is any other part of a view, as the cover of a gallery; `asked`: a form asks for it; `computed`: a field is computed from it.',
      }),
      breaks: z.boolean().meta({ description: 'Without the field it answers something else; others only show less.' }),
    }),
  ),
  others: z.number().meta({ description: 'Personal views of other people that use it.' }),
});

/** Where a field is used. */
export const fieldUseRoutes = (queries: Queries, documents: DocumentReader): RouteSet => [
  route({
    method: 'get',
    path: '/v3/tables/{table}/fields/{field}/uses',
    summary: 'Where a field is used: what changes when it is deleted',
    description: 'Personal views of other people are counted and not named.',
    tag: 'Fields',
    access: 'api',
    allows: 'fields.manage',
    params,
    refuses: [...ofDefinition, ...refuses('fields.not_found')],
    responses: { 200: usesAnswer },
    async handle({ actor, params: { table, field } }) {
      const opened = await queries.open(actor, 'fields.manage', table);
      if (!maskAllows(opened.grant.fieldMask, field))
        throw notFound('fields.not_found', 'The field does not exist.', { fieldId: field });
      liveField(opened.table, field);
      const linked = [opened.table];
      for (const id of neighbours(opened.table, linkedTable)) {
        const other = id === table ? undefined : await queries.definition(actor.organizationId, id);
        const grant = can(actor, 'records.read', id);
        if (other !== undefined && grant.allow)
          linked.push({
            ...other,
            fields: other.fields.filter((one) => isHidden(one) || maskAllows(grant.fieldMask, one.id)),
          });
      }
      const { uses, others } = await usesOfField(documents, actor, opened.table, field, linked);
      return { body: { uses: uses.map((use) => ({ ...use, as: [...use.as] })), others } };
    },
  }),
];
