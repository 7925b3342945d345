import { NotFound, Slot, useExtensions, useTexts } from '@tessera/kit';
import { lazy, Suspense, useLayoutEffect, useState } from 'react';
import { type RouteObject, useLocation, useParams, useRoutes } from 'react-router';
import { usePhone } from '../frame/media.ts';
import { isInSettings } from '../settings/where.ts';
import { Inside } from './inside.tsx';
import classes from './bundle.module.css';

const SettingsMenu = lazy(async () => (await import('../settings/load.ts')).load());

/** Until the app is known its menu is awaited: the product's own does not come for a moment. */
const awaited = { menu: true, bottom: false, missing: false };

/** The bars of an app stand in the place of those of the frame. */
const useInPlaceOfFrame = (menu: boolean, bottom: boolean): void =>
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    if (menu) dataset['ownMenu'] = '';
    if (bottom) dataset['ownBottom'] = '';
    return () => {
      if (menu) delete dataset['ownMenu'];
      if (bottom) delete dataset['ownBottom'];
    };
  }, [menu, bottom]);

const Target = ({ pages }: { pages: RouteObject[] }) => {
  const t = useTexts('shell');
  const { pathname, search } = useLocation();
  const phone = usePhone();
  const page = useRoutes(pages);
  return (
    <div className={classes['target']}>
      {!phone && isInSettings(pathname, search) && (
        <nav className={classes['settings']} aria-label={t('nav.label')}>
          <Suspense>
            <SettingsMenu />
          </Suspense>
        </nav>
      )}
      <div className={classes['page']}>{page}</div>
    </div>
  );
};

const Bundle = ({ appId, pages }: { appId: string; pages: RouteObject[] }) => {
  const [around, setAround] = useState(awaited);
  const drawn = useExtensions('app.around').length > 0;
  useInPlaceOfFrame(drawn && around.menu, around.bottom);
  if (around.missing) return <NotFound />;
  return (
    <div className={classes['bundle']}>
      <Slot name="app.around" given={{ appId, onKnown: setAround }} />
      <Inside base={`/app/${appId}/bundle`}>
        <Target pages={pages} />
      </Inside>
    </div>
  );
};

/** `/app/{id}/bundle/…`: a page of the product with the menu of an app around it. Each page asks for its own rights. */
export const BundlePage = ({ pages }: { pages: RouteObject[] }) => {
  const { appId = '' } = useParams();
  return <Bundle key={appId} appId={appId} pages={pages} />;
};
