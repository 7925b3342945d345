import { type RightName, type Rights, rightsOf } from '@tessera/proto/rights';
import { createContext, type ReactNode, useContext, useMemo } from 'react';
import type { Session } from './api/types.ts';

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

/** Rights by the table that the services decide by: what they hide is a courtesy, the server decides again. */
export const useRights = (): Rights => {
  const { user, organization, role } = useSession();
  return useMemo(
    () =>
      rightsOf({
        kind: 'user',
        id: user.id,
        userId: user.id,
        organizationId: organization.id,
        seat: user.seat,
        permissions: role.permissions,
      }),
    [user, organization, role],
  );
};

/** True when no right is asked for or the session holds it. */
export const hasRight = (rights: Rights, right: RightName | undefined): boolean =>
  right === undefined || rights[right] === true;
