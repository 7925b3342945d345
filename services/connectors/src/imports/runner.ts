import { isPerson } from '@tessera/kernel/kinds';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { fieldType, readProps, storeProps } from '@tessera/fields';
import { fold, isRejection, newId, type Actor, type CommandMeta, type PayloadOf, passedOn } from '@tessera/kernel';
import { userOf } from '@tessera/proto/rights';
import { toColumn } from '@tessera/proto/cells';
import { RecordChanges, TablesServiceDefinition } from '@tessera/proto/tables/v1/service';
import type { ServicePorts } from '@tessera/runtime';
import {
  createOperations,
  createProgress,
  discarded,
  reportOf,
  type Entry,
  type Run,
} from '@tessera/shared-state/operations';
import type { Directory } from '../access/directory.ts';
import type { Tables } from '../access/tables.ts';
import type { End } from './decide.ts';
import { parserVersion, type Batch } from '../csv/convert.ts';
import type { Parsers } from '../csv/pool.ts';
import { FileError } from '../csv/reader.ts';
import { importStream, type ConnectorsEvent, type Plan } from '../events.ts';
import { withLinked, type Means } from './linked.ts';
import { convertPlanOf, linkTo, linkType } from './plan.ts';
import { nameType, newField } from './propose.ts';
import type { ImportDocument } from './projection.ts';
import type { ConnectorsStore } from '../store.ts';
import type { ConnectorsCommands } from '../write.ts';
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
/** Values of a column that become records in one commit. */
const namesAtOnce = 1_000;
const deadlineMs = 60_000;
/** While something that is needed does not answer, in ms. */
const patience = { firstMs: 100, longestMs: 5_000, mostMs: 900_000 };
const buckets = { running: 'running-imports', cancelled: 'cancelled-imports' };

export type Counts = { readonly done: number; readonly misfits: number; readonly leftOut: number };

/** What stands in the list of running imports. */
type Listed = Entry & {
  readonly operationId: string;
  /** The API token that began it, where one did. */
  readonly tokenId?: string | undefined;
};
type Checkpoint = Pick<ImportDocument, 'tableId' | 'schemaVersion' | 'chunks' | 'done' | 'misfits' | 'leftOut'>;
type Job = { readonly plan: Plan; readonly document: ImportDocument };

/**
 * Carries imports out: makes the table or opens the one that is there, then sends the file's records chunk by chunk, each with the idempotency key
 * (operation, chunk). What runs stands in the log with checkpoints, so that a restart goes on where it was and writes
 * nothing twice.
 */
