import type { DocumentReader } from '@tessera/document-store';
import { findAll } from '@tessera/document-store/pages';
import type { Actor } from '@tessera/kernel';
import { can, userOf } from '@tessera/proto/rights';
import type { Directory } from '@tessera/runtime/directory';
import { pageConversationId, pageOf, placeOf, recordConversationId } from '../ids.ts';
import type { Pages } from '../pages/pages.ts';
import type { Records } from '../records/records.ts';
import { notFound } from '../refusals.ts';
import { hears } from './access.ts';
import {
  pairId,
  type ConversationDocument,
  type MemberDocument,
  type MessageDocument,
  type ReaderDocument,
} from './projection.ts';
import { noWords, type Words } from './wire.ts';

/** A conversation that somebody hears. `label`: what its record or doc page is called. */
export type Heard = { readonly conversation: ConversationDocument; readonly label: string };
type Ports = {
  readonly documents: DocumentReader;
  readonly records: Records;
  readonly pages: Pages;
  readonly directory: Directory;
};
/** Conversations of records that one person finds in their list: the newest. */
const mostRecords = 100;
/** Threads of which it is counted what one person has not read: those of the newest messages. */
const mostThreads = 50;

export type Readers = {
  readonly of: ReadonlyMap<string, ReaderDocument>;
  readonly unreadInThreads: ReadonlyMap<string, number>;
};

/** Finds what somebody hears; what they do not is not there. */
export const createFind = ({ documents, records, pages, directory }: Ports) => {
  const get = (actor: Actor, id: string): Promise<ConversationDocument | undefined> =>
    documents.get<ConversationDocument>(actor.organizationId, 'conversations', id);

  /** That of a doc page is there before anything was said. */
  const ofPage = async (
    actor: Actor,
    id: string,
    pageId: string,
    known: ConversationDocument | undefined,
  ): Promise<Heard> => {
    const label = can(actor, 'chat.use').allow ? await pages.label(actor, pageId) : undefined;
    if (label === undefined) throw notFound('conversation_not_found');
    const nothingYet: ConversationDocument = {
      id,
      chatType: 'page',
      parts: { name: '', iconColor: '', members: [] },
      createdAt: 0,
      createdBy: '',
      head: 0,
      pageId,
      for: 'members',
    };
    return { conversation: known ?? nothingYet, label };
  };

  /** One by its id, by its record, or by its doc page. That of a record is there before anything was said. */
  const heard = async (actor: Actor, which: string): Promise<Heard> => {
    const page = pageOf(which);
    if (page !== undefined) {
      const id = pageConversationId(actor.organizationId, page);
      return ofPage(actor, id, page, await get(actor, id));
    }
    const asked = placeOf(which);
    const id = asked === undefined ? which : recordConversationId(actor.organizationId, asked);
    const found = await get(actor, id);
    if (found?.pageId !== undefined) return ofPage(actor, id, found.pageId, found);
    const place = asked ?? found?.record;
    if (place === undefined) {
      if (found === undefined || !hears(actor, found)) throw notFound('conversation_not_found');
      return { conversation: found, label: '' };
    }
    const label = can(actor, 'chat.use').allow ? await records.label(actor, place) : undefined;
    if (label === undefined) throw notFound('conversation_not_found');
    const nothingYet: ConversationDocument = {
      id,
      chatType: 'record',
      parts: { name: '', iconColor: '', members: [] },
      createdAt: 0,
      createdBy: '',
      head: 0,
      record: place,
      for: 'members',
    };
    return { conversation: found ?? nothingYet, label };
  };

  /** All that somebody hears: channels, what they are a member of, and records of which they spoke. */
  const all = async (actor: Actor): Promise<readonly Heard[]> => {
    const { organizationId } = actor;
    const [open, mine] = await Promise.all([
      findAll<ConversationDocument>(documents, organizationId, 'conversations', { for: 'everybody' }, (o) => o.id),
      findAll<MemberDocument>(documents, organizationId, 'members', { userId: userOf(actor) }, (o) => o.id),
    ]);
    const own = await Promise.all(mine.map((one) => get(actor, one.conversationId)));
    const known = own.filter((one) => one !== undefined);
    const ofRecords = known
      .filter((one) => one.record !== undefined)
      .toSorted((a, b) => (b.last?.at ?? 0) - (a.last?.at ?? 0))
      .slice(0, mostRecords);
    const labels = await records.named(
      actor,
      ofRecords.flatMap(({ record }) => record ?? []),
    );
    return [
      ...[...open, ...known.filter((one) => one.record === undefined)]
        .filter((one) => hears(actor, one))
        .map((conversation) => ({ conversation, label: '' })),
      ...ofRecords.flatMap((conversation) => {
        const label = labels.get(conversation.record?.recordId ?? '');
        return label === undefined || !hears(actor, conversation, true) ? [] : [{ conversation, label }];
      }),
    ];
  };

  const readersOf = (actor: Actor): Promise<readonly ReaderDocument[]> =>
    findAll<ReaderDocument>(documents, actor.organizationId, 'readers', { userId: userOf(actor) }, (one) => one.id);

  return {
    heard,
    all,
    /** How far somebody has read each conversation, and how much of the threads that they are in they have not. */
    readers: async (actor: Actor): Promise<Readers> => {
      const found = await readersOf(actor);
      const threads = found
        .filter(({ threadId }) => threadId !== '')
        // The newest messages have the highest ids.
        .toSorted((a, b) => (a.id < b.id ? 1 : -1))
        .slice(0, mostThreads);
      const unread = new Map<string, number>();
      await Promise.all(
        threads.map(async ({ threadId, conversationId, sequence }) => {
          const where = { messageId: threadId };
          const [parent] = await documents.find<MessageDocument>(actor.organizationId, 'messages', where, 1);
          const left = parent === undefined || parent.deleted === true ? 0 : Math.max(0, parent.replies - sequence);
          unread.set(conversationId, (unread.get(conversationId) ?? 0) + left);
        }),
      );
      return {
        of: new Map(found.flatMap((one) => (one.threadId === '' ? [[one.conversationId, one]] : []))),
        unreadInThreads: unread,
      };
    },
    /** How far somebody has read the threads of these messages that they are in. */
    threads: async (actor: Actor, messages: readonly MessageDocument[]): Promise<ReadonlyMap<string, number>> => {
      const asked = messages.filter(({ replies }) => replies > 0);
      const found = await Promise.all(
        asked.map(({ id }) =>
          documents.get<ReaderDocument>(actor.organizationId, 'readers', pairId(id, userOf(actor))),
        ),
      );
      return new Map(found.flatMap((one) => (one === undefined ? [] : [[one.threadId, one.sequence]])));
    },
    /** A message of a conversation that the actor hears. */
    said: async (actor: Actor, id: string, messageId: string): Promise<MessageDocument> => {
      const [found] = await documents.find<MessageDocument>(actor.organizationId, 'messages', { messageId }, 1);
      if (found === undefined || found.conversationId !== id) throw notFound('message_not_found');
      return found;
    },
    /** What these messages say where that is not kept here. */
    words: async (
      actor: Actor,
      { record }: ConversationDocument,
      messages: readonly MessageDocument[],
    ): Promise<Words> => {
      const ids = messages.flatMap(({ id, comment }) => (comment === true ? [id] : []));
      if (record === undefined || ids.length === 0) return noWords;
      const [comments, { names }] = await Promise.all([records.read(actor, record, ids), directory.facts(actor)]);
      return { comments, names };
    },
  };
};
export type Find = ReturnType<typeof createFind>;
