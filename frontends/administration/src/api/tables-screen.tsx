import {
  EmptyState,
  ErrorState,
  hueOf,
  Loading,
  Page as Frame,
  Skeleton,
  Tile,
  usePageTitle,
  useTexts,
} from '@tessera/kit';
import { IconTable } from '@tessera/kit/icons';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { tablesQuery } from '../tokens/tokens.resource.ts';
import classes from './api.module.css';
import { CopyId } from './copy-id.tsx';

/** The tables that the person may see, by the ids that the API knows them by. */
export const TablesScreen = () => {
  const t = useTexts('administration');
  const { data, error, isPending, refetch } = useQuery(tablesQuery);
  usePageTitle(t('api.title'));
  return (
    <Frame back="/home" header={<h1 className="t-strong">{t('api.title')}</h1>}>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {isPending && (
        <Loading>
          {[180, 140, 160].map((width) => (
            <div key={width} className={classes['table']}>
              <Skeleton width={20} height={20} />
              <Skeleton width={width} />
              <Skeleton width={208} />
            </div>
          ))}
        </Loading>
      )}
      {data?.length === 0 && <EmptyState title={t('api.none')}>{t('api.noneText')}</EmptyState>}
      {data && data.length > 0 && (
        <ul className={classes['tables']} aria-label={t('api.title')}>
          {data.map((table) => (
            <li key={table.id} className={classes['table']}>
              <Tile icon={IconTable} color={table.color || hueOf(table.id)} />
              <Link to={`/automations/tables/table-data/${table.id}`} className="t-medium t-cut">
                {table.label}
              </Link>
              <CopyId id={table.id} of={table.label} />
            </li>
          ))}
        </ul>
      )}
    </Frame>
  );
};
