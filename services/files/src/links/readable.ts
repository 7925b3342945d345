import { filesIn, isRejection, type Actor } from '@tessera/kernel';
import { fromColumn } from '@tessera/proto/cells';
import { ChatServiceDefinition } from '@tessera/proto/chat/v1/service';
import { TasksServiceDefinition } from '@tessera/proto/tasks/v1/service';
import { TablesServiceDefinition } from '@tessera/proto/tables/v1/service';
import type { ServicePorts } from '@tessera/runtime';
import { otherPlaces, type Place } from '../kept/evolve.ts';
import type { FileDocument, PlaceDocument } from '../kept/projection.ts';
import { notFound } from '../refusals.ts';
import type { Uploads } from '../uploads/uploads.ts';

/** A file under the name that it has where the reader sees it. */
export type Readable = FileDocument & { readonly name: string };
/** Cells of one table that somebody wants to read. */
export type Cells = {
  readonly tableId: string;
  readonly fieldIds: readonly string[];
  readonly recordIds: readonly string[];
};

export const noSuchFile = () => notFound('files.not_found');

const deadlineMs = 10_000;
/** A file that stands in more records is looked for in the first of these. */
const mostPlaces = 200;

/** Which files somebody may read: tables decides it, each time, by the fields that have them. */
export const createReadable = (
  { rpc, documents }: Pick<ServicePorts, 'rpc' | 'documents'>,
  uploads: Pick<Uploads, 'whole'>,
) => {
  const tables = rpc.client(TablesServiceDefinition);
  const chat = rpc.client(ChatServiceDefinition);
  const tasks = rpc.client(TasksServiceDefinition);
  /** Files of messages and of tasks, as the services say that have them. */
  const namesOf = async (
    actor: Actor,
    which: (typeof otherPlaces)[number],
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, ReadonlyMap<string, string>>> => {
    const names = new Map<string, Map<string, string>>();
    const add = (item: string, { fileId, name }: { readonly fileId: string; readonly name: string }): void => {
      const own = names.get(item) ?? new Map<string, string>();
      names.set(item, own.set(fileId, name));
    };
    try {
      if (which === 'message') {
        const { files } = await chat.readFiles({ messageIds: [...ids] }, { actor, deadlineMs });
        for (const one of files) add(one.messageId, one);
      } else {
        const { files } = await tasks.readFiles({ taskIds: [...ids] }, { actor, deadlineMs });
        for (const one of files) add(one.taskId, one);
      }
    } catch (error) {
      // Who may not use the service at all reads nothing of it.
      if (!isRejection(error) || error.kind === 'unavailable') throw error;
    }
    return names;
  };

  /** What the files of some cells are called, by id, in the records that the actor may see; none of what they may not. */
  const namesIn = async (
    actor: Actor,
    { tableId, fieldIds, recordIds }: Cells,
  ): Promise<ReadonlyMap<string, ReadonlyMap<string, string>>> => {
    const other = otherPlaces.find((one) => one === tableId);
    if (other !== undefined) return namesOf(actor, other, recordIds);
    const names = new Map<string, Map<string, string>>();
    for (let after = ''; ;) {
      const { page } = await tables
        .getRecords({ tableId, recordIds: [...recordIds], fieldIds: [...fieldIds], after }, { actor, deadlineMs })
        .catch((error: unknown) => {
          // A table or field that is not there, or not for this reader, has no files.
          if (isRejection(error) && error.kind !== 'unavailable') return { page: undefined };
          throw error;
        });
      if (page === undefined) return names;
      for (const column of page.columns)
        fromColumn(column, page.recordIds.length).forEach((cell, i) => {
          const recordId = page.recordIds[i]!;
          const own = names.get(recordId) ?? new Map<string, string>();
          for (const { id, name } of filesIn(cell)) own.set(id, name);
          names.set(recordId, own);
        });
      if (page.next === '') return names;
      after = page.next;
    }
  };

  const inPlaces = async (actor: Actor, places: readonly Place[], fileId: string): Promise<string | undefined> => {
    for (const [tableId, own] of Map.groupBy(places, (one) => one.tableId)) {
      for (const [fieldId, cells] of Map.groupBy(own, (one) => one.fieldId)) {
        const recordIds = [...new Set(cells.map(({ recordId }) => recordId))];
        const names = await namesIn(actor, { tableId, fieldIds: [fieldId], recordIds });
        for (const one of names.values()) {
          const name = one.get(fileId);
          if (name !== undefined) return name;
        }
      }
    }
    return undefined;
  };

  const document = (actor: Actor, fileId: string) => documents.get<FileDocument>(actor.organizationId, 'files', fileId);

  /** A file under a name that it is known to have. Throws `files.not_found`. */
  const called = async (actor: Actor, fileId: string, name: string): Promise<Readable> => {
    const file = await document(actor, fileId);
    if (file === undefined) throw noSuchFile();
    return { ...file, name };
  };

  return {
    namesIn,
    document,
    called,
    /** Throws `files.not_found` for a file that is not there, and alike for one that the actor may not read. */
    read: async (actor: Actor, fileId: string, place?: Place): Promise<Readable> => {
      const name =
        (place && (await inPlaces(actor, [place], fileId))) ??
        (await uploads.whole(actor, fileId))?.name ??
        (await inPlaces(
          actor,
          await documents.find<PlaceDocument>(actor.organizationId, 'places', { fileId }, mostPlaces),
          fileId,
        ));
      if (name === undefined) throw noSuchFile();
      return called(actor, fileId, name);
    },
  };
};
export type ReadableFiles = ReturnType<typeof createReadable>;
