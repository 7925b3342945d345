import {
  Avatar,
  Breadcrumb,
  Button,
  ErrorState,
  hasRight,
  IconButton,
  Loading,
  Menu,
  type MenuEntry,
  Page as Frame,
  Skeleton,
  toast,
  useErrorText,
  useFormats,
  usePageTitle,
  useRights,
  useTexts,
} from '@tessera/kit';
import { IconCopy, IconDots, IconPencil, IconPlus, IconTrash } from '@tessera/kit/icons';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { DeleteDialog, NewDialog } from './dialogs.tsx';
import { adminRoleId, editorOf, type Role } from './model.ts';
import { RoleMark } from './role-mark.tsx';
import { useRoleName } from './role-name.ts';
import classes from './roles.module.css';
import { rolesQuery, useRoleCalls } from './roles.resource.ts';
import { useViewAs } from './use-view-as.ts';

/** So many faces stand for the people of a role; the rest is a number. */
const faces = 5;

const Row = ({ role, onDelete }: { readonly role: Role; readonly onDelete: () => void }) => {
  const t = useTexts('administration');
  const errorText = useErrorText('administration');
  const roleName = useRoleName();
  const navigate = useNavigate();
  const calls = useRoleCalls();
  const { ago, dateTime } = useFormats();
  const name = roleName(role.name);
  const copy = useMutation({
    mutationFn: () => calls.duplicate(role, t('role.copyOf', { role: name })),
    onSuccess: (id) => {
      toast({ message: t('role.copied', { role: name }), duration: 5000 });
      void navigate(editorOf(id));
    },
    onError: (error) => toast({ kind: 'error', message: t('role.notCopied'), detail: errorText(error) }),
  });
  const look = useViewAs(role);
  const items: readonly MenuEntry[] = [
    { id: 'edit', label: t('role.edit'), icon: IconPencil, onSelect: () => void navigate(editorOf(role.id_profile)) },
    look,
    ...(role.id_profile === adminRoleId
      ? []
      : [
          { id: 'copy', label: t('role.duplicate'), icon: IconCopy, onSelect: () => copy.mutate() },
          { id: 'line', divider: true } as const,
          { id: 'delete', label: t('role.delete'), icon: IconTrash, danger: true, onSelect: onDelete },
        ]),
  ];
  return (
    <li className={classes['row']}>
      <Link className={classes['name']} to={editorOf(role.id_profile)}>
        <RoleMark color={role.color} />
        <span className="t-medium t-cut">{name}</span>
      </Link>
      <span className={classes['people']}>
        <span className={classes['faces']}>
          {role.members.slice(0, faces).map((one) => (
            <Avatar key={one.user_id} id={one.user_id} name={one.user_name} />
          ))}
        </span>
        <span className="t-secondary">{t('role.people', { count: role.members.length })}</span>
      </span>
      <span className={`t-secondary t-cut ${classes['start']}`}>{role.initial_url ?? t('role.home')}</span>
      <span className={`t-secondary t-cut ${classes['when']}`}>
        {role.updated_at !== null && (
          <time dateTime={role.updated_at} title={dateTime(role.updated_at)}>
            {role.updated_by === null
              ? ago(role.updated_at)
              : t('role.changedBy', { when: ago(role.updated_at), name: role.updated_by.name })}
          </time>
        )}
      </span>
      {role.manageable ? (
        <Menu
          side="bottom-end"
          items={items}
          anchor={<IconButton size="table" label={t('role.menuOf', { role: name })} icon={IconDots} />}
        />
      ) : (
        <span />
      )}
    </li>
  );
};

/** `/settings/roles`: every role with its people. */
export const RolesScreen = () => {
  const t = useTexts('administration');
  const navigate = useNavigate();
  const manages = hasRight(useRights(), 'canManageRoles');
  const { data, error, isPending, refetch } = useQuery(rolesQuery);
  const [asked, setAsked] = useState<'new' | Role>();
  usePageTitle(t('roles.title'));
  return (
    <Frame
      back="/home"
      header={
        <Breadcrumb
          items={[
            { label: t('role.homePage'), to: '/home' },
            { label: <h1 style={{ display: 'inline' }}>{t('roles.title')}</h1> },
          ]}
        />
      }
      actions={
        manages && (
          <Button variant="primary" size="toolbar" icon={IconPlus} onClick={() => setAsked('new')}>
            {t('role.new')}
          </Button>
        )
      }
    >
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {isPending && (
        <Loading>
          {[160, 120, 140].map((width) => (
            <div key={width} className={classes['row']}>
              <Skeleton width={width} />
              <Skeleton width={96} />
              <Skeleton width={72} />
            </div>
          ))}
        </Loading>
      )}
      {data && (
        <div className={classes['list']}>
          <div className={`${classes['row']} ${classes['head']}`} aria-hidden="true">
            <span>{t('role.columns.role')}</span>
            <span>{t('role.columns.people')}</span>
            <span className={classes['start']}>{t('role.columns.start')}</span>
            <span className={classes['when']}>{t('role.columns.changed')}</span>
            <span />
          </div>
          <ul aria-label={t('roles.title')}>
            {data.map((role) => (
              <Row key={role.id_profile} role={role} onDelete={() => setAsked(role)} />
            ))}
          </ul>
        </div>
      )}
      {asked === 'new' && (
        <NewDialog onClose={() => setAsked(undefined)} onMade={(id) => void navigate(editorOf(id))} />
      )}
      {asked !== undefined && asked !== 'new' && (
        <DeleteDialog
          role={asked}
          others={(data ?? []).filter((one) => one.id_profile !== asked.id_profile)}
          onClose={() => setAsked(undefined)}
          onDeleted={() => setAsked(undefined)}
        />
      )}
    </Frame>
  );
};
