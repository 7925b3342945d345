import { hasRight, useRights, useSession } from '@tessera/kit';

/** Whether menus name tables: not for members of an organization that hides them, who work in apps. */
export const useSeesTables = (): boolean => {
  const rights = useRights();
  const { organization } = useSession();
  return (
    hasRight(rights, 'canViewTablesPages') && (hasRight(rights, 'isBuilder') || !organization.hide_tables_for_member)
  );
};
