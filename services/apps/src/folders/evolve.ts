import type { Aggregate } from '@tessera/kernel';
import type { AppsEvent, EventOf } from '../events.ts';

export type Folder = NonNullable<EventOf<'folderCreated'>['folder']>;
export type Tab = Folder['tabs'][number];
/** A folder with who made it, and when (ms). */
export type KeptFolder = Folder & { readonly createdAt: number; readonly createdBy: string };
/** All folders of an organization: which holds what is decided for all of them at once. */
export type FolderTree = { readonly folders: readonly KeptFolder[] };

export const noFolders: FolderTree = { folders: [] };

/** Every fold sets absolute values, so that folding an event twice is folding it once. */
export const foldersAggregate: Aggregate<FolderTree, AppsEvent> = {
  kind: 'folders',
  version: 1,
  initial: noFolders,
  evolve: (state, event, context) => {
    switch (event.$case) {
      case 'folderCreated': {
        const { folder } = event.value;
        if (folder === undefined) return state;
        const made = { ...folder, createdAt: context.time, createdBy: context.actorId };
        return { folders: [...state.folders.filter(({ id }) => id !== folder.id), made] };
      }
      case 'folderChanged': {
        const { folder } = event.value;
        return {
          folders: state.folders.map((one) =>
            folder !== undefined && one.id === folder.id ? { ...one, ...folder } : one,
          ),
        };
      }
      case 'folderDeleted':
        return { folders: state.folders.filter(({ id }) => id !== event.value.folder?.id) };
      default:
        return state;
    }
  },
};
