import {
  api,
  createQueryClient,
  type InvitationState,
  isApiError,
  rememberSeen,
  type Session,
  type SetupInput,
  type SetupState,
  type SignedIn,
} from '@tessera/kit';
import { queryOptions } from '@tanstack/react-query';

export const queries = createQueryClient();

/**
 * Whose session this browser has, or null for nobody: an answer in either case, so that a visitor's console stays
 * clean.
 */
export const presentSession = async (signal?: AbortSignal): Promise<Session | null> =>
  (await api.get<{ session: Session | null }>('/auth/session', signal ? { signal } : {})).session;

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
  queryFn: ({ signal }) => api.get<SetupState>('/setup', { signal }),
  staleTime: 2000,
});

export const publicOrganizationQuery = queryOptions({
  queryKey: ['organization', 'public'],
  queryFn: ({ signal }) => api.get<{ name: string; logo_customizado: string | null }>('/org/get', { signal }),
});

export const invitationQuery = (token: string) =>
  queryOptions({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => api.get<InvitationState>(`/invitations/${encodeURIComponent(token)}`, { signal }),
    retry: (count, error) => count < 2 && !(isApiError(error) && error.status >= 400 && error.status < 500),
  });

const entered = async (): Promise<void> => {
  queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' });
  await queries.fetchQuery({ ...sessionQuery, staleTime: 0 });
};

export const signIn = async (email: string, password: string): Promise<SignedIn> => {
  const answer = await api.post<SignedIn>('/auth/loginV2', { email, password });
  await entered();
  return answer;
};

/**
 * Signs in over a page whose session ended: what it holds stays when the same person is back, and goes when it is
 * somebody else.
 */
export const signInAgain = async (email: string, password: string): Promise<void> => {
  const before = queries.getQueryData(sessionQuery.queryKey);
  const answer = await api.post<SignedIn>('/auth/loginV2', { email, password });
  if (answer.user.id !== before?.user.id || answer.organization.id !== before.organization.id) location.reload();
  await queries.invalidateQueries();
};

export const setUp = async (input: SetupInput): Promise<void> => {
  await api.post<SignedIn>('/setup', input);
  await entered();
};

export const acceptInvitation = async (
  token: string,
  input: { name: string; email: string; password: string },
): Promise<void> => {
  await api.post<SignedIn>(`/invitations/${encodeURIComponent(token)}/accept`, input);
  await entered();
};

/** Ends the session here and forgets what it showed. */
export const signOut = async (): Promise<void> => {
  await api.post('/auth/logout');
  forget();
};

/** The session is no more: everything that it showed goes from memory. */
export const forget = (): void => {
  queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' });
  queries.setQueryData(sessionQuery.queryKey, null);
  rememberSeen(false);
};
