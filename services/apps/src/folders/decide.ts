import { read, type CommandHandler, type DecidedEvent, type Loading, type Snapshot } from '@tessera/kernel';
import { requireRight } from '@tessera/proto/rights';
import { event, folderStream, type AppsEvent } from '../events.ts';
import { conflict, invalid, notFound } from '../refusals.ts';
import { noFolders, type Folder, type FolderTree, type KeptFolder, type Tab } from './evolve.ts';

export const mostFolders = 500;
export const mostTabs = 500;
/** Folders within folders. */
export const deepest = 8;

type Known = Snapshot<FolderTree | undefined>;
type Named = { readonly folderId: string };
type Done = { readonly id: string };
type Handler<C extends Named> = CommandHandler<C, Known, AppsEvent, Done>;
export type FolderChange = Partial<Omit<Folder, 'id'>>;

function* done({ folderId }: Named): Loading<Done> {
  return { id: folderId };
}
const load = (): Loading<Known> => read.snapshot<FolderTree | undefined>(folderStream);

/** Without what the model keeps beside it. */
export const wireOfFolder = ({ id, label, icon, color, parentId, tabs }: Folder): Folder => ({
  id,
  label,
  icon,
  color,
  parentId,
  tabs: tabs.map((tab) => ({ id: tab.id, type: tab.type })),
});

/** How many folders a folder is in; undefined where they lead back to it. */
const depthOf = (folders: readonly Folder[], parentId: string, self: string): number | undefined => {
  let depth = 0;
  for (let at = parentId; at !== ''; at = folders.find(({ id }) => id === at)?.parentId ?? '') {
    if (at === self || ++depth > mostFolders) return undefined;
  }
  return depth;
};
/** How many folders are within a folder, below each other. */
const heightOf = (folders: readonly Folder[], id: string): number =>
  Math.max(0, ...folders.filter(({ parentId }) => parentId === id).map((one) => 1 + heightOf(folders, one.id)));

const sameTab = (a: Tab, b: Tab): boolean => a.id === b.id && a.type === b.type;
const unique = (tabs: readonly Tab[]): Tab[] =>
  tabs.filter((tab, at) => tabs.findIndex((one) => sameTab(one, tab)) === at);
const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

const numbered = (known: Known, events: readonly AppsEvent[]): readonly DecidedEvent<AppsEvent>[] =>
  events.map((one, at) => ({ event: one, advances: [{ stream: folderStream, version: known.version + at + 1 }] }));

/** A table or an app is in one folder: what a folder takes leaves the others. */
const leaving = (folders: readonly KeptFolder[], taker: Folder): AppsEvent[] =>
  folders.flatMap((one) => {
    const tabs = one.tabs.filter((tab) => !taker.tabs.some((taken) => sameTab(taken, tab)));
    if (one.id === taker.id || tabs.length === one.tabs.length) return [];
    return [event('folderChanged', { folder: { ...wireOfFolder(one), tabs }, before: wireOfFolder(one) })];
  });

const placed = (folders: readonly Folder[], folder: Folder): void => {
  if (folder.parentId === '') return;
  if (!folders.some(({ id }) => id === folder.parentId)) throw notFound('folder_not_found');
  const depth = depthOf(folders, folder.parentId, folder.id);
  if (depth === undefined) throw invalid('folders.within_itself');
  if (depth + heightOf(folders, folder.id) >= deepest) throw conflict('folders.too_deep');
};

/** Makes a folder; what it holds leaves the folders where it was. */
export const createFolder: Handler<Named & { readonly folder: Omit<Folder, 'id'> }> = {
  load,
  decide: ({ folderId, folder }, known, { meta }) => {
    requireRight(meta.actor, 'workspaces.manage');
    const { folders } = known.state ?? noFolders;
    if (folders.some(({ id }) => id === folderId)) return { events: [] };
    if (folders.length >= mostFolders) throw conflict('folders.too_many');
    const made = { ...folder, id: folderId, tabs: unique(folder.tabs) };
    placed(folders, made);
    return { events: numbered(known, [event('folderCreated', { folder: made }), ...leaving(folders, made)]) };
  },
  answer: done,
};

/** Names a folder, moves it, or says what it holds; what is absent stays. */
export const changeFolder: Handler<Named & { readonly change: FolderChange }> = {
  load,
  decide: ({ folderId, change }, known, { meta }) => {
    requireRight(meta.actor, 'workspaces.manage');
    const { folders } = known.state ?? noFolders;
    const found = folders.find(({ id }) => id === folderId);
    if (found === undefined) throw notFound('folder_not_found');
    const before = wireOfFolder(found);
    const folder = { ...before, ...change, ...(change.tabs !== undefined && { tabs: unique(change.tabs) }) };
    placed(folders, folder);
    const events = same(before, folder) ? [] : [event('folderChanged', { folder, before })];
    return { events: numbered(known, [...events, ...leaving(folders, folder)]) };
  },
  answer: done,
};

/** Takes a folder away. What it holds, folders too, goes to the folder that it is in, or to the top. */
export const deleteFolder: Handler<Named> = {
  load,
  decide: ({ folderId }, known, { meta }) => {
    requireRight(meta.actor, 'workspaces.manage');
    const { folders } = known.state ?? noFolders;
    const found = folders.find(({ id }) => id === folderId);
    if (found === undefined) throw notFound('folder_not_found');
    const gone = wireOfFolder(found);
    const raised = folders
      .filter(({ parentId }) => parentId === folderId)
      .map((one) =>
        event('folderChanged', {
          folder: { ...wireOfFolder(one), parentId: gone.parentId },
          before: wireOfFolder(one),
        }),
      );
    const parent = folders.find(({ id }) => id === gone.parentId);
    const taken =
      parent === undefined || gone.tabs.length === 0
        ? []
        : [
            event('folderChanged', {
              folder: { ...wireOfFolder(parent), tabs: unique([...parent.tabs, ...gone.tabs]) },
              before: wireOfFolder(parent),
            }),
          ];
    return { events: numbered(known, [...raised, ...taken, event('folderDeleted', { folder: gone })]) };
  },
  answer: done,
};
