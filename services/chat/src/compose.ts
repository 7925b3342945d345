import { AuthServiceDefinition } from '@tessera/proto/auth/v1/service';
import { can } from '@tessera/proto/rights';
import type { ComposedService, ServicePorts } from '@tessera/runtime';
import { createDirectory } from '@tessera/runtime/directory';
import { chatRpc } from './actions/grpc.ts';
import { hears } from './chat/access.ts';
import { createFind } from './chat/find.ts';
import { chatRoutes } from './chat/http.ts';
import { messageRoutes } from './chat/messages-http.ts';
import type { ConversationDocument } from './chat/projection.ts';
import { searchRoutes } from './chat/search-http.ts';
import { createSearch } from './chat/search.ts';
import type { ChatEvent } from './events.ts';
import { createExport } from './export/export.ts';
import { exportRoutes } from './export/http.ts';
import { recordReactions } from './records/reactions.ts';
import { createPages } from './pages/pages.ts';
import { createRecords } from './records/records.ts';
import { undoRoutes } from './undo/http.ts';

/** What the service is made of. */
export const compose = (ports: ServicePorts<ChatEvent>): ComposedService => {
  const directory = createDirectory(ports.rpc.client(AuthServiceDefinition), ports.clock, 'chat');
  const records = createRecords(ports.rpc);
  const pages = createPages(ports.rpc);
  const own = { ...ports, directory, records, pages };
  const find = createFind(own);
  const search = createSearch({ ...own, find });
  return {
    name: 'chat',
    routes: [
      ...searchRoutes({ find, search }),
      ...chatRoutes({ ...ports, find }),
      ...messageRoutes({ ...own, find }),
      ...exportRoutes({ ...own, find, exported: createExport({ ...own, find }) }),
      ...undoRoutes(ports),
    ],
    reactions: recordReactions(ports),
    rpc: [chatRpc({ ...own, find })],
    topics: [
      { head: 'conversations', id: false, mayHear: (actor) => can(actor, 'chat.use').allow },
      {
        head: 'conversation',
        id: true,
        own: true,
        mayHear: async (actor, id) => {
          const found = await ports.documents.get<ConversationDocument>(actor.organizationId, 'conversations', id);
          if (found === undefined) return false;
          if (found.record === undefined) return hears(actor, found);
          return hears(actor, found, (await records.label(actor, found.record)) !== undefined);
        },
      },
    ],
  };
};
