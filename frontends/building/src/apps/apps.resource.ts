import { type Answered, api, type Asked, errorCode, type Id, isApiError } from '@tessera/kit';
import { logoBars } from '@tessera/proto/blocks';
import { queryOptions } from '@tanstack/react-query';

export type App = Answered<'get_apps_id'>;
export type AppBlock = App['components'][number];
export type Place = App['layouts']['desktop']['components'][number];
export type Config = Readonly<Record<string, unknown>>;

/** A configuration with some of its parts replaced; null takes one away. */
export const withParts = <C extends Config>(config: C, parts: Config = {}): C =>
  Object.fromEntries(Object.entries({ ...config, ...parts }).filter(([, value]) => value !== null)) as C;

/** Members and builders who look ask for what is published, builders who change it for the draft. */
export const appQuery = (id: Id, draft: boolean) =>
  queryOptions({
    queryKey: ['app', id, draft],
    queryFn: ({ signal }) => api.get('/v3/apps/{id}', { path: { id }, query: draft ? { draft: 'true' } : {}, signal }),
  });

/** Whether an app is none that this person knows of. */
export const isMissing = (error: unknown): boolean =>
  errorCode(error) === 'app_not_found' || (isApiError(error) && error.status === 404);

/** What a builder may choose from: the apps or the tables that they see. */
export const choicesQuery = (of: 'apps' | 'tables') =>
  queryOptions({
    queryKey: ['choices', of],
    queryFn: async ({
      signal,
    }): Promise<readonly { readonly id: Id; readonly label: string; readonly color: string | null }[]> =>
      of === 'apps' ? (await api.get('/v3/apps', { signal })).apps : (await api.get('/v3/tables', { signal })).tables,
  });

/** What is asked for to put bars around an app: a logo that is new is chosen on its own, after its bar is there. */
export const stepsOfBars = (
  app: App,
  bars: Partial<App['bundleConfig']>,
): { readonly bars: Asked<'put_apps_id_bars'>; readonly logos: readonly Asked<'put_apps_id_bars_logo'>[] } => {
  const logos = logoBars.flatMap((bar) => {
    const logo = bars[bar]?.logo ?? null;
    return logo === null || logo === app.bundleConfig[bar]?.logo ? [] : [{ bar, logo }];
  });
  return {
    bars: { ...bars, ...Object.fromEntries(logos.map(({ bar }) => [bar, { ...bars[bar], logo: null }])) },
    logos,
  };
};

/** A change with the commit that takes it back. */
export type Changed = { readonly app: App; readonly commit: string | null };

export const appsApi = {
  change: async (id: Id, body: Asked<'patch_apps_id'>): Promise<Changed> => {
    const { data, commit } = await api.send('patch', '/v3/apps/{id}', { path: { id }, body });
    return { app: data, commit };
  },
  add: async (id: Id, body: Asked<'post_apps_id_blocks'>): Promise<Changed & { readonly blockId: Id }> => {
    const { data, commit } = await api.send('post', '/v3/apps/{id}/blocks', { path: { id }, body });
    return { app: data.app, commit, blockId: data.block.id };
  },
  configure: async (id: Id, blockId: Id, config: Config): Promise<Changed> => {
    const { data, commit } = await api.send('patch', '/v3/apps/{id}/blocks/{blockId}', {
      path: { id, blockId },
      body: { config },
    });
    return { app: data.app, commit };
  },
  remove: async (id: Id, blockId: Id): Promise<Changed> => {
    const { data, commit } = await api.send('delete', '/v3/apps/{id}/blocks/{blockId}', { path: { id, blockId } });
    return { app: data, commit };
  },
  place: async (id: Id, desktop: readonly Place[]): Promise<Changed> => {
    const { data, commit } = await api.send('put', '/v3/apps/{id}/layout', {
      path: { id },
      body: { desktop: [...desktop] },
    });
    return { app: data, commit };
  },
  bars: async (id: Id, body: Asked<'put_apps_id_bars'>): Promise<Changed> => {
    const { data, commit } = await api.send('put', '/v3/apps/{id}/bars', { path: { id }, body });
    return { app: data, commit };
  },
  logo: async (id: Id, body: Asked<'put_apps_id_bars_logo'>): Promise<Changed> => {
    const { data, commit } = await api.send('put', '/v3/apps/{id}/bars/logo', { path: { id }, body });
    return { app: data, commit };
  },
  publish: async (id: Id): Promise<Changed> => {
    const { data, commit } = await api.send('post', '/v3/apps/{id}/publish', { path: { id }, body: {} });
    return { app: data, commit };
  },
  create: (label: string): Promise<App> => api.post('/v3/apps', { body: { label } }),
  duplicate: (id: Id): Promise<App> => api.post('/v3/apps/{id}/duplicate', { path: { id }, body: {} }),
  archive: async (id: Id): Promise<string | null> =>
    (await api.send('delete', '/v3/apps/{id}', { path: { id } })).commit,
  undo: async (commit: string): Promise<string | null> =>
    (await api.send('post', '/v3/undo/{id}', { path: { id: commit }, body: {} })).commit,
};

/** What the plan has, by its names. */
export const featuresQuery = queryOptions({
  queryKey: ['plan', 'features'],
  queryFn: ({ signal }) => api.get('/v3/features', { signal }),
});
