import { requireRight } from '@tessera/proto/rights';
import { route, type RouteSet } from '@tessera/web';
import { helpSchema, type Help } from './help.ts';

/** Where people find help. */
export const helpRoutes = (help: Help): RouteSet => [
  route({
    method: 'get',
    path: '/v3/help',
    tag: 'auth',
    summary: 'Where the operator of this installation keeps help',
    description: 'What changed, documentation, guides, and up to four videos. Null where there is none.',
    access: 'session',
    allows: 'session.read',
    whenBlocked: true,
    responses: { 200: helpSchema },
    handle: async ({ actor }) => {
      requireRight(actor, 'session.read');
      return { body: help };
    },
  }),
];
