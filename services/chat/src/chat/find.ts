import type { DocumentReader } from '@tessera/document-store';
import { findAll } from '@tessera/document-store/pages';
import type { Actor } from '@tessera/kernel';
import { can, userOf } from '@tessera/proto/rights';
import type { Directory } from '@tessera/runtime/directory';
import { placeOf, recordConversationId } from '../ids.ts';
import type { Records } from '../records/records.ts';
import { notFound } from '../refusals.ts';
import { hears } from './access.ts';
import type { ConversationDocument, MemberDocument, MessageDocument, ReaderDocument } from './projection.ts';
import { noWords, type Words } from './wire.ts';

/** A conversation that somebody hears. `label`: what its record is called. */
export type Heard = { readonly conversation: ConversationDocument; readonly label: string };
type Ports = { readonly documents: DocumentReader; readonly records: Records; readonly directory: Directory };
/** Conversations of records that one person finds in their list: the newest. */
const mostRecords = 100;

/** Finds what somebody hears; what they do not is not there. */
export const createFind = ({ documents, records, directory }: Ports) => {
  const get = (actor: Actor, id: string): Promise<ConversationDocument | undefined> =>
    documents.get<ConversationDocument>(actor.organizationId, 'conversations', id);

  /** One by its id, or by its record. That of a record is there before anything was said. */
  const heard = async (actor: Actor, which: string): Promise<Heard> => {
    const asked = placeOf(which);
    const id = asked === undefined ? which : recordConversationId(actor.organizationId, asked);
    const found = await get(actor, id);
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

  return {
    heard,
    all,
    readers: async (actor: Actor): Promise<ReadonlyMap<string, ReaderDocument>> => {
      const where = { userId: userOf(actor) };
      const found = await findAll<ReaderDocument>(documents, actor.organizationId, 'readers', where, (o) => o.id);
      return new Map(found.map((one) => [one.conversationId, one]));
    },
    reader: (actor: Actor, id: string): Promise<ReaderDocument | undefined> =>
      documents.get<ReaderDocument>(actor.organizationId, 'readers', `${id}/${userOf(actor)}`),
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
