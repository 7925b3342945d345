import type { Reaction } from '@tessera/event-store';
import { systemActor } from '@tessera/kernel';
import type { TablesPublicEvent } from '@tessera/proto/tables/v1/events';
import type { ServicePorts } from '@tessera/runtime';
import { recordConversationId } from '../ids.ts';
import type { ChatStore } from '../store.ts';

type Written = Extract<NonNullable<TablesPublicEvent['event']>, { $case: 'commentWritten' }>;
/** What is older was read before there was a place for it here. */
const oldMs = 3 * 24 * 3_600_000;

/**
 * Each comment gets its place in the conversation of its record, from the first one that was ever written: the log of
 * tables is followed from its beginning, and goes on where it was after a restart.
 */
export const recordReactions = ({
  store,
  clock,
}: Pick<ServicePorts, 'clock'> & { readonly store: ChatStore }): readonly Reaction[] => [
  {
    name: 'chat.comments',
    source: 'tables',
    types: ['commentWritten'],
    handle: async (one, { organizationId, commitId, actorId, time }) => {
      const { tableId, recordId, commentId, mentions } = (one as Written).value;
      await store.execute(
        {
          type: 'takeComment',
          payload: {
            conversationId: recordConversationId(organizationId, { tableId, recordId }),
            messageId: commentId,
            tableId,
            recordId,
            sentBy: actorId,
            sentAt: time,
            mentions,
            old: time < clock() - oldMs,
          },
        },
        { origin: 'system', actor: systemActor('chat', organizationId), causationId: commitId },
      );
    },
  },
];
