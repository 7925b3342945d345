import { api, type Id, newId } from '@tessera/kit';
import { queryOptions } from '@tanstack/react-query';
import { chatApi, type Content, type Message } from '../chat/chat.resource.ts';
import type { Anchor } from './anchors.ts';

export type Comment = Message;
const idOf = (pageId: Id): string => `page:${pageId}`;

/** What was said of a page: the newest hundred, and the topic on which more is told. */
export const commentsQuery = (pageId: Id) =>
  queryOptions({
    queryKey: ['doc-page', pageId, 'comments'],
    queryFn: async ({ signal }) => {
      const path = { id: idOf(pageId) };
      const [{ liveId }, { messages }] = await Promise.all([
        api.get('/v3/conversations/{id}', { path, signal }),
        api.get('/v3/conversations/{id}/messages', { path, query: { limit: 100 }, signal }),
      ]);
      return { liveId, comments: messages.filter((one) => !one.deleted || one.replies > 0) };
    },
    staleTime: 0,
  });
export const repliesQuery = (pageId: Id, commentId: Id, count: number) =>
  queryOptions({
    queryKey: ['doc-page', pageId, 'comments', commentId, count],
    queryFn: async ({ signal }) =>
      (await chatApi.messages(idOf(pageId), { thread: commentId }, signal)).messages.filter((one) => !one.deleted),
  });

export const commentsApi = {
  say: (pageId: Id, content: Content, to: { readonly anchor?: Anchor; readonly threadId?: Id }) =>
    chatApi.say(idOf(pageId), { id: newId(), content, ...to }),
  remove: (pageId: Id, commentId: Id) => chatApi.remove(idOf(pageId), commentId),
  resolve: (pageId: Id, commentId: Id, resolved: boolean) =>
    api.put('/v3/conversations/{id}/messages/{messageId}/resolved', {
      path: { id: idOf(pageId), messageId: commentId },
      body: { resolved },
    }),
};
