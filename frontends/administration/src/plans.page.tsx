import { addTexts, hasRight, NoPermission, useRights, useTexts } from '@tessera/kit';
import { PlansScreen } from './plan/plans-screen.tsx';

await addTexts('administration', 'plan', {
  en: () => import('./plan/texts/en.ts'),
  pt: () => import('./plan/texts/pt.ts'),
  es: () => import('./plan/texts/es.ts'),
});

/** `/settings/plans`: the plan of the organization. */
export const Page = () => {
  const t = useTexts('administration');
  if (!hasRight(useRights(), 'canManagePlan'))
    return <NoPermission title={t('plan.denied')}>{t('plan.deniedText')}</NoPermission>;
  return <PlansScreen />;
};
