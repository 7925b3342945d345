import { type Answered, api, type Asked, everyPage, type Id } from '@tessera/kit';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { Issue, Program } from '@tessera/proto/automations';

export type Entry = Answered<'get_automations'>['automations'][number];
/** An automation as its editor has it: its lists of steps as deep as they are. */
export type Automation = Omit<Answered<'get_automations_id'>, 'steps' | 'trigger' | 'issues'> &
  Program & { readonly issues: readonly Issue[] };
export type Run = Answered<'get_runs'>['runs'][number];
export type RunDetail = Omit<Answered<'get_runs_runId'>, 'program' | 'trigger'> & {
  readonly program: Program['steps'];
  readonly trigger: Program['trigger'];
};
export type Tested = Answered<'post_automations_id_test'>['steps'][number];
type Sent = Asked<'put_automations_id'>;
export type Draft = Program & { readonly label: string };

export const automationsQuery = queryOptions({
  queryKey: ['automations'],
  queryFn: async ({ signal }) => (await api.get('/v3/automations', { signal })).automations,
});
export const automationQuery = (id: Id) =>
  queryOptions({
    queryKey: ['automations', id],
    queryFn: async ({ signal }) =>
      (await api.get('/v3/automations/{id}', { path: { id }, signal })) as unknown as Automation,
  });
/** The runs of one automation, or of all with ''. */
export const runsQuery = (id: Id | '') => ({
  queryKey: ['runs', 'list', id],
  initialPageParam: undefined as string | undefined,
  queryFn: async ({ signal, pageParam }: { signal: AbortSignal; pageParam: string | undefined }) => {
    const query = pageParam === undefined ? {} : { after: pageParam };
    return id === ''
      ? api.get('/v3/runs', { query, signal })
      : api.get('/v3/automations/{id}/runs', { path: { id }, query, signal });
  },
  getNextPageParam: ({ next }: { readonly next: string | null }) => next ?? undefined,
});
export const runQuery = (runId: Id) =>
  queryOptions({
    queryKey: ['runs', 'one', runId],
    queryFn: async ({ signal }) =>
      (await api.get('/v3/runs/{runId}', { path: { runId }, signal })) as unknown as RunDetail,
  });

/** What was sent to incoming webhooks, by the name of the webhook and how it ended; '' for all. */
export const webhookLogQuery = (q: string, status: '' | 'waiting' | 'successful' | 'failed') => ({
  queryKey: ['webhook-log', q, status],
  initialPageParam: 1,
  queryFn: ({ signal, pageParam }: { signal: AbortSignal; pageParam: number }) =>
    api.get('/v3/audit-log/webhooks', {
      query: { page: String(pageParam), size: '50', ...(q !== '' && { q }), ...(status !== '' && { status }) },
      signal,
    }),
  getNextPageParam: ({ more }: { readonly more: boolean }, _pages: unknown, page: number) =>
    more ? page + 1 : undefined,
});

/** The address by which programs start it, and what came there last. */
export const hookQuery = (id: Id) =>
  queryOptions({
    queryKey: ['automations', id, 'hook'],
    queryFn: ({ signal }) => api.get('/v3/automations/{id}/hook', { path: { id }, signal }),
  });

export const versionsQuery = (id: Id) =>
  queryOptions({
    queryKey: ['automations', id, 'versions'],
    queryFn: async ({ signal }) => (await api.get('/v3/automations/{id}/versions', { path: { id }, signal })).versions,
  });

export const tablesQuery = queryOptions({
  queryKey: ['automation-tables'],
  queryFn: async ({ signal }) => (await api.get('/v3/tables', { signal })).tables,
});
export const tableQuery = (table: Id) =>
  queryOptions({
    queryKey: ['automation-table', table],
    queryFn: ({ signal }) => api.get('/v3/tables/{table}', { path: { table }, signal }),
  });
