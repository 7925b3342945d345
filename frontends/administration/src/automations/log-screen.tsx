import {
  Button,
  Chip,
  EmptyState,
  ErrorState,
  Loading,
  Page as Frame,
  Segmented,
  Skeleton,
  useFormats,
  useLive,
  usePageTitle,
  useTexts,
} from '@tessera/kit';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Link, useSearchParams } from 'react-router';
import { Areas } from './areas.tsx';
import classes from './automations.module.css';
import { automationsQuery, peopleQuery, runsQuery, type Run } from './automations.resource.ts';
import { useCalm } from './use-calm.ts';
import { useStepWords } from './words.ts';

const WebhookLog = lazy(async () => ({ default: (await import('./webhook-log.tsx')).WebhookLog }));

const looks = {
  done: 'success',
  failed: 'danger',
  stopped: 'danger',
  running: 'outlined',
  waiting: 'outlined',
} as const;

/** Why a run began, in a few words. */
export const useCauseWords = () => {
  const t = useTexts('administration');
  const { data: people = [] } = useQuery(peopleQuery);
  return ({ cause }: Pick<Run, 'cause'>): string =>
    t(`automation.cause.${causeKey(cause)}`, {
      defaultValue: t('automation.cause.record'),
      who: people.find(({ id }) => id === cause.actorId)?.name ?? t('log.nameless.other', { defaultValue: '' }),
    });
};

/** Of a record who or what changed it says more; what another automation started is told apart from what it changed. */
const causeKey = ({ kind, origin }: Run['cause']): string =>
  kind === 'record' ? origin : kind === 'automation' ? 'ended' : kind;

export const RunState = ({ state }: { readonly state: Run['state'] }) => {
  const t = useTexts('administration');
  return (
    <Chip small look={looks[state]}>
      {t(`automation.state.${state}`)}
    </Chip>
  );
};

/** `/automations/automation-log`: every run, or what was sent to webhooks, the newest first. */
export const LogScreen = () => {
  const t = useTexts('administration');
  const client = useQueryClient();
  const { dateTime, ago } = useFormats();
  const causeWords = useCauseWords();
  const words = useStepWords();
  const [params, setParams] = useSearchParams();
  const automation = params.get('automation') ?? '';
  const { data: automations = [] } = useQuery(automationsQuery);
  const { data, error, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    runsQuery(automation),
  );
  usePageTitle(t('automation.areas.automation-log'));
  const calm = useCalm(() => void client.invalidateQueries({ queryKey: ['runs', 'list'] }));
  useLive(['runs'], calm);
  const runs = data?.pages.flatMap((page) => page.runs) ?? [];
  const list = params.get('list') === 'webhooks' ? 'webhooks' : 'runs';
  const label = automations.find(({ id }) => id === automation)?.label;
  return (
    <Frame
      back="/automations/all-automations"
      header={<h1 className="t-strong">{t('automation.areas.automation-log')}</h1>}
      toolbar={
        <div className={classes['bar']}>
          <Areas />
          <Segmented
            label={t('automation.lists')}
            value={list}
            onChange={(next) => setParams(next === 'runs' ? {} : { list: next })}
            options={[
              { value: 'runs', label: t('automation.runsList') },
              { value: 'webhooks', label: t('automation.hooks.title') },
            ]}
          />
          {automation !== '' && (
            <Chip look="outlined" onRemove={() => setParams({})} removeLabel={t('automation.showAll')}>
              {label ?? t('automation.one')}
            </Chip>
          )}
        </div>
      }
    >
      {list === 'webhooks' ? (
        <Suspense>
          <WebhookLog />
        </Suspense>
      ) : (
        <>
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
          {data && runs.length === 0 && (
            <EmptyState title={t('automation.noRuns')}>{t('automation.noRunsText')}</EmptyState>
          )}
          {runs.length > 0 && (
            <ul className={classes['list']} aria-label={t('automation.areas.automation-log')}>
              {runs.map((run) => (
                <li key={run.id} className={classes['runRow']}>
                  <time className="t-secondary" dateTime={run.startedAt} title={dateTime(run.startedAt)}>
                    {ago(run.startedAt)}
                  </time>
                  <RunState state={run.state} />
                  <Link className="t-medium t-cut" to={`/automations/automation-log/${run.id}`}>
                    {run.label}
                  </Link>
                  <span className="t-secondary t-cut">{causeWords(run)}</span>
                  <span className={`t-cut ${classes['why']}`}>{words.why(run)}</span>
                </li>
              ))}
            </ul>
          )}
          {hasNextPage && (
            <Button
              working={isFetchingNextPage && t('log.loading', { defaultValue: '' })}
              onClick={() => void fetchNextPage()}
            >
              {t('automation.earlier')}
            </Button>
          )}
        </>
      )}
    </Frame>
  );
};
