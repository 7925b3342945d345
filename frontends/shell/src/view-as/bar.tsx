import { Button, type Session, toast, useErrorText, useFormats, useSession, useTexts } from '@tessera/kit';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import classes from '../frame/frame.module.css';
import { useRoleName } from '../people/role-name.ts';
import { stopViewAs } from './view-as.resource.ts';

/** Longer than a timer can be set for. */
const longest = 2_000_000_000;

const Bar = ({ role, user, until }: NonNullable<Session['viewAs']>) => {
  const t = useTexts('view-as');
  const roleName = useRoleName();
  const errorText = useErrorText('view-as');
  const { time } = useFormats();
  const stop = useMutation({
    mutationFn: stopViewAs,
    onError: (error) => toast({ kind: 'error', message: t('notStopped'), detail: errorText(error) }),
  });
  // The server has ended it by then: the page begins anew with one's own rights.
  useEffect(() => {
    const left = Math.min(longest, Math.max(0, Date.parse(until) - Date.now()) + 1000);
    const timer = setTimeout(() => location.reload(), left);
    return () => clearTimeout(timer);
  }, [until]);
  const name = user === null ? roleName(role.name) : t('person', { name: user.name, role: roleName(role.name) });
  return (
    <div className={classes['offline']} role="status">
      <span className="t-cut">{t('bar', { name })}</span>
      <span className="t-caption t-cut">{t('until', { time: time(until) })}</span>
      <Button size="toolbar" variant="quiet" working={stop.isPending && t('stopping')} onClick={() => stop.mutate()}>
        {t('stop')}
      </Button>
    </div>
  );
};

/** Over all pages, while the workspace is seen as a role or another person. */
export const ViewAsBar = () => {
  const { viewAs } = useSession();
  return viewAs === null ? null : <Bar {...viewAs} />;
};
