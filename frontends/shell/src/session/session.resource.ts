import {
  api,
  createQueryClient,
  isApiError,
  rememberSeen,
  type Session,
  type SetupInput,
  type SignedIn,
} from '@tessera/kit';
import { queryOptions } from '@tanstack/react-query';

export const queries = createQueryClient();

/**
 * Whose session this browser has, or null for nobody: an answer in either case, so that a visitor's console stays
 * clean.
 */
export const presentSession = async (signal?: AbortSignal): Promise<Session | null> =>
  (await api.get('/auth/session', signal ? { signal } : {})).session;

/** The session, or null for nobody. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }): Promise<Session | null> => {
    const session = await presentSession(signal);
    rememberSeen(session !== null);
    return session;
  },
  staleTime: Number.POSITIVE_INFINITY,
});

export const setupQuery = queryOptions({
  queryKey: ['setup'],
  queryFn: ({ signal }) => api.get('/setup', { signal }),
  staleTime: 2000,
});

export const publicOrganizationQuery = queryOptions({
  queryKey: ['organization', 'public'],
  queryFn: ({ signal }) => {
    const { organization: org } = wanted();
    return api.get('/org/get', { query: org === undefined ? {} : { org }, signal });
  },
});

export const invitationQuery = (token: string) =>
  queryOptions({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => api.get('/invitations/{token}', { path: { token }, signal }),
    retry: (count, error) => count < 2 && !(isApiError(error) && error.status >= 400 && error.status < 500),
  });

const entered = async (): Promise<void> => {
  queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' });
  await queries.fetchQuery({ ...sessionQuery, staleTime: 0 });
};

/** Whose password the link of a mail changes; refused once it is used or over. */
export const resetLinkQuery = (token: string) =>
  queryOptions({
    queryKey: ['reset-link', token],
    queryFn: ({ signal }) => api.post('/auth/reset-link', { body: { token }, signal }),
    retry: (count, error) => count < 2 && !(isApiError(error) && error.status >= 400 && error.status < 500),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

/** What the second step of a login comes with, or null for whoever is in. */
type Step = string | null;

/** Another password by the link of a mail; whoever has it is in, or a code away from it. */
export const changeByLink = async (token: string, password: string): Promise<Step> => {
  const answer = await api.post('/auth/change-password', { body: { token, password } });
  if ('verifySession' in answer) return answer.verifySession;
  await entered();
  return null;
};

/** The organization that the address of the login names, where it names one. */
const wanted = (): { organization?: string } => {
  const organization = new URLSearchParams(location.search).get('org');
  return organization === null ? {} : { organization };
};

export const signIn = async (email: string, password: string): Promise<Step> => {
  const answer = await api.post('/auth/loginV2', { body: { email, password, ...wanted() } });
  if ('verifySession' in answer) return answer.verifySession;
  await entered();
  return null;
};

const verified = (verifySession: string, verifyCode: string): Promise<SignedIn> =>
  api.post('/auth/mfa-login', { body: { verifySession, verifyCode } });

export const signInByCode = async (verifySession: string, code: string): Promise<void> => {
  await verified(verifySession, code);
  await entered();
};

/** Over a page whose session ended: what it holds stays when the same person is back, and goes when it is somebody else. */
const enteredAgain = async (answer: SignedIn): Promise<void> => {
  const before = queries.getQueryData(sessionQuery.queryKey);
  if (answer.user.id !== before?.user.id || answer.organization.id !== before.organization.id) location.reload();
  await queries.invalidateQueries();
};

export const signInAgain = async (email: string, password: string): Promise<Step> => {
  const organization = queries.getQueryData(sessionQuery.queryKey)?.organization.id;
  const answer = await api.post('/auth/loginV2', {
    body: { email, password, ...(organization !== undefined && { organization }) },
  });
  if ('verifySession' in answer) return answer.verifySession;
  await enteredAgain(answer);
  return null;
};

export const signInAgainByCode = async (verifySession: string, code: string): Promise<void> =>
  enteredAgain(await verified(verifySession, code));

export const setUp = async (input: SetupInput): Promise<void> => {
  await api.post('/setup', { body: input });
  await entered();
};

export const acceptInvitation = async (
  token: string,
  input: { name?: string; email: string; password: string },
): Promise<Step> => {
  const answer = await api.post('/invitations/{token}/accept', { path: { token }, body: input });
  if ('verifySession' in answer) return answer.verifySession;
  await entered();
  return null;
};

/** Ends the session here and forgets what it showed. */
export const signOut = async (): Promise<void> => {
  await api.logOut();
  forget();
};

/** The session is no more: everything that it showed goes from memory. */
export const forget = (): void => {
  queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' });
  queries.setQueryData(sessionQuery.queryKey, null);
  rememberSeen(false);
};
