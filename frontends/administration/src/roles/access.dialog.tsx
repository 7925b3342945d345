import {
  Button,
  Dialog,
  ErrorState,
  LinkButton,
  Loading,
  Segmented,
  type ShownSlots,
  Skeleton,
  useSession,
  useTexts,
} from '@tessera/kit';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { accessOf } from './access.ts';
import { editorOf, withLevel, type Role } from './model.ts';
import { RoleMark } from './role-mark.tsx';
import { useRoleName } from './role-name.ts';
import classes from './roles.module.css';
import { rolesQuery } from './roles.resource.ts';
import { addRoleTexts } from './texts.ts';
import { useEdits } from './use-edits.ts';

await addRoleTexts();

type Given = ShownSlots['access'];

const whys = {
  admin: 'role.adminTitle',
  fixed: 'role.why.fixed',
  ruled: 'role.why.ruled',
  own: 'role.ownRule',
  left: 'role.leftOut',
  all: 'role.asAll',
} as const;

const Row = ({ role, kind, id }: { readonly role: Role } & Pick<Given, 'kind' | 'id'>) => {
  const t = useTexts('administration');
  const roleName = useRoleName();
  const navigate = useNavigate();
  const { user, organization, role: own } = useSession();
  const { saving, edit } = useEdits(role);
  const reader = {
    organizationId: organization.id,
    kind: 'user',
    id: user.id,
    userId: user.id,
    seat: user.seat,
    permissions: own.permissions,
  } as const;
  const { level, why, levels } = accessOf(role, kind, id, reader);
  const name = roleName(role.name);
  return (
    <li className={classes['item']}>
      <RoleMark color={role.color} />
      <span className="t-medium t-cut">{name}</span>
      <span className="t-secondary">
        {why === 'ruled' ? (
          <Button variant="text" size="toolbar" onClick={() => void navigate(editorOf(role.id_profile))}>
            {t(whys.ruled)}
          </Button>
        ) : (
          t(whys[why])
        )}{' '}
        <span role="status">{saving !== 'nothing' && t(`role.saving.${saving}`)}</span>
      </span>
      <Segmented
        label={name}
        value={level}
        onChange={(next) => edit({ profile_data: withLevel(role.profile_data, kind, id, next) })}
        options={levels.map((one) => ({
          value: one.level,
          label: t(`role.level.${one.level}`),
          disabled: !one.open,
        }))}
      />
    </li>
  );
};

/** Every role with what it opens of one table or app. */
export const Extension = ({ kind, id, label, onClose }: Given) => {
  const t = useTexts('administration');
  // What is sent replaces all rights of a role: it starts from what they are now.
  const { data, error, refetch } = useQuery({ ...rolesQuery, refetchOnMount: 'always' });
  const title = t('role.accessOf', { name: label });
  return (
    <Dialog
      opened
      size="large"
      onClose={onClose}
      title={title}
      aside={
        <LinkButton to="/settings/roles" variant="quiet">
          {t('roles.title')}
        </LinkButton>
      }
      footer={
        <Button variant="primary" onClick={onClose}>
          {t('kit:close')}
        </Button>
      }
    >
      <div className={classes['panel']}>
        <p className="t-secondary">{t(`role.accessHelp.${kind}`)}</p>
        {error !== null && data === undefined && <ErrorState error={error} onRetry={() => void refetch()} />}
        {data === undefined && error === null && (
          <Loading>
            {[160, 120, 140].map((width) => (
              <div key={width} className={classes['item']}>
                <Skeleton width={width} />
              </div>
            ))}
          </Loading>
        )}
        {data !== undefined && (
          <ul className={classes['access']} aria-label={title}>
            {data.map((role) => (
              <Row key={role.id_profile} role={role} kind={kind} id={id} />
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  );
};
