import { api, favoritesQuery, hueOf, type Id } from '@tessera/kit';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { choicesQuery } from '../apps.resource.ts';

/** What an item of a bar leads to. */
export type Place = { readonly id: string; readonly label: string; readonly color: string };

const placesOf = (
  list: readonly { readonly id: string; readonly label: string; readonly color: string | null }[] = [],
): readonly Place[] => list.map(({ id, label, color }) => ({ id, label, color: color ?? hueOf(id) }));

const foldersQuery = queryOptions({
  queryKey: ['folders'],
  queryFn: async ({ signal }) => (await api.get('/v3/folders', { signal })).folders,
});
const channelsQuery = queryOptions({
  queryKey: ['bars', 'channels'],
  queryFn: async ({ signal }) =>
    (await api.get('/v3/conversations', { signal })).conversations.filter(
      ({ chatType }) => chatType === 'channel' || chatType === 'private_channel',
    ),
});

export type Wanted = 'app' | 'table' | 'workspace' | 'chat_channel' | 'favorites';
/** The names of what bars lead to; only lists that are wanted are asked for. What a reader may not see is in none. */
export const usePlaces = (wanted: readonly Wanted[]) => {
  const of = (one: Wanted) => ({ enabled: wanted.includes(one) });
  const apps = useQuery({ ...choicesQuery('apps'), ...of('app') });
  const tables = useQuery({ ...choicesQuery('tables'), ...of('table') });
  const folders = useQuery({ ...foldersQuery, ...of('workspace') });
  const channels = useQuery({ ...channelsQuery, ...of('chat_channel') });
  const favorites = useQuery({ ...favoritesQuery, ...of('favorites') });
  const lists: Readonly<Record<Exclude<Wanted, 'favorites'>, readonly Place[]>> = {
    app: placesOf(apps.data),
    table: placesOf(tables.data),
    workspace: placesOf(folders.data),
    chat_channel: placesOf(
      channels.data?.map(({ id, name, iconColor }) => ({ id, label: name ?? '', color: iconColor })),
    ),
  };
  return {
    lists,
    favorites: (favorites.data ?? []).map((one) => ({ ...one, color: one.color ?? hueOf(one.id) })),
    find: (type: Exclude<Wanted, 'favorites'>, id: Id): Place | undefined => lists[type].find((one) => one.id === id),
  };
};

/** The page itself, without a menu around it. */
export const addressOf = (type: string, id: Id, tableId?: Id): string => {
  switch (type) {
    case 'record':
      return `/object/${tableId}/record/${id}`;
    case 'app':
      return `/app/${id}`;
    case 'table':
      return `/object/${id}`;
    case 'doc-page':
      return `/doc-page/${id}`;
    case 'chat_channel':
      return `/chat/channel/${id}`;
    default:
      return `/workspaces/${id}`;
  }
};

/** A page of the product with the menu of an app around it. */
export const within = (menuOf: Id, address: string): string => `/app/${menuOf}/bundle${address}`;

/** Where a line of a menu leads: the page with this menu around it. */
export const addressIn = (menuOf: Id, type: string, id: Id, tableId?: Id): string =>
  type !== 'app'
    ? within(menuOf, addressOf(type, id, tableId))
    : id === menuOf
      ? addressOf(type, id)
      : within(menuOf, `/app-page/${id}`);
