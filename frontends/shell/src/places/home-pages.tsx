import {
  api,
  EmptyState,
  ErrorState,
  favoritesQuery,
  hasRight,
  Loading,
  NoPermission,
  Page,
  Skeleton,
  useFormats,
  usePageTitle,
  useRights,
  useTexts,
} from '@tessera/kit';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { Elsewhere } from '../elsewhere/elsewhere.tsx';
import { appsQuery, homeQuery } from '../home/home.resource.ts';
import { Cards, type Card } from './cards.tsx';
import { HomeTabs } from './home-tabs.tsx';

type Asked = {
  readonly error: Error | null;
  readonly isPending: boolean;
  readonly refetch: () => Promise<unknown>;
};

/** One of the home pages: all places of one sort. */
const AllOf = ({
  title,
  cards,
  asked,
  none,
  noneText,
}: {
  readonly title: string;
  readonly cards: readonly Card[];
  readonly asked: Asked;
  readonly none: string;
  readonly noneText: string;
}) => {
  usePageTitle(title);
  return (
    <Page back="/home" header={<h1 className="t-strong">{title}</h1>} toolbar={<HomeTabs />}>
      {asked.isPending ? (
        <Loading>
          <Skeleton width={320} height={64} />
        </Loading>
      ) : asked.error !== null && cards.length === 0 ? (
        <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />
      ) : cards.length === 0 ? (
        <EmptyState title={none}>{noneText}</EmptyState>
      ) : (
        <Cards label={title} cards={cards} />
      )}
    </Page>
  );
};

/** `/home/favorites`. */
const StarredPage = () => {
  const t = useTexts('places');
  const asked = useQuery(favoritesQuery);
  return (
    <AllOf
      title={t('starred')}
      cards={asked.data ?? []}
      asked={asked}
      none={t('noFavorites')}
      noneText={t('noFavoritesText')}
    />
  );
};

/** `/home/apps`. */
const AppsPage = () => {
  const t = useTexts('places');
  const asked = useQuery(appsQuery);
  return (
    <AllOf
      title={t('shell:nav.apps')}
      cards={(asked.data ?? []).map(({ id, label, color }) => ({ id, type: 'app', label, color }))}
      asked={asked}
      none={t('noApps')}
      noneText={t('noAppsText')}
    />
  );
};

/** `/home/most-recent`. */
const RecentPage = () => {
  const t = useTexts('places');
  const { ago } = useFormats();
  const asked = useQuery(homeQuery);
  return (
    <AllOf
      title={t('shell:home.recent')}
      cards={(asked.data?.recent ?? []).map(({ id, label, color, openedAt }) => ({
        id,
        type: 'table',
        label,
        color,
        detail: t('opened', { ago: ago(openedAt) }),
      }))}
      asked={asked}
      none={t('noRecent')}
      noneText={t('noRecentText')}
    />
  );
};

/** `/home/public-apps`: what the world may see, for those who build. */
const PublicPage = () => {
  const t = useTexts('places');
  const builds = hasRight(useRights(), 'isBuilder');
  const home = useQuery(homeQuery);
  const asked = useQuery({
    queryKey: ['public-links'],
    queryFn: ({ signal }) => api.get('/v3/public-links', { signal }),
    enabled: builds,
  });
  if (!builds) return <NoPermission />;
  const named = new Map(home.data?.tables.map((table) => [table.id, table]));
  const links = asked.data?.off === true ? [] : (asked.data?.links ?? []);
  return (
    <AllOf
      title={t('publicLinks')}
      cards={links
        .filter(({ active }) => active)
        .map(({ id, type, identifier, viewId, title, label: own }) => {
          const table = named.get(identifier);
          if (type === 'doc-page')
            return { id: identifier, type, label: title ?? own ?? t('doc-page'), color: null, detail: t('doc-page') };
          if (type === 'dashboard')
            return { id: identifier, type: 'app', label: title ?? own ?? t('app'), color: null, detail: t('app') };
          return {
            id,
            type: 'table',
            label: title ?? table?.label ?? t('table'),
            color: table?.color ?? null,
            detail: t('publicOf', { table: table?.label ?? t('table') }),
            to: viewId === null ? `/object/${identifier}` : `/object/${identifier}/${viewId}`,
          };
        })}
      asked={asked}
      none={t('noPublic')}
      noneText={t('noPublicText')}
    />
  );
};

/** `/home/{page}`. */
export const HomePages = () => {
  const { page } = useParams();
  switch (page) {
    case 'favorites':
      return <StarredPage />;
    case 'apps':
      return <AppsPage />;
    case 'most-recent':
      return <RecentPage />;
    case 'public-apps':
      return <PublicPage />;
    default:
      return <Elsewhere />;
  }
};
