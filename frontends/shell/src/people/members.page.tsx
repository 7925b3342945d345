import {
  Avatar,
  Breadcrumb,
  Button,
  Chip,
  ErrorState,
  hasRight,
  type Invitation,
  Loading,
  NoPermission,
  Page,
  Skeleton,
  toast,
  useErrorText,
  useFormats,
  usePageTitle,
  useRights,
  useTexts,
} from '@tessera/kit';
import { IconMail, IconUserPlus } from '@tessera/kit/icons';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFrameActions } from '../frame/actions.tsx';
import { invitationsQuery, usersQuery } from '../home/home.resource.ts';
import classes from './people.module.css';
import { MemberMenu } from './member-menu.tsx';
import { profilesQuery, revokeInvitation } from './people.resource.ts';
import { useRoleName } from './role-name.ts';
import { useUndoable } from './undoable.ts';
import { UnconfirmedTokens } from './unconfirmed-tokens.tsx';

/** So many more at a time, as long as there are. */
const aPage = 100;

/** Shows the rest of a list, a part at a time. */
const More = ({ left, onMore }: { left: number; onMore: () => void }) => {
  const t = useTexts('shell');
  return (
    left > 0 && (
      <div className={classes['more']}>
        <Button onClick={onMore}>{t('people:more')}</Button>
      </div>
    )
  );
};

const Invitations = () => {
  const roleName = useRoleName();
  const t = useTexts('shell');
  const errorText = useErrorText('shell');
  const { dateTime } = useFormats();
  const undoable = useUndoable();
  const { data } = useQuery(invitationsQuery);
  const [shown, setShown] = useState(aPage);
  const { data: profiles } = useQuery(profilesQuery);
  const revoke = useMutation({
    mutationFn: (invitation: Invitation) => revokeInvitation(invitation.id),
    onSuccess: (commit) => undoable(t('people:revoked'), commit),
    onError: (error) => toast({ kind: 'error', message: t('people:revokeFailed'), detail: errorText(error) }),
  });
  const open = (data ?? []).filter((invitation) => invitation.state === undefined || invitation.state === 'open');
  if (open.length === 0) return null;
  return (
    <section aria-labelledby="invitations" className={classes['people']}>
      <div className={classes['head']}>
        <h2 id="invitations">{t('people:invitations')}</h2>
        <span className="t-caption">{open.length}</span>
      </div>
      <ul>
        {open.slice(0, shown).map((invitation) => (
          <li key={invitation.id} className={classes['person']}>
            <IconMail aria-hidden="true" style={{ justifySelf: 'center', color: 'var(--icon)' }} />
            <span style={{ minWidth: 0 }}>
              <span className="t-cut t-medium" style={{ display: 'block' }}>
                {invitation.email ?? t('people:anyone')}
              </span>
              <span className="t-caption">{t('people:expires', { date: dateTime(invitation.expiresAt) })}</span>
            </span>
            <span className="t-secondary">
              {roleName(profiles?.find((profile) => profile.id_profile === invitation.role)?.name ?? '')}
            </span>
            <span>
              <Chip>{t(`seat.${invitation.seat}`)}</Chip>
            </span>
            <span className={classes['end']}>
              <Button
                size="toolbar"
                working={revoke.isPending && revoke.variables.id === invitation.id && t('people:revoking')}
                onClick={() => revoke.mutate(invitation)}
              >
                {t('people:revoke')}
              </Button>
            </span>
          </li>
        ))}
      </ul>
      <More left={open.length - shown} onMore={() => setShown(shown + aPage)} />
    </section>
  );
};

/** Who is here and who is invited. */
export const MembersPage = () => {
  const roleName = useRoleName();
  const t = useTexts('shell');
  const rights = useRights();
  const { invite } = useFrameActions();
  const allowed = hasRight(rights, 'canManageUsers');
  const { data: users, error, isPending, refetch } = useQuery({ ...usersQuery, enabled: allowed });
  const [shown, setShown] = useState(aPage);
  usePageTitle(t('menu.people'));
  if (!allowed) return <NoPermission />;
  return (
    <Page
      back="/home"
      header={
        <Breadcrumb
          items={[
            { label: t('nav.home'), to: '/home' },
            { label: <h1 style={{ display: 'inline' }}>{t('menu.people')}</h1> },
          ]}
        />
      }
      actions={
        invite && (
          <Button variant="primary" size="toolbar" icon={IconUserPlus} onClick={invite}>
            {t('start.invite')}
          </Button>
        )
      }
    >
      {error && !users && <ErrorState error={error} onRetry={() => void refetch()} />}
      {isPending && (
        <Loading>
          <div className={classes['people']} style={{ marginTop: 36 }}>
            {[180, 140, 160].map((width) => (
              <div key={width} className={classes['person']}>
                <Skeleton width={32} height={32} />
                <Skeleton width={width} />
                <Skeleton width={72} />
                <Skeleton width={64} />
              </div>
            ))}
          </div>
        </Loading>
      )}
      <UnconfirmedTokens />
      {users && (
        <section aria-labelledby="members" className={classes['people']}>
          <div className={classes['head']}>
            <h2 id="members">{t('people:members')}</h2>
            <span className="t-caption">{users.length}</span>
          </div>
          <ul>
            {users.slice(0, shown).map((user) => (
              <li key={user.id} className={classes['person']}>
                <Avatar
                  id={user.id}
                  name={user.name}
                  {...(user.photo_url ? { photo: user.photo_url } : {})}
                  size={32}
                />
                <span style={{ minWidth: 0 }}>
                  <span className="t-cut t-medium" style={{ display: 'block' }}>
                    {user.name}
                  </span>
                  <span className="t-caption t-cut" style={{ display: 'block' }}>
                    {user.email}
                    {user.second_factor === true && ` · ${t('people:secondFactor')}`}
                  </span>
                  <span className={`t-caption ${classes['narrow']}`}>
                    {roleName(user.role.name)} · {t(`seat.${user.seat}`)}
                  </span>
                </span>
                <span className="t-secondary t-cut">{roleName(user.role.name)}</span>
                <span>
                  <Chip>{t(`seat.${user.seat}`)}</Chip>
                </span>
                <span className={`t-secondary ${classes['end']}`}>
                  {user.active ? '' : t('people:inactive')}
                  <MemberMenu user={user} />
                </span>
              </li>
            ))}
          </ul>
          <More left={users.length - shown} onMore={() => setShown(shown + aPage)} />
        </section>
      )}
      <Invitations />
    </Page>
  );
};
