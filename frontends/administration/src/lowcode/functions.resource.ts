import { type Answered, api, type Asked, everyPage, type Id, isApiError } from '@tessera/kit';
import { queryOptions, useQueryClient } from '@tanstack/react-query';

export type Entry = Answered<'get_low_code_functions'>['functions'][number];
export type LowCodeFunction = Answered<'get_low_code_functions_id'>;
export type Version = Answered<'get_low_code_functions_id_version'>['versions'][number];
export type Called = Answered<'post_low_code_functions_id_run'>;
export type Trigger = NonNullable<Entry['trigger']>;
export type PastCall = Answered<'get_low_code_functions_id_calls'>['calls'][number];
export type Language = Entry['language'];
export type OfLanguage = Answered<'get_low_code_languages'>['languages'][number];
type Settings = Asked<'post_low_code_functions'>;

const all = ['low-code-functions'] as const;

/** All of them, by name: there are at most 200. */
export const functionsQuery = queryOptions({
  queryKey: [...all, 'list'],
  queryFn: ({ signal }) =>
    everyPage(async (after) => {
      const page = after ?? '1';
      const { functions, more } = await api.get('/v3/low-code-functions', { query: { page, size: '100' }, signal });
      return { entries: functions, next: more ? String(Number(page) + 1) : undefined };
    }),
});
export const functionQuery = (id: Id) =>
  queryOptions({
    queryKey: [...all, 'one', id],
    queryFn: ({ signal }) => api.get('/v3/low-code-functions/{id}', { path: { id }, signal }),
  });
export const versionsQuery = (id: Id) =>
  queryOptions({
    queryKey: [...all, 'versions', id],
    queryFn: async ({ signal }) =>
      (await api.get('/v3/low-code-functions/{id}/version', { path: { id }, signal })).versions,
  });
/** What a version says stays as it is. */
export const versionQuery = (id: Id, version: number) =>
  queryOptions({
    queryKey: [...all, 'version', id, version],
    queryFn: ({ signal }) =>
      api.get('/v3/low-code-functions/{id}/version/{version}', { path: { id, version: String(version) }, signal }),
  });
/** The last calls, the newest first. */
export const pastCallsQuery = (id: Id) =>
  queryOptions({
    queryKey: [...all, 'calls', id],
    queryFn: async ({ signal }) => (await api.get('/v3/low-code-functions/{id}/calls', { path: { id }, signal })).calls,
  });
/** What a call came to stays as it is. */
export const pastCallQuery = (id: Id, number: number) =>
  queryOptions({
    queryKey: [...all, 'call', id, number],
    queryFn: ({ signal }) =>
      api.get('/v3/low-code-functions/{id}/calls/{number}', { path: { id, number: String(number) }, signal }),
  });
/** The languages, with why one cannot be run on this server. */
export const languagesQuery = queryOptions({
  queryKey: ['low-code-languages'],
  queryFn: async ({ signal }) => (await api.get('/v3/low-code-languages', { signal })).languages,
});

type Changed = {
  readonly label?: string;
  readonly active?: boolean;
  readonly isAsync?: boolean;
  readonly trigger?: Trigger | null;
};

/** What changes functions and calls them. */
export const useFunctionCalls = () => {
  const client = useQueryClient();
  const anew = (): Promise<void> => client.invalidateQueries({ queryKey: all });
  return {
    anew,
    create: async (body: Settings): Promise<Id> => {
      const { id } = await api.post('/v3/low-code-functions', { body });
      await anew();
      return id;
    },
    /** Changes some of it; what is not named stays. */
    change: async (
      { id, label, language, isAsync, active, trigger }: Entry | LowCodeFunction,
      changed: Changed,
    ): Promise<void> => {
      const body = { label, language, isAsync, active, trigger, ...changed };
      await api.put('/v3/low-code-functions/{id}', { path: { id }, body });
      await anew();
    },
    save: async (
      { id, isAsync }: LowCodeFunction,
      { sourceCode, note }: { readonly sourceCode: string; readonly note: string },
    ): Promise<number> => {
      const body = { sourceCode, note, isAsync };
      const saved = await api.post('/v3/low-code-functions/{id}/version', { path: { id }, body });
      client.setQueryData(functionQuery(id).queryKey, saved);
      await anew();
      return saved.version;
    },
    restore: async (id: Id, version: number): Promise<number> => {
      const path = { id, version: String(version) };
      const saved = await api.post('/v3/low-code-functions/{id}/version/{version}/restore', { path, body: {} });
      client.setQueryData(functionQuery(id).queryKey, saved);
      await anew();
      return saved.version;
    },
    keepSecret: async (id: Id, name: string, value: string): Promise<void> => {
      await api.put('/v3/low-code-functions/{id}/secrets/{name}', { path: { id, name }, body: { value } });
      await anew();
    },
    forgetSecret: async (id: Id, name: string): Promise<void> => {
      await api.send('delete', '/v3/low-code-functions/{id}/secrets/{name}', { path: { id, name } });
      await anew();
    },
    /** Calls it for a test: what would change something is told and not done. */
    test: async (id: Id, given: { readonly input: unknown; readonly sourceCode?: string }): Promise<Called> => {
      const body = { simulated: true, ...given };
      const called = await api.post('/v3/low-code-functions/{id}/run', { path: { id }, body });
      await anew();
      return called;
    },
    remove: async (id: Id): Promise<string | null> => {
      const { commit } = await api.send('delete', '/v3/low-code-functions/{id}', { path: { id } });
      await anew();
      return commit;
    },
    undo: async (commit: Id): Promise<void> => {
      await api.send('post', '/v3/undo/{id}', { path: { id: commit }, body: {} });
      await anew();
    },
  };
};

/** What a compiler said against code that was to be saved. */
export type Problem = { readonly line: number; readonly column: number; readonly text: string };
/** The first of them in a refusal; none where it is another. */
export const problemsIn = (error: unknown): readonly Problem[] => {
  const found = isApiError(error) && error.code === 'functions.compile_failed' ? error.details['problems'] : undefined;
  return Array.isArray(found) ? (found as readonly Problem[]).slice(0, 5) : [];
};
