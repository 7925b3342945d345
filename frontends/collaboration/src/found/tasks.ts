import { api } from '@tessera/kit';
import type { FoundPlace } from '@tessera/kit/manifest';

/** Tasks by their words, of those that the person sees. */
export const find = async (search: string, signal: AbortSignal): Promise<readonly FoundPlace[]> => {
  const { tasks } = await api.get('/v3/tasks', { query: { search, scope: 'all', filter: 'all' }, signal });
  return tasks.map(({ id, title }) => ({ id, label: title, to: `/tasks?taskId=${id}` }));
};
