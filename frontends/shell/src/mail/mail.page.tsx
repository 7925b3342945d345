import {
  Breadcrumb,
  Button,
  Chip,
  Dialog,
  EmptyState,
  ErrorState,
  hasRight,
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
import { IconAlertTriangle, IconMail } from '@tessera/kit/icons';
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import classes from './mail.module.css';
import { type Mail, mailQuery, mailsQuery, sendMail } from './mail.resource.ts';

const looks = {
  held: 'outlined',
  waiting: 'outlined',
  sent: 'success',
  aside: 'warning',
  dropped: 'outlined',
} as const;

const names: Readonly<
  Record<
    string,
    'mail.passwordReset' | 'mail.invitation' | 'mail.publicLink' | 'mail.receipt' | 'mail.erasure' | 'mail.automation'
  >
> = {
  'password-reset': 'mail.passwordReset',
  invitation: 'mail.invitation',
  'public-link': 'mail.publicLink',
  receipt: 'mail.receipt',
  erasure: 'mail.erasure',
  automation: 'mail.automation',
};

const Contents = ({ mail, onClose }: { mail: Mail; onClose: () => void }) => {
  const t = useTexts('shell');
  const { data, error, refetch } = useQuery(mailQuery(mail.id));
  return (
    <Dialog opened onClose={onClose} size="medium" title={data?.contents?.subject ?? t('mail.message')}>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton width="80%" />}
      {data?.contents === null && <p className="t-secondary">{t('mail.gone')}</p>}
      {data?.contents && (
        <>
          <p className="t-secondary">{t('mail.to', { address: data.contents.to })}</p>
          <pre className={classes['text']}>{data.contents.text}</pre>
        </>
      )}
    </Dialog>
  );
};

/** Outgoing e-mail for administrators: what was sent, what waits, what was set aside, and what it says. */
export const MailPage = () => {
  const t = useTexts('shell');
  const errorText = useErrorText('shell');
  const { dateTime } = useFormats();
  const allowed = hasRight(useRights(), 'canReadMail');
  const { data, error, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    ...mailsQuery,
    enabled: allowed,
  });
  const [shown, setShown] = useState<Mail | null>(null);
  const send = useMutation({
    mutationFn: ({ id }: Mail) => sendMail(id),
    onSuccess: () => toast({ message: t('mail.queued') }),
    onError: (problem) => toast({ kind: 'error', message: t('mail.notQueued'), detail: errorText(problem) }),
  });
  usePageTitle(t('mail.title'));
  if (!allowed) return <NoPermission />;
  const sends = data?.pages[0]?.sends === true;
  const mails = data?.pages.flatMap((page) => page.mails);
  return (
    <Page
      back="/home"
      header={
        <Breadcrumb
          items={[
            { label: t('nav.home'), to: '/home' },
            { label: <h1 style={{ display: 'inline' }}>{t('mail.title')}</h1> },
          ]}
        />
      }
    >
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {isPending && <Skeleton width="60%" />}
      {data && !sends && (
        <p className={classes['note']} role="note">
          <IconAlertTriangle aria-hidden="true" />
          {t('mail.off')}
        </p>
      )}
      {mails?.length === 0 && <EmptyState title={t('mail.none')}>{t('mail.noneText')}</EmptyState>}
      <ul aria-label={t('mail.title')} className={classes['list']}>
        {mails?.map((mail) => (
          <li key={mail.id}>
            <IconMail aria-hidden="true" />
            <span className={classes['about']}>
              <span className="t-medium">{t(names[mail.kind] ?? 'forYou.title')}</span>
              <span className="t-caption">
                {mail.why === null ? dateTime(mail.queuedAt) : t(`mail.why.${mail.why}`, { reason: mail.reason })}
              </span>
            </span>
            <Chip look={looks[mail.state]}>{t(`mail.state.${mail.state}`)}</Chip>
            <span className={classes['buttons']}>
              {mail.state !== 'dropped' && (
                <Button size="toolbar" onClick={() => setShown(mail)}>
                  {t('mail.read')}
                </Button>
              )}
              {sends && (mail.state === 'held' || mail.state === 'aside') && (
                <Button
                  size="toolbar"
                  working={send.isPending && send.variables.id === mail.id && t('mail.sending')}
                  onClick={() => send.mutate(mail)}
                >
                  {t('mail.send')}
                </Button>
              )}
            </span>
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <div className={classes['more']}>
          <Button working={isFetchingNextPage && t('forYou.loading')} onClick={() => void fetchNextPage()}>
            {t('forYou.more')}
          </Button>
        </div>
      )}
      {shown && <Contents mail={shown} onClose={() => setShown(null)} />}
    </Page>
  );
};
