import { addCatalogues, currentLanguage, KitProvider, kitCatalogues, refusalCatalogues, startI18n } from '@tessera/kit';
import { startTransition, StrictMode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router';
import { createRouter } from './app.tsx';
import { Unreachable } from './installed/unreachable.tsx';
import { shellCatalogues } from './locales/index.ts';
import { galleryRoutes } from './gallery.tsx';
import { newestQuery } from './for-you/for-you.resource.ts';
import { homeQuery, invitationsQuery, preferencesQuery, usersQuery } from './home/home.resource.ts';
import { watchInstall } from './installed/install.ts';
import { noteMenu } from './remotes/menu.ts';
import { bringAhead, remoteEntries, servesHere } from './remotes/remotes.ts';
import { remote } from './remotes/store.ts';
import { publicOrganizationQuery, queries, sessionQuery, setupQuery } from './session/session.resource.ts';

/** In ms: so long the first frame waits for answers that were asked for before this code was there. */
const patience = 100;
/** In ms: what nobody waits for begins when the page asks for nothing more, or at last now. */
const atLast = 3000;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

watchInstall();
// All three travel at once; only the texts and addresses are needed to draw the first frame.
const started = startI18n({ kit: kitCatalogues, shell: shellCatalogues });
const entries = remoteEntries().catch(() => null);
const answers = queries.prefetchQuery(sessionQuery).then(async () => {
  const session = queries.getQueryData(sessionQuery.queryKey);
  if (session === null) {
    void queries.prefetchQuery(setupQuery);
    void queries.prefetchQuery(publicOrganizationQuery);
  }
  if (!session || session.lacks !== null) return;
  await started;
  await Promise.all([
    queries.prefetchQuery(preferencesQuery),
    queries.prefetchQuery(homeQuery),
    queries.prefetchQuery(newestQuery(currentLanguage())),
    ...(location.pathname === '/home' && session.rights.canManageUsers
      ? [queries.prefetchQuery(usersQuery), queries.prefetchQuery(invitationsQuery)]
      : []),
  ]);
});
await started;
const known = await entries;
noteMenu(known ?? []);
const here = (known ?? []).filter(servesHere);
for (const entry of here) void remote(entry);
// With what is there the page is drawn once, not as an empty frame first.
await Promise.race([answers, pause(patience)]);

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root');
const tree = (
  <StrictMode>
    <KitProvider queries={queries}>
      {known === null ? (
        <Unreachable />
      ) : (
        <RouterProvider router={createRouter(known, galleryRoutes)} flushSync={flushSync} />
      )}
    </KitProvider>
  </StrictMode>
);
// In slices, so that a slow processor answers a touch meanwhile.
startTransition(() => createRoot(root).render(tree));

// The others of the remotes add to what is there: they come when the page has what it needs.
const others = async (): Promise<void> => {
  const until = performance.now() + atLast;
  do await pause(200);
  while (queries.isFetching() > 0 && performance.now() < until);
  for (const entry of known ?? []) void remote(entry).then(() => bringAhead(entry));
  // Until they are there, or where they do not come, a refusal is told by its status.
  await addCatalogues('refusals', refusalCatalogues).catch(() => {});
};
void others();
