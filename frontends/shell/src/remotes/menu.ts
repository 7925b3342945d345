import type { MenuEntry, RemoteEntry } from './remotes.ts';

let entries: readonly MenuEntry[] = [];

/** Notes what /remotes.json says of the sidebar, before it is drawn: then it is whole at once, and nothing moves. */
export const noteMenu = (remotes: readonly RemoteEntry[]): void => {
  entries = remotes.flatMap(({ menu = [] }) => menu);
};

export const menuEntries = (): readonly MenuEntry[] => entries;
