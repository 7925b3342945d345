import { api } from '@tessera/kit';
import { queryOptions } from '@tanstack/react-query';

export const organizationsQuery = queryOptions({
  queryKey: ['organizations'],
  queryFn: ({ signal }) => api.get('/v3/account/organizations', { signal }),
});

/** The page begins anew: what was shown belongs to another organization. */
const begin = (): void => location.assign('/workspaces');

/** Comes into another organization; answers what a second step comes with, where there is one. */
export const switchTo = async (organization: string): Promise<string | null> => {
  const answer = await api.post('/auth/switch', { body: { organization } });
  if ('verifySession' in answer) return answer.verifySession;
  begin();
  return null;
};

export const switchByCode = async (verifySession: string, verifyCode: string): Promise<void> => {
  await api.post('/auth/mfa-login', { body: { verifySession, verifyCode } });
  begin();
};

export const createOrganization = async (name: string): Promise<void> => {
  await api.post('/v3/organizations', { body: { name } });
  begin();
};

/** The token in the link of an invitation, or in its path alone; null for anything else. */
export const invitationIn = (link: string): string | null =>
  /\/invitation\/([A-Za-z0-9_-]{20,100})$/.exec(link.trim())?.[1] ?? null;

/** The word for an organization in what somebody typed: the word, or an address of a login that names it. */
export const organizationIn = (text: string): string => /[?&]org=([^&]+)/.exec(text)?.[1] ?? text.trim();
