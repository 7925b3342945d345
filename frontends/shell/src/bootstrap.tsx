import { addCatalogues, createQueryClient, KitProvider, kitCatalogues, startI18n } from '@tessera/kit';
import { lazy, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router';
import { loadManifest, remoteEntries } from './remotes/remotes.ts';

await startI18n({ kit: kitCatalogues });
const states = await Promise.all((await remoteEntries()).map(loadManifest));
for (const remote of states) if (remote.state === 'ready') await addCatalogues(remote.name, remote.manifest.messages);

const router = createBrowserRouter(
  states.flatMap((remote) =>
    remote.state === 'ready'
      ? remote.manifest.routes.map(({ path, load }) => {
          const Page = lazy(async () => ({ default: (await load()).Page }));
          return { path, element: <Suspense><Page /></Suspense> };
        })
      : remote.paths.map((path) => ({ path, element: <p>{remote.reason}</p> })),
  ),
);

createRoot(document.getElementById('root') as HTMLElement).render(<KitProvider queries={createQueryClient()}><RouterProvider router={router} /></KitProvider>);
