import { type Answered, api } from '@tessera/kit';
import { queryOptions } from '@tanstack/react-query';

export type Erasure = Answered<'get_organization_erasure'>;
export type Kind = NonNullable<Erasure['planned']>['kind'];

export const erasureQuery = queryOptions({
  queryKey: ['erasure'],
  queryFn: ({ signal }) => api.get('/v3/organization/erasure', { signal }),
});

/** Plans it; the password of whoever asks, unless they confirmed by logging in. */
export const plan = async (kind: Kind, password: string | undefined): Promise<void> => {
  const body = password === undefined ? {} : { password };
  if (kind === 'data') await api.post('/v3/organization/erase', { body });
  else await api.post('/v3/organization/delete', { body });
};
export const abort = async (): Promise<void> => {
  await api.post('/v3/organization/abort', {});
};
