import {
  forbidden,
  isRejection,
  type Actor,
  type Clock,
  type CommandMeta,
  type Origin,
  type PageQuery,
  type Predicate,
} from '@tessera/kernel';
import type { DocumentReader, RecordReader } from '@tessera/document-store';
import type { ServiceStore } from '@tessera/event-store';
import { heldElsewhere, holding, type Attempts, type Leases } from '@tessera/shared-state';
import type { Logger } from '@tessera/telemetry';
import { can, everyRow } from '@tessera/proto/rights';
import { operandOf, selectedColumn, type SchemaField } from '../definitions/schema.ts';
import { beginnerOf, type Directory } from '../directory.ts';
import type { TablesEvent } from '../events.ts';
import type { Queries } from '../records/query.ts';
import {
  chunkColumns,
  sliceBytes,
  type EndOperation,
  type OperationAnswer,
  type OperationChunk,
  type StartOperation,
} from './decide.ts';
import { needsNaming, type BulkPlan, type Naming, type Selection, type UndoPlan } from './plan.ts';
import { createUsedOptions } from '../undo/used-options.ts';
import type { RunningList } from './resume.ts';
import type { OperationState } from './state.ts';

const chunkSize = 1000;
/** The parts of what concerns the records in the trash too, which its cursors begin with. */
const parts = ['live', 'trash', 'again'] as const;
/** Between tries while the store is busy, in ms. */
const firstPause = 50;
const longestPause = 5_000;

export type RunnerPorts = {
  readonly store: ServiceStore<TablesEvent>;
  readonly documents: DocumentReader;
  readonly records: RecordReader;
  readonly queries: Queries;
  readonly directory: Directory;
  readonly running: RunningList;
  readonly attempts: Attempts;
  readonly leases: Leases;
  readonly clock: Clock;
  readonly log: Logger;
};

/** The ids of a chunk, where the next one begins, and where they stand if they are from a list. */
type Slice = Pick<OperationChunk, 'ids' | 'cursor' | 'list'>;

/** A field, and what it is on its way to be. */
const formsOf = (field: SchemaField): readonly SchemaField[] =>
  field.next === undefined ? [field] : [field, field.next.field];

/** How an operation ends that an operator gave up. */
const discarded = {
  state: 'failed',
  errorCode: 'operations.discarded',
  error: 'It ended the server twice, and an operator gave it up.',
} as const;

/** Who an operation acts as, and from where; kept while it runs and asked again of auth after a restart. */
export type Running = { readonly actor: Actor; readonly origin: Origin };

/**
 * Carries operations out, chunk by chunk, each chunk one commit with the operation's id and the idempotency key
 * (operation, chunk): repeating one after a crash writes nothing twice. Where the next chunk begins stands in the log
 * with the chunk before it.
 */
