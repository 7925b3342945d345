import {
  Breadcrumb,
  EmptyState,
  ErrorState,
  IconButton,
  Loading,
  Menu,
  type MenuEntry,
  Page as Frame,
  Skeleton,
  Tabs,
  usePageTitle,
  useTexts,
} from '@tessera/kit';
import { IconDots, IconEdit, IconPencil, IconTrash } from '@tessera/kit/icons';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { DeleteDialog, JsonDialog, SettingsDialog } from './dialogs.tsx';
import { MembersPart } from './members.tsx';
import { adminRoleId, type Role } from './model.ts';
import { RoleMark } from './role-mark.tsx';
import { useRoleName } from './role-name.ts';
import classes from './roles.module.css';
import { rolesQuery } from './roles.resource.ts';
import { RulesPart } from './rules.tsx';
import { useEdits } from './use-edits.ts';
import { useViewAs } from './use-view-as.ts';

export const sections = ['rules', 'manage-members'] as const;
export type Section = (typeof sections)[number];

const Editor = ({
  role,
  others,
  section,
}: {
  readonly role: Role;
  readonly others: readonly Role[];
  readonly section: Section;
}) => {
  const t = useTexts('administration');
  const roleName = useRoleName();
  const navigate = useNavigate();
  const { saving, edit } = useEdits(role);
  const [asked, setAsked] = useState<'settings' | 'json' | 'delete'>();
  const name = roleName(role.name);
  const admin = role.id_profile === adminRoleId;
  usePageTitle(name);
  const close = (): void => setAsked(undefined);
  const look = useViewAs(role);
  const items: readonly MenuEntry[] = [
    { id: 'settings', label: t('role.settings'), icon: IconPencil, onSelect: () => setAsked('settings') },
    look,
    ...(admin
      ? []
      : [
          { id: 'json', label: t('role.json'), icon: IconEdit, onSelect: () => setAsked('json') },
          { id: 'line', divider: true } as const,
          { id: 'delete', label: t('role.delete'), icon: IconTrash, danger: true, onSelect: () => setAsked('delete') },
        ]),
  ];
  return (
    <Frame
      back="/settings/roles"
      header={
        <Breadcrumb
          items={[
            { label: t('roles.title'), to: '/settings/roles' },
            {
              label: (
                <h1 className={classes['title']}>
                  <RoleMark color={role.color} />
                  {name}
                </h1>
              ),
            },
          ]}
        />
      }
      actions={
        <span className={classes['actions']}>
          <span className="t-caption" role="status">
            {saving !== 'nothing' && t(`role.saving.${saving}`)}
          </span>
          {role.manageable && (
            <Menu
              side="bottom-end"
              items={items}
              anchor={<IconButton label={t('role.menuOf', { role: name })} icon={IconDots} />}
            />
          )}
        </span>
      }
    >
      {!role.manageable && <p className={classes['words']}>{t('role.readOnly')}</p>}
      <Tabs
        label={name}
        value={section}
        onChange={(next) => void navigate(`/settings/roles/update/${role.id_profile}/${next}`, { replace: true })}
        items={[
          {
            value: 'rules',
            label: t('role.sections.rules'),
            content: admin ? (
              <div className={classes['rules']}>
                <EmptyState title={t('role.adminTitle')}>{t('role.adminText')}</EmptyState>
              </div>
            ) : (
              <RulesPart
                data={role.profile_data}
                disabled={!role.manageable}
                count={role.members.length}
                onChange={(profile_data) => edit({ profile_data })}
              />
            ),
          },
          {
            value: 'manage-members',
            label: `${t('role.sections.manage-members')} ${role.members.length}`,
            content: <MembersPart role={role} />,
          },
        ]}
      />
      {asked === 'settings' && <SettingsDialog role={role} onClose={close} onEdit={edit} />}
      {asked === 'json' && <JsonDialog role={role} onClose={close} onEdit={(profile_data) => edit({ profile_data })} />}
      {asked === 'delete' && (
        <DeleteDialog role={role} others={others} onClose={close} onDeleted={() => void navigate('/settings/roles')} />
      )}
    </Frame>
  );
};

/** `/settings/roles/update/{id}/{section}`: what one role lets its people do, and who has it. */
export const EditorScreen = ({ id, section }: { readonly id: string; readonly section: Section }) => {
  const t = useTexts('administration');
  const { data, error, isPending, refetch } = useQuery(rolesQuery);
  const role = data?.find((one) => one.id_profile === id);
  if (role !== undefined)
    return (
      <Editor key={id} role={role} section={section} others={(data ?? []).filter((one) => one.id_profile !== id)} />
    );
  if (error) return <ErrorState screen error={error} onRetry={() => void refetch()} />;
  if (isPending)
    return (
      <Loading>
        <Skeleton width={240} />
      </Loading>
    );
  return (
    <EmptyState screen title={t('role.notFound')} actions={<Link to="/settings/roles">{t('roles.title')}</Link>} />
  );
};
