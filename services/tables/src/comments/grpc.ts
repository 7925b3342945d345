import type { RecordReader } from '@tessera/document-store';
import type { Actor, CommandMeta } from '@tessera/kernel';
import { userOf } from '@tessera/proto/rights';
import type { Comment as Told, TablesServiceDefinition } from '@tessera/proto/tables/v1/service';
import type { CallContext, RpcHandlers } from '@tessera/rpc';
import type { Directory } from '@tessera/runtime/directory';
import type { Queries } from '../records/query.ts';
import { recordNotFound } from '../records/update.ts';
import { invalid } from '../refusals.ts';
import type { TablesStore } from '../store.ts';
import { createMentions } from './mentions.ts';
import { createCommentReader } from './query.ts';
import type { Comment } from './rows.ts';

/** Comments that are read at once. */
const most = 200;
const told = ({ id, text, authorId, createdAt, editedAt }: Comment): Told => ({
  id,
  text,
  authorId,
  createdAt,
  editedAt: editedAt ?? 0,
});
const metaOf = ({ actor }: CallContext): CommandMeta => ({ actor, origin: 'interface' });

type Ports = {
  readonly store: TablesStore;
  readonly records: RecordReader;
  readonly queries: Queries;
  readonly directory: Directory;
};

/** What chat asks of comments: it has their places in the conversation of a record, their words are here. */
export const commentsRpc = ({
  store,
  records,
  queries,
  directory,
}: Ports): Pick<RpcHandlers<TablesServiceDefinition>, 'readComments' | 'writeComment' | 'deleteComment'> => {
  const reader = createCommentReader(records);
  const mentionsIn = createMentions(directory);
  const requireRecord = async (actor: Actor, tableId: string, recordId: string): Promise<void> => {
    const { grant } = await queries.open(actor, 'records.read', tableId);
    if ((await records.one(actor.organizationId, tableId, recordId, [], grant.rowPredicate)) === undefined)
      throw recordNotFound([recordId]);
  };
  return {
    async readComments({ tableId, recordId, commentIds }, { actor }) {
      if (commentIds.length > most)
        throw invalid('records.too_many', `At most ${most} comments are read at once.`, { limit: most });
      await requireRecord(actor, tableId, recordId);
      return { comments: (await reader.some(actor, tableId, recordId, commentIds)).map(told) };
    },

    async writeComment({ tableId, recordId, commentId, text, change }, context) {
      const { actor } = context;
      await requireRecord(actor, tableId, recordId);
      const mentions = await mentionsIn(actor, text);
      const payload = { tableId, recordId, commentId, text, mentions };
      const [before] = change ? [] : await reader.some(actor, tableId, recordId, [commentId]);
      // Said before: what it says now is told again.
      if (before !== undefined && before.authorId === userOf(actor))
        return { comment: told(before), mentions: [...before.mentions] };
      const { answer } = await store.execute(
        change ? { type: 'comments.change', payload } : { type: 'comments.write', payload },
        metaOf(context),
      );
      return { comment: told(answer.comment), mentions: [...answer.comment.mentions] };
    },

    async deleteComment({ tableId, recordId, commentId }, context) {
      await store.execute({ type: 'comments.delete', payload: { tableId, recordId, commentId } }, metaOf(context));
      return {};
    },
  };
};
