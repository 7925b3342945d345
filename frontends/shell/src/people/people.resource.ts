import { api, type Asked, type MadeInvitation, type Profile, type Seat } from '@tessera/kit';
import { queryOptions } from '@tanstack/react-query';
import { queries } from '../session/session.resource.ts';

export const profilesQuery = queryOptions({
  queryKey: ['profiles'],
  queryFn: async ({ signal }) =>
    (await api.post<{ profiles: readonly Profile[] }>('/profile/list', {}, { signal })).profiles,
});

export type MemberChange = Asked<'put_account_user_id'>;

/** Changes a person's seat or role, or whether they may come in. */
export const changeMember = async (id: string, change: MemberChange): Promise<void> => {
  await api.put(`/v3/account/user/${id}`, change);
  await Promise.all([
    queries.invalidateQueries({ queryKey: ['users'] }),
    queries.invalidateQueries({ queryKey: ['profiles'] }),
  ]);
};

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
