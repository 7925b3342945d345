import { type Holder, type RightName, type Rights, rightsOf, tableRightsOf } from '@tessera/proto/rights';
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

const useHolder = (): Holder => {
  const { user, organization, role } = useSession();
  return useMemo(
    () => ({
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

/** Rights by the table that the services decide by: what they hide is a courtesy, the server decides again. */
export const useRights = (): Rights => {
  const holder = useHolder();
  return useMemo(() => rightsOf(holder), [holder]);
};

/** The same of one table; null where none is named. */
export const useTableRights = (tableId: string | null): ReturnType<typeof tableRightsOf> | null => {
  const holder = useHolder();
  return useMemo(() => (tableId === null ? null : tableRightsOf(holder, tableId)), [holder, tableId]);
};

/** True when no right is asked for or the session holds it. */
export const hasRight = (rights: Rights, right: RightName | undefined): boolean =>
  right === undefined || rights[right] === true;
