import { createUndo, isCommitId, undoConflicts, type UndoRequest, type UndoResult } from '@tessera/event-store/actions';
import type { DocumentReader } from '@tessera/document-store';
import { isRejection, type CommandMeta, type UndoConflict } from '@tessera/kernel';
import { AutomationsServiceDefinition } from '@tessera/proto/automations/v1/service';
import { TablesServiceDefinition } from '@tessera/proto/tables/v1/service';
import type { RpcClients } from '@tessera/rpc';
import type { ServicePorts } from '@tessera/runtime';
import type { AppsEvent } from '../events.ts';
import type { AppsStore } from '../store.ts';
import type { Install } from './evolve.ts';
import { settleGallery } from './gallery.ts';

const deadlineMs = 60_000;

/**
 * Undo of apps' commits and operations; that of an installed template takes its tables and automations back as well. They go first: where
 * tables does not answer nothing has happened, and what was taken back already is passed over by the next try.
 */
export const createTemplateUndo = ({
  store,
  documents,
  rpc,
}: {
  readonly store: ServicePorts<AppsEvent>['store'];
  readonly documents: DocumentReader;
  readonly rpc: RpcClients;
}) => {
  const own = createUndo(store, { named: async (_actor, conflicts) => conflicts });
  const tables = rpc.client(TablesServiceDefinition);
  const automations = rpc.client(AutomationsServiceDefinition);
  const commands: AppsStore = store;
  /** What was undone of templates may leave the gallery of all as well. */
  const settle = async (organizationId: string, commitId: string): Promise<void> => {
    const commit = await store.commit(organizationId, commitId);
    for (const { $case, value } of commit?.events ?? [])
      if ($case === 'templateDeleted' || $case === 'templateSaved')
        await settleGallery({ documents, store: commands }, organizationId, value.templateId);
  };

  return async (id: string, request: UndoRequest, meta: CommandMeta): Promise<UndoResult<UndoConflict>> => {
    const { actor } = meta;
    const operationId = id.slice(id.indexOf('.') + 1);
    const install = isCommitId(id)
      ? undefined
      : await documents.get<Install>(actor.organizationId, 'installs', operationId);
    if (install === undefined) {
      const undone = await own.undo(id, request, meta);
      if (undone.commitId !== undefined) await settle(actor.organizationId, undone.commitId);
      return undone;
    }
    const there = async (service: Pick<typeof tables | typeof automations, 'undoOperation'>, preview: boolean) => {
      try {
        return await service.undoOperation(
          { operationId, preview, conflicts: request.conflicts ?? '' },
          { actor, deadlineMs },
        );
      } catch (error) {
        // Nothing of it is left to be taken back.
        if (isRejection(error) && (error.code === 'undo.nothing' || error.code === 'undo.not_found')) return undefined;
        throw error;
      }
    };
    const [found, ...others] = await Promise.all([
      own.undo(id, { ...request, preview: true }, meta),
      there(tables, true),
      there(automations, true),
    ]);
    const before = others.flatMap((one) => (one === undefined ? [] : [one]));
    const conflicts = [
      ...found.conflicts,
      ...before.flatMap(({ conflictsJson }) => JSON.parse(conflictsJson) as UndoConflict[]),
    ];
    const sum = (part: 'records' | 'commits'): number => before.reduce((total, one) => total + one[part], found[part]);
    const whole: UndoResult<UndoConflict> = {
      ...found,
      kind: 'operation',
      records: sum('records'),
      commits: sum('commits'),
      conflicts,
    };
    if (request.preview === true) return whole;
    if (conflicts.length > 0 && request.conflicts === undefined) throw undoConflicts(whole);
    await there(tables, false);
    await there(automations, false);
    const done = await own.undo(id, { ...request, conflicts: request.conflicts ?? 'overwrite' }, meta);
    return { ...whole, operationId: done.operationId, commitId: done.commitId };
  };
};
