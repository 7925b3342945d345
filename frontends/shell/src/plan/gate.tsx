import type { FeatureName } from '@tessera/proto/rights';
import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense } from 'react';
import { featuresQuery } from './plan.resource.ts';

const Locked = lazy(async () => (await import('./load.ts')).loadLocked());

/** A page that needs a feature, where the plan has it. While nobody can tell, the page shows what the server answers. */
export const FeatureGate = ({
  feature,
  waiting,
  children,
}: {
  readonly feature: FeatureName;
  readonly waiting: ReactNode;
  readonly children: ReactNode;
}) => {
  const { data, isPending } = useQuery(featuresQuery);
  if (isPending) return waiting;
  if (data?.features[feature] !== 'blocked') return children;
  return (
    <Suspense fallback={waiting}>
      <Locked feature={feature} />
    </Suspense>
  );
};
