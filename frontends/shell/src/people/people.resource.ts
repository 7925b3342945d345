import { api, type MadeInvitation, type Profile, type Seat } from '@tessera/kit';
import { queryOptions } from '@tanstack/react-query';
import { queries } from '../session/session.resource.ts';

export const profilesQuery = queryOptions({
  queryKey: ['profiles'],
  queryFn: async ({ signal }) => (await api.post<{ profiles: readonly Profile[] }>('/profile/list', {}, { signal })).profiles,
});

const refresh = (): Promise<void> => queries.invalidateQueries({ queryKey: ['invitations'] });

export const invite = async (input: { email?: string; seat: Seat; role: string }): Promise<MadeInvitation> => {
  const invitation = await api.post<MadeInvitation>('/v3/invitations', input);
  await refresh();
  return invitation;
};

export const revokeInvitation = async (id: string): Promise<void> => {
  await api.delete(`/v3/invitations/${id}`);
  await refresh();
};
