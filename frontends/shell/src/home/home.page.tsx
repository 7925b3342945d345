import {
  Breadcrumb,
  Button,
  EmptyState,
  ErrorState,
  hasRight,
  isFirstLoad,
  NoPermission,
  Page,
  Segmented,
  Slot,
  useLanguage,
  usePageTitle,
  useRights,
  useTexts,
} from '@tessera/kit';
import { IconPlus } from '@tessera/kit/icons';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { ForYouSection } from '../for-you/for-you-section.tsx';
import { newestQuery } from '../for-you/for-you.resource.ts';
import { useFrameActions } from '../frame/actions.tsx';
import classes from './home.module.css';
import { homeQuery } from './home.resource.ts';
import { useSeesTables } from './sees-tables.ts';
import { StartHere, useStartPending } from './start-here.tsx';
import { type TableRow, TableRows, TableRowsSkeleton } from './table-rows.tsx';

const HomePlaces = lazy(async () => ({ default: (await import('../places/home-places.tsx')).HomePlaces }));

type Order = 'opened' | 'changed';

const Tables = ({ recents }: { recents: boolean }) => {
  const t = useTexts('shell');
  const { data, error, isPending, refetch } = useQuery(homeQuery);
  const { createTable } = useFrameActions();
  const [order, setOrder] = useState<Order>('opened');

  if (isPending) return <TableRowsSkeleton />;
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data.tables.length === 0) {
    return (
      <EmptyState
        title={t('home.emptyTitle')}
        actions={
          createTable && !recents ? (
            <Button variant="primary" icon={IconPlus} onClick={createTable}>
              {t('create.blank')}
            </Button>
          ) : undefined
        }
      >
        {t(createTable ? 'home.emptyText' : 'home.emptyViewer')}
      </EmptyState>
    );
  }
  const access = new Map(data.tables.map((table) => [table.id, table.access]));
  const opened: readonly TableRow[] = data.recent.map(({ id, label, color, openedAt }) => ({
    id,
    label,
    color,
    at: openedAt,
    detail: t(`access.${access.get(id) ?? 'view'}`),
  }));
  const changed: readonly TableRow[] = data.tables
    .map(({ id, label, color, updatedAt, access: own }) => ({
      id,
      label,
      color,
      at: updatedAt,
      detail: t(`access.${own}`),
    }))
    .toSorted((a, b) => b.at.localeCompare(a.at));
  const byOpened = recents && order === 'opened' && opened.length > 0;
  const title = recents ? t('home.recent') : t('nav.tables');
  return (
    <section aria-labelledby="tables">
      <div className={classes['head']}>
        <h2 id="tables">{title}</h2>
        {recents && opened.length > 0 && (
          <span className={classes['end']}>
            <Segmented<Order>
              label={t('home.order')}
              value={order}
              onChange={setOrder}
              options={[
                { value: 'opened', label: t('home.opened') },
                { value: 'changed', label: t('home.changed') },
              ]}
            />
          </span>
        )}
      </div>
      <TableRows
        label={title}
        rows={byOpened ? opened : changed}
        atLabel={t(byOpened ? 'list.opened' : 'list.changed')}
      />
    </section>
  );
};

export const HomePage = () => {
  const t = useTexts('shell');
  const seesTables = useSeesTables();
  const pending = useStartPending();
  // Shown together with the rest, so that nothing moves; what fails at first is not waited for.
  const newest = useQuery(newestQuery(useLanguage()));
  usePageTitle(t('nav.home'));
  return (
    <Page header={<h1 className="t-strong">{t('nav.home')}</h1>}>
      {pending || (isFirstLoad(newest) && newest.failureCount === 0) ? (
        <TableRowsSkeleton />
      ) : (
        <>
          <StartHere />
          <ForYouSection />
          <Suspense>
            <HomePlaces />
          </Suspense>
          {seesTables && <Tables recents />}
          <Slot name="home" given={{}} />
        </>
      )}
    </Page>
  );
};

export const TablesPage = () => {
  const t = useTexts('shell');
  const rights = useRights();
  usePageTitle(t('nav.tables'));
  if (!hasRight(rights, 'canViewTablesPages')) return <NoPermission />;
  return (
    <Page
      back="/home"
      header={
        <Breadcrumb
          items={[
            { label: t('nav.home'), to: '/home' },
            { label: <h1 style={{ display: 'inline' }}>{t('nav.tables')}</h1> },
          ]}
        />
      }
    >
      <Tables recents={false} />
    </Page>
  );
};

export const StartHerePage = () => {
  const t = useTexts('shell');
  usePageTitle(t('start.title'));
  return (
    <Page
      back="/home"
      header={
        <Breadcrumb
          items={[
            { label: t('nav.home'), to: '/home' },
            { label: <h1 style={{ display: 'inline' }}>{t('start.title')}</h1> },
          ]}
        />
      }
    >
      <StartHere hideable={false} />
    </Page>
  );
};
