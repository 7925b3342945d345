import { route, type RouteSet } from '@tessera/web';
import { z } from 'zod';
import { refuses } from '../refusals.ts';
import type { createSearch } from './search.ts';

/** Records of all tables, found by their texts. */
export const searchRoutes = (search: ReturnType<typeof createSearch>): RouteSet => [
  route({
    method: 'post',
    path: '/v3/search',
    summary: 'Find records by their texts in all tables that you may read',
    description:
      'At most five of each table, those of tables that changed last before the others. A search that takes long answers with what it has found.',
    tag: 'Records',
    access: 'api',
    allows: 'tables.view',
    whenViewing: true,
    cost: 5,
    body: z.strictObject({
      search: z.string().trim().min(1).max(200),
      limit: z.number().int().min(1).max(50).default(10),
    }),
    refuses: refuses('unauthorized'),
    responses: {
      200: z.strictObject({
        records: z.array(
          z.strictObject({
            tableId: z.string(),
            tableLabel: z.string(),
            id: z.string(),
            label: z.string().meta({ description: 'What names the record; empty where nothing does.' }),
          }),
        ),
      }),
    },
    async handle({ actor, body, signal }) {
      return { body: { records: await search(actor, body.search, body.limit, signal) } };
    },
  }),
];
