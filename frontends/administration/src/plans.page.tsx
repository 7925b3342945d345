import {
  addTexts,
  ErrorState,
  hasRight,
  isFirstLoad,
  Loading,
  NoPermission,
  Skeleton,
  useRights,
  useTexts,
} from '@tessera/kit';
import { useQuery } from '@tanstack/react-query';
import { BlockedScreen } from './plan/blocked-screen.tsx';
import { featuresQuery } from './plan/plan.resource.ts';
import { PlansScreen } from './plan/plans-screen.tsx';

await addTexts('administration', 'plan', {
  en: () => import('./plan/texts/en.ts'),
  pt: () => import('./plan/texts/pt.ts'),
  es: () => import('./plan/texts/es.ts'),
});

/** `/settings/plans`: the plan of the organization; while it is blocked, that it is, for everybody. */
export const Page = () => {
  const t = useTexts('administration');
  const rights = useRights();
  const features = useQuery(featuresQuery);
  if (features.error !== null && features.data === undefined)
    return <ErrorState screen error={features.error} onRetry={() => void features.refetch()} />;
  if (isFirstLoad(features) || features.data === undefined)
    return (
      <Loading>
        <Skeleton width={320} height={72} />
      </Loading>
    );
  if (features.data.blocked) return <BlockedScreen />;
  if (!hasRight(rights, 'canManagePlan'))
    return <NoPermission title={t('plan.denied')}>{t('plan.deniedText')}</NoPermission>;
  return <PlansScreen />;
};