export const createRunner = ({
  store,
  documents,
  records,
  queries,
  directory,
  running: list,
  attempts,
  leases,
  clock,
  log,
}: RunnerPorts) => {
  const active = new Map<string, Promise<OperationState>>();
  let stopping = false;

  /** Of an undo: what it takes back, in every commit of it. */
  const causeOf = ({ planJson }: OperationState): Pick<CommandMeta, 'causationId'> => {
    const { target } = JSON.parse(planJson) as { target?: string };
    return target === undefined ? {} : { causationId: target };
  };

  const metaFor = (operation: OperationState, running: Running): CommandMeta => {
    const key = `${operation.id}:${operation.chunk}`;
    return {
      actor: running.actor,
      origin: running.origin,
      operationId: operation.id,
      idempotencyKey: key,
      requestHash: key,
      ...causeOf(operation),
    };
  };

  const end = async (
    operation: OperationState,
    running: Running,
    ending: Omit<EndOperation, 'operationId'>,
  ): Promise<OperationState> => {
    const meta: CommandMeta = {
      actor: running.actor,
      origin: running.origin,
      operationId: operation.id,
      ...causeOf(operation),
    };
    const { answer } = await store.execute<OperationAnswer>(
      { type: 'operations.end', payload: { operationId: operation.id, ...ending } },
      meta,
    );
    await list.remove(operation.id);
    await attempts.forget(operation.id);
    return answer.operation;
  };

  /** How much one chunk takes: what its rows hold before it and what it writes go into one commit. */
  const sliceOf = async (
    operation: OperationState,
    actor: Actor,
  ): Promise<Pick<PageQuery, 'select' | 'limit' | 'bytes'>> => {
    const { schema } = await queries.open(actor, 'tables.view', operation.tableId);
    const table = new Map([...schema.all.values()].flatMap((field) => formsOf(field).map((one) => [one.column, one])));
    const select = chunkColumns(operation, schema, actor).flatMap((column) => {
      const field = table.get(column);
      return field === undefined || field.system !== undefined ? [] : [selectedColumn(field, 'id')];
    });
    const { fields = {} } = JSON.parse(operation.planJson) as Partial<BulkPlan>;
    const written = Buffer.byteLength(JSON.stringify(fields));
    return { select, limit: Math.max(1, Math.min(chunkSize, Math.floor(sliceBytes / written))), bytes: sliceBytes };
  };

  /** The ids of the next chunk and where the one after it begins; no cursor when it is the last. */
  const nextIds = async (
    organizationId: string,
    operation: OperationState,
    selection: Selection,
    actor: Actor,
    slice: Pick<PageQuery, 'select' | 'limit' | 'bytes'>,
  ): Promise<Slice> => {
    if (selection.ids !== undefined) {
      const from = Number(operation.cursor);
      return {
        ids: selection.ids.slice(from, from + slice.limit),
        cursor: '',
        list: { from, length: selection.ids.length },
      };
    }
    const page = await records.rows(organizationId, {
      ...slice,
      table: operation.tableId,
      where: selection.where,
      allow: operation.kind === 'bulk' ? can(actor, 'records.read', operation.tableId).rowPredicate : everyRow,
      sort: [],
      ...(selection.search !== undefined && { search: selection.search }),
      ...(selection.deleted && { deleted: true }),
      ...(operation.cursor !== '' && { after: operation.cursor }),
    });
    const except = new Set(selection.except);
    return { ids: page.rows.map((row) => row.id).filter((id) => !except.has(id)), cursor: page.next ?? '' };
  };

  /**
   * What concerns a field as such goes through the live records, those in the trash, which may come back, and once more
   * through what was moved between the two meanwhile.
   */
  const nextOfAll = async (
    organizationId: string,
    operation: OperationState,
    actor: Actor,
    slice: Pick<PageQuery, 'select' | 'limit' | 'bytes'>,
  ): Promise<Slice> => {
    const part = parts.find((one) => operation.cursor.startsWith(`${one}:`)) ?? parts[0];
    const after = operation.cursor.slice(part.length + 1);
    const { fieldId, selection } = JSON.parse(operation.planJson) as { fieldId: string; selection?: Selection };
    const wanted = operation.kind === 'options' ? selection!.where : everyRow;
    const field = (await queries.open(actor, 'tables.view', operation.tableId)).schema.byId.get(fieldId);
    const missed: Predicate =
      field?.next === undefined
        ? wanted
        : {
            op: 'and',
            items: [
              { op: 'notEmpty', left: operandOf(field) },
              { op: 'empty', left: operandOf(field.next.field) },
            ],
          };
    const page = await records.rows(organizationId, {
      ...slice,
      table: operation.tableId,
      where: part === 'again' && operation.kind === 'convert' ? missed : wanted,
      allow: everyRow,
      sort: [],
      ...(part === 'trash' && { deleted: true }),
      ...(after !== '' && { after }),
    });
    const following = parts[parts.indexOf(part) + 1];
    return {
      ids: page.rows.map((row) => row.id),
      cursor: page.next !== undefined ? `${part}:${page.next}` : following === undefined ? '' : `${following}:`,
    };
  };

  const namingOf = async (actor: Actor): Promise<Naming> => {
    const { language, timezone, everyone } = await directory.facts(actor);
    return { locale: language, timezone, everyone };
  };

  const recordsChunk = async (
    operation: OperationState,
    running: Running,
  ): Promise<{ operation: OperationState; last: boolean }> => {
    const { actor } = running;
    const { selection } = JSON.parse(operation.planJson) as { selection: Selection };
    const slice = await sliceOf(operation, actor);
    const {
      ids,
      cursor,
      list: listed,
    } = operation.kind === 'convert' || operation.kind === 'options'
      ? await nextOfAll(actor.organizationId, operation, actor, slice)
      : await nextIds(actor.organizationId, operation, selection, actor, slice);
    const { schema } = await queries.open(actor, 'tables.view', operation.tableId);
    const users =
      schema.hasUsers && operation.kind === 'bulk'
        ? (await directory.facts(actor)).users
        : operation.kind === 'convert'
          ? (await directory.facts(actor)).everyone
          : undefined;
    const naming =
      operation.kind === 'bulk' && needsNaming(schema, JSON.parse(operation.planJson) as BulkPlan)
        ? await namingOf(actor)
        : undefined;
    const payload: OperationChunk = {
      operationId: operation.id,
      chunk: operation.chunk,
      ids,
      cursor,
      list: listed,
      users,
      naming,
    };
    const result = await store.execute<OperationAnswer>(
      { type: 'operations.chunk', payload },
      metaFor(operation, running),
    );
    return { operation: result.answer.operation, last: result.answer.operation.cursor === '' };
  };

  /** One commit of the operation that is being undone, newest first. */
  const undoChunk = async (
    operation: OperationState,
    running: Running,
  ): Promise<{ operation: OperationState; last: boolean }> => {
    const { actor } = running;
    const { target, conflicts, downTo = 0 } = JSON.parse(operation.planJson) as UndoPlan;
    const [header] = await store.headers(actor.organizationId, {
      operationId: target,
      limit: 1,
      ...(operation.cursor !== '' && { before: Number(operation.cursor) }),
    });
    if (header === undefined || header.position <= downTo) return { operation, last: true };
    // Asked here, not when the undo began: what it took back of the records before this may have freed an option.
    const used = header.events.some((event) => event.type === 'fieldChanged')
      ? await createUsedOptions(store, queries, records)(actor, header.id)
      : [];
    const payload = {
      commitId: header.id,
      conflicts,
      usedOptions: used,
      operation: { id: operation.id, chunk: operation.chunk, cursor: String(header.position) },
    };
    const meta = metaFor(operation, running);
    await store.execute({ type: 'undo.commit', payload }, meta);
    const next = await documents.get<OperationState>(actor.organizationId, 'operations', operation.id);
    return { operation: next!, last: false };
  };

  const step = (operation: OperationState, running: Running) =>
    operation.kind === 'undo' ? undoChunk(operation, running) : recordsChunk(operation, running);

  const failed = (operation: OperationState, running: Running, error: unknown): Promise<OperationState> => {
    if (!isRejection(error)) {
      log.error('an operation failed', { operationId: operation.id, kind: operation.kind, error });
      return end(operation, running, {
        state: 'failed',
        errorCode: 'internal',
        error: 'Something went wrong on our side.',
      });
    }
    const details = error.details === undefined ? '' : ` ${JSON.stringify(error.details)}`;
    return end(operation, running, {
      state: 'failed',
      errorCode: error.code,
      error: `${error.message}${details}`.slice(0, 4000),
    });
  };

  /** With the rights of now of who began it. Asked before each chunk: none is written without them. */
  const present = async (running: Running): Promise<Running> => {
    const actor = await directory.present(beginnerOf(running.actor));
    if (actor === undefined)
      throw forbidden('operations.actor_gone', 'Whoever began this is no member any more, or their token was deleted.');
    return { ...running, actor };
  };

  const loop = async (started: OperationState, begun: Running, lost: AbortSignal): Promise<OperationState> => {
    let operation = started;
    let running = begun;
    let pause = firstPause;
    while (operation.state === 'running' && !stopping && !lost.aborted) {
      try {
        running = await present(running);
        const { organizationId } = running.actor;
        const may = await attempts.begin(operation.id, { organizationId, kind: operation.kind }, operation.chunk);
        if (may === 'discard') return await end(operation, running, discarded);
        if (may === 'aside') {
          log.error('an operation ended the process twice and waits for an operator', {
            operationId: operation.id,
            kind: operation.kind,
            organizationId,
          });
          return operation;
        }
        const done = await step(operation, running);
        operation = done.operation;
        pause = firstPause;
        if (done.last) return await end(operation, running, { state: 'done' });
      } catch (error) {
        // A busy store is waited for; one that drains ends the loop, and the log says where the next start goes on.
        if (isRejection(error) && error.kind === 'unavailable') {
          if (stopping || lost.aborted || error.code === 'store.draining') return operation;
          await new Promise((resolve) => {
            setTimeout(resolve, pause);
          });
          pause = Math.min(pause * 2, longestPause);
          continue;
        }
        if (isRejection(error) && error.code === 'operations.ended')
          return (
            (await documents.get<OperationState>(running.actor.organizationId, 'operations', operation.id)) ?? operation
          );
        return failed(operation, begun, error);
      }
    }
    return operation;
  };

  /** Runs an operation to its end, unless another replica does; the same promise for all who ask. */
  const run = (operation: OperationState, running: Running): Promise<OperationState> => {
    const known = active.get(operation.id);
    if (known !== undefined) return known;
    const work = holding(leases, `operation:${operation.id}`, async (lost) => {
      // What it was before the lease was had may be long past.
      const now =
        (await documents.get<OperationState>(running.actor.organizationId, 'operations', operation.id)) ?? operation;
      return loop(now, running, lost).finally(() => attempts.release(operation.id));
    })
      .then((result) => (result === heldElsewhere ? operation : result))
      .finally(() => active.delete(operation.id));
    active.set(operation.id, work);
    return work;
  };

  /** Logs the plan and begins; a repeated idempotency key finds the operation that was begun then. */
  const start = async (
    command: StartOperation,
    meta: CommandMeta,
  ): Promise<{ operation: OperationState; finished: Promise<OperationState>; commitId: string | undefined }> => {
    // Before the log has it: an entry without an operation is dropped at the next start, an operation without an entry
    // would never go on.
    await list.add(command.operationId, {
      ...beginnerOf(meta.actor),
      origin: meta.origin,
      at: clock(),
    });
    const result = await store.execute<OperationAnswer>(
      { type: 'operations.start', payload: command },
      { ...meta, operationId: meta.operationId ?? command.operationId },
    );
    const { operation } = result.answer;
    const finished =
      operation.state === 'running'
        ? run(operation, { actor: meta.actor, origin: meta.origin })
        : Promise.resolve(operation);
    finished.catch((error: unknown) => log.warn('an operation was interrupted', { operationId: operation.id, error }));
    return { operation, finished, commitId: result.commitId };
  };

  return {
    start,
    run,
    end,
    get: (organizationId: string, id: string): Promise<OperationState | undefined> =>
      documents.get<OperationState>(organizationId, 'operations', id),
    /** Whether it ended the process twice and waits for an operator. */
    waits: (id: string): Promise<boolean> => attempts.waits(id),
    /** Whether it is carried out in this process. */
    runs: (id: string): boolean => active.has(id),
    /** Stops after the chunks that are under way. */
    async stop(): Promise<void> {
      stopping = true;
      await Promise.allSettled(active.values());
    },
  };
};

export type Runner = ReturnType<typeof createRunner>;
