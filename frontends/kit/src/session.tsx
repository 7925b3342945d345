import { createContext, type ReactNode, useContext } from 'react';
import type { Rights, Session } from './api/types.ts';
import type { RightName } from './manifest.ts';

const SessionContext = createContext<Session | null>(null);

export const SessionProvider = ({ session, children }: { session: Session; children: ReactNode }) => (
  <SessionContext value={session}>{children}</SessionContext>
);

/** The signed-in person, their organization and rights. Throws outside the signed-in part of the product. */
export const useSession = (): Session => {
  const session = useContext(SessionContext);
  if (!session) throw new Error('No session here');
  return session;
};

/** Rights as the server computed them: what they hide is a courtesy, the server decides again. */
export const useRights = (): Rights => useSession().rights;

/** True when no right is asked for or the session holds it. */
export const hasRight = (rights: Rights, right: RightName | undefined): boolean =>
  right === undefined || rights[right] === true;
