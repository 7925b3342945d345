import { type Answered, api, type Asked, type Id } from '@tessera/kit';
import { queryOptions } from '@tanstack/react-query';

export type Conversation = Answered<'get_conversations'>['conversations'][number];
export type Message = Answered<'get_conversations_id_messages'>['messages'][number];
export type Content = NonNullable<Message['content']>;

export const conversationsQuery = queryOptions({
  queryKey: ['conversations'],
  queryFn: async ({ signal }) => (await api.get('/v3/conversations', { signal })).conversations,
});

export type Found = Answered<'post_conversations_search'>;
export const conversationQuery = (id: Id) =>
  queryOptions({
    queryKey: ['conversations', id],
    queryFn: ({ signal }) => api.get('/v3/conversations/{id}', { path: { id }, signal }),
    retry: false,
  });

export type Page = {
  readonly messages: readonly Message[];
  readonly previous?: number | undefined;
  readonly next?: number | undefined;
};
const path = (id: Id, messageId: Id) => ({ path: { id, messageId } });

export const chatApi = {
  open: (body: Asked<'post_conversations'>) => api.post('/v3/conversations', { body }),
  change: (id: Id, body: Asked<'patch_conversations_id'>) =>
    api.send('patch', '/v3/conversations/{id}', { path: { id }, body }),
  archive: (id: Id) => api.send('delete', '/v3/conversations/{id}', { path: { id } }),
  mine: (id: Id, body: Asked<'put_conversations_id_mine'>) =>
    api.put('/v3/conversations/{id}/mine', { path: { id }, body }),
  read: (id: Id, sequence: number, threadId?: Id) =>
    api.post('/v3/conversations/{id}/read', {
      path: { id },
      body: { sequence, ...(threadId !== undefined && { threadId }) },
    }),
  messages: (
    id: Id,
    query: { readonly before?: number; readonly after?: number; readonly around?: number; readonly thread?: Id },
    signal?: AbortSignal,
  ): Promise<Page> =>
    api.get('/v3/conversations/{id}/messages', {
      path: { id },
      query,
      ...(signal && { signal }),
    }),
  search: (search: string, before: string | undefined, signal: AbortSignal): Promise<Found> =>
    api.post('/v3/conversations/search', { body: { search, ...(before !== undefined && { before }) }, signal }),
  /** What was seen of a record is kept with the record, too. */
  seenOf: (table: Id, record: Id) =>
    api.put('/v3/tables/{table}/records/{record}/comments-seen', {
      path: { table, record },
      body: { at: new Date().toISOString() },
    }),
  /** What was said of a record is given back where it is kept. */
  restoreComment: (table: Id, record: Id, comment: Id) =>
    api.post('/v3/tables/{table}/records/{record}/comments/{comment}/restore', { path: { table, record, comment } }),
  say: (id: Id, body: Asked<'post_conversations_id_messages'>) =>
    api.post('/v3/conversations/{id}/messages', { path: { id }, body }),
  edit: (id: Id, messageId: Id, content: Content) =>
    api.patch('/v3/conversations/{id}/messages/{messageId}', { ...path(id, messageId), body: { content } }),
  remove: (id: Id, messageId: Id) =>
    api.send('delete', '/v3/conversations/{id}/messages/{messageId}', path(id, messageId)),
  react: (id: Id, messageId: Id, emoji: string, on: boolean) => {
    const where = { path: { id, messageId, emoji } };
    return on
      ? api.put('/v3/conversations/{id}/messages/{messageId}/reactions/{emoji}', where)
      : api.delete('/v3/conversations/{id}/messages/{messageId}/reactions/{emoji}', where);
  },
  undo: (commit: string) => api.post('/v3/undo/{id}', { path: { id: commit }, body: {} }),
};
