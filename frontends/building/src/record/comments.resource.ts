import { type Answered, api, type Id, newId, useLive, useLiveEvent } from '@tessera/kit';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react';

export type CommentPage = Answered<'get_tables_table_records_record_comments'>;
export type Comment = CommentPage['comments'][number];

const of = (table: Id, record: Id) => ({ path: { table, record } });
const ofOne = (table: Id, record: Id, comment: Id) => ({ path: { table, record, comment } });

/** Past the last message: all of them. */
const mostSequence = 4_000_000_000;

export const commentsApi = {
  page: (table: Id, record: Id, after?: string): Promise<CommentPage> =>
    api.get('/v3/tables/{table}/records/{record}/comments', { ...of(table, record), query: { after } }),
  write: (table: Id, record: Id, body: { readonly id: Id; readonly text: string }): Promise<Comment> =>
    api.post('/v3/tables/{table}/records/{record}/comments', { ...of(table, record), body }),
  change: (table: Id, record: Id, comment: Id, text: string): Promise<Comment> =>
    api.patch('/v3/tables/{table}/records/{record}/comments/{comment}', {
      ...ofOne(table, record, comment),
      body: { text },
    }),
  remove: (table: Id, record: Id, comment: Id): Promise<void> =>
    api.delete('/v3/tables/{table}/records/{record}/comments/{comment}', ofOne(table, record, comment)),
  restore: (table: Id, record: Id, comment: Id): Promise<Comment> =>
    api.post('/v3/tables/{table}/records/{record}/comments/{comment}/restore', ofOne(table, record, comment)),
  seen: (table: Id, record: Id, at: string): Promise<void> =>
    api.put('/v3/tables/{table}/records/{record}/comments-seen', { ...of(table, record), body: { at } }),
  /** The same for the conversation of the record in the chat. */
  heard: (table: Id, record: Id): Promise<unknown> =>
    api.post('/v3/conversations/{id}/read', {
      path: { id: `record:${table}:${record}` as Id },
      body: { sequence: mostSequence },
    }),
};

/** A comment that is on its way, or that was refused. */
export type Sending = { readonly id: Id; readonly text: string; readonly at: string; readonly error?: unknown };

/** What is on its way, by table and record: it stays while the record is left and come back to. */
const sending = new Map<string, readonly Sending[]>();
const none: readonly Sending[] = [];
const listeners = new Set<() => void>();
const set = (key: string, list: readonly Sending[]): void => {
  if (list.length === 0) sending.delete(key);
  else sending.set(key, list);
  for (const listener of listeners) listener();
};
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The conversation of a record: its pages, newest first, what is on its way, and what changes them. */
export const useComments = (tableId: Id, recordId: Id) => {
  const client = useQueryClient();
  const key = useMemo(() => ['record-comments', tableId, recordId] as const, [tableId, recordId]);
  const query = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam }) => commentsApi.page(tableId, recordId, pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
  });
  const refresh = useCallback((): Promise<void> => client.invalidateQueries({ queryKey: key }), [client, key]);
  useLive([`table:${tableId}`], (event) => {
    if (event.type === 'resync' || event.ids === 'many' || event.ids.includes(recordId)) void refresh();
  });
  useLiveEvent('comments_seen', (data) => {
    if ((data as { readonly recordId?: unknown }).recordId === recordId) void refresh();
  });

  const place = `${tableId}/${recordId}`;
  const own = useSyncExternalStore(subscribe, () => sending.get(place) ?? none);
  const comments = useMemo(() => query.data?.pages.flatMap((page) => page.comments) ?? [], [query.data]);
  const arrived = useMemo(() => new Set(comments.map(({ id }) => id)), [comments]);
  const onTheWay = useMemo(() => own.filter(({ id }) => !arrived.has(id)), [own, arrived]);
  useEffect(() => {
    if (onTheWay.length < own.length) set(place, onTheWay);
  }, [place, own, onTheWay]);

  const send = useCallback(
    async (one: Sending): Promise<void> => {
      const others = (sending.get(place) ?? none).filter(({ id }) => id !== one.id);
      set(place, [{ id: one.id, text: one.text, at: one.at }, ...others]);
      try {
        await commentsApi.write(tableId, recordId, { id: one.id, text: one.text });
        await refresh();
      } catch (error) {
        set(
          place,
          (sending.get(place) ?? none).map((known) => (known.id === one.id ? { ...known, error } : known)),
        );
      }
    },
    [place, tableId, recordId, refresh],
  );
  const write = useCallback(
    (text: string): void => void send({ id: newId(), text, at: new Date().toISOString() }),
    [send],
  );
  const forget = useCallback(
    (id: Id): void =>
      set(
        place,
        (sending.get(place) ?? none).filter((one) => one.id !== id),
      ),
    [place],
  );
  return { recordId, query, comments, onTheWay, first: query.data?.pages[0], refresh, write, send, forget };
};

export type Conversation = ReturnType<typeof useComments>;
