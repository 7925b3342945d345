import {
  Button,
  Chip,
  EmptyState,
  ErrorState,
  hasRight,
  Loading,
  Segmented,
  Skeleton,
  TextInput,
  useFormats,
  useLive,
  useRights,
  useTexts,
} from '@tessera/kit';
import { IconSearch } from '@tessera/kit/icons';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { Link } from 'react-router';
import classes from './automations.module.css';
import { webhookLogQuery } from './automations.resource.ts';
import { useCalm } from './use-calm.ts';

const looks = { waiting: 'outlined', successful: 'success', failed: 'danger' } as const;
type Status = 'all' | keyof typeof looks;

/** What was sent to the incoming webhooks of the organization, the newest first. */
export const WebhookLog = () => {
  const t = useTexts('administration');
  const client = useQueryClient();
  const rights = useRights();
  const { dateTime, ago } = useFormats();
  const [search, setSearch] = useState('');
  const [status, setStatus] = useState<Status>('all');
  const { data, error, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    ...webhookLogQuery(useDeferredValue(search.trim()), status === 'all' ? '' : status),
  });
  const mayOpen = hasRight(rights, 'canWriteFunctions');
  const calm = useCalm(() => void client.invalidateQueries({ queryKey: ['webhook-log'] }));
  // Told to those who write functions.
  useLive(mayOpen ? ['incoming'] : [], calm);
  const rows = data?.pages.flatMap((page) => page.rows) ?? [];
  return (
    <>
      <div className={classes['bar']}>
        <TextInput
          className={classes['search'] ?? ''}
          type="search"
          size="toolbar"
          icon={IconSearch}
          label={t('automation.hooks.find')}
          labelHidden
          placeholder={t('automation.hooks.find')}
          value={search}
          onChange={setSearch}
        />
        <Segmented<Status>
          label={t('automation.hooks.which')}
          value={status}
          onChange={setStatus}
          options={(['all', 'successful', 'failed'] as const).map((value) => ({
            value,
            label: t(`automation.hooks.status.${value}`),
          }))}
        />
      </div>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {isPending && (
        <Loading>
          {[220, 180, 200].map((width) => (
            <div key={width} className={classes['runRow']}>
              <Skeleton width={72} />
              <Skeleton width={width} />
            </div>
          ))}
        </Loading>
      )}
      {data && rows.length === 0 && (
        <EmptyState title={t('automation.hooks.none')}>{t('automation.hooks.noneText')}</EmptyState>
      )}
      {rows.length > 0 && (
        <ul className={classes['list']} aria-label={t('automation.hooks.title')}>
          {rows.map((row) => (
            <li key={row.id} className={classes['runRow']}>
              <time className="t-secondary" dateTime={row.createdAt} title={dateTime(row.createdAt)}>
                {ago(row.createdAt)}
              </time>
              <span>
                <Chip small look={looks[row.status]}>
                  {t(`automation.hooks.status.${row.status}`)}
                </Chip>
              </span>
              {mayOpen ? (
                <Link className="t-medium t-cut" to={`/lowcode/webhooks/${row.webhookId}`}>
                  {row.webhookName}
                </Link>
              ) : (
                <span className="t-medium t-cut">{row.webhookName}</span>
              )}
              <span className="t-secondary t-cut">
                {t(`automation.hooks.${row.actionType}`, { name: row.actionRelatedTo })} <code>{row.webhookToken}</code>
              </span>
              <span className={`t-cut ${classes['why']}`}>{row.actionName}</span>
            </li>
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button working={isFetchingNextPage && t('automation.earlier')} onClick={() => void fetchNextPage()}>
          {t('automation.earlier')}
        </Button>
      )}
    </>
  );
};
