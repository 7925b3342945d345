import {
  addTexts,
  ErrorState,
  isApiError,
  Loading,
  NoPermission,
  NotFound,
  Skeleton,
  usePageTitle,
  useTexts,
} from '@tessera/kit';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { PageScreen } from './pages/page-screen.tsx';
import { pageQuery } from './pages/pages.resource.ts';

await addTexts('collaboration', 'pages', {
  en: () => import('./pages/texts/en.ts'),
  pt: () => import('./pages/texts/pt.ts'),
  es: () => import('./pages/texts/es.ts'),
});

/** `/doc-page/{id}`: one page. */
export const Page = () => {
  const t = useTexts('collaboration');
  const { pageId = '' } = useParams();
  const { data, error, refetch } = useQuery(pageQuery(pageId));
  usePageTitle(data?.title);
  if (isApiError(error) && error.status === 403)
    return <NoPermission title={t('pages.denied')}>{t('pages.deniedText')}</NoPermission>;
  if (isApiError(error) && (error.status === 404 || error.status === 400)) return <NotFound />;
  if (error !== null && data === undefined) return <ErrorState screen error={error} onRetry={() => void refetch()} />;
  if (data === undefined)
    return (
      <Loading>
        <Skeleton width={320} height={24} />
      </Loading>
    );
  return <PageScreen key={pageId} page={data} />;
};
