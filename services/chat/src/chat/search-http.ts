import { requireRight } from '@tessera/proto/rights';
import { route, type RouteSet } from '@tessera/web';
import { z } from 'zod';
import type { Find } from './find.ts';
import type { Search } from './search.ts';
import { conversation, message, tag, wireConversation } from './wire.ts';

/** Search over what one hears. */
export const searchRoutes = ({ find, search }: { readonly find: Find; readonly search: Search }): RouteSet => [
  route({
    method: 'post',
    path: '/v3/conversations/search',
    tag,
    summary: 'Find words in conversations that you hear',
    description:
      'In their names and in what was said, threads included, the newest first; letters with and without accents are the same. `previous` tells that there is more: ask with it as `before`. The names are told with the first page.',
    access: 'api',
    allows: 'chat.use',
    body: z.strictObject({ search: z.string().trim().min(1).max(200), before: z.iso.datetime().optional() }),
    responses: {
      200: z.strictObject({
        conversations: z.array(conversation),
        messages: z.array(
          message
            .extend({
              conversationId: z.string().meta({ description: 'The `liveId` of its conversation' }),
              at: z.number().meta({ description: 'What to ask for as `around`' }),
            })
            .meta({ id: 'FoundMessage' }),
        ),
        previous: z.string().optional(),
      }),
    },
    handle: async ({ actor, body }) => {
      requireRight(actor, 'chat.use');
      const before = body.before === undefined ? undefined : Date.parse(body.before);
      const [page, readers] = await Promise.all([search(actor, body.search, before), find.readers(actor)]);
      return {
        body: {
          conversations: page.conversations.map((one) => wireConversation(actor, one.conversation, readers, one.label)),
          messages: page.messages.map((one) => ({ ...one.message, conversationId: one.conversationId, at: one.at })),
          ...(page.previous !== undefined && { previous: new Date(page.previous).toISOString() }),
        },
      };
    },
  }),
];