export const peopleQuery = queryOptions({
  queryKey: ['automation-people'],
  queryFn: ({ signal }) =>
    everyPage(async (after) => {
      const { users, next } = await api.get('/v3/users', { query: after === undefined ? {} : { after }, signal });
      return { entries: users, next };
    }),
});
/** Channels, by their names. */
export const conversationsQuery = queryOptions({
  queryKey: ['automation-conversations'],
  queryFn: async ({ signal }) =>
    (await api.get('/v3/conversations', { signal })).conversations.filter(
      ({ chatType }) => chatType === 'channel' || chatType === 'private_channel',
    ),
});
/** The newest records of a table with what they are called, to try an automation with. */
export const recordsQuery = (table: Id) =>
  queryOptions({
    queryKey: ['automation-records', table],
    queryFn: async ({ signal }) =>
      (await api.get('/v3/tables/{table}/records', { path: { table }, query: { limit: 50 }, signal })).records,
  });

/** What changes automations and their runs; those that can be taken back answer their commit. */
export const useAutomationCalls = () => {
  const client = useQueryClient();
  const anew = async (): Promise<void> => {
    await Promise.all([
      client.invalidateQueries({ queryKey: ['automations'] }),
      client.invalidateQueries({ queryKey: ['runs'] }),
    ]);
  };
  return {
    anew,
    create: async (draft: Draft): Promise<Id> => {
      const { id } = await api.post('/v3/automations', { body: draft as unknown as Sent });
      await anew();
      return id;
    },
    save: async (id: Id, draft: Draft, revision: number): Promise<Automation> => {
      const body = draft as unknown as Sent;
      const headers = { 'if-match': `"${revision}"` };
      return (await api.put('/v3/automations/{id}', { path: { id }, body, headers })) as unknown as Automation;
    },
    restore: async (id: Id, version: number): Promise<Automation> =>
      (await api.post('/v3/automations/{id}/versions/{version}/restore', {
        path: { id, version: String(version) },
        body: {},
      })) as unknown as Automation,
    publish: async (id: Id): Promise<Automation> =>
      (await api.post('/v3/automations/{id}/publish', { path: { id }, body: {} })) as unknown as Automation,
    enable: async (id: Id, enabled: boolean): Promise<Automation> =>
      (await api.post('/v3/automations/{id}/enabled', { path: { id }, body: { enabled } })) as unknown as Automation,
    newAddress: async (id: Id): Promise<void> => {
      await api.post('/v3/automations/{id}/hook', { path: { id }, body: {} });
      await anew();
    },
    /** Has calls of the address signed, with the secret of the sender or a new one, which it answers. */
    signHook: async (id: Id, secret: string | undefined): Promise<string> => {
      const body = secret === undefined ? {} : { secret };
      const made = await api.post('/v3/automations/{id}/hook/secret', { path: { id }, body });
      await anew();
      return made.secret;
    },
    unsignHook: async (id: Id): Promise<void> => {
      await api.delete('/v3/automations/{id}/hook/secret', { path: { id } });
      await anew();
    },
    give: async (id: Id, userId: Id): Promise<void> => {
      await api.put('/v3/automations/{id}/owner', { path: { id }, body: { userId } });
      await anew();
    },
    remove: async (id: Id): Promise<string | null> => {
      const { commit } = await api.send('delete', '/v3/automations/{id}', { path: { id } });
      await anew();
      return commit;
    },
    undo: async (commit: Id): Promise<void> => {
      await api.send('post', '/v3/undo/{id}', { path: { id: commit }, body: {} });
      await anew();
    },
    test: async (id: Id, given: { readonly recordId?: Id }): Promise<readonly Tested[]> =>
      (await api.post('/v3/automations/{id}/test', { path: { id }, body: given })).steps,
    run: async (id: Id, given: { readonly recordId?: Id }): Promise<Id> =>
      (await api.post('/v3/automations/{id}/run', { path: { id }, body: given })).runId,
    rerun: async (runId: Id, fromStep?: string): Promise<Id> =>
      (
        await api.post('/v3/runs/{runId}/rerun', {
          path: { runId },
          body: fromStep === undefined ? {} : { fromStep },
        })
      ).runId,
  };
};
