import {
  currentLanguage,
  ErrorState,
  languageChosen,
  languageFor,
  live,
  onSignedOut,
  SessionProvider,
  setLanguage,
  setTheme,
  setTimezone,
  type ThemeChoice,
  themeChosen,
  useLiveEvent,
  useLiveStatus,
  waiting,
} from '@tessera/kit';
import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useState } from 'react';
import { Navigate } from 'react-router';
import { LoginPage } from '../auth/login.page.tsx';
import { Standalone } from '../auth/standalone.tsx';
import { preferencesQuery } from '../home/home.resource.ts';
import { FrameSkeleton } from '../frame/frame-skeleton.tsx';
import { useBetweenWords } from './between-words.ts';
import { forget, presentSession, queries, sessionQuery, setupQuery } from './session.resource.ts';

const loadAgain = () => import('../auth/login-again.tsx');
const LoginAgain = lazy(async () => ({ default: (await loadAgain()).LoginAgain }));
const Lacking = lazy(async () => (await import('../organizations/lacking-later.ts')).load());

const isTheme = (value: unknown): value is ThemeChoice => value === 'light' || value === 'dark' || value === 'system';

// What this person chose in another browser is taken over once by a browser in which they chose nothing.
const followPreferences = async (): Promise<void> => {
  if (themeChosen() && languageChosen()) return;
  const kept = await queries.fetchQuery(preferencesQuery).catch(() => undefined);
  if (!themeChosen() && isTheme(kept?.['theme'])) setTheme(kept['theme']);
  const language = kept?.['language'];
  if (!languageChosen() && typeof language === 'string' && languageFor([language]) === language)
    await setLanguage(language);
};

/** Lets the signed-in through; others get the login in the same place, so that they land where they wanted to go. */
export const SessionGate = ({ children }: { children: ReactNode }) => {
  const { data: session, isPending, error, refetch } = useQuery(sessionQuery);
  const [ended, setEnded] = useState(false);
  const asksAgain = useBetweenWords(ended);
  const status = useLiveStatus();

  const over = useCallback((): void => {
    if (!queries.getQueryData(sessionQuery.queryKey)) return;
    setEnded(true);
    live.stop();
  }, []);
  useEffect(() => onSignedOut(over), [over]);
  // What this person may do is another thing now: the session and whatever is shown by it are asked for anew.
  useLiveEvent('rights', () => void queries.invalidateQueries());
  // The server ends the live connection together with the session; asking says which of the two it was.
  useEffect(() => {
    if (status === 'ended')
      void presentSession().then(
        (now) => {
          if (now === null) over();
          else if (now.lacks === null) live.start();
          // Something is to be set up first, which the page shows.
          else queries.setQueryData(sessionQuery.queryKey, now);
        },
        () => undefined,
      );
  }, [status, over]);
  useEffect(() => {
    if (!session) return undefined;
    setTimezone(session.organization.locale_settings.timezone);
    const language = languageFor([session.organization.locale_settings.language]);
    if (!languageChosen() && language !== currentLanguage()) void setLanguage(language, false);
    if (session.lacks !== null) return undefined;
    void followPreferences();
    live.start();
    // It is there before it is needed: the page it opens over may be an old one by then.
    const idle = setTimeout(() => void loadAgain().catch(() => undefined), 3000);
    return () => {
      clearTimeout(idle);
      live.stop();
    };
  }, [session]);

  if (error && session === undefined)
    return (
      <Standalone>
        <ErrorState screen error={error} onRetry={() => void refetch()} />
      </Standalone>
    );
  if (isPending) return <FrameSkeleton />;
  if (session === null) return <Outside />;
  const leave = (): void => {
    setEnded(false);
    forget();
  };
  const back = (): void => {
    setEnded(false);
    live.start();
    waiting.retry();
  };
  return (
    <SessionProvider session={session}>
      {session.lacks === null ? (
        children
      ) : (
        <Suspense>
          <Lacking />
        </Suspense>
      )}
      {asksAgain && (
        <Suspense>
          <LoginAgain email={session.user.email} onBack={back} onLeave={leave} />
        </Suspense>
      )}
    </SessionProvider>
  );
};

const Outside = () => {
  const { data: setup, isPending, error, refetch } = useQuery(setupQuery);
  if (error)
    return (
      <Standalone>
        <ErrorState screen error={error} onRetry={() => void refetch()} />
      </Standalone>
    );
  if (isPending) return null;
  return setup.needed ? <Navigate to="/setup" replace /> : <LoginPage />;
};
