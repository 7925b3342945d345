import {
  isRejection,
  systemActor,
  type Actor,
  type Clock,
  type CommandMeta,
  type Origin,
  type PageQuery,
  type Predicate,
} from '@tessera/kernel';
import type { DocumentReader, RecordReader, StateStore } from '@tessera/document-store';
import type { Leases } from '@tessera/shared-state';
import {
  createOperations,
  discarded,
  heldElsewhere,
  isUnavailable,
  reportOf,
  type Run,
} from '@tessera/shared-state/operations';
import type { Logger } from '@tessera/telemetry';
import { can, everyRow } from '@tessera/proto/rights';
import { operandOf, selectedColumn, type Schema, type SchemaField } from '../definitions/schema.ts';
import { beginnerOf, type Directory, type OrganizationFacts } from '@tessera/runtime/directory';
import { copiedFields, type CopyPlan } from '../copies/chunk.ts';
import type { Rewinds } from '../past/rewind.ts';
import type { Queries } from '../records/query.ts';
import { chunkColumns, sliceBytes, type EndOperation, type OperationChunk, type StartOperation } from './decide.ts';
import { needsNaming, partAt, type BulkPlan, type Naming, type Selection, type UndoPlan } from './plans.ts';
import { createUsedAdditions } from '../undo/used-additions.ts';
import { duplicatePair, type DuplicatePlan } from '../fields/duplicate.ts';
import { listed, type Listed } from './listed.ts';
import type { OperationState } from './state.ts';
import { mentionedIn, sendNamed } from '../records/people.ts';
import type { TablesStore } from '../store.ts';
import { forbidden } from '../refusals.ts';

const chunkSize = 1000;
/** The parts of what concerns the records in the trash too, which its cursors begin with. */
const parts = ['live', 'trash', 'again'] as const;
/** A busy store is waited for; one that drains ends the work, and the log says where the next start goes on. */
const patience = {
  firstMs: 50,
  longestMs: 5_000,
  endsAt: ({ code }: { readonly code: string }): boolean => code === 'store.draining',
};

export type RunnerPorts = {
  readonly store: TablesStore;
  readonly documents: DocumentReader;
  readonly records: RecordReader;
  readonly queries: Queries;
  readonly directory: Directory;
  readonly state: StateStore;
  readonly leases: Leases;
  readonly clock: Clock;
  readonly log: Logger;
  readonly rewinds: Rewinds;
};

/** The ids of a chunk, where the next one begins, and where they stand if they are from a list. */
type Slice = Pick<OperationChunk, 'ids' | 'cursor' | 'list'>;

/** A field, and what it is on its way to be. */
const formsOf = (field: SchemaField): readonly SchemaField[] =>
  field.next === undefined ? [field] : [field, field.next.field];

/** The records whose values are still to be copied. What somebody wrote into the new field meanwhile stays. */
const copiedOf = (schema: Schema, plan: DuplicatePlan): Predicate => {
  const { source, field } = duplicatePair(schema, plan);
  return {
    op: 'and',
    items: [
      { op: 'notEmpty', left: operandOf(source) },
      { op: 'empty', left: operandOf(field) },
    ],
  };
};

/** Who an operation acts as, and from where; kept while it runs and asked again of auth after a restart. */
export type Running = { readonly actor: Actor; readonly origin: Origin };

/**
 * Carries operations out, chunk by chunk, each chunk one commit with the operation's id and the idempotency key
 * (operation, chunk): repeating one after a crash writes nothing twice. Where the next chunk begins stands in the log
 * with the chunk before it.
 */
/** People by the names of today, former members too. */
const findFormer = ({ findAnyone }: OrganizationFacts, text: string): string | undefined => findAnyone(text);

