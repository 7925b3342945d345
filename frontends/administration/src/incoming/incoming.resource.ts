import { type Answered, api, type Asked, everyPage, type Id } from '@tessera/kit';
import { queryOptions, useQueryClient } from '@tanstack/react-query';

export type Entry = Answered<'get_low_code_webhook'>['webhooks'][number];
export type Incoming = Answered<'get_low_code_webhook_id'>;
export type Call = Answered<'get_low_code_webhook_id_calls'>['calls'][number];
export type Tried = Answered<'post_low_code_webhook_id_test'>;
export type Settings = Asked<'post_low_code_webhook'>;

const all = ['incoming-webhooks'] as const;

/** All of them, by name: there are at most 100. */
export const incomingQuery = queryOptions({
  queryKey: [...all, 'list'],
  queryFn: ({ signal }) =>
    everyPage(async (after) => {
      const page = after ?? '1';
      const { webhooks, more } = await api.get('/v3/low-code-webhook', { query: { page, size: '100' }, signal });
      return { entries: webhooks, next: more ? String(Number(page) + 1) : undefined };
    }),
});
export const oneIncomingQuery = (id: Id) =>
  queryOptions({
    queryKey: [...all, 'one', id],
    queryFn: ({ signal }) => api.get('/v3/low-code-webhook/{id}', { path: { id }, signal }),
  });
/** What was sent there, the newest first. */
export const callsQuery = (id: Id, failed: boolean) => ({
  queryKey: [...all, 'calls', id, failed],
  initialPageParam: undefined as string | undefined,
  queryFn: ({ signal, pageParam }: { signal: AbortSignal; pageParam: string | undefined }) => {
    const query = { failed: failed ? ('true' as const) : ('false' as const) };
    return api.get('/v3/low-code-webhook/{id}/calls', {
      path: { id },
      query: pageParam === undefined ? query : { ...query, after: pageParam },
      signal,
    });
  },
  getNextPageParam: ({ next }: { readonly next: string | null }) => next ?? undefined,
});
export const callQuery = (id: Id, callId: Id) =>
  queryOptions({
    queryKey: [...all, 'call', id, callId],
    queryFn: ({ signal }) => api.get('/v3/low-code-webhook/{id}/calls/{callId}', { path: { id, callId }, signal }),
  });

/** The settings of one that is there, as they are sent. */
export const settingsOf = ({ name, active, tableId, functionId }: Entry | Incoming): Settings => ({
  name,
  active,
  tableId,
  functionId,
});

/** What changes incoming webhooks, tries them, and has calls done again. */
export const useIncomingCalls = () => {
  const client = useQueryClient();
  const anew = (): Promise<void> => client.invalidateQueries({ queryKey: all });
  return {
    anew,
    create: async (body: Settings): Promise<Id> => {
      const { id } = await api.post('/v3/low-code-webhook', { body });
      await anew();
      return id;
    },
    save: async (id: Id, body: Settings, revision?: number): Promise<void> => {
      const headers = revision === undefined ? {} : { 'if-match': `"${revision}"` };
      await api.put('/v3/low-code-webhook/{id}', { path: { id }, body, headers });
      await anew();
    },
    address: async (id: Id): Promise<void> => {
      await api.post('/v3/low-code-webhook/{id}/regenerate-url', { path: { id }, body: {} });
      await anew();
    },
    /** Has calls signed, with the secret of the sender or a new one, which it answers. */
    sign: async (id: Id, secret: string | undefined): Promise<string> => {
      const body = secret === undefined ? {} : { secret };
      const made = await api.post('/v3/low-code-webhook/{id}/secret', { path: { id }, body });
      await anew();
      return made.secret;
    },
    unsign: async (id: Id): Promise<void> => {
      await api.delete('/v3/low-code-webhook/{id}/secret', { path: { id } });
      await anew();
    },
    /** With what came last: nothing is changed. */
    test: (id: Id): Promise<Tried> => api.post('/v3/low-code-webhook/{id}/test', { path: { id }, body: {} }),
    again: async (id: Id, callId: Id): Promise<void> => {
      await api.post('/v3/low-code-webhook/{id}/calls/{callId}/again', { path: { id, callId }, body: {} });
      await anew();
    },
    remove: async (id: Id): Promise<string | null> => {
      const { commit } = await api.send('delete', '/v3/low-code-webhook/{id}', { path: { id } });
      await anew();
      return commit;
    },
    undo: async (commit: Id): Promise<void> => {
      await api.send('post', '/v3/undo/{id}', { path: { id: commit }, body: {} });
      await anew();
    },
  };
};
