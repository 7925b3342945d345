import { systemActor, type Actor, type Clock, type Origin } from '@tessera/kernel';
import type { DocumentReader, StateStore } from '@tessera/document-store';
import type { Logger } from '@tessera/telemetry';
import type { Beginner } from '../directory.ts';
import type { Runner } from './runner.ts';
import type { OperationState } from './state.ts';

const bucket = 'running-operations';

/** Which operations run, for whom: kept beside the log, because a restart begins without knowing any organization. */
export type RunningEntry = Beginner & {
  readonly origin: Origin;
  /** When it began, in ms. */
  readonly at: number;
};

/** How often a replica looks for operations that nobody carries out. */
const sweepMs = 5_000;
/** A start that wrote its entry and nothing else for so long is taken for dead. */
const startMs = 60_000;

export const createRunningList = (state: StateStore) => ({
  add: (operationId: string, entry: RunningEntry): Promise<void> => state.put('', bucket, operationId, entry),
  remove: (operationId: string): Promise<void> => state.delete('', bucket, operationId),
  all: () => state.list<RunningEntry>('', bucket, '', 10_000),
});

export type RunningList = ReturnType<typeof createRunningList>;

export type ResumePorts = {
  readonly documents: DocumentReader;
  readonly running: RunningList;
  readonly runner: Runner;
  readonly clock: Clock;
  readonly log: Logger;
};

/**
 * Takes up the operations that a stop or a crash interrupted, here or in another replica.
 */
export const createResumer = ({ documents, running, runner, clock, log }: ResumePorts) => {
  const resume = async (
    operationId: string,
    { organizationId, userId, tokenId, origin, at }: RunningEntry,
  ): Promise<void> => {
    if (runner.runs(operationId)) return;
    const operation = await documents.get<OperationState>(organizationId, 'operations', operationId);
    // One that is being started elsewhere stands in the list before it stands in the log.
    if (operation === undefined && clock() - at < startMs) return;
    if (operation === undefined || operation.state !== 'running') return running.remove(operationId);
    if (await runner.waits(operationId)) return;
    log.info('looking after an operation', { operationId, kind: operation.kind, done: operation.done });
    // Without any right yet: they are asked for before the first chunk, and where there are none it ends as failed.
    const actor: Actor = {
      ...systemActor('tables', organizationId),
      kind: tokenId === undefined ? 'user' : 'token',
      id: tokenId ?? userId,
      userId,
    };
    await runner.run(operation, { actor, origin });
  };
  const sweep = async (): Promise<void> => {
    for (const { key, value } of await running.all()) {
      resume(key, value).catch((error: unknown) =>
        log.error('an operation could not go on', { operationId: key, error }),
      );
    }
  };

  let sweeper: NodeJS.Timeout | undefined;
  return {
    /**
     * Returns at once; the operations go on beside requests. Looks again from time to time for what nobody carries out.
     */
    start: async (): Promise<void> => {
      await sweep();
      sweeper = setInterval(
        () =>
          void sweep().catch((error: unknown) =>
            log.warn('operations that stand still could not be looked for', { error }),
          ),
        sweepMs,
      );
      sweeper.unref();
    },
    stop: (): void => clearInterval(sweeper),
  };
};
