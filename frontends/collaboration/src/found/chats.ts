import { api, fold } from '@tessera/kit';
import type { FoundPlace } from '@tessera/kit/manifest';

/** Channels and conversations by their names, and people, with whom one may talk, by theirs. */
export const find = async (search: string, signal: AbortSignal): Promise<readonly FoundPlace[]> => {
  const [found, { users }] = await Promise.all([
    api.post('/v3/conversations/search', { body: { search }, signal }),
    api.get('/v3/users', { signal }),
  ]);
  const words = fold(search).split(/\s+/).filter(Boolean);
  const people = users
    .filter(({ name }) => words.every((word) => fold(name).includes(word)))
    .map(({ id, name }) => ({ id, label: name, to: `/chat/dm-user/${id}` }));
  const named = found.conversations
    .filter(({ chatType, name }) => chatType !== 'dm' && name !== '')
    .map(({ id, name, record }) => ({
      id,
      label: name,
      to: record === null ? `/chat/channel/${id}` : `/chat/record/${record.tableId}/${record.recordId}`,
    }));
  return [...named, ...people];
};

/** Of these addresses the channels and people with whom the person may still talk. */
export const opened = async (addresses: readonly string[], signal: AbortSignal): Promise<readonly FoundPlace[]> => {
  if (!addresses.some((address) => address.startsWith('/chat/'))) return [];
  const [{ conversations }, { users }] = await Promise.all([
    api.get('/v3/conversations', { signal }),
    api.get('/v3/users', { signal }),
  ]);
  const places = [
    ...conversations.map(({ id, name }) => ({ id, label: name, to: `/chat/channel/${id}` })),
    ...users.map(({ id, name, erased }) => ({ id, label: erased ? '' : name, to: `/chat/dm-user/${id}` })),
  ];
  return places.filter(({ label, to }) => label !== '' && addresses.includes(to));
};
