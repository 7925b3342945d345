import type { RecordReader } from '@tessera/document-store';
import type { ServiceLog } from '@tessera/event-store';
import { newId, type Actor, type ExecuteResult } from '@tessera/kernel';
import { can, userOf } from '@tessera/proto/rights';
import type { ServicePorts } from '@tessera/runtime';
import type { Directory, OrganizationFacts } from '@tessera/runtime/directory';
import { route, type RouteAnswer, type RouteSet } from '@tessera/web';
import { z } from 'zod';
import { commentStream, type TablesEvent } from '../events.ts';
import { idSchema, ifMatchOf, positionHeader, refSchema, timeSchema } from '../http.ts';
import type { Queries } from '../records/query.ts';
import { recordNotFound } from '../records/update.ts';
import { notFound, ofComments, refuses } from '../refusals.ts';
import type { TablesStore } from '../store.ts';
import type { CommentAnswer } from './decide.ts';
import { createMentions } from './mentions.ts';
import { createCommentReader } from './query.ts';
import type { Comment } from './rows.ts';
import { createSeen } from './seen.ts';

const tag = 'Comments';
const recordParams = z.strictObject({ table: refSchema, record: refSchema });
const params = recordParams.extend({ comment: refSchema });
const version = 'The version of the comment.';
const person = z.strictObject({ id: z.string(), name: z.string().optional() });
const text = z.string().max(20_000).meta({
  description: 'At most 10,000 characters. A person of the organization is mentioned as `<@id>`, and told of it.',
});
const body = z.strictObject({ text });
const commentSchema = z
  .strictObject({
    id: z.string(),
    recordId: z.string(),
    version: z.number(),
    text: z.string(),
    author: person,
    mentions: z.array(person).meta({ description: 'Whom the text mentions as `<@id>`.' }),
    createdAt: timeSchema,
    editedAt: timeSchema.nullable(),
    canChange: z.boolean(),
    canDelete: z.boolean(),
  })
  .meta({ id: 'Comment' });

/** Versions of one comment that are told. */
const mostVersions = 50;
const ofWords = refuses('comments.empty', 'comments.too_long', 'comments.mentions');

type Ports = Pick<ServicePorts, 'state' | 'clock' | 'live'> & {
  readonly store: TablesStore;
  readonly log: ServiceLog<TablesEvent>;
  readonly records: RecordReader;
  readonly queries: Queries;
  readonly directory: Directory;
};

