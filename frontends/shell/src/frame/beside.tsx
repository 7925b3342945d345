import { hasRight, onLacking, useRights, useSession, useUrlModal } from '@tessera/kit';
import { lazy, Suspense, useEffect } from 'react';
import { ViewAsBar } from '../view-as/bar.tsx';
import { addViewAsTexts } from '../view-as/texts.ts';
import { useRemembersPlaces, useRemembersTables } from '../palette/recents.ts';
import { keepShell } from '../installed/keep-shell.ts';
import { useImportNotice } from './import-notice.tsx';
import { usePlace } from './place.ts';

const ErasureBar = lazy(async () => (await import('../erasure/bar.tsx')).load());

/** Whoever manages the plan is shown what has that for which something was just refused. */
const useLacking = (): void => {
  const manages = hasRight(useRights(), 'canManagePlan');
  const { open } = useUrlModal();
  useEffect(
    () => (manages ? onLacking((feature) => open('managePlan', { upgradeToFeature: feature })) : undefined),
    [manages, open],
  );
};

const Beside = () => {
  useImportNotice();
  useLacking();
  const place = usePlace();
  useRemembersTables(place);
  useRemembersPlaces(place);
  useEffect(keepShell, []);
  const { organization } = useSession();
  return (
    <>
      <ViewAsBar />
      {organization.delete_at !== null && (
        <Suspense>
          <ErasureBar />
        </Suspense>
      )}
    </>
  );
};

/** What no page waits for, once its texts are there. */
export const load = async (): Promise<{ readonly default: typeof Beside }> => {
  await addViewAsTexts();
  return { default: Beside };
};
