import { loadRemote, registerRemotes } from '@module-federation/enhanced/runtime';
import { type Language, type Manifest, manifestFaults, type ManifestMenuEntry, takeEarly } from '@tessera/kit';
import { matchPath } from 'react-router';
import { phone } from '../frame/media.ts';

/** An entry of the sidebar with its words by language. */
export type MenuEntry = Omit<ManifestMenuEntry, 'label'> & { readonly label: Readonly<Record<Language, string>> };

export type RemoteEntry = {
  readonly name: string;
  readonly entry: string;
  readonly paths: readonly string[];
  readonly collapsed?: readonly string[];
  readonly menu?: readonly MenuEntry[];
  readonly files?: Partial<{
    readonly ahead: readonly string[];
    readonly pages: Readonly<Record<string, readonly string[]>>;
    readonly wide: Readonly<Record<string, readonly string[]>>;
  }>;
};

export type RemoteState =
  | { readonly name: string; readonly paths: readonly string[]; readonly state: 'ready'; readonly manifest: Manifest }
  | { readonly name: string; readonly paths: readonly string[]; readonly state: 'failed'; readonly reason: string }
  | {
      readonly name: string;
      readonly paths: readonly string[];
      readonly state: 'incompatible';
      readonly reason: string;
    };

const isEntry = (value: unknown): value is RemoteEntry =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  typeof value.name === 'string' &&
  'entry' in value &&
  typeof value.entry === 'string' &&
  'paths' in value &&
  Array.isArray(value.paths);

/** Whether the page at this address is one of the remote's. */
export const servesHere = ({ paths }: RemoteEntry): boolean =>
  paths.some((path) => matchPath(path, location.pathname) !== null);

/**
 * Where the remotes are, as the server says. Throws when it cannot be asked. `collapsed` names paths that begin with
 * the narrow sidebar.
 */
export const remoteEntries = async (): Promise<readonly RemoteEntry[]> => {
  const response = (await takeEarly('/remotes.json')) ?? (await fetch('/remotes.json'));
  if (!response.ok) throw new Error(`remotes.json answered ${response.status}`);
  const body: unknown = await response.json();
  const remotes =
    typeof body === 'object' && body !== null && 'remotes' in body && Array.isArray(body.remotes)
      ? body.remotes.filter(isEntry)
      : [];
  registerRemotes(
    remotes.map(({ name, entry }) => ({
      name: `tessera_${name}`,
      alias: name,
      entry: new URL(entry, location.href).href,
    })),
    { force: true },
  );
  return remotes;
};

/** Lets the browser bring the code of a remote's pages that people open next, after everything else. */
export const bringAhead = ({ files }: RemoteEntry): void => {
  const wide = phone.matches ? {} : (files?.wide ?? {});
  for (const file of (files?.ahead ?? []).flatMap((path) => [...(files?.pages?.[path] ?? []), ...(wide[path] ?? [])])) {
    const link = document.createElement('link');
    Object.assign(link, { rel: 'prefetch', as: file.endsWith('.css') ? 'style' : 'script', href: file });
    document.head.append(link);
  }
};

/** Loads one remote's manifest. Never throws: a remote that fails is a state that its place on the page shows. */
export const loadManifest = async ({ name, paths }: RemoteEntry): Promise<RemoteState> => {
  try {
    const module = await loadRemote<{ manifest?: unknown }>(`tessera_${name}/manifest`);
    const faults = manifestFaults(module?.manifest, tesseraKitVersion);
    if (faults.length > 0) return { name, paths, state: 'incompatible', reason: `${name} ${faults.join('; ')}` };
    return { name, paths, state: 'ready', manifest: module?.manifest as Manifest };
  } catch (error) {
    return { name, paths, state: 'failed', reason: error instanceof Error ? error.message : String(error) };
  }
};
