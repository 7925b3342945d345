import {
  Breadcrumb,
  Button,
  EmptyState,
  ErrorState,
  IconButton,
  Page,
  Segmented,
  toast,
  useErrorText,
  useLanguage,
  usePageTitle,
  useTexts,
} from '@tessera/kit';
import { IconListCheck, IconSettings } from '@tessera/kit/icons';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import classes from './for-you.module.css';
import { ForYouList, ForYouSkeleton } from './for-you-list.tsx';
import { ForwardDialog } from './forward-dialog.tsx';
import { aPage, type Filter, listQuery, markAllRead, type Notification } from './for-you.resource.ts';
import { RowActions } from './row-actions.tsx';
import { useRowKeys } from './use-row-keys.ts';

/** Everything that one was told, newest first. */
export const ForYouPage = () => {
  const t = useTexts('shell');
  const own = useTexts('for-you');
  const errorText = useErrorText('shell');
  const [limit, setLimit] = useState(aPage);
  const [filter, setFilter] = useState<Filter | 'all'>('all');
  const [forwarding, setForwarding] = useState<Notification>();
  const navigate = useNavigate();
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery(
    listQuery(useLanguage(), limit, filter === 'all' ? undefined : filter),
  );
  const readAll = useMutation({
    mutationFn: markAllRead,
    onError: (problem) => toast({ kind: 'error', message: t('forYou.notMarked'), detail: errorText(problem) }),
  });
  const actions = (row: Notification): ReactNode => <RowActions row={row} onForward={setForwarding} />;
  const rows = data?.notifications ?? [];
  const unread = data?.unread ?? 0;
  const list = useRef<HTMLDivElement>(null);
  useRowKeys({
    rows,
    list,
    onForward: setForwarding,
    onReadAll: () => {
      if (unread > 0 && !readAll.isPending) readAll.mutate();
    },
  });
  usePageTitle(t('forYou.title'));
  return (
    <Page
      back="/home"
      header={
        <Breadcrumb
          items={[
            { label: t('nav.home'), to: '/home' },
            { label: <h1 style={{ display: 'inline' }}>{t('forYou.title')}</h1> },
          ]}
        />
      }
      actions={
        <>
          {unread > 0 && (
            <Button
              size="toolbar"
              icon={IconListCheck}
              working={readAll.isPending && t('forYou.marking')}
              onClick={() => readAll.mutate()}
            >
              {t('forYou.markAll')}
            </Button>
          )}
          <IconButton
            label={own('settings')}
            icon={IconSettings}
            onClick={() => void navigate('/settings/notifications')}
          />
        </>
      }
    >
      {forwarding && <ForwardDialog row={forwarding} onClose={() => setForwarding(undefined)} />}
      <div className={classes['filters']}>
        <Segmented
          label={own('show')}
          value={filter}
          onChange={(next: Filter | 'all') => {
            setFilter(next);
            setLimit(aPage);
          }}
          options={(['all', 'unread', 'bookmarked', 'read', 'snoozed'] as const).map((value) => ({
            value,
            label: own(`filter.${value}`),
          }))}
        />
      </div>
      {isPending && <ForYouSkeleton />}
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && rows.length === 0 && (
        <EmptyState title={filter === 'all' ? t('forYou.none') : own('noneHere')}>
          {filter === 'all' && t('forYou.noneText')}
        </EmptyState>
      )}
      <div ref={list}>{rows.length > 0 && <ForYouList label={t('forYou.title')} rows={rows} beside={actions} />}</div>
      {typeof data?.next === 'string' && (
        <div className={classes['more']}>
          <Button working={isPlaceholderData && t('forYou.loading')} onClick={() => setLimit(limit + aPage)}>
            {t('forYou.more')}
          </Button>
        </div>
      )}
    </Page>
  );
};
