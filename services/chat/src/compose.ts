import { can } from '@tessera/proto/rights';
import type { ComposedService, ServicePorts } from '@tessera/runtime';
import { chatRpc } from './actions/grpc.ts';
import { hears } from './chat/access.ts';
import { chatRoutes } from './chat/http.ts';
import type { ConversationDocument } from './chat/projection.ts';
import type { ChatEvent } from './events.ts';
import { undoRoutes } from './undo/http.ts';

/** What the service is made of. */
export const compose = (ports: ServicePorts<ChatEvent>): ComposedService => ({
  name: 'chat',
  routes: [...chatRoutes(ports), ...undoRoutes(ports)],
  rpc: [chatRpc(ports)],
  topics: [
    { head: 'conversations', id: false, mayHear: (actor) => can(actor, 'chat.use').allow },
    {
      head: 'conversation',
      id: true,
      own: true,
      mayHear: async (actor, id) => {
        const found = await ports.documents.get<ConversationDocument>(actor.organizationId, 'conversations', id);
        return found !== undefined && hears(actor, found);
      },
    },
  ],
});
