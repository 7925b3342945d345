import {
  Breadcrumb,
  Button,
  Chip,
  EmptyState,
  ErrorState,
  LinkButton,
  Page,
  Segmented,
  Skeleton,
  useFormats,
  usePageTitle,
  useTexts,
} from '@tessera/kit';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { usePeople } from '../table/queries.ts';
import classes from './import.module.css';
import { importApi, type ImportState } from './import.resource.ts';
import { pathOf } from './paths.ts';

const colors = { running: 'blue', done: 'green', cancelled: 'neutral', failed: 'rose', undone: 'neutral' } as const;

const Row = ({ state, who }: { state: ImportState; who: string | undefined }) => {
  const t = useTexts('building');
  const formats = useFormats();
  const how = state.tableGone ? 'undone' : state.state;
  const facts = [
    t('import.match.records', { count: state.done }),
    ...(state.leftOut > 0 ? [t('import.into.leftOut', { count: state.leftOut })] : []),
    ...(who === undefined ? [] : [who]),
  ];
  return (
    <li>
      <Link to={pathOf('finished', '', state.operationId)} className={classes['pastRow']}>
        <span className={classes['pastName']}>
          <span className="t-medium t-cut">{state.fileName}</span>
          <span className="t-caption t-cut">{state.label}</span>
        </span>
        <span className={`t-caption ${classes['pastFacts']}`}>{facts.join(', ')}</span>
        <time className="t-caption" dateTime={state.startedAt} title={formats.dateTime(state.startedAt)}>
          {formats.ago(state.startedAt)}
        </time>
        <span className={classes['pastState']}>
          <Chip small color={colors[how]}>
            {t(`import.past.states.${how}`)}
          </Chip>
        </span>
      </Link>
    </li>
  );
};

/** `/connector/history`: the imports of the organization that one may see, the newest first; each opens its receipt. */
export const PastImports = () => {
  const t = useTexts('building');
  const people = usePeople();
  const [scope, setScope] = useState<'all' | 'mine'>('all');
  usePageTitle(t('import.past.title'));
  const past = useInfiniteQuery({
    queryKey: ['imports', scope],
    queryFn: ({ pageParam, signal }) => importApi.past(scope, pageParam, signal),
    initialPageParam: '',
    getNextPageParam: (page) => (page.more ? page.imports.at(-1)?.startedAt : undefined),
    staleTime: 0,
  });
  const all = past.data?.pages.flatMap((page) => page.imports) ?? [];
  const names = new Map((people.data ?? []).map((user) => [user.id, user.name]));
  return (
    <Page
      back="/connector"
      inset={false}
      header={
        <Breadcrumb items={[{ label: t('import.title'), to: '/connector' }, { label: t('import.past.title') }]} />
      }
    >
      <div className={`${classes['column']} ${classes['past']}`}>
        <div className={classes['pastHead']}>
          <h1 className="t-page-title">{t('import.past.title')}</h1>
          <Segmented
            label={t('import.match.view')}
            value={scope}
            onChange={setScope}
            options={[
              { value: 'all', label: t('import.past.all') },
              { value: 'mine', label: t('import.past.mine') },
            ]}
          />
        </div>
        {past.isPending && (
          <div className={classes['pastList']} aria-busy="true">
            {[60, 45, 55].map((width) => (
              <div key={width} className={classes['pastRow']}>
                <Skeleton width={`${width}%`} />
              </div>
            ))}
          </div>
        )}
        {past.error && !past.data && <ErrorState error={past.error} onRetry={() => void past.refetch()} />}
        {past.data && all.length === 0 && (
          <EmptyState
            title={t('import.past.empty')}
            actions={<LinkButton to="/connector">{t('import.title')}</LinkButton>}
          >
            {t('import.past.emptyText')}
          </EmptyState>
        )}
        {all.length > 0 && (
          <ul className={classes['pastList']} aria-label={t('import.past.title')}>
            {all.map((state) => (
              <Row key={state.operationId} state={state} who={names.get(state.userId)} />
            ))}
          </ul>
        )}
        {past.hasNextPage && (
          <div>
            <Button
              size="toolbar"
              variant="quiet"
              working={past.isFetchingNextPage && t('loading')}
              onClick={() => void past.fetchNextPage()}
            >
              {t('tools.history.earlier')}
            </Button>
          </div>
        )}
      </div>
    </Page>
  );
};
