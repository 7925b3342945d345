import { api, type Asked, type MadeInvitation, type Seat } from '@tessera/kit';
import { queryOptions } from '@tanstack/react-query';
import { queries } from '../session/session.resource.ts';

export const profilesQuery = queryOptions({
  queryKey: ['profiles'],
  queryFn: async ({ signal }) => (await api.post('/profile/list', { body: {}, signal })).profiles,
});

export type MemberChange = Asked<'put_account_user_id'>;

const refresh = (): Promise<void> => queries.invalidateQueries({ queryKey: ['invitations'] });
const refreshPeople = async (): Promise<void> => {
  await Promise.all([
    queries.invalidateQueries({ queryKey: ['users'] }),
    queries.invalidateQueries({ queryKey: ['profiles'] }),
  ]);
};

/** Changes a person's seat or role, or whether they may come in. Answers the commit; null where nothing changed. */
export const changeMember = async (id: string, change: MemberChange): Promise<string | null> => {
  const { commit } = await api.send('put', '/v3/account/user/{id}', { path: { id }, body: change });
  await refreshPeople();
  return commit;
};

/** Takes a change of people or invitations back. Answers the commit of that, which can be taken back as well. */
export const undoChange = async (commit: string): Promise<string | null> => {
  const undone = await api.send('post', '/v3/undo/{id}', { path: { id: commit }, body: {} });
  await Promise.all([refresh(), refreshPeople()]);
  return undone.commit;
};

export const invite = async (input: { email?: string; seat: Seat; role: string }): Promise<MadeInvitation> => {
  const invitation = await api.post('/v3/invitations', { body: input });
  await refresh();
  return invitation;
};

/** Answers the commit; null where it was revoked already. */
export const revokeInvitation = async (id: string): Promise<string | null> => {
  const { commit } = await api.send('delete', '/v3/invitations/{id}', { path: { id } });
  await refresh();
  return commit;
};

export const unconfirmedTokensQuery = queryOptions({
  queryKey: ['unconfirmed-tokens'],
  queryFn: async ({ signal }) => (await api.get('/v3/api-token/unconfirmed', { signal })).tokens,
});

/** Lets an API token work again that the restore of a backup turned off. */
export const confirmToken = async (id: string): Promise<void> => {
  await api.post('/v3/api-token/{id}/confirm', { path: { id } });
  await queries.invalidateQueries({ queryKey: unconfirmedTokensQuery.queryKey });
};

/** For somebody who lost their app and their recovery codes. */
export const turnSecondFactorOff = async (id: string): Promise<void> => {
  await api.post('/v3/account/user/{id}/second-factor/off', { path: { id } });
  await refreshPeople();
};
