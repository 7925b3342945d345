import { useSession } from '@tessera/kit';
import { lazy, Suspense } from 'react';
import { ViewAsBar } from '../view-as/bar.tsx';
import { addViewAsTexts } from '../view-as/texts.ts';
import { useImportNotice } from './import-notice.tsx';

const ErasureBar = lazy(async () => (await import('../erasure/bar.tsx')).load());

const Beside = () => {
  useImportNotice();
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
