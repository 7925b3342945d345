import { afterHistorySteps, historyStep } from '@tessera/kit';
import { lazy, type ReactNode, Suspense } from 'react';
import { createBrowserRouter, Navigate, type RouteObject } from 'react-router';
import { HomePage, StartHerePage } from './home/home.page.tsx';
import { Frame } from './frame/frame.tsx';
import { RemotePage } from './remotes/remote-page.tsx';
import type { RemoteEntry } from './remotes/remotes.ts';
import { SessionGate } from './session/gate.tsx';
import { useQuery } from '@tanstack/react-query';
import { sessionQuery } from './session/session.resource.ts';

const SetupPage = lazy(async () => (await import('./auth/pages.ts')).loadSetup());
const InvitationPage = lazy(async () => (await import('./auth/pages.ts')).loadInvitation());
const PasswordResetPage = lazy(async () => (await import('./password/pages.ts')).loadReset());
const NewPasswordPage = lazy(async () => (await import('./password/pages.ts')).loadNew());
const ForYouPage = lazy(async () => {
  const [page, { addForYouTexts }] = await Promise.all([
    import('./for-you/for-you.page.tsx'),
    import('./for-you/texts.ts'),
  ]);
  await addForYouTexts();
  return { default: page.ForYouPage };
});
const OpenPage = lazy(async () => ({ default: (await import('./installed/open.tsx')).OpenPage }));
const MailPage = lazy(async () => (await import('./mail/page.ts')).load());
const SecurityPage = lazy(async () => (await import('./security/page.ts')).load());
const FoldersPage = lazy(async () => ({ default: (await import('./places/folders.page.tsx')).FoldersPage }));
const HomePages = lazy(async () => ({ default: (await import('./places/home-pages.tsx')).HomePages }));
const TablesPage = lazy(async () => ({ default: (await import('./home/tables.tsx')).TablesPage }));
const Elsewhere = lazy(async () => ({ default: (await import('./elsewhere/elsewhere.tsx')).Elsewhere }));
const BundlePage = lazy(async () => ({ default: (await import('./bundle/bundle.page.tsx')).BundlePage }));
const MembersPage = lazy(async () => (await import('./people/page.ts')).load());

const later = (page: ReactNode): ReactNode => <Suspense>{page}</Suspense>;

/** /login for those who come by its address; the signed-in go home. */
const LoginRoute = () => {
  const { data: session } = useQuery(sessionQuery);
  return session ? (
    <Navigate to="/home" replace />
  ) : (
    <SessionGate>
      <Navigate to="/home" replace />
    </SessionGate>
  );
};

type Router = ReturnType<typeof createBrowserRouter>;

/** What leads to an address waits for a step back that is on its way, which would take it back. */
const inOrder = (router: Router): Router => {
  const go = router.navigate as (...asked: unknown[]) => Promise<void>;
  router.navigate = (async (to: unknown, options: unknown): Promise<void> =>
    await (typeof to === 'number'
      ? historyStep(to)
      : afterHistorySteps(async () => await go(to, options)))) as Router['navigate'];
  return router;
};

/** What is in the frame: pages of the shell, and those of the remotes as /remotes.json says. */
const pagesOf = (remotes: readonly RemoteEntry[]): RouteObject[] => [
  { path: '/', element: <Navigate to="/home" replace /> },
  { path: '/home', element: <HomePage /> },
  { path: '/home/tables', element: later(<TablesPage />) },
  { path: '/home/:page', element: later(<HomePages />) },
  { path: '/home/folders', element: later(<FoldersPage />) },
  { path: '/home/folders/:folderId', element: later(<FoldersPage key="one" />) },
  { path: '/start-here', element: <StartHerePage /> },
  { path: '/for-you', element: later(<ForYouPage />) },
  { path: '/settings/mail', element: later(<MailPage />) },
  { path: '/settings/security', element: later(<SecurityPage />) },
  { path: '/settings/users', element: later(<MembersPage />) },
  ...remotes.flatMap((entry) =>
    entry.paths.map((path) => ({
      path,
      element: <RemotePage key={path} entry={entry} path={path} />,
      handle: { sidebar: entry.collapsed?.includes(path) ? 'collapsed' : undefined },
    })),
  ),
  { path: '*', element: later(<Elsewhere />) },
];

/** Every address of the product; those of the remotes are as /remotes.json says. */
export const createRouter = (remotes: readonly RemoteEntry[], gallery: RouteObject[]): Router => {
  const pages = pagesOf(remotes);
  return inOrder(
    createBrowserRouter([
      { path: '/setup', element: later(<SetupPage />) },
      { path: '/open', element: later(<OpenPage />) },
      { path: '/login', element: <LoginRoute /> },
      { path: '/invitation/:token', element: later(<InvitationPage />) },
      { path: '/password-reset', element: later(<PasswordResetPage />) },
      { path: '/new-password/:token', element: later(<NewPasswordPage />) },
      ...gallery,
      {
        element: (
          <SessionGate>
            <Frame />
          </SessionGate>
        ),
        children: [{ path: '/app/:appId/bundle/*', element: later(<BundlePage pages={pages} />) }, ...pages],
      },
    ]),
  );
};
