import { addCatalogues, type Manifest, offerExtensions } from '@tessera/kit';
import { useSyncExternalStore } from 'react';
import { loadManifest, type RemoteEntry, type RemoteState } from './remotes.ts';

/** What the shell itself adds to pages of remotes. */
const own: Pick<Manifest, 'extensions'> = {
  extensions: [{ slot: 'frame.part', id: 'frame', label: 'shell:nav.menu', load: () => import('../parts/parts.tsx') }],
};

let states: readonly RemoteState[] = [];
const loading = new Map<string, Promise<RemoteState>>();
const listeners = new Set<() => void>();

/** Loads a remote once and its texts with it; the promise never rejects. */
export const remote = (entry: RemoteEntry): Promise<RemoteState> => {
  const known = loading.get(entry.name);
  if (known) return known;
  const started = loadManifest(entry).then(async (state) => {
    if (state.state === 'ready') await addCatalogues(state.name, state.manifest.messages);
    states = [...states.filter((other) => other.name !== state.name), state];
    offerExtensions([...manifestsOf(states), own]);
    for (const listener of listeners) listener();
    return state;
  });
  loading.set(entry.name, started);
  return started;
};

/** Forgets a failed remote, so that the next look tries again. */
export const retryRemote = (name: string): void => {
  loading.delete(name);
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Those of the remotes that work, by their names, whichever came first. */
const manifestsOf = (all: readonly RemoteState[]): readonly Manifest[] =>
  all
    .flatMap((state) => (state.state === 'ready' ? [state.manifest] : []))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));

let manifests: { readonly of: readonly RemoteState[]; readonly list: readonly Manifest[] } = { of: [], list: [] };

/** Manifests of the remotes that work, for the palette and the help. */
export const useManifests = (): readonly Manifest[] =>
  useSyncExternalStore(subscribe, () => {
    if (manifests.of !== states) manifests = { of: states, list: manifestsOf(states) };
    return manifests.list;
  });
