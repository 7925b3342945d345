import type { DocumentReader } from '@tessera/document-store';
import { askedActions, groupingBy, listActions, type ActionGroup, type ToldAction } from '@tessera/event-store/actions';
import { ChatServiceDefinition } from '@tessera/proto/chat/v1/service';
import { requireRight, userOf } from '@tessera/proto/rights';
import type { RpcHandlers, RpcRegistration } from '@tessera/rpc';
import { hears } from '../chat/access.ts';
import { kept, paragraphs } from '../chat/content.ts';
import type { Find } from '../chat/find.ts';
import type { ConversationDocument, MessageDocument } from '../chat/projection.ts';
import type { ChatEvent } from '../events.ts';
import type { Pages } from '../pages/pages.ts';
import type { Records } from '../records/records.ts';
import { notFound } from '../refusals.ts';
import type { ChatStore } from '../store.ts';

const grouped = groupingBy({});
/** Names of one answer. */
const mostNamed = 500;
/** What is said, and by whom to whom, is in no log but the conversation's. */
const told = [
  'conversationCreated',
  'conversationChanged',
  'conversationArchived',
  'conversationRestored',
] as const satisfies readonly ChatEvent['$case'][];
const own = told.flatMap((kind) => [kind, `undo.${kind}`]);

/** What was done to channels, for those who may read the history of all; private ones have no name here. */
export const chatRpc = ({
  store,
  documents,
  records,
  pages,
  find,
}: {
  readonly find: Find;
  readonly store: ChatStore;
  readonly documents: DocumentReader;
  readonly records: Records;
  readonly pages: Pages;
}): RpcRegistration => {
  const handlers: RpcHandlers<ChatServiceDefinition> = {
    listActions: async (request, { actor }) => {
      requireRight(actor, 'history.read');
      const { organizationId } = actor;
      const asked = askedActions(request.query);
      const query = asked.kinds.length > 0 ? asked : { ...asked, kinds: own };
      // Nothing here belongs to a table.
      if (query.tableId !== '') return { page: { actions: [], next: 0, nextTime: 0 } };
      const tell = async ({ commitId }: ActionGroup): Promise<ToldAction> => {
        const commit = await store.commit(organizationId, commitId);
        const id = commit?.events[0]?.value.conversationId ?? '';
        const known = await documents.get<ConversationDocument>(organizationId, 'conversations', id);
        const open = known?.chatType === 'channel';
        return {
          undoable: open,
          items: 0,
          object: {
            kind: 'conversation',
            id: open ? id : '',
            label: open ? known.parts.name : '',
            live: open && known.archived !== true,
          },
        };
      };
      const page = await listActions(store, grouped, organizationId, query, {
        byActor: false,
        tell: (groups) => Promise.all(groups.map(tell)),
      });
      return { page };
    },
    say: async ({ conversationId, messageId, text, idempotencyKey, causationId }, { actor }) => {
      requireRight(actor, 'chat.use');
      const { conversation } = await find.heard(actor, conversationId);
      const meta = {
        actor,
        origin: 'automation' as const,
        idempotencyKey,
        requestHash: idempotencyKey,
        ...(causationId !== '' && { causationId }),
      };
      // What is said of a record is a comment, and a page has its own.
      if (conversation.record !== undefined || conversation.pageId !== undefined)
        throw notFound('conversation_not_found');
      const contentJson = kept(paragraphs(text));
      const payload = {
        conversationId: conversation.id,
        messageId,
        threadId: '',
        contentJson,
        files: [],
        mentions: [],
      };
      const { answer } = await store.execute({ type: 'sendMessage', payload }, meta);
      return { id: answer.id };
    },
    nameConversations: async ({ conversationIds }, { actor }) => {
      requireRight(actor, 'chat.use');
      const ids = [...new Set(conversationIds)].slice(0, mostNamed);
      const found = await Promise.all(
        ids.map((id) => documents.get<ConversationDocument>(actor.organizationId, 'conversations', id)),
      );
      const [labels, titles] = await Promise.all([
        records.named(
          actor,
          found.flatMap((one) => one?.record ?? []),
        ),
        pages.named(
          actor,
          found.flatMap((one) => one?.pageId ?? []),
        ),
      ]);
      return {
        conversations: found.flatMap((one) =>
          one === undefined ||
          !hears(actor, one, labels.has(one.record?.recordId ?? '')) ||
          (one.pageId !== undefined && !titles.has(one.pageId))
            ? []
            : [
                {
                  id: one.id,
                  name:
                    titles.get(one.pageId ?? '') ??
                    (one.record === undefined ? one.parts.name : (labels.get(one.record.recordId) ?? '')),
                  pageId: one.pageId ?? '',
                  otherUserId:
                    one.chatType === 'dm' ? (one.parts.members.find((member) => member !== userOf(actor)) ?? '') : '',
                },
              ],
        ),
      };
    },
    readFiles: async ({ messageIds }, { actor }) => {
      requireRight(actor, 'chat.use');
      const ids = [...new Set(messageIds)].slice(0, mostNamed);
      const found = await Promise.all(
        ids.map((messageId) => documents.find<MessageDocument>(actor.organizationId, 'messages', { messageId }, 1)),
      );
      const files = [];
      for (const { id, conversationId, deleted, files: own = [] } of found.flat()) {
        const heard = await documents.get<ConversationDocument>(actor.organizationId, 'conversations', conversationId);
        if (deleted === true || heard === undefined || !hears(actor, heard)) continue;
        for (const one of own) files.push({ messageId: id, fileId: one.id, name: one.name });
      }
      return { files };
    },
  };
  return { definition: ChatServiceDefinition as unknown as RpcRegistration['definition'], handlers };
};
