import { ErrorState, KitProvider, kitCatalogues, startI18n } from '@tessera/kit';
import { StrictMode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router';
import { createRouter } from './app.tsx';
import { Standalone } from './auth/standalone.tsx';
import { shellCatalogues } from './locales/index.ts';
import { galleryRoutes } from './gallery.tsx';
import { remoteEntries } from './remotes/remotes.ts';
import { remote } from './remotes/store.ts';
import { publicOrganizationQuery, queries, sessionQuery, setupQuery } from './session/session.resource.ts';

// All three travel at once; only the texts and addresses are needed to draw the first frame.
void queries.prefetchQuery(sessionQuery).then(() => {
  if (queries.getQueryData(sessionQuery.queryKey) !== null) return;
  void queries.prefetchQuery(setupQuery);
  void queries.prefetchQuery(publicOrganizationQuery);
});
const entries = remoteEntries().catch(() => null);
await startI18n({ kit: kitCatalogues, shell: shellCatalogues });
const known = await entries;
for (const entry of known ?? []) void remote(entry);

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root');
createRoot(root).render(
  <StrictMode>
    <KitProvider queries={queries}>
      {known === null ? (
        <Standalone>
          <ErrorState screen onRetry={() => location.reload()} />
        </Standalone>
      ) : (
        <RouterProvider router={createRouter(known, galleryRoutes)} flushSync={flushSync} />
      )}
    </KitProvider>
  </StrictMode>,
);
