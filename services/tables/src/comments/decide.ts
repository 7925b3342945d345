import { read, type Actor, type Loading, type Row } from '@tessera/kernel';
import { can, userOf } from '@tessera/proto/rights';
import { requireGrant, rowRight } from '../access/require.ts';
import { loadDefinition, type Handler } from '../definitions/handler.ts';
import { schemaOf } from '../definitions/schema.ts';
import { commentStream, commentTable, type TablesEvent } from '../events.ts';
import { neededColumns } from '../records/needed.ts';
import { recordNotFound } from '../records/update.ts';
import { conflict, forbidden, invalid, notFound, rejection } from '../refusals.ts';
import { commentOf, type Comment } from './rows.ts';

/** Characters of a comment, UTF-16 units, and the people that it may mention. */
const longest = 10_000;
const mostMentioned = 50;

type OnComment = { readonly tableId: string; readonly recordId: string; readonly commentId: string };
/** `mentions`: the people among those that the text names who are of the organization, each once. */
type Said = { readonly text: string; readonly mentions: readonly string[] };
type State = { readonly record: Row | undefined; readonly comment: Comment | undefined };

/** A comment is written beside whatever else happens: a lost race over it alone is decided again. */
function* load({ tableId, recordId, commentId }: OnComment, actor: Actor): Loading<State> {
  const { state } = yield* loadDefinition(tableId);
  const { table } = requireGrant(actor, 'records.comment', state);
  const columns = neededColumns(schemaOf(table), actor, 'records.comment');
  const [record] = yield* read.rows(tableId, [recordId], { columns });
  const [comment] = yield* read.rows(commentTable(tableId), [commentId]);
  return { record, comment: comment && commentOf(comment) };
}

const requireRecord = ({ tableId, recordId }: OnComment, { record }: State, actor: Actor): void => {
  if (record === undefined || record.deleted || !rowRight(actor, 'records.comment', tableId).may(record))
    throw recordNotFound([recordId]);
};

const requireComment = ({ recordId, commentId }: OnComment, { comment }: State): Comment => {
  if (comment === undefined || comment.recordId !== recordId) throw notFound('comments.not_found', { commentId });
  return comment;
};

const mayModerate = (actor: Actor, tableId: string): boolean => can(actor, 'records.moderate', tableId).allow;

/** The words as they are kept. Throws `comments.empty`, `comments.too_long`, `comments.mentions`. */
const checked = ({ text, mentions }: Said): { text: string; mentions: string[] } => {
  const kept = text.replace(/\r\n?/g, '\n').trim();
  if (kept === '') throw invalid('comments.empty');
  if (kept.length > longest) throw invalid('comments.too_long', { limit: longest });
  if (mentions.length > mostMentioned) throw invalid('comments.mentions', { limit: mostMentioned });
  return { text: kept, mentions: [...mentions] };
};

export type CommentAnswer = { readonly comment: Comment };

function* answer(tableId: string, commentId: string): Loading<CommentAnswer> {
  const [row] = yield* read.rows(commentTable(tableId), [commentId]);
  if (row === undefined) throw notFound('comments.not_found', { commentId });
  return { comment: commentOf(row) };
}

/** An event of a comment that is there, which brings it to its next version. */
const onComment = ({ tableId, commentId }: OnComment, version: number, event: TablesEvent) => ({
  events: [{ event, advances: [{ stream: commentStream(tableId), ids: [commentId], versions: [version] }] }],
});

export const writeComment: Handler<OnComment & Said, State, CommentAnswer> = {
  load: (command, { actor }) => load(command, actor),
  decide: (command, state, { meta: { actor } }) => {
    requireRecord(command, state, actor);
    if (state.comment !== undefined) throw conflict('comments.exists');
    const { tableId, recordId, commentId } = command;
    const event: TablesEvent = {
      $case: 'commentWritten',
      value: { tableId, recordId, commentId, ...checked(command) },
    };
    return { events: [{ event, advances: [{ stream: commentStream(tableId), ids: [commentId] }] }] };
  },
  // A repeated request comes with another id of its own making: the event has the one that counts.
  answer: ({ tableId, commentId }, [first]) =>
    answer(tableId, first?.$case === 'commentWritten' ? first.value.commentId : commentId),
};

export const changeComment: Handler<
  OnComment & Said & { readonly ifMatch?: number | undefined },
  State,
  CommentAnswer
> = {
  load: (command, { actor }) => load(command, actor),
  decide: (command, state, { meta: { actor } }) => {
    requireRecord(command, state, actor);
    const comment = requireComment(command, state);
    const { tableId, recordId, commentId, ifMatch } = command;
    if (comment.deleted) throw notFound('comments.not_found', { commentId });
    if (comment.authorId !== userOf(actor)) throw forbidden('comments.change_forbidden');
    if (ifMatch !== undefined && ifMatch !== comment.version)
      throw rejection('stale', 'comments.stale', { version: comment.version });
    const { text: after, mentions } = checked(command);
    if (after === comment.text) return { events: [] };
    const version = comment.version + 1;
    return onComment(command, version, {
      $case: 'commentChanged',
      value: {
        tableId,
        recordId,
        commentId,
        version,
        before: comment.text,
        after,
        mentionsBefore: [...comment.mentions],
        mentions,
      },
    });
  },
  answer: ({ tableId, commentId }) => answer(tableId, commentId),
};

/** Deletes a comment, or brings it back: its author does, and who manages the table. One that is so already stays. */
const coming = (deletes: boolean): Handler<OnComment, State, CommentAnswer> => ({
  load: (command, { actor }) => load(command, actor),
  decide: (command, state, { meta: { actor } }) => {
    requireRecord(command, state, actor);
    const comment = requireComment(command, state);
    const { tableId, recordId, commentId } = command;
    const own = comment.authorId === userOf(actor);
    // What was taken away from its author is not theirs to bring back.
    if (!mayModerate(actor, tableId) && !(own && (!comment.deleted || comment.touchedBy === comment.authorId)))
      throw own || !comment.deleted
        ? forbidden('comments.delete_forbidden')
        : notFound('comments.not_found', { commentId });
    if (comment.deleted === deletes) return { events: [] };
    const version = comment.version + 1;
    return onComment(command, version, {
      $case: deletes ? 'commentDeleted' : 'commentRestored',
      value: { tableId, recordId, commentId, version },
    });
  },
  answer: ({ tableId, commentId }) => answer(tableId, commentId),
});

export const deleteComment = coming(true);
export const restoreComment = coming(false);
