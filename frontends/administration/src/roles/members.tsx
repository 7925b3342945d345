import { Avatar, EmptyState, hasRight, Select, toast, useErrorText, useRights, useTexts } from '@tessera/kit';
import { IconUserPlus } from '@tessera/kit/icons';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { Role } from './model.ts';
import { useRoleName } from './role-name.ts';
import classes from './roles.module.css';
import { peopleQuery, useRoleCalls } from './roles.resource.ts';

/** Who has a role, and how others get it: whoever is added loses the role that they had. */
export const MembersPart = ({ role }: { readonly role: Role }) => {
  const t = useTexts('administration');
  const errorText = useErrorText('administration');
  const roleName = useRoleName();
  const rights = useRights();
  const calls = useRoleCalls();
  const adds = role.manageable && hasRight(rights, 'canManageUsers');
  const { data: people = [] } = useQuery({ ...peopleQuery, enabled: adds });
  const has = new Set(role.members.map(({ user_id }) => user_id));
  const others = people.filter(({ id, erased }) => !erased && !has.has(id));
  const add = useMutation({
    mutationFn: (id: string) => calls.update(role.id_profile, { members: [id] }),
    onSuccess: async (commit, id) => {
      const name = people.find((one) => one.id === id)?.name ?? '';
      const message = t('role.added', { name, role: roleName(role.name) });
      toast(commit === null ? { message } : { message, undo: () => calls.undo(commit) });
      await calls.anew();
    },
    onError: (error) => toast({ kind: 'error', message: t('role.notAdded'), detail: errorText(error) }),
  });
  return (
    <div className={classes['rules']}>
      {adds && (
        <Select
          className={classes['adder'] ?? ''}
          searchable
          icon={IconUserPlus}
          label={t('role.add')}
          help={t('role.addHelp')}
          placeholder={t('role.addWho')}
          value={null}
          disabled={add.isPending}
          onChange={(id) => add.mutate(id)}
          options={others.map((one) => ({ value: one.id, label: one.name, detail: roleName(one.role.name) }))}
        />
      )}
      {role.members.length === 0 && <EmptyState title={t('role.noMembers')} />}
      {role.members.length > 0 && (
        <ul className={classes['access']} aria-label={t('role.sections.manage-members')}>
          {role.members.map((one) => (
            <li key={one.user_id} className={classes['member']}>
              <Avatar id={one.user_id} name={one.user_name} />
              <span className="t-medium t-cut">{one.user_name}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
};
