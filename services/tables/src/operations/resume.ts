import type { Origin } from '@tessera/kernel';
import type { DocumentReader, StateStore } from '@tessera/document-store';
import type { Logger } from '@tessera/telemetry';
import type { Directory } from '../directory.ts';
import type { Runner } from './runner.ts';
import type { OperationState } from './state.ts';

const bucket = 'running-operations';

/** Which operations run, for whom: kept beside the log, because a restart begins without knowing any organization. */
export type RunningEntry = { readonly organizationId: string; readonly userId: string; readonly origin: Origin };

export const createRunningList = (state: StateStore) => ({
  add: (operationId: string, entry: RunningEntry): Promise<void> => state.put('', bucket, operationId, entry),
  remove: (operationId: string): Promise<void> => state.delete('', bucket, operationId),
  all: () => state.list<RunningEntry>('', bucket, '', 10_000),
});

export type RunningList = ReturnType<typeof createRunningList>;

export type ResumePorts = { readonly directory: Directory; readonly documents: DocumentReader; readonly running: RunningList; readonly runner: Runner; readonly log: Logger };

/** Takes up the operations that a stop or a crash interrupted, with today's rights of who began them. */
export const createResumer = ({ directory, documents, running, runner, log }: ResumePorts) => {
  const resume = async (operationId: string, { organizationId, userId, origin }: RunningEntry): Promise<void> => {
    const operation = await documents.get<OperationState>(organizationId, 'operations', operationId);
    if (operation === undefined || operation.state !== 'running') return running.remove(operationId);
    const actor = await directory.present(organizationId, userId);
    if (actor === undefined) {
      log.warn('an operation stays stopped: whoever began it is gone', { operationId, organizationId });
      return running.remove(operationId);
    }
    log.info('an operation goes on', { operationId, kind: operation.kind, done: operation.done });
    await runner.run(operation, { actor, origin });
  };

  return {
    /** Returns at once; the operations go on beside requests. */
    async start(): Promise<void> {
      for (const { key, value } of await running.all()) {
        resume(key, value).catch((error: unknown) => log.error('an operation could not go on', { operationId: key, error }));
      }
    },
  };
};
