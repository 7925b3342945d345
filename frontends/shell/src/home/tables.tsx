import {
  Button,
  EmptyState,
  ErrorState,
  hasRight,
  NoPermission,
  Page,
  Segmented,
  useFormats,
  usePageTitle,
  useRights,
  useTexts,
} from '@tessera/kit';
import { IconPlus } from '@tessera/kit/icons';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { useFrameActions } from '../frame/actions.tsx';
import { Cards } from '../places/cards.tsx';
import { HomeTabs } from '../places/home-tabs.tsx';
import { useLayout } from '../places/use-layout.ts';
import classes from './home.module.css';
import { homeQuery } from './home.resource.ts';
import { type TableRow, TableRows, TableRowsSkeleton } from './table-rows.tsx';

/** On the home page, where there are cards. */
const mostRecent = 5;

type Order = 'opened' | 'changed';

/** The tables: those that were opened last, or all of them. */
export const Tables = ({ recents }: { recents: boolean }) => {
  const t = useTexts('shell');
  const { data, error, isPending, refetch } = useQuery(homeQuery);
  const { createTable } = useFrameActions();
  const [order, setOrder] = useState<Order>('opened');
  const { layout } = useLayout();
  const { ago } = useFormats();

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
  const rows = byOpened ? opened : changed;
  const shown = recents && layout === 'grid' ? rows.slice(0, mostRecent) : rows;
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
        {recents && rows.length > mostRecent && (
          <Link to={byOpened ? '/home/most-recent' : '/home/tables'}>{t('places:showAll')}</Link>
        )}
      </div>
      {layout === 'grid' ? (
        <Cards
          label={title}
          cards={shown.map(({ id, label, color, at }) => ({
            id,
            type: 'table',
            label,
            color: color ?? null,
            detail: ago(at),
          }))}
        />
      ) : (
        <TableRows label={title} rows={shown} atLabel={t(byOpened ? 'list.opened' : 'list.changed')} />
      )}
    </section>
  );
};

/** `/home/tables`. */
export const TablesPage = () => {
  const t = useTexts('shell');
  const rights = useRights();
  usePageTitle(t('nav.tables'));
  if (!hasRight(rights, 'canViewTablesPages')) return <NoPermission />;
  return (
    <Page back="/home" header={<h1 className="t-strong">{t('nav.tables')}</h1>} toolbar={<HomeTabs />}>
      <Tables recents={false} />
    </Page>
  );
};
