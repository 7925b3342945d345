import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { isRejection, type Actor, type CommandMeta } from '@tessera/kernel';
import { userOf } from '@tessera/proto/rights';
import { TablesServiceDefinition } from '@tessera/proto/tables/v1/service';
import type { ServicePorts } from '@tessera/runtime';
import { holding } from '@tessera/shared-state';
import type { Directory } from '../access/directory.ts';
import { parserVersion, type Batch } from '../csv/convert.ts';
import type { Parsers } from '../csv/pool.ts';
import { FileError } from '../csv/reader.ts';
import { importStream, type ConnectorsEvent, type Plan } from '../events.ts';
import type { Advance, End, MakeTable } from './decide.ts';
import { convertPlanOf } from './plan.ts';
import type { ImportDocument } from './projection.ts';
import { withLocalFile } from '../upload/files.ts';
import type { Kept } from '../upload/kept.ts';

/**
 * Chunks made or on their way to the table at once: one is written while the next ones are made. They arrive one by
 * one, in the order of the file.
 */
const ahead = 3;
/**
 * Chunks between checkpoints: at most so many are sent again after a restart, and answered without being written twice.
 */
const checkpoint = 25;
const progressMs = 300;
const deadlineMs = 60_000;
/** Between tries while something that is needed does not answer, and for how long in all, in ms. */
const firstPauseMs = 100;
const longestPauseMs = 5_000;
const patienceMs = 900_000;
/** How often a replica looks for imports that nobody carries out. */
const sweepMs = 5_000;
/** A start that wrote its entry and nothing else for so long is taken for dead. */
const startMs = 60_000;

const running = 'running-imports';
const cancelling = 'cancelled-imports';
export const progressBucket = 'import-progress';
export type Progress = { readonly done: number; readonly misfits: number };

/** What stands in the list of running imports; `at` when it began, in ms. */
type Entry = {
  readonly organizationId: string;
  readonly operationId: string;
  /** The API token that began it, where one did. */
  readonly tokenId?: string | undefined;
  readonly at: number;
};
type Run = {
  readonly abort: AbortController;
  reason: 'cancelled' | 'stopping' | undefined;
  readonly done: Promise<void>;
};

/**
 * Carries imports out: makes the table, then sends the file's records chunk by chunk, each with the idempotency key
 * (operation, chunk). What runs stands in the log with checkpoints, so that a restart goes on where it was and writes
 * nothing twice.
 */
