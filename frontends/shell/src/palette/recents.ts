import { api } from '@tessera/kit';
import { useEffect } from 'react';
import { tableIn } from '../frame/place.ts';
import { keepPreference, preferencesQuery } from '../home/home.resource.ts';
import { queries, sessionQuery } from '../session/session.resource.ts';
import { openedIn, placeOf, recentKey, withOpened } from './opened.ts';

/** In ms: who stays so long has opened it. */
const stays = 800;

/** Remembers the apps, folders, pages and chats that a person opens. */
export const useRemembersPlaces = (pathname: string): void => {
  const to = placeOf(pathname);
  useEffect(() => {
    if (to === undefined) return undefined;
    const timer = setTimeout(() => {
      const kept = queries.getQueryData(preferencesQuery.queryKey);
      if (kept === undefined || !queries.getQueryData(sessionQuery.queryKey)) return;
      const next = withOpened(openedIn(kept[recentKey]), to, Date.now());
      queries.setQueryData(preferencesQuery.queryKey, { ...kept, [recentKey]: next });
      keepPreference(recentKey, next).catch(() => undefined);
    }, stays);
    return () => clearTimeout(timer);
  }, [to]);
};

/** Remembers the tables that a person opens, for the home page too. */
export const useRemembersTables = (pathname: string): void => {
  const table = tableIn(pathname);
  useEffect(() => {
    if (table === undefined) return undefined;
    let told = false;
    const tell = (keepalive: boolean): void => {
      // Who logged out a moment after the page opened is nobody any more.
      if (told || !queries.getQueryData(sessionQuery.queryKey)) return;
      told = true;
      clearTimeout(timer);
      window.removeEventListener('pagehide', leave);
      api.post('/v3/recents', { body: { type: 'table', id: table }, keepalive }).then(
        () => queries.invalidateQueries({ queryKey: ['home'] }),
        () => undefined,
      );
    };
    // After the table's first rows. Who leaves before was here all the same.
    const timer = setTimeout(tell, stays, false);
    const leave = (): void => tell(true);
    window.addEventListener('pagehide', leave);
    return () => tell(false);
  }, [table]);
};
