import { type MenuEntry, toast, useErrorText, useTexts } from '@tessera/kit';
import { IconEye } from '@tessera/kit/icons';
import type { Role } from './model.ts';
import { useRoleName } from './role-name.ts';
import { useRoleCalls } from './roles.resource.ts';

/** The entry of a role's menu by which the workspace is seen as its people see it. */
export const useViewAs = (role: Role): MenuEntry => {
  const t = useTexts('administration');
  const errorText = useErrorText('administration');
  const roleName = useRoleName();
  const calls = useRoleCalls();
  const look = async (): Promise<void> => {
    try {
      await calls.viewAs(role.id_profile);
    } catch (error) {
      const name = roleName(role.name);
      toast({ kind: 'error', message: t('role.notViewed', { role: name }), detail: errorText(error) });
    }
  };
  return { id: 'view-as', label: t('role.viewAs'), icon: IconEye, onSelect: () => void look() };
};