export const createRunner = (
  ports: ServicePorts<ConnectorsEvent>,
  parsers: Parsers,
  directory: Directory,
  kept: Kept,
) => {
  const { store, documents, state, live, log, clock, rpc, leases } = ports;
  const tables = rpc.client(TablesServiceDefinition);
  const runs = new Map<string, Run>();

  const metaOf = (actor: Actor, operationId: string): CommandMeta => ({ actor, origin: 'import', operationId });
  const execute = (type: string, payload: MakeTable | Advance | End, actor: Actor) =>
    store.execute({ type, payload }, metaOf(actor, payload.operationId));

  /** Makes the table once: repeated with the same key it answers as the first time. */
  const makeTable = async (
    plan: Plan,
    actor: Actor,
  ): Promise<{ readonly tableId: string; readonly schemaVersion: number }> => {
    const { operationId } = plan;
    const made = await tables.createTable(
      {
        label: plan.label,
        fields: plan.columns.map((column) => column.field!),
        operationId,
        labelFieldId: plan.labelFieldId,
        uniqueFieldId: plan.uniqueFieldId,
        idempotencyKey: `import:${operationId}:table`,
      },
      { actor, deadlineMs },
    );
    await execute('noteTable', { operationId, tableId: made.tableId, schemaVersion: made.schemaVersion }, actor);
    return { tableId: made.tableId, schemaVersion: made.schemaVersion };
  };

  /** The work's result, however long what it needs is away. What it does twice must be harmless. */
  const patiently = async <T>(run: Run, step: () => Promise<T>): Promise<T> => {
    const until = clock() + patienceMs;
    for (let pause = firstPauseMs; ; pause = Math.min(pause * 2, longestPauseMs)) {
      try {
        return await step();
      } catch (error) {
        if (!isRejection(error) || error.kind !== 'unavailable' || clock() > until || run.reason !== undefined)
          throw error;
        await new Promise((resolve) => {
          setTimeout(resolve, pause);
        });
      }
    }
  };

  const append = (
    plan: Plan,
    table: { readonly tableId: string; readonly schemaVersion: number },
    batch: Batch,
    present: () => Promise<Actor>,
    run: Run,
  ) =>
    patiently(run, async () => {
      await tables.appendRecords(
        {
          tableId: table.tableId,
          schemaVersion: table.schemaVersion,
          operationId: plan.operationId,
          chunk: batch.chunk,
          count: batch.count,
          batch: batch.bytes,
          runAutomations: plan.runAutomations,
        },
        { actor: await present(), deadlineMs },
      );
    });

  const sameFile = async (path: string, expected: string): Promise<void> => {
    const hash = createHash('sha256');
    for await (const bytes of createReadStream(path)) hash.update(bytes as Uint8Array);
    if (hash.digest('hex') !== expected)
      throw new FileError('file_changed', 'The uploaded file is not the one that the import began with.');
  };

  const work = async (
    plan: Plan,
    document: Pick<ImportDocument, 'tableId' | 'schemaVersion' | 'chunks' | 'done' | 'misfits'>,
    organizationId: string,
    present: () => Promise<Actor>,
    run: Run,
    resumed: boolean,
  ): Promise<void> => {
    const { operationId, userId } = plan;
    let { done, misfits } = document;
    const start = document.chunks;
    let noted = start;
    let told = 0;
    const tell = async (now: number): Promise<void> => {
      told = now;
      await state.put(organizationId, progressBucket, operationId, { done, misfits } satisfies Progress, {
        expiresAt: now + 3_600_000,
      });
      live.notify(organizationId, 0, [{ topic: `operation:${operationId}`, kind: 'progress' }], userId);
    };
    const end = async (ending: Omit<End, 'operationId' | 'rows' | 'misfits'>): Promise<void> => {
      // The end is the system's to note: its maker's rights may be what ended it.
      await patiently(run, async () =>
        execute(
          'endImport',
          { operationId, rows: done, misfits, ...ending },
          await present().catch(() => actorOf(organizationId, userId)),
        ),
      );
      await Promise.all([
        state.delete('', running, `${organizationId}:${operationId}`),
        state.delete('', cancelling, operationId),
        state.delete(organizationId, progressBucket, operationId),
        kept.release(organizationId, plan.file!.handle),
      ]);
      live.send(organizationId, userId, 'import_table', {
        identifier: plan.identifier,
        operationId,
        tableId: table.tableId,
        is_error: ending.as === 'failed',
        message: ending.message ?? '',
        rows: done,
        misfits,
      });
    };
    let table = { tableId: document.tableId, schemaVersion: document.schemaVersion };
    try {
      await patiently(run, () => kept.hold(organizationId, plan.file!.handle));
      if (table.tableId === '') table = await patiently(run, async () => makeTable(plan, await present()));
      if (plan.parserVersion !== parserVersion)
        throw new FileError(
          'parser_changed',
          'The server was updated while this import stood still. Undo it and import the file again.',
        );
      await withLocalFile(ports, organizationId, plan.file!.handle, async (path) => {
        if (resumed) await sameFile(path, plan.file!.sha256);
        const { users } = plan.columns.some((column) => column.field!.type === 'user')
          ? await directory.facts(await present())
          : { users: [] };
        await parsers.convert(
          path,
          convertPlanOf(plan),
          users,
          start,
          ahead,
          async (batch) => {
            await append(plan, table, batch, present, run).catch((error: unknown) => {
              throw namingRow(error, done);
            });
            done += batch.count;
            misfits += batch.misfits;
            const now = clock();
            if (now - told >= progressMs) {
              await tell(now);
              // Asked of another replica: it leaves word, and whoever carries the import out finds it.
              if ((await state.get('', cancelling, operationId)) !== undefined) stop(run, 'cancelled');
            }
            const chunks = batch.chunk + 1;
            if (chunks - noted >= checkpoint) {
              noted = chunks;
              await patiently(run, async () =>
                execute('noteAdvance', { operationId, chunks, rows: done, misfits }, await present()),
              );
            }
          },
          run.abort.signal,
        );
      });
      await end({ as: 'done' });
    } catch (error) {
      if (run.reason === 'stopping') return;
      if (run.reason === 'cancelled') return end({ as: 'cancelled' });
      const failure = failureOf(error);
      if (failure.unexpected) log.error('an import failed', { operationId, error: String(error) });
      await end({ as: 'failed', code: failure.code, message: failure.message });
    }
  };

  const stop = (run: Run, reason: NonNullable<Run['reason']>): void => {
    run.reason ??= reason;
    run.abort.abort();
  };

  const launch = (
    plan: Plan,
    document: Parameters<typeof work>[1],
    organizationId: string,
    present: () => Promise<Actor>,
    resumed: boolean,
  ): void => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const run: Run = { abort: new AbortController(), reason: undefined, done: promise };
    runs.set(plan.operationId, run);
    void holding(leases, `import:${plan.operationId}`, async (lost) => {
      lost.addEventListener('abort', () => stop(run, 'stopping'));
      // Looked at again now that nobody else is at it.
      const now = resumed ? await documents.get<ImportDocument>(organizationId, 'imports', plan.operationId) : document;
      if (now !== undefined && (!resumed || (now as ImportDocument).state === 'running'))
        await work(plan, now, organizationId, present, run, resumed);
    })
      .catch((error: unknown) =>
        log.error('an import was left to the next start', { operationId: plan.operationId, error: String(error) }),
      )
      .finally(() => {
        runs.delete(plan.operationId);
        resolve();
      });
  };

  const planOf = async (organizationId: string, operationId: string): Promise<Plan | undefined> => {
    const commits = await store.history(organizationId, importStream(operationId), undefined, { limit: 500 });
    for (const commit of commits)
      for (const event of commit.events) if (event.$case === 'importPlanned') return event.value;
    return undefined;
  };

  let sweeper: NodeJS.Timeout | undefined;
  const takeUp = async (): Promise<void> => {
    for (const { key, value } of await state.list<Entry>('', running, '', 1000)) {
      const { organizationId, operationId, tokenId, at } = value;
      if (runs.has(operationId)) continue;
      const document = await documents.get<ImportDocument>(organizationId, 'imports', operationId);
      const plan = document?.state === 'running' ? await planOf(organizationId, operationId) : undefined;
      if (document === undefined || plan === undefined) {
        // One that is being started elsewhere stands here before it stands in the log.
        if (document !== undefined || clock() - at > startMs) await state.delete('', running, key);
        continue;
      }
      if (runs.has(operationId)) continue;
      log.info('looking after an import', { operationId, chunks: document.chunks, rows: document.done });
      launch(plan, document, organizationId, directory.present(organizationId, plan.userId, tokenId), true);
    }
  };

  return {
    /** Plans an import, makes its table and starts it. Resolves with the table's id; the rows come after. */
    start: async (
      plan: Plan,
      meta: CommandMeta,
    ): Promise<{ readonly tableId: string; readonly commitId: string | undefined }> => {
      const { actor } = meta;
      const { organizationId } = actor;
      const tokenId = actor.id === userOf(actor) ? undefined : actor.id;
      await state.put('', running, `${organizationId}:${plan.operationId}`, {
        organizationId,
        operationId: plan.operationId,
        ...(tokenId !== undefined && { tokenId }),
        at: clock(),
      } satisfies Entry);
      try {
        const { commitId } = await store.execute(
          { type: 'planImport', payload: { plan } },
          {
            ...meta,
            origin: 'import',
            operationId: plan.operationId,
            idempotencyKey: undefined,
            requestHash: undefined,
          },
        );
        const table = await makeTable(plan, actor);
        launch(
          plan,
          { ...table, chunks: 0, done: 0, misfits: 0 },
          organizationId,
          directory.present(organizationId, plan.userId, tokenId),
          false,
        );
        return { tableId: table.tableId, commitId };
      } catch (error) {
        const document = await documents.get<ImportDocument>(organizationId, 'imports', plan.operationId);
        if (document !== undefined && document.state === 'running') {
          await execute(
            'endImport',
            { operationId: plan.operationId, as: 'failed', rows: 0, misfits: 0, ...failureOf(error) },
            actor,
          );
        }
        await state.delete('', running, `${organizationId}:${plan.operationId}`);
        throw error;
      }
    },

    /**
     * Stops an import, wherever it runs, and keeps the rows that are there; resolves when it stands still. False if it
     * did not within 15 s.
     */
    cancel: async (organizationId: string, operationId: string): Promise<boolean> => {
      const run = runs.get(operationId);
      if (run !== undefined) {
        stop(run, 'cancelled');
        await run.done;
        return true;
      }
      await state.put('', cancelling, operationId, true, { expiresAt: clock() + 3_600_000 });
      for (
        const until = clock() + 15_000;
        clock() < until;
        await new Promise((resolve) => {
          setTimeout(resolve, 100);
        })
      ) {
        if ((await documents.get<ImportDocument>(organizationId, 'imports', operationId))?.state !== 'running')
          return true;
      }
      return false;
    },

    /** Takes up what a stop or a crash left, here or in another replica, now and from time to time. */
    resume: async (): Promise<void> => {
      await takeUp();
      sweeper = setInterval(
        () =>
          void takeUp().catch((error: unknown) =>
            log.warn('imports that stand still could not be looked for', { error: String(error) }),
          ),
        sweepMs,
      );
      sweeper.unref();
    },

    /** Lets go of everything at the next chunk; a later start resumes. */
    stop: async (): Promise<void> => {
      clearInterval(sweeper);
      const all = [...runs.values()];
      for (const run of all) stop(run, 'stopping');
      await Promise.all(all.map((run) => run.done));
    },
  };
};
export type Runner = ReturnType<typeof createRunner>;

/** A refusal of one record says which of the file it is. */
const namingRow = (error: unknown, before: number): unknown => {
  if (!isRejection(error) || error.code !== 'records.record_too_large') return error;
  const row = before + (error.details as { readonly index: number }).index + 1;
  return new FileError('row_too_large', `Record ${row} holds more than a record may (4 MB).`, row);
};

/** What a person is told of a failure: our own refusals by their words, anything else without its insides. */
const failureOf = (
  error: unknown,
): { readonly code: string; readonly message: string; readonly unexpected: boolean } => {
  if (error instanceof FileError) return { code: error.code, message: error.message, unexpected: false };
  if (isRejection(error)) return { code: error.code, message: error.message, unexpected: false };
  return { code: 'internal', message: 'Something went wrong on our side.', unexpected: true };
};

const actorOf = (organizationId: string, userId: string): Actor => ({
  organizationId,
  kind: 'user',
  id: userId,
  userId,
  seat: 'viewer',
  roleId: '',
  permissionVersion: 0,
  permissions: {
    admin: false,
    flags: {} as Actor['permissions']['flags'],
    tables_enabled: {},
    tables_disabled: [],
    dashboards_enabled: {},
    dashboards_disabled: [],
  },
});
