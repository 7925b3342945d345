import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { isRejection, type Actor, type CommandMeta } from '@tessera/kernel';
import { TablesServiceDefinition } from '@tessera/proto/tables/v1/service';
import type { ServicePorts } from '@tessera/runtime';
import type { Directory } from '../access/directory.ts';
import { parserVersion, type Batch } from '../csv/convert.ts';
import type { Parsers } from '../csv/pool.ts';
import { FileError } from '../csv/reader.ts';
import { importStream, type ConnectorsEvent, type Plan } from '../events.ts';
import type { Advance, End, MakeTable } from './decide.ts';
import { convertPlanOf } from './plan.ts';
import type { ImportDocument } from './projection.ts';
import { withLocalFile } from '../upload/files.ts';

/** Chunks made or on their way to the table at once: one is written while the next ones are made. They arrive one by one, in the order of the file. */
const ahead = 3;
/** Chunks between checkpoints: at most so many are sent again after a restart, and answered without being written twice. */
const checkpoint = 50;
const progressMs = 300;
const deadlineMs = 60_000;
const maxTries = 8;

const running = 'running-imports';
export const progressBucket = 'import-progress';
export type Progress = { readonly done: number; readonly misfits: number };

type Run = { readonly abort: AbortController; reason: 'cancelled' | 'stopping' | undefined; readonly done: Promise<void> };

/**
 * Carries imports out: makes the table, then sends the file's records chunk by chunk, each with the idempotency key (operation, chunk). What runs stands in the
 * log with checkpoints, so that a restart goes on where it was and writes nothing twice.
 */