export const createRunner = (
  ports: ServicePorts<ConnectorsEvent>,
  parsers: Parsers,
  directory: Directory,
  kept: Kept,
  asked: Tables,
) => {
  const store: ConnectorsStore = ports.store;
  const { documents, state, live, log, clock, rpc, leases } = ports;
  const tables = rpc.client(TablesServiceDefinition);
  const progress = createProgress<Counts>(state, 'import-progress', clock);

  const metaOf = (actor: Actor, operationId: string): CommandMeta => ({ actor, origin: 'import', operationId });
  const execute = <T extends 'noteTable' | 'noteAdvance' | 'endImport'>(
    type: T,
    payload: PayloadOf<ConnectorsCommands[T]>,
    actor: Actor,
  ) => store.execute({ type, payload }, metaOf(actor, payload.operationId));

  /** Makes the table once: repeated with the same key it answers as the first time. */
  const makeTable = (plan: Plan, actor: Actor) =>
    tables.createTable(
      {
        label: plan.label,
        fields: plan.columns.flatMap(({ field, ownTable }) => (ownTable === '' ? [field!] : [])),
        operationId: plan.operationId,
        labelFieldId: plan.labelFieldId,
        uniqueFieldId: plan.uniqueFieldId,
        idempotencyKey: `import:${plan.operationId}:table`,
      },
      { actor, deadlineMs },
    );

  /** Makes the tables that columns become, and the fields that link to them, once. */
  const makeOwn = async (plan: Plan, tableId: string, actor: Actor): Promise<void> => {
    const { operationId } = plan;
    for (const { field, ownTable } of plan.columns) {
      if (ownTable === '') continue;
      const { id, name } = field!;
      const nameId = newId();
      const made = await tables.createTable(
        {
          label: ownTable,
          fields: [{ ...newField, id: nameId, name, type: nameType, unique: true, ...storeProps(nameType, {}) }],
          operationId,
          labelFieldId: nameId,
          uniqueFieldId: nameId,
          idempotencyKey: `import:${operationId}:own:${id}`,
        },
        { actor, deadlineMs },
      );
      const props = fieldType(linkType)!.props(linkTo(made.tableId));
      await tables.addField(
        {
          tableId,
          field: { ...newField, id, name, type: linkType, ...storeProps(linkType, props) },
          operationId,
          idempotencyKey: `import:${operationId}:field:${id}`,
        },
        { actor, deadlineMs },
      );
    }
  };

  /** The tables that columns became, by the field that links to them. */
  const ownTables = async (plan: Plan, tableId: string, actor: Actor): Promise<ReadonlyMap<string, string>> => {
    const own = new Set(plan.columns.flatMap(({ field, ownTable }) => (ownTable === '' ? [] : [field!.id])));
    if (own.size === 0) return new Map();
    const { fields } = await tables.getTable({ tableId }, { actor, deadlineMs });
    return new Map(
      fields.flatMap((field) => {
        if (!own.has(field.id)) return [];
        return [[field.id, (readProps(field.type, field) as { readonly tableId?: string }).tableId ?? '']];
      }),
    );
  };

  /** Fills the tables that columns became, a record for each of their values, once. */
  const fillOwn = async (
    plan: Plan,
    path: string,
    own: ReadonlyMap<string, string>,
    present: () => Promise<Actor>,
    run: Run,
  ): Promise<void> => {
    for (const [place, { field }] of plan.columns.entries()) {
      const tableId = own.get(field!.id);
      if (tableId === undefined) continue;
      const [texts = []] = await parsers.texts(path, convertPlanOf(plan), [place], true, run.signal);
      const names = [...new Map(texts.toReversed().map((text) => [fold(text), text])).values()].toReversed();
      const there = await run.patiently(async () =>
        tables.getTable({ tableId }, { actor: await present(), deadlineMs }),
      );
      const named = there.fields.find(({ unique }) => unique)!;
      for (let from = 0; from < names.length; from += namesAtOnce) {
        const some = names.slice(from, from + namesAtOnce);
        const create = {
          count: some.length,
          recordIds: [],
          versions: [],
          columns: [toColumn(named.id, named.generation, fieldType(named.type)!.storage, some)],
        };
        await run.patiently(async () =>
          tables.writeRecords(
            {
              tableId,
              schemaVersion: there.schemaVersion,
              operationId: plan.operationId,
              idempotencyKey: `${plan.operationId}:own:${field!.id}:${from}`,
              changes: RecordChanges.encode({ create, update: undefined, delete: undefined }).finish(),
              runAutomations: plan.runAutomations,
              partial: true,
              origin: 'import',
              causationId: '',
              causationDepth: 0,
            },
            { actor: await present(), deadlineMs },
          ),
        );
      }
    }
  };

  /** Makes the table that is there ready: adds the plan's new fields, and gives others the options that it adds, once. */
  const openTable = async (plan: Plan, actor: Actor) => {
    const { tableId, operationId } = plan;
    for (const { field, newOptions, newField: added, ownTable } of plan.columns) {
      if (added && ownTable === '')
        await tables.addField(
          { tableId, field, operationId, idempotencyKey: `import:${operationId}:field:${field!.id}` },
          { actor, deadlineMs },
        );
      if (newOptions.length === 0) continue;
      await tables.addOptions(
        {
          tableId,
          fieldId: field!.id,
          options: newOptions,
          operationId,
          idempotencyKey: `import:${operationId}:options:${field!.id}`,
        },
        { actor, deadlineMs },
      );
    }
    return { tableId, ...(await tables.getTable({ tableId }, { actor, deadlineMs })) };
  };

  const prepare = async (
    plan: Plan,
    actor: Actor,
  ): Promise<{ readonly tableId: string; readonly schemaVersion: number }> => {
    const { operationId } = plan;
    const made = await (plan.tableId === '' ? makeTable : openTable)(plan, actor);
    const { tableId } = made;
    let { schemaVersion } = made;
    if (plan.columns.some(({ ownTable }) => ownTable !== '')) {
      await makeOwn(plan, tableId, actor);
      ({ schemaVersion } = await tables.getTable({ tableId }, { actor, deadlineMs }));
    }
    await execute('noteTable', { operationId, tableId, schemaVersion }, actor);
    return { tableId, schemaVersion };
  };

  const append = (
    plan: Plan,
    table: { readonly tableId: string; readonly schemaVersion: number },
    batch: Batch,
    present: () => Promise<Actor>,
    run: Run,
  ) =>
    run.patiently(async () => {
      if (batch.count === 0) return 0;
      const { createdIds, refusals } = await tables.writeRecords(
        {
          tableId: table.tableId,
          // The types of the table have read the cells of this version.
          schemaVersion: table.schemaVersion,
          operationId: plan.operationId,
          idempotencyKey: `${plan.operationId}:${batch.chunk}`,
          changes: batch.bytes,
          runAutomations: plan.runAutomations,
          partial: plan.leaveOut,
          origin: 'import',
          causationId: '',
          causationDepth: 0,
        },
        { actor: await present(), deadlineMs },
      );
      const large = refusals.find((one) => one.code === rowTooLarge);
      if (large !== undefined) throw passedOn('invalid', large.code, large.message, { errors: [large] });
      return createdIds.length;
    });

  const sameFile = async (path: string, expected: string): Promise<void> => {
    const hash = createHash('sha256');
    for await (const bytes of createReadStream(path)) hash.update(bytes as Uint8Array);
    if (hash.digest('hex') !== expected)
      throw new FileError('file_changed', 'The uploaded file is not the file with which the import started.');
  };

  const work = async (
    plan: Plan,
    document: Checkpoint,
    organizationId: string,
    present: () => Promise<Actor>,
    run: Run,
    resumed: boolean,
  ): Promise<void> => {
    const { operationId, userId } = plan;
    let { done, misfits, leftOut } = document;
    const start = document.chunks;
    let noted = start;
    const end = async (ending: Omit<End, 'operationId' | 'rows' | 'misfits' | 'leftOut'>): Promise<void> => {
      // The end is the system's to note: its maker's rights may be what ended it.
      await run.patiently(async () =>
        execute(
          'endImport',
          { operationId, rows: done, misfits, leftOut, ...ending },
          await present().catch(() => actorOf(organizationId, userId)),
        ),
      );
      await Promise.all([
        operations.ended(organizationId, operationId),
        progress.forget(organizationId, operationId),
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
        left_out: leftOut,
      });
    };
    let table = { tableId: document.tableId, schemaVersion: document.schemaVersion };
    try {
      const may = await run.patiently(() => run.begin({ organizationId, kind: 'import' }, start));
      if (may === 'cancelled') return await end({ as: 'cancelled' });
      if (may === 'aside') return;
      if (may === 'discard') return await end({ as: 'failed', ...discarded });
      await run.patiently(() => kept.hold(organizationId, plan.file!.handle));
      if (table.tableId === '') table = await run.patiently(async () => prepare(plan, await present()));
      if (plan.parserVersion !== parserVersion)
        throw new FileError(
          'parser_changed',
          'The server was updated while this import was interrupted. Undo it and import the file again.',
        );
      await withLocalFile(ports, organizationId, plan.file!.handle, async (path) => {
        if (resumed) await sameFile(path, plan.file!.sha256);
        const { users } = plan.columns.some((column) => isPerson(fieldType(column.field!.type)?.storage))
          ? await directory.facts(await present())
          : { users: [] };
        const own = await run.patiently(async () => ownTables(plan, table.tableId, await present()));
        await fillOwn(plan, path, own, present, run);
        const means: Means = (tableId, texts) =>
          run.patiently(async () => asked.means(await present(), tableId, texts));
        await parsers.convert(
          path,
          await withLinked(
            path,
            convertPlanOf(plan, (fieldId) => own.get(fieldId) ?? ''),
            parsers,
            means,
            run.signal,
          ),
          users,
          start,
          ahead,
          async (batch) => {
            const appended = await append(plan, table, batch, present, run).catch((error: unknown) => {
              throw namingRow(error, done + leftOut);
            });
            done += appended;
            leftOut += batch.leftOut + batch.count - appended;
            misfits += batch.misfits;
            if (await progress.note(organizationId, operationId, { done, misfits, leftOut })) {
              live.notify(organizationId, 0, [{ topic: `operation:${operationId}`, kind: 'progress' }], userId);
              await run.heed();
            }
            const chunks = batch.chunk + 1;
            // Where a process ended, each chunk is noted: what ended it is then one chunk, and all others are progress.
            const careful = resumed && chunks <= start + checkpoint;
            if (careful || chunks - noted >= checkpoint) {
              noted = chunks;
              await run.patiently(async () =>
                execute('noteAdvance', { operationId, chunks, rows: done, misfits, leftOut }, await present()),
              );
              await run.patiently(() => run.begin({ organizationId, kind: 'import' }, chunks));
            }
          },
          run.signal,
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

  const launch = (
    plan: Plan,
    document: Checkpoint,
    organizationId: string,
    present: () => Promise<Actor>,
    resumed: boolean,
  ): Promise<unknown> =>
    operations.run(plan.operationId, async (run) => {
      // Looked at again now that nobody else is at it.
      const now = resumed ? await documents.get<ImportDocument>(organizationId, 'imports', plan.operationId) : document;
      if (now !== undefined && (!resumed || (now as ImportDocument).state === 'running'))
        await work(plan, now, organizationId, present, run, resumed);
    });

  const planOf = async (organizationId: string, operationId: string): Promise<Plan | undefined> => {
    const commits = await store.history(organizationId, importStream(operationId), undefined, { limit: 500 });
    for (const commit of commits)
      for (const event of commit.events) if (event.$case === 'importPlanned') return event.value;
    return undefined;
  };

  const operations = createOperations<Listed, Job>(
    { state, leases, clock, log, organizations: () => store.organizations() },
    {
      name: 'import',
      buckets,
      patience,
      keyOf: (organizationId, id) => `${organizationId}:${id}`,
      idOf: (key) => key.slice(key.indexOf(':') + 1),
      find: async (id, { organizationId }) => {
        const document = await documents.get<ImportDocument>(organizationId, 'imports', id);
        if (document === undefined) return 'unknown';
        const plan = document.state === 'running' ? await planOf(organizationId, id) : undefined;
        return plan === undefined ? 'ended' : { job: { plan, document } };
      },
      underWay: async (organizationId) => {
        const under = await documents.find<ImportDocument>(organizationId, 'imports', { state: 'running' }, 1000);
        return under.map(({ id, startedAt }) => ({
          id,
          // The token that began it, as its commits say.
          entry: async () => {
            const headers = await store.headers(organizationId, { operationId: id, limit: 500 });
            const token = headers.find(({ actorKind }) => actorKind === 'token');
            return {
              organizationId,
              operationId: id,
              ...(token !== undefined && { tokenId: token.actorId }),
              at: startedAt,
            };
          },
        }));
      },
      carryOn: (_id, { organizationId, tokenId }, { plan, document }) =>
        launch(plan, document, organizationId, directory.present(organizationId, plan.userId, tokenId), true),
    },
  );

  return {
    /** Plans an import, makes its table and starts it. Resolves with the table's id; the rows come after. */
    start: async (
      plan: Plan,
      meta: CommandMeta,
    ): Promise<{ readonly tableId: string; readonly commitId: string | undefined }> => {
      const { actor } = meta;
      const { organizationId } = actor;
      const tokenId = actor.id === userOf(actor) ? undefined : actor.id;
      await operations.enlist(plan.operationId, {
        organizationId,
        operationId: plan.operationId,
        ...(tokenId !== undefined && { tokenId }),
        at: clock(),
      });
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
        const table = await prepare(plan, actor);
        launch(
          plan,
          { ...table, chunks: 0, done: 0, misfits: 0, leftOut: 0 },
          organizationId,
          directory.present(organizationId, plan.userId, tokenId),
          false,
        ).catch((error: unknown) =>
          log.error('an import was left to the next look', { operationId: plan.operationId, error: String(error) }),
        );
        return { tableId: table.tableId, commitId };
      } catch (error) {
        const document = await documents.get<ImportDocument>(organizationId, 'imports', plan.operationId);
        if (document !== undefined && document.state === 'running') {
          await execute(
            'endImport',
            { operationId: plan.operationId, as: 'failed', rows: 0, misfits: 0, leftOut: 0, ...failureOf(error) },
            actor,
          );
        }
        await operations.drop(organizationId, plan.operationId);
        throw error;
      }
    },

    /**
     * Stops an import, wherever it runs, and keeps the rows that are there; resolves when it stands still. False if it
     * did not within 15 s.
     */
    cancel: (organizationId: string, operationId: string): Promise<boolean> =>
      operations.cancel(
        operationId,
        async () => (await documents.get<ImportDocument>(organizationId, 'imports', operationId))?.state !== 'running',
      ),

    /** How far an import is since its last checkpoint. */
    progress: progress.of,
    /** Whether it ended the process twice and waits for an operator. */
    waits: operations.waits,
    /** Takes up what a stop or a crash left; lets go of everything at the next chunk. */
    resume: operations.start,
    stop: operations.stop,
  };
};
export type Runner = ReturnType<typeof createRunner>;

const rowTooLarge = 'records.record_too_large';

/** A refusal of one record says which of the file it is. */
const namingRow = (error: unknown, before: number): unknown => {
  if (!isRejection(error) || error.code !== rowTooLarge) return error;
  const [first] = (error.details as { readonly errors: readonly { readonly index: number }[] }).errors;
  const row = before + first!.index + 1;
  return new FileError('row_too_large', `Record ${row} holds more than a record may (4 MB).`, row);
};

/** A file's own refusals by their words too. */
const failureOf = (error: unknown): Pick<ReturnType<typeof reportOf>, 'code' | 'message' | 'unexpected'> =>
  error instanceof FileError ? { code: error.code, message: error.message, unexpected: false } : reportOf(error);

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