/** One conversation a record: what people say of it, beside its history. */
export const commentRoutes = ({ store, log, records, queries, directory, state, clock, live }: Ports): RouteSet => {
  const reader = createCommentReader(records);
  const seen = createSeen({ state, clock });

  /** Throws where the actor may not read the record. */
  const requireRecord = async (actor: Actor, tableId: string, recordId: string): Promise<void> => {
    const { grant } = await queries.open(actor, 'records.read', tableId);
    if ((await records.one(actor.organizationId, tableId, recordId, [], grant.rowPredicate)) === undefined)
      throw recordNotFound([recordId]);
  };
  const mentionsIn = createMentions(directory);
  const wire = (actor: Actor, tableId: string, { names }: OrganizationFacts) => {
    const moderates = can(actor, 'records.moderate', tableId).allow;
    const who = (id: string) => ({ id, ...(names.has(id) && { name: names.get(id)! }) });
    return (comment: Comment) => {
      const own = comment.authorId === userOf(actor);
      return {
        id: comment.id,
        recordId: comment.recordId,
        version: comment.version,
        text: comment.text,
        author: who(comment.authorId),
        mentions: comment.mentions.map(who),
        createdAt: new Date(comment.createdAt).toISOString(),
        editedAt: comment.editedAt === null ? null : new Date(comment.editedAt).toISOString(),
        canChange: own,
        canDelete: own || moderates,
      };
    };
  };
  const answered = async (
    actor: Actor,
    tableId: string,
    { answer, position }: ExecuteResult<CommentAnswer>,
    status = 200,
  ): Promise<RouteAnswer> => ({
    status,
    body: wire(actor, tableId, await directory.facts(actor))(answer.comment),
    headers: { etag: `"${answer.comment.version}"`, ...positionHeader(position) },
  });

  return [
    route({
      method: 'get',
      path: '/v3/tables/{table}/records/{record}/comments',
      summary: 'The conversation of a record, newest first',
      description:
        'Whoever may read the record may read it. `unread` counts what others wrote since `seenAt`, up to which you have seen it; null where you never did.',
      tag,
      access: 'api',
      allows: 'records.read',
      params: recordParams,
      query: z.strictObject({
        limit: z.coerce.number().int().min(1).max(100).optional(),
        after: z.string().max(2000).optional().meta({ description: 'The `next` of an earlier page.' }),
      }),
      refuses: [...ofComments, ...refuses('query.invalid_cursor')],
      responses: {
        200: z.strictObject({
          comments: z.array(commentSchema),
          next: z.string().optional(),
          total: z.number(),
          unread: z.number(),
          seenAt: timeSchema.nullable(),
        }),
      },
      async handle({ actor, params: { table, record }, query, signal }) {
        await requireRecord(actor, table, record);
        const seenAt = await seen.of(actor, table, record);
        const [page, counts, facts] = await Promise.all([
          reader.page(actor, table, record, { limit: query.limit ?? 50, after: query.after }, signal),
          reader.counts(actor, table, record, seenAt ?? 0),
          directory.facts(actor),
        ]);
        return {
          body: {
            comments: page.comments.map(wire(actor, table, facts)),
            ...(page.next !== undefined && { next: page.next }),
            ...counts,
            seenAt: seenAt === undefined ? null : new Date(seenAt).toISOString(),
          },
        };
      },
    }),
    route({
      method: 'post',
      path: '/v3/tables/{table}/records/{record}/comments',
      etag: version,
      summary: 'Write a comment',
      description: 'Whoever may read the record may speak of it. People who are mentioned get a notification.',
      tag,
      access: 'api',
      allows: 'records.comment',
      params: recordParams,
      body: body.extend({ id: idSchema.optional() }),
      refuses: [...ofComments, ...ofWords, ...refuses('comments.exists')],
      responses: { 201: commentSchema },
      async handle({ actor, params: { table, record }, body: said, meta }) {
        const payload = {
          tableId: table,
          recordId: record,
          commentId: said.id ?? newId(),
          text: said.text,
          mentions: await mentionsIn(actor, said.text),
        };
        return answered(actor, table, await store.execute({ type: 'comments.write', payload }, meta), 201);
      },
    }),
    route({
      method: 'patch',
      path: '/v3/tables/{table}/records/{record}/comments/{comment}',
      etag: version,
      summary: 'Change a comment of your own',
      description: 'The earlier text stays in its history.',
      tag,
      access: 'api',
      allows: 'records.comment',
      params,
      body,
      refuses: [
        ...ofComments,
        ...ofWords,
        ...refuses('comments.not_found', 'comments.change_forbidden', 'comments.stale'),
      ],
      responses: { 200: commentSchema },
      async handle({ actor, params: { table, record, comment }, body: said, meta, headers }) {
        const payload = {
          tableId: table,
          recordId: record,
          commentId: comment,
          text: said.text,
          mentions: await mentionsIn(actor, said.text),
          ifMatch: ifMatchOf(headers),
        };
        return answered(actor, table, await store.execute({ type: 'comments.change', payload }, meta));
      },
    }),
    route({
      method: 'delete',
      path: '/v3/tables/{table}/records/{record}/comments/{comment}',
      summary: 'Delete a comment',
      description: 'Its author does, and who manages the table. It can be restored.',
      tag,
      access: 'api',
      allows: 'records.comment',
      params,
      refuses: [...ofComments, ...refuses('comments.not_found', 'comments.delete_forbidden')],
      responses: { 204: 'empty' },
      async handle({ params: { table, record, comment }, meta }) {
        const payload = { tableId: table, recordId: record, commentId: comment };
        const { position } = await store.execute({ type: 'comments.delete', payload }, meta);
        return { status: 204, headers: positionHeader(position) };
      },
    }),
    route({
      method: 'post',
      path: '/v3/tables/{table}/records/{record}/comments/{comment}/restore',
      etag: version,
      summary: 'Restore a deleted comment',
      description: 'Whoever deleted it does, and who manages the table. It stands where it stood.',
      tag,
      access: 'api',
      allows: 'records.comment',
      params,
      refuses: [...ofComments, ...refuses('comments.not_found', 'comments.delete_forbidden')],
      responses: { 200: commentSchema },
      async handle({ actor, params: { table, record, comment }, meta }) {
        const payload = { tableId: table, recordId: record, commentId: comment };
        return answered(actor, table, await store.execute({ type: 'comments.restore', payload }, meta));
      },
    }),
    route({
      method: 'get',
      path: '/v3/tables/{table}/records/{record}/comments/{comment}/history',
      summary: 'The texts that a comment had, newest first',
      description: 'Of a comment that is there. At most 50.',
      tag,
      access: 'api',
      allows: 'records.read',
      params,
      refuses: [...ofComments, ...refuses('comments.not_found')],
      responses: { 200: z.strictObject({ versions: z.array(z.strictObject({ text: z.string(), at: timeSchema })) }) },
      async handle({ actor, params: { table, record, comment } }) {
        await requireRecord(actor, table, record);
        if (!(await reader.has(actor, table, record, comment)))
          throw notFound('comments.not_found', { commentId: comment });
        const commits = await log.history(actor.organizationId, commentStream(table), comment, {
          limit: mostVersions,
        });
        const versions = commits.flatMap(({ events, time }) =>
          events.flatMap((event) => {
            const at = new Date(time).toISOString();
            if (event.$case === 'commentWritten') return [{ text: event.value.text, at }];
            return event.$case === 'commentChanged' ? [{ text: event.value.after, at }] : [];
          }),
        );
        return { body: { versions } };
      },
    }),
    route({
      method: 'put',
      path: '/v3/tables/{table}/records/{record}/comments-seen',
      summary: 'Say up to when you have seen a conversation',
      description: 'Kept for you alone. An earlier moment than the one that is kept changes nothing.',
      tag,
      access: 'api',
      allows: 'records.read',
      params: recordParams,
      body: z.strictObject({ at: z.iso.datetime() }),
      refuses: ofComments,
      responses: { 204: 'empty' },
      async handle({ actor, params: { table, record }, body: { at } }) {
        await requireRecord(actor, table, record);
        // Nobody has seen what is not there yet.
        await seen.mark(actor, table, record, Math.min(Date.parse(at), clock()));
        live.send(actor.organizationId, userOf(actor), 'comments_seen', { tableId: table, recordId: record });
        return { status: 204 };
      },
    }),
  ];
};
