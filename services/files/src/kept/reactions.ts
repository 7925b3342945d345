import type { Reaction } from '@tessera/event-store';
import { filesIn, holds } from '@tessera/kernel';
import { fromColumn, kindOf } from '@tessera/proto/cells';
import type { ChatPublicEvent } from '@tessera/proto/chat/v1/events';
import type { TasksPublicEvent } from '@tessera/proto/tasks/v1/events';
import type { FilesPublicEvent as FilesWire } from '@tessera/proto/files/v1/events';
import type { TablesPublicEvent as TablesWire } from '@tessera/proto/tables/v1/events';
import type { Column } from '@tessera/proto/tables/v1/values';
import type { ServicePorts } from '@tessera/runtime';
import type { FilesStore } from '../store.ts';
import type { Thumbnails } from '../thumbnails/thumbnails.ts';
import type { Used } from './decide.ts';
import type { Place } from './evolve.ts';
import type { PlaceDocument } from './projection.ts';
import { asSystem } from './system.ts';

type TablesEvent = NonNullable<TablesWire['event']>;
type FilesEvent = NonNullable<FilesWire['event']>;
type ChatEvent = NonNullable<ChatPublicEvent['event']>;
type TasksEvent = NonNullable<TasksPublicEvent['event']>;
type One<E extends { $case: string }, K extends E['$case']> = Extract<E, { $case: K }>;

const atOnce = 200;

const hasFiles = (column: Column): boolean => {
  const held = holds(kindOf(column));
  return held === 'files';
};

/** Which files stand in which cells of columns, those of `before` left out. */
const usedIn = (
  tableId: string,
  recordIds: readonly string[],
  before: readonly Column[],
  after: readonly Column[],
): readonly Used[] => {
  const places = new Map<string, Place[]>();
  for (const column of after) {
    const { fieldId } = column;
    if (!hasFiles(column)) continue;
    const earlier = before.find((one) => one.fieldId === fieldId && hasFiles(one));
    const had = earlier === undefined ? [] : fromColumn(earlier, recordIds.length);
    fromColumn(column, recordIds.length).forEach((cell, i) => {
      const known = new Set(filesIn(had[i]).map(({ id }) => id));
      for (const { id } of filesIn(cell)) {
        if (known.has(id)) continue;
        const all = places.get(id) ?? [];
        all.push({ tableId, fieldId, recordId: recordIds[i]! });
        places.set(id, all);
      }
    });
  }
  return [...places].map(([fileId, all]) => ({ fileId, places: all }));
};

/**
 * Releases what a table's records had, all of them or some: files that no other record has go. Answers how many cells
 * that were.
 */
export const releasePlaces = async (
  { documents, store }: Pick<ServicePorts, 'documents'> & { readonly store: FilesStore },
  organizationId: string,
  where: { readonly tableId: string } | { readonly recordId: string },
  causationId?: string,
): Promise<number> => {
  let count = 0;
  for (;;) {
    // Each page is gone before the next is read.
    const places = await documents.find<PlaceDocument>(organizationId, 'places', where, atOnce);
    if (places.length === 0) return count;
    let released = 0;
    for (const [fileId, own] of Map.groupBy(places, (one) => one.fileId)) {
      const { answer } = await store.execute(
        {
          type: 'releaseFiles',
          payload: {
            fileId,
            places: own.map(({ tableId, fieldId, recordId }) => ({ tableId, fieldId, recordId })),
          },
        },
        asSystem(organizationId, causationId),
      );
      released += answer.released;
    }
    if (released === 0) throw new Error('places of files stand in the model and not in their streams');
    count += released;
  }
};

/** Files follow the records that have them. */
export const filesReactions = ({
  documents,
  store,
  files,
  thumbnails,
}: Pick<ServicePorts, 'documents' | 'files'> & {
  readonly store: FilesStore;
  readonly thumbnails: Pick<Thumbnails, 'drop'>;
}): readonly Reaction[] => [
  {
    name: 'files.in-records',
    source: 'tables',
    types: ['recordsCreated', 'cellsChanged'],
    handle: async (event, { organizationId, commitId }) => {
      const { $case, value } = event as One<TablesEvent, 'recordsCreated' | 'cellsChanged'>;
      const used =
        $case === 'recordsCreated'
          ? usedIn(value.tableId, value.recordIds, [], value.columns)
          : usedIn(value.tableId, value.recordIds, value.before, value.after);
      for (let from = 0; from < used.length; from += atOnce)
        await store.execute(
          { type: 'useFiles', payload: { files: used.slice(from, from + atOnce) } },
          asSystem(organizationId, commitId),
        );
    },
  },
  {
    name: 'files.in-messages',
    source: 'chat',
    types: ['filesAttached'],
    handle: async (event, { organizationId, commitId }) => {
      const { conversationId, messageId, fileIds } = (event as One<ChatEvent, 'filesAttached'>).value;
      const places = [{ tableId: 'message', fieldId: conversationId, recordId: messageId }];
      const used = fileIds.map((fileId) => ({ fileId, places }));
      await store.execute({ type: 'useFiles', payload: { files: used } }, asSystem(organizationId, commitId));
    },
  },
  {
    name: 'files.in-tasks',
    source: 'tasks',
    types: ['taskCreated', 'taskChanged'],
    handle: async (event, { organizationId, commitId }) => {
      const { taskId, parts } = (event as One<TasksEvent, 'taskCreated' | 'taskChanged'>).value;
      const places = [{ tableId: 'task', fieldId: 'files', recordId: taskId }];
      const used = (parts?.files ?? []).map(({ id: fileId }) => ({ fileId, places }));
      if (used.length === 0) return;
      await store.execute({ type: 'useFiles', payload: { files: used } }, asSystem(organizationId, commitId));
    },
  },
  {
    name: 'files.of-erased-tables',
    source: 'tables',
    types: ['tableErased'],
    handle: async (event, { organizationId, commitId }) => {
      const { tableId } = (event as One<TablesEvent, 'tableErased'>).value;
      await releasePlaces({ documents, store }, organizationId, { tableId }, commitId);
    },
  },
  {
    name: 'files.bytes-of-erased',
    source: 'files',
    types: ['fileErased'],
    handle: async (event, { organizationId }) => {
      const { fileId, handles } = (event as One<FilesEvent, 'fileErased'>).value;
      for (const handle of handles) await files.delete(organizationId, handle);
      await thumbnails.drop(organizationId, fileId);
    },
  },
];
