import { addTexts, errorCode, ErrorState, isApiError, Loading, NotFound, Skeleton, usePageTitle } from '@tessera/kit';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { appQuery } from './apps/apps.resource.ts';
import { AppView } from './apps/app-view.tsx';
import { usePhone } from './phone/use-phone.ts';

// Who only looks loads nothing of the editor.
const AppEditor = lazy(async () => ({ default: (await import('./apps/editor.tsx')).AppEditor }));

await addTexts('building', 'apps', {
  en: () => import('./apps/texts/en.ts'),
  pt: () => import('./apps/texts/pt.ts'),
  es: () => import('./apps/texts/es.ts'),
});

/** `/app/{id}`: a page of blocks; with `edit` in the address, for who may change it, its draft. */
export const Page = () => {
  const { appId = '' } = useParams();
  const [search] = useSearchParams();
  const phone = usePhone();
  // A phone has no room to build on.
  const edits = search.has('edit') && !phone;
  const { data, error, isPending, refetch } = useQuery(appQuery(appId, edits));
  usePageTitle(data?.label);
  if (error && (errorCode(error) === 'app_not_found' || (isApiError(error) && error.status === 404)))
    return <NotFound />;
  if (error && data === undefined) return <ErrorState screen error={error} onRetry={() => void refetch()} />;
  if (isPending || data === undefined) return <Waiting />;
  if (!edits || !data.rights.canEditBlocks) return <AppView key={appId} app={data} />;
  return (
    <Suspense fallback={<Waiting />}>
      <AppEditor key={appId} app={data} />
    </Suspense>
  );
};

const Waiting = () => (
  <Loading>
    <Skeleton width={320} height={24} />
  </Loading>
);
