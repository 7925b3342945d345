import {
  Breadcrumb,
  Button,
  Chip,
  ErrorState,
  Loading,
  Page,
  Skeleton,
  toast,
  useErrorText,
  useFormats,
  usePageTitle,
  useTexts,
  useUrlModal,
} from '@tessera/kit';
import { IconClockHour4, IconDeviceDesktop, IconKey } from '@tessera/kit/icons';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { SecondFactor } from './second-factor.tsx';
import classes from './security.module.css';
import { endOtherSessions, endSession, loginsQuery, type OwnSession, sessionsQuery } from './security.resource.ts';

const aPage = 10;

/** What a browser and its system are called together. */
const useBrowserName = () => {
  const t = useTexts('shell');
  return ({ browser, system }: Pick<OwnSession, 'browser' | 'system'>): string => {
    if (browser === null) return system ?? t('security:unknown');
    return system === null ? browser : t('security:on', { browser, system });
  };
};

const Waiting = () => (
  <Loading>
    {[220, 180].map((width) => (
      <div key={width} className={classes['row']}>
        <Skeleton width={20} height={20} />
        <Skeleton width={width} />
      </div>
    ))}
  </Loading>
);

const Password = () => {
  const t = useTexts('shell');
  const { open } = useUrlModal();
  return (
    <section aria-labelledby="password" className={classes['part']}>
      <div className={classes['head']}>
        <h2 id="password">{t('password')}</h2>
      </div>
      <div className={classes['row']}>
        <IconKey aria-hidden="true" />
        <span className="t-secondary">{t('security:passwordText')}</span>
        <Button size="toolbar" onClick={() => open('changePassword')}>
          {t('changePassword.title')}
        </Button>
      </div>
    </section>
  );
};

const Sessions = () => {
  const t = useTexts('shell');
  const errorText = useErrorText('shell');
  const nameOf = useBrowserName();
  const { ago, dateTime } = useFormats();
  const { data, error, isPending, refetch } = useQuery(sessionsQuery);
  const head = useRef<HTMLHeadingElement>(null);
  // The row goes, and the focus with it.
  const failed = (problem: Error) =>
    toast({ kind: 'error', message: t('security:notEnded'), detail: errorText(problem) });
  const end = useMutation({
    mutationFn: (session: OwnSession) => endSession(session.id),
    onSuccess: (_, session) => {
      toast({ message: t('security:ended', { name: nameOf(session) }) });
      head.current?.focus();
    },
    onError: failed,
  });
  const endOthers = useMutation({
    mutationFn: endOtherSessions,
    onSuccess: (count) => {
      toast({ message: t('security:endedOthers', { count }) });
      head.current?.focus();
    },
    onError: failed,
  });
  const sorted = data?.toSorted((a, b) => Number(b.current) - Number(a.current));
  return (
    <section aria-labelledby="sessions" className={classes['part']}>
      <div className={classes['head']}>
        <h2 id="sessions" ref={head} tabIndex={-1}>
          {t('security:sessions')}
        </h2>
        {data && <span className="t-caption">{data.length}</span>}
        {data?.some(({ current }) => !current) && (
          <Button
            size="toolbar"
            working={endOthers.isPending && t('security:ending')}
            onClick={() => endOthers.mutate()}
          >
            {t('security:endOthers')}
          </Button>
        )}
      </div>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {isPending && <Waiting />}
      <ul aria-labelledby="sessions">
        {sorted?.map((session) => (
          <li key={session.id} className={classes['row']}>
            <IconDeviceDesktop aria-hidden="true" />
            <span className={classes['about']}>
              <span className="t-medium">{nameOf(session)}</span>
              <span className="t-caption" title={dateTime(session.seenAt)}>
                {session.ip !== '' && `${session.ip} · `}
                {session.current ? t('security:now') : t('security:seen', { ago: ago(session.seenAt) })}
              </span>
            </span>
            {session.current ? (
              <Chip look="success">{t('security:current')}</Chip>
            ) : (
              <Button
                size="toolbar"
                aria-label={t('security:endOne', { name: nameOf(session) })}
                working={end.isPending && end.variables.id === session.id && t('security:ending')}
                onClick={() => end.mutate(session)}
              >
                {t('menu.logOut')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
};

const Logins = () => {
  const t = useTexts('shell');
  const nameOf = useBrowserName();
  const { dateTime } = useFormats();
  const { data, error, isPending, refetch } = useQuery(loginsQuery);
  const [shown, setShown] = useState(aPage);
  return (
    <section aria-labelledby="logins" className={classes['part']}>
      <div className={classes['head']}>
        <h2 id="logins">{t('security:logins')}</h2>
      </div>
      <p className="t-secondary">{t('security:loginsText')}</p>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {isPending && <Waiting />}
      {data?.length === 0 && <p className="t-secondary">{t('security:noLogins')}</p>}
      <ul aria-labelledby="logins">
        {data?.slice(0, shown).map((login) => (
          <li key={`${login.at} ${login.ip}`} className={classes['row']}>
            <IconClockHour4 aria-hidden="true" />
            <span className={classes['about']}>
              <span className="t-medium">{dateTime(login.at)}</span>
              <span className="t-caption">
                {[t(`security:ways.${login.way}`), nameOf(login), login.ip].filter(Boolean).join(' · ')}
              </span>
            </span>
          </li>
        ))}
      </ul>
      {(data?.length ?? 0) > shown && (
        <div className={classes['more']}>
          <Button onClick={() => setShown(shown + aPage)}>{t('security:more')}</Button>
        </div>
      )}
    </section>
  );
};

/** What keeps one's own account safe: the password, where one is logged in, and who came in by it. */
export const SecurityPage = () => {
  const t = useTexts('shell');
  usePageTitle(t('menu.security'));
  return (
    <Page
      back="/home"
      header={
        <Breadcrumb
          items={[
            { label: t('nav.home'), to: '/home' },
            { label: <h1 style={{ display: 'inline' }}>{t('menu.security')}</h1> },
          ]}
        />
      }
    >
      <Password />
      <SecondFactor />
      <Sessions />
      <Logins />
    </Page>
  );
};
