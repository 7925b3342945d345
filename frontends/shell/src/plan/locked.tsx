import { Button, EmptyState, hasRight, useRights, useTexts, useUrlModal } from '@tessera/kit';
import type { FeatureName } from '@tessera/proto/rights';

/** A page that the plan lacks: what it is, and the way to a plan that has it. */
export const Locked = ({ feature }: { readonly feature: FeatureName }) => {
  const t = useTexts('upgrade');
  const { open } = useUrlModal();
  const manages = hasRight(useRights(), 'canManagePlan');
  return (
    <EmptyState
      screen
      drawing="locked"
      title={t('lacks', { feature: t(`features.${feature}`) })}
      actions={
        manages && (
          <Button variant="primary" onClick={() => open('managePlan', { upgradeToFeature: feature })}>
            {t('title')}
          </Button>
        )
      }
    >
      {manages ? t('plain') : t('ask')}
    </EmptyState>
  );
};
