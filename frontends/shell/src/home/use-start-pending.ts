import { hasRight, isFirstLoad, useRights } from '@tessera/kit';
import { useQuery } from '@tanstack/react-query';
import { useFrameActions } from '../frame/actions.tsx';
import { homeQuery, invitationsQuery, preferencesQuery, usersQuery } from './home.resource.ts';

/** The preference that the steps are not shown. */
export const hiddenKey = 'startHereHidden';

/**
 * Whether it is still unknown if the steps are shown, and which are done: what stands under them would move when they
 * come, or go.
 */
export const useStartPending = (): boolean => {
  const rights = useRights();
  const { createTable, openImport, invite } = useFrameActions();
  const invites = hasRight(rights, 'canManageUsers');
  const preferences = useQuery(preferencesQuery);
  const home = useQuery(homeQuery);
  const users = useQuery({ ...usersQuery, enabled: invites });
  const invitations = useQuery({ ...invitationsQuery, enabled: invites });
  if (!createTable && !openImport && !invite) return false;
  if (isFirstLoad(preferences)) return true;
  if (!preferences.data || preferences.data[hiddenKey] === true) return false;
  return isFirstLoad(home) || (invites && (isFirstLoad(users) || isFirstLoad(invitations)));
};