export const createRunner = (ports: ServicePorts<ConnectorsEvent>, parsers: Parsers, directory: Directory) => {
  const { store, documents, state, live, log, clock, rpc } = ports;
  const tables = rpc.client(TablesServiceDefinition);
  const runs = new Map<string, Run>();

  const metaOf = (actor: Actor, operationId: string): CommandMeta => ({ actor, origin: 'import', operationId });
  const execute = (type: string, payload: MakeTable | Advance | End, actor: Actor) => store.execute({ type, payload }, metaOf(actor, payload.operationId));

  /** Makes the table once: repeated with the same key it answers as the first time. */
  const makeTable = async (plan: Plan, actor: Actor): Promise<{ readonly tableId: string; readonly schemaVersion: number }> => {
    const { operationId } = plan;
    const made = await tables.createTable({
      label: plan.label, fields: plan.columns.map((column) => column.field!), operationId, labelFieldId: plan.labelFieldId, uniqueFieldId: plan.uniqueFieldId,
      idempotencyKey: `import:${operationId}:table`,
    }, { actor, deadlineMs });
    await execute('noteTable', { operationId, tableId: made.tableId, schemaVersion: made.schemaVersion }, actor);
    return { tableId: made.tableId, schemaVersion: made.schemaVersion };
  };

  const append = async (plan: Plan, table: { readonly tableId: string; readonly schemaVersion: number }, batch: Batch, present: () => Promise<Actor>, run: Run): Promise<void> => {
    for (let attempt = 1; ; attempt++) {
      try {
        await tables.appendRecords({
          tableId: table.tableId, schemaVersion: table.schemaVersion, operationId: plan.operationId, chunk: batch.chunk, count: batch.count, batch: batch.bytes, runAutomations: plan.runAutomations,
        }, { actor: await present(), deadlineMs });
        return;
      } catch (error) {
        if (!isRejection(error) || error.kind !== 'unavailable' || attempt >= maxTries || run.reason !== undefined) throw error;
        await new Promise((resolve) => setTimeout(resolve, 100 * 2 ** attempt));
      }
    }
  };

  const sameFile = async (path: string, expected: string): Promise<void> => {
    const hash = createHash('sha256');
    for await (const bytes of createReadStream(path)) hash.update(bytes as Uint8Array);
    if (hash.digest('hex') !== expected) throw new FileError('file_changed', 'The uploaded file is not the one that the import began with.');
  };

  const work = async (plan: Plan, document: Pick<ImportDocument, 'tableId' | 'schemaVersion' | 'chunks' | 'done' | 'misfits'>, organizationId: string, present: () => Promise<Actor>, run: Run, resumed: boolean): Promise<void> => {
    const { operationId, userId } = plan;
    let { done, misfits } = document;
    const start = document.chunks;
    let noted = start;
    let told = 0;
    const tell = async (now: number): Promise<void> => {
      told = now;
      await state.put(organizationId, progressBucket, operationId, { done, misfits } satisfies Progress, { expiresAt: now + 3_600_000 });
      live.notify(organizationId, 0, [{ topic: `operation:${operationId}`, kind: 'progress' }], userId);
    };
    const end = async (ending: Omit<End, 'operationId' | 'rows' | 'misfits'>): Promise<void> => {
      // The end is the system's to note: its maker's rights may be what ended it.
      await execute('endImport', { operationId, rows: done, misfits, ...ending }, await present().catch(() => actorOf(organizationId, userId)));
      await Promise.all([state.delete('', running, `${organizationId}:${operationId}`), state.delete(organizationId, progressBucket, operationId)]);
      live.send(organizationId, userId, 'import_table', {
        identifier: plan.identifier, operationId, tableId: table.tableId, is_error: ending.as === 'failed', message: ending.message ?? '', rows: done, misfits,
      });
    };
    let table = { tableId: document.tableId, schemaVersion: document.schemaVersion };
    try {
      if (table.tableId === '') table = await makeTable(plan, await present());
      if (plan.parserVersion !== parserVersion) throw new FileError('parser_changed', 'The server was updated while this import stood still. Undo it and import the file again.');
      await withLocalFile(ports, organizationId, plan.file!.handle, async (path) => {
        if (resumed) await sameFile(path, plan.file!.sha256);
        const { users } = plan.columns.some((column) => column.field!.type === 'user') ? await directory.facts(await present()) : { users: [] };
        await parsers.convert(path, convertPlanOf(plan), users, start, ahead, async (batch) => {
          await append(plan, table, batch, present, run);
          done += batch.count;
          misfits += batch.misfits;
          const now = clock();
          if (now - told >= progressMs) await tell(now);
          const chunks = batch.chunk + 1;
          if (chunks - noted >= checkpoint) {
            noted = chunks;
            await execute('noteAdvance', { operationId, chunks, rows: done, misfits }, await present());
          }
        }, run.abort.signal);
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

  const launch = (plan: Plan, document: Parameters<typeof work>[1], organizationId: string, present: () => Promise<Actor>, resumed: boolean): void => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const run: Run = { abort: new AbortController(), reason: undefined, done: promise };
    runs.set(plan.operationId, run);
    void work(plan, document, organizationId, present, run, resumed)
      .catch((error: unknown) => log.error('an import was left to the next start', { operationId: plan.operationId, error: String(error) }))
      .finally(() => {
        runs.delete(plan.operationId);
        resolve();
      });
  };

  const planOf = async (organizationId: string, operationId: string): Promise<Plan | undefined> => {
    const commits = await store.history(organizationId, importStream(operationId), undefined, { limit: 500 });
    for (const commit of commits) for (const event of commit.events) if (event.$case === 'importPlanned') return event.value;
    return undefined;
  };

  return {
    /** Plans an import, makes its table and starts it. Resolves with the table's id; the rows come after. */
    start: async (plan: Plan, meta: CommandMeta): Promise<{ readonly tableId: string; readonly commitId: string | undefined }> => {
      const { actor } = meta;
      const { organizationId } = actor;
      await state.put('', running, `${organizationId}:${plan.operationId}`, { organizationId, operationId: plan.operationId });
      try {
        const { commitId } = await store.execute({ type: 'planImport', payload: { plan } }, { ...meta, origin: 'import', operationId: plan.operationId, idempotencyKey: undefined, requestHash: undefined });
        const table = await makeTable(plan, actor);
        launch(plan, { ...table, chunks: 0, done: 0, misfits: 0 }, organizationId, directory.present(organizationId, plan.userId, actor), false);
        return { tableId: table.tableId, commitId };
      } catch (error) {
        const document = await documents.get<ImportDocument>(organizationId, 'imports', plan.operationId);
        if (document !== undefined && document.state === 'running') {
          await execute('endImport', { operationId: plan.operationId, as: 'failed', rows: 0, misfits: 0, ...failureOf(error) }, actor);
        }
        await state.delete('', running, `${organizationId}:${plan.operationId}`);
        throw error;
      }
    },

    /** Stops an import and keeps the rows that are there; resolves when it stands still. False if it does not run here. */
    cancel: async (operationId: string): Promise<boolean> => {
      const run = runs.get(operationId);
      if (run === undefined) return false;
      run.reason ??= 'cancelled';
      run.abort.abort();
      await run.done;
      return true;
    },

    /** Takes up what a stop or a crash left. */
    resume: async (): Promise<void> => {
      for (const { key, value } of await state.list<{ readonly organizationId: string; readonly operationId: string }>('', running, '', 1000)) {
        const { organizationId, operationId } = value;
        if (runs.has(operationId)) continue;
        const document = await documents.get<ImportDocument>(organizationId, 'imports', operationId);
        const plan = document?.state === 'running' ? await planOf(organizationId, operationId) : undefined;
        if (document === undefined || plan === undefined) {
          await state.delete('', running, key);
          continue;
        }
        log.info('resuming an import', { operationId, chunks: document.chunks, rows: document.done });
        launch(plan, document, organizationId, directory.present(organizationId, plan.userId), true);
      }
    },

    /** Lets go of everything at the next chunk; a later start resumes. */
    stop: async (): Promise<void> => {
      const all = [...runs.values()];
      for (const run of all) {
        run.reason ??= 'stopping';
        run.abort.abort();
      }
      await Promise.all(all.map((run) => run.done));
    },
  };
};
export type Runner = ReturnType<typeof createRunner>;

/** What a person is told of a failure: our own refusals by their words, anything else without its insides. */
const failureOf = (error: unknown): { readonly code: string; readonly message: string; readonly unexpected: boolean } => {
  if (error instanceof FileError) return { code: error.code, message: error.message, unexpected: false };
  if (isRejection(error)) return { code: error.code, message: error.message, unexpected: false };
  return { code: 'internal', message: 'Something went wrong on our side.', unexpected: true };
};

const actorOf = (organizationId: string, userId: string): Actor => ({
  organizationId, kind: 'user', id: userId, userId, seat: 'viewer', roleId: '', permissionVersion: 0,
  permissions: { admin: false, flags: {} as Actor['permissions']['flags'], tables_enabled: {}, tables_disabled: [], dashboards_enabled: {}, dashboards_disabled: [] },
});
