import { lazy, Suspense } from 'react';
import type { SecondStepProps } from './second-step.tsx';

const Loaded = lazy(async () => {
  const [{ SecondStep: loaded }, { addSecurityTexts }] = await Promise.all([
    import('./second-step.tsx'),
    import('../security/texts.ts'),
  ]);
  await addSecurityTexts();
  return { default: loaded };
});

/** Loaded when a login asks for a code. */
export const SecondStep = (props: SecondStepProps) => (
  <Suspense>
    <Loaded {...props} />
  </Suspense>
);