export const createRunner = ({
  store,
  documents,
  records,
  queries,
  directory,
  state,
  leases,
  clock,
  log,
  rewinds,
}: RunnerPorts) => {
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
    const { answer } = await store.execute(
      { type: 'operations.end', payload: { operationId: operation.id, ...ending } },
      meta,
    );
    await operations.ended(running.actor.organizationId, operation.id);
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
        // No chunk is of two parts: each is one event of the log.
        ids: selection.ids.slice(from, Math.min(from + slice.limit, partAt(selection, from).end)),
        cursor: '',
        list: { from, length: selection.ids.length },
      };
    }
    // Rules of roles for rows are told by the columns of the table.
    await queries.definition(organizationId, operation.tableId);
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
    const { schema } = await queries.open(actor, 'tables.view', operation.tableId);
    const field = schema.byId.get(fieldId);
    const wanted =
      operation.kind === 'options' || operation.kind === 'number'
        ? selection!.where
        : operation.kind === 'duplicate'
          ? copiedOf(schema, JSON.parse(operation.planJson) as DuplicatePlan)
          : everyRow;
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
    const { language, timezone } = await directory.facts(actor);
    return { locale: language, timezone };
  };

  const recordsChunk = async (
    operation: OperationState,
    running: Running,
  ): Promise<{ operation: OperationState; last: boolean }> => {
    const { actor } = running;
    // Only its end is missing: a process ended between its last chunk and that.
    if (operation.chunk > 0 && operation.cursor === '') return { operation, last: true };
    const { selection } = JSON.parse(operation.planJson) as { selection: Selection };
    const slice = await sliceOf(operation, actor);
    const {
      ids,
      cursor,
      list: listed,
    } = operation.kind !== 'bulk' && operation.kind !== 'unique'
      ? await nextOfAll(actor.organizationId, operation, actor, slice)
      : await nextIds(actor.organizationId, operation, selection, actor, slice);
    const { schema } = await queries.open(actor, 'tables.view', operation.tableId);
    const naming =
      operation.kind === 'bulk' && needsNaming(schema, JSON.parse(operation.planJson) as BulkPlan)
        ? await namingOf(actor)
        : undefined;
    const plan = JSON.parse(operation.planJson) as BulkPlan;
    const cellsThen =
      operation.kind === 'bulk' &&
      plan.asOf !== undefined &&
      partAt(plan.selection, listed?.from ?? 0).part === 'changed'
        ? await rewinds.cellsThen(actor, operation.tableId, plan.asOf, ids)
        : undefined;
    const payload: OperationChunk = {
      operationId: operation.id,
      chunk: operation.chunk,
      ids,
      cursor,
      list: listed,
      naming,
      cellsThen,
    };
    const meant = operation.kind === 'bulk' ? (JSON.parse(operation.planJson) as BulkPlan).fields : {};
    // What is written must be a member; what is read on its way into another type may have been one.
    const finding =
      operation.kind === 'convert'
        ? findFormer
        : naming === undefined
          ? undefined
          : (...asked: Parameters<typeof findFormer>) => findFormer(...asked) ?? asked[0].find(asked[1]);
    const result = await sendNamed({ directory, actor, finding }, mentionedIn(schema, { fields: meant }), (people) =>
      store.execute({ type: 'operations.chunk', payload: { ...payload, people } }, metaFor(operation, running)),
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
    // Asked here, not when the undo began: what it took back of the records before this may have freed an option or a
    // field.
    const used = header.events.some((event) => event.type === 'fieldChanged' || event.type === 'fieldAdded')
      ? await createUsedAdditions(store, queries, records)(actor, header.id)
      : [];
    const payload = {
      commitId: header.id,
      conflicts,
      usedAdditions: used,
      operation: { id: operation.id, chunk: operation.chunk, cursor: String(header.position) },
    };
    const meta = metaFor(operation, running);
    await store.execute({ type: 'undo.commit', payload }, meta);
    const next = await documents.get<OperationState>(actor.organizationId, 'operations', operation.id);
    return { operation: next!, last: false };
  };

  /** The next records of another table, in the order in which they were added there. */
  const copyOf = async (
    operation: OperationState,
    running: Running,
  ): Promise<{ operation: OperationState; last: boolean }> => {
    const { actor } = running;
    if (operation.chunk > 0 && operation.cursor === '') return { operation, last: true };
    const { from } = JSON.parse(operation.planJson) as CopyPlan;
    const { schema, grant } = await queries.open(actor, 'records.read', from);
    const page = await records.rows(actor.organizationId, {
      table: from,
      select: copiedFields(schema).map((field) => selectedColumn(field, 'id')),
      where: { op: 'and', items: [] },
      allow: grant.rowPredicate,
      sort: [],
      limit: chunkSize,
      bytes: sliceBytes,
      ...(operation.cursor !== '' && { after: operation.cursor }),
    });
    const payload: OperationChunk = {
      operationId: operation.id,
      chunk: operation.chunk,
      ids: page.rows.map(({ id }) => id),
      cursor: page.next ?? '',
    };
    const result = await store.execute({ type: 'operations.copy', payload }, metaFor(operation, running));
    return { operation: result.answer.operation, last: result.answer.operation.cursor === '' };
  };

  const steps = { undo: undoChunk, copy: copyOf } as const;
  const step = (operation: OperationState, running: Running) =>
    (operation.kind === 'undo' || operation.kind === 'copy' ? steps[operation.kind] : recordsChunk)(operation, running);

  const failed = (operation: OperationState, running: Running, error: unknown): Promise<OperationState> => {
    const { code, message, details, unexpected } = reportOf(error);
    if (unexpected) log.error('an operation failed', { operationId: operation.id, kind: operation.kind, error });
    return end(operation, running, {
      state: 'failed',
      errorCode: code,
      error: `${message}${details === undefined ? '' : ` ${details}`}`.slice(0, 4000),
    });
  };

  /** With the rights of now of who began it. Asked before each chunk: none is written without them. */
  const present = async (running: Running): Promise<Running> => {
    const actor = await directory.present(beginnerOf(running.actor));
    if (actor === undefined) throw forbidden('operations.actor_gone');
    return { ...running, actor };
  };

  /** The next chunk with the rights of now, or why there is none. */
  const next = async (
    operation: OperationState,
    { actor }: Running,
    run: Run,
    chunk: () => ReturnType<typeof step>,
  ): Promise<'aside' | 'discard' | { operation: OperationState; last: boolean }> => {
    const work = { organizationId: actor.organizationId, kind: operation.kind };
    const may = await run.begin(work, operation.chunk);
    return may === 'go' ? chunk() : may === 'discard' ? may : 'aside';
  };

  const loop = async (started: OperationState, begun: Running, run: Run): Promise<OperationState> => {
    let operation = started;
    let running = begun;
    while (operation.state === 'running' && run.reason === undefined) {
      try {
        const done = await run.patiently(async () => {
          running = await present(running);
          return next(operation, running, run, () => step(operation, running));
        });
        if (done === 'aside') return operation;
        if (done === 'discard') {
          const { code, message } = discarded;
          return await run.patiently(() =>
            end(operation, running, { state: 'failed', errorCode: code, error: message }),
          );
        }
        operation = done.operation;
        if (done.last) return await run.patiently(() => end(operation, running, { state: 'done' }));
      } catch (error) {
        if (isUnavailable(error)) return operation;
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
  const run = async (operation: OperationState, running: Running): Promise<OperationState> => {
    const result = await operations.run(operation.id, async (mine) => {
      // What it was before the lease was had may be long past.
      const now =
        (await documents.get<OperationState>(running.actor.organizationId, 'operations', operation.id)) ?? operation;
      return loop(now, running, mine);
    });
    return result === heldElsewhere ? operation : result;
  };

  const operations = createOperations<Listed, OperationState>(
    { state, leases, clock, log, organizations: () => store.organizations() },
    {
      name: 'operation',
      patience,
      ...listed({ documents, store }),
      // Without any right yet: they are asked for before the first chunk, and where there are none it ends as failed.
      carryOn: (_id, { organizationId, userId, tokenId, origin }, operation) =>
        run(operation, {
          actor: {
            ...systemActor('tables', organizationId),
            kind: tokenId === undefined ? 'user' : 'token',
            id: tokenId ?? userId,
            userId,
          },
          origin,
        }),
    },
  );

  /** Logs the plan and begins; a repeated idempotency key finds the operation that was begun then. */
  const start = async (
    command: StartOperation,
    meta: CommandMeta,
  ): Promise<{ operation: OperationState; finished: Promise<OperationState>; commitId: string | undefined }> => {
    await operations.enlist(command.operationId, {
      ...beginnerOf(meta.actor),
      origin: meta.origin,
      at: clock(),
    });
    const result = await store.execute(
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
    waits: operations.waits,
    /** Takes up what a stop or a crash left; stops after the chunks that are under way. */
    resume: operations.start,
    stop: operations.stop,
  };
};

export type Runner = ReturnType<typeof createRunner>;
