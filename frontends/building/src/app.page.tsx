import { ErrorState, Loading, NotFound, Skeleton, usePageTitle } from '@tessera/kit';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useLayoutEffect, useRef, useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { appQuery, isMissing } from './apps/apps.resource.ts';
import { AppView } from './apps/app-view.tsx';
import { useBars, useInBundle } from './apps/bars/use-bars.ts';
import { addAppTexts } from './apps/texts.ts';
import { bringRefusals } from './refusal-texts.ts';
import { usePhone } from './phone/use-phone.ts';

// Who only looks loads nothing of the editor.
const AppEditor = lazy(async () => ({ default: (await import('./apps/editor.tsx')).AppEditor }));

bringRefusals();

await addAppTexts();

/**
 * Tells the frame that an app has a menu or a bottom bar of its own, which stand in the place of the product's. While
 * the next app is on its way, the frame stays as it is.
 */
const useInFrame = (own: { readonly menu: boolean; readonly bottom: boolean } | null): void => {
  const last = useRef({ menu: false, bottom: false });
  if (own !== null) last.current = own;
  const { menu, bottom } = last.current;
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    if (menu) dataset['ownMenu'] = '';
    if (bottom) dataset['ownBottom'] = '';
    return () => {
      if (menu) delete dataset['ownMenu'];
      if (bottom) delete dataset['ownBottom'];
    };
  }, [menu, bottom]);
};

/**
 * `/app/{id}`: a page of blocks; with `edit` in the address, for who may change it, its draft. Within the menu of another
 * app it is `/app-page/{id}`, and has a top bar of its own alone.
 */
export const Page = () => {
  const { appId = '' } = useParams();
  const [search] = useSearchParams();
  const phone = usePhone();
  // A phone has no room to build on.
  const edits = search.has('edit') && !phone;
  const { data, error, isPending, refetch } = useQuery(appQuery(appId, edits));
  usePageTitle(data?.label);
  const [all, setAll] = useState(false);
  const editing = edits && data?.rights.canEditBlocks === true;
  const found = useBars(editing ? undefined : data);
  const framed = useInBundle();
  const around = found && { ...found, ...((all || framed) && { menu: null }), ...(framed && { bottom: null }) };
  useInFrame(
    editing || error !== null
      ? { menu: false, bottom: false }
      : around && { menu: around.menu !== null && !phone, bottom: around.bottom !== null && phone },
  );
  if (isMissing(error)) return <NotFound />;
  if (error && data === undefined) return <ErrorState screen error={error} onRetry={() => void refetch()} />;
  if (isPending || data === undefined) return <Waiting />;
  if (!editing)
    return around === null ? null : <AppView key={appId} app={data} around={around} onShowAll={() => setAll(true)} />;
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
