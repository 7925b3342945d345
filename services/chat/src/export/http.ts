import { userOf } from '@tessera/proto/rights';
import type { Directory } from '@tessera/runtime/directory';
import { route, type RouteSet } from '@tessera/web';
import { z } from 'zod';
import type { Find } from '../chat/find.ts';
import { conversationId, tag } from '../chat/wire.ts';
import { refuses } from '../refusals.ts';
import type { createExport } from './export.ts';

type Ports = {
  readonly find: Find;
  readonly directory: Directory;
  readonly exported: ReturnType<typeof createExport>;
};

/** A conversation as a file. */
export const exportRoutes = ({ find, directory, exported }: Ports): RouteSet => [
  route({
    method: 'get',
    path: '/v3/conversations/{id}/export',
    tag,
    summary: 'A conversation as Markdown',
    description: 'All that was said in it, as a file, oldest first, with the answers in threads as quotes.',
    access: 'api',
    allows: 'chat.use',
    whenBlocked: true,
    params: z.strictObject({ id: conversationId }),
    query: z.strictObject({ format: z.literal('markdown') }),
    refuses: refuses('conversation_not_found'),
    responses: { 200: z.any() },
    handle: async ({ actor, params: { id } }) => {
      const heard = await find.heard(actor, id);
      const { chatType, parts } = heard.conversation;
      const other = parts.members.find((one) => one !== userOf(actor)) ?? '';
      const title =
        chatType === 'dm'
          ? ((await directory.facts(actor)).names.get(other) ?? '')
          : chatType === 'record'
            ? heard.label
            : parts.name;
      const name = encodeURIComponent(title.replaceAll(/[\\/:*?"<>|]/g, ' ').trim() || 'conversation');
      return {
        headers: {
          'content-type': 'text/markdown; charset=utf-8',
          'content-disposition': `attachment; filename*=UTF-8''${name}.md`,
        },
        stream: exported(actor, heard, title),
      };
    },
  }),
];
