import { newId, type Actor, type CommandMeta } from '@tessera/kernel';
import type { CommitHeader, ServiceStore } from '@tessera/event-store';
import {
  isCommitId,
  maxConflicts,
  undoConflicts,
  undoNotFound,
  undoNothing,
  undoParts,
  type UndoRequest as Request,
  type UndoResult as Result,
} from '@tessera/event-store/actions';
import type { Directory } from '@tessera/runtime/directory';
import { fieldFromMessage } from '../definitions/mapper.ts';
import type { Conversions } from '../fields/conversion.ts';
import { withUsers } from '../fields/convert.ts';
import type { UndoPlan } from '../operations/plans.ts';
import type { OperationState } from '../operations/state.ts';
import type { Runner } from '../operations/runner.ts';
import type { RecordReader } from '@tessera/document-store';
import { everyRow, maskAllows, type Grant } from '@tessera/proto/rights';
import { selectedColumn, type Schema } from '../definitions/schema.ts';
import { isEffect, recordStream, tableStream, type TablesEvent } from '../events.ts';
import { neutralContext } from '../records/context.ts';
import { cellAt } from '@tessera/proto/cells';
import type { Queries } from '../records/query.ts';
import { cellValue } from '../records/wire.ts';
import type { CellName } from './decide.ts';
import type { Conflict } from './inverse.ts';
import { createUsedAdditions } from './used-additions.ts';
import { conflictKey, writersOf } from './writers.ts';
import { everybody } from '../records/people.ts';

export type UndoRequest = Request & {
  /** For a preview: these cells alone, with the value that would stand there in full. */
  readonly whole?: readonly CellName[] | undefined;
};
export type UndoResult = Result<Conflict> & {
  /** Of the operation that an undo of several commits is. */
  readonly state?: OperationState['state'] | undefined;
  /**
   * Of an operation that made a table: what came into it since. Skipping conflicts leaves the table with these records,
   * overwriting them takes it away as a whole.
   */
  readonly table?: {
    readonly id: string;
    readonly label: string;
    readonly added: number;
    readonly edited: number;
  };
};

/** Cells followed back through later commits: an edit that was itself undone is none, which shows only at the end. */
const maxFollowed = 20_000;
const maxNamed = 50;
/** Records whose history is read for whether they are in the trash by now. */
const maxLooked = 1_000;

const waitMs = 1_500;

/** What a promise comes to, or undefined when it takes longer. */
const settled = <T>(work: Promise<T>, ms: number): Promise<T | undefined> => {
  const late = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => late.resolve(undefined), ms);
  return Promise.race([work, late.promise]).finally(() => clearTimeout(timer));
};

/** Pages of 500 commits that are looked through for later edits. */
const editPages = 4;

const editsOf = (event: TablesEvent, schema: Schema, grant: Grant): readonly Conflict[] => {
  const tableId = schema.table.id;
  if (event.$case === 'recordsCreated')
    return event.value.recordIds.map((recordId) => ({
      tableId,
      recordId,
      fieldId: '',
      fieldName: '',
      current: recordId,
      undoTo: null,
    }));
  if (event.$case !== 'cellsChanged') return [];
  const { recordIds, before, after } = event.value;
  return after.flatMap((column) => {
    const field = schema.byId.get(column.fieldId);
    const previous = before.find((b) => b.fieldId === column.fieldId);
    if (field === undefined || field.state.generation !== column.generation || !maskAllows(grant.fieldMask, field.id))
      return [];
    return recordIds.flatMap((recordId, i): Conflict[] => {
      const cell = cellAt(column, i);
      if (cell === undefined) return [];
      return [
        {
          tableId,
          recordId,
          fieldId: field.id,
          fieldName: field.name,
          current: cellValue(cell, field.kind),
          undoTo: previous === undefined ? null : cellValue(cellAt(previous, i), field.kind),
        },
      ];
    });
  });
};

/** Undo of a commit or of a whole operation, with its preview (docs/events.md 13). */
export const createUndo = (
  store: ServiceStore<TablesEvent>,
  queries: Queries,
  runner: Runner,
  directory: Directory,
  records: RecordReader,
  conversions: Conversions,
) => {
  const usedAdditions = createUsedAdditions(store, queries, records);
  /** Who wrote what stands in the way, or deleted the record, for the first conflicts. */
  const named = async (actor: Actor, conflicts: readonly Conflict[]): Promise<UndoResult['conflicts']> => {
    const shown = conflicts.slice(0, maxConflicts);
    const asked = shown.slice(0, maxNamed).filter((c) => c.recordId !== undefined);
    if (asked.length === 0) return shown;
    const { names } = await directory.facts(actor);
    const writers = await writersOf(asked, (tableId, recordId) =>
      store.history(actor.organizationId, recordStream(tableId), recordId, { limit: 50 }),
    );
    return shown.map((c) => {
      const userId = writers.get(conflictKey(c));
      return userId === undefined ? c : { ...c, changedBy: names.get(userId) ?? userId };
    });
  };

  const { effectsOf, preview, commit } = undoParts<TablesEvent, Conflict>(store, {
    isEffect,
    named,
    // Of several commits the later ones may have given records what an earlier one added.
    payload: async (commitId, request: UndoRequest, { actor }, of) => ({
      whole: request.whole,
      usedAdditions: of === 1 ? await usedAdditions(actor, commitId) : [],
    }),
  });

  /** Whether the last that was done to a record's being there was its deletion. */
  const inTrash = async (actor: Actor, tableId: string, recordId: string): Promise<boolean> => {
    const commits = await store.history(actor.organizationId, recordStream(tableId), recordId, { limit: 50 });
    const last = commits
      .flatMap(({ events }) => events)
      .find(
        (e) =>
          (e.$case === 'recordsDeleted' || e.$case === 'recordsRestored' || e.$case === 'recordsCreated') &&
          e.value.recordIds.includes(recordId),
      );
    return last?.$case === 'recordsDeleted';
  };

  /**
   * What was changed in a table after an operation had made and filled it: newest first, so what stands there now. And
   * how many records were added since that are there, empty ones as well.
   */
  const editsSince = async (
    actor: Actor,
    tableId: string,
    operation: readonly CommitHeader[],
  ): Promise<{
    readonly conflicts: readonly Conflict[];
    readonly added: number;
    readonly edited: number;
    readonly label: string;
  }> => {
    const { schema, grant } = await queries.open(actor, 'tables.view', tableId);
    const created = new Set<string>();
    const last = operation[0]!.position;
    const own = new Set(operation.map((header) => header.id));
    const conflicts = new Map<string, Conflict>();
    let before: number | undefined;
    for (let page = 0; page < editPages; page++) {
      const headers = await store.headers(actor.organizationId, {
        root: tableStream(tableId),
        limit: 500,
        ...(before !== undefined && { before }),
      });
      for (const header of headers) {
        if (
          header.position <= last ||
          own.has(header.id) ||
          !header.events.some((event) => event.type === 'cellsChanged' || event.type === 'recordsCreated')
        )
          continue;
        const commit = await store.commit(actor.organizationId, header.id);
        for (const event of commit?.events ?? []) {
          if (event.$case === 'recordsCreated')
            for (const recordId of event.value.recordIds) if (created.size < maxFollowed) created.add(recordId);
          for (const one of editsOf(event, schema, grant)) {
            // Newest first: the first found has what stands there, the last what stood there.
            const key = `${one.recordId} ${one.fieldId}`;
            const known = conflicts.get(key);
            if (known !== undefined || conflicts.size < maxFollowed)
              conflicts.set(key, { ...(known ?? one), undoTo: one.undoTo });
          }
        }
      }
      before = headers.at(-1)?.position;
      if (headers.length < 500 || before! <= last) break;
    }
    const differing = [...conflicts.values()].filter(
      (one) => JSON.stringify(one.current) !== JSON.stringify(one.undoTo),
    );
    const label = schema.byId.get(schema.table.labelFieldId);
    const select =
      label === undefined || label.system !== undefined || !maskAllows(grant.fieldMask, label.id)
        ? []
        : [selectedColumn(label, 'id')];
    const facts = await directory.facts(actor);
    const context = withUsers({ locale: facts.language, timezone: facts.timezone }, everybody(facts));
    const looked = new Map<string, { readonly goes: boolean; readonly recordLabel?: string }>();
    const look = async (recordId: string): Promise<{ readonly goes: boolean; readonly recordLabel?: string }> => {
      const record = await records.one(actor.organizationId, tableId, recordId, select, grant.rowPredicate);
      // Not there: hidden from the actor, in the trash already, or so new that only the log has it.
      if (record === undefined)
        return {
          goes:
            grant.rowPredicate === everyRow && (looked.size > maxLooked || !(await inTrash(actor, tableId, recordId))),
        };
      const value =
        select.length === 0 ? null : (JSON.parse(record) as { fields: Record<string, unknown> }).fields[label!.id];
      const cell =
        value === null || value === undefined ? null : label!.type.fromJson(value, label!.state.props, neutralContext);
      return {
        goes: true,
        ...(cell !== null && { recordLabel: label!.type.toText(cell, label!.state.props, context).slice(0, 200) }),
      };
    };
    const lookOnce = async (recordId: string) => {
      const known = looked.get(recordId) ?? (await look(recordId));
      looked.set(recordId, known);
      return known;
    };
    const shown: Conflict[] = [];
    for (const one of differing) {
      if (shown.length === maxConflicts) break;
      const { goes, ...named } = await lookOnce(one.recordId!);
      if (goes) shown.push({ ...one, ...named });
    }
    let added = 0;
    for (const recordId of created) if ((await lookOnce(recordId)).goes) added++;
    const edited = new Set(shown.flatMap(({ recordId }) => (created.has(recordId!) ? [] : recordId!))).size;
    return { conflicts: shown, added, edited, label: schema.table.label };
  };

  /**
   * Of an operation that made tables: the commits that made them, the first first. Its undo archives each table as a
   * whole, which takes the records along.
   */
  const creationsIn = (commits: readonly CommitHeader[]): readonly CommitHeader[] =>
    commits.filter((header) => header.events.some((event) => event.type === 'tableCreated')).toReversed();

  const recordsIn = (commits: readonly CommitHeader[]): number =>
    commits.reduce(
      (sum, header) =>
        sum + header.events.reduce((n, event) => n + (/^(records|cells)/.test(event.type) ? event.items : 0), 0),
      0,
    );

  /** Commit by commit, newest first, as an operation of its own. */
  const undoInChunks = async (
    commits: readonly CommitHeader[],
    plan: UndoPlan,
    meta: CommandMeta,
  ): Promise<UndoResult> => {
    const operationId = newId();
    const tableId = await tableOf(meta.actor.organizationId, commits[0]!.id);
    const total = recordsIn(commits);
    const { operation, finished } = await runner.start(
      { operationId, kind: 'undo', tableId, plan, total },
      { ...meta, origin: 'undo', causationId: plan.target },
    );
    // A short one is over before its caller could look: then the answer says so and nobody has to follow it.
    const ended = await settled(finished, waitMs);
    return {
      operationId: operation.id,
      state: ended?.state ?? 'running',
      kind: 'operation',
      records: ended?.done ?? total,
      fields: 0,
      commits: commits.length,
      conflicts: [],
      skipped: ended?.skipped ?? 0,
      recordIds: [],
    };
  };

  /** Takes commits on whole tables back one after the other; the operation that they share takes them back again. */
  const together = async (
    commits: readonly CommitHeader[],
    target: string,
    request: UndoRequest,
    meta: CommandMeta,
  ): Promise<UndoResult> => {
    const last = commits.at(-1)!;
    if (commits.length === 1) return commit(last.id, target, request, meta);
    const own: CommandMeta = { ...meta, operationId: meta.operationId ?? newId() };
    for (const { id } of commits.slice(0, -1)) await commit(id, target, request, { ...own, idempotencyKey: undefined });
    return { ...(await commit(last.id, target, request, own)), operationId: own.operationId! };
  };

  const archives = ({ events }: CommitHeader): boolean =>
    events.every(({ type }) => type === 'tableArchived' || !isEffect(type));

  const undoTable = async (
    creations: readonly CommitHeader[],
    commits: readonly CommitHeader[],
    target: string,
    request: UndoRequest,
    meta: CommandMeta,
  ): Promise<UndoResult> => {
    const [creation, ...others] = creations as readonly [CommitHeader, ...CommitHeader[]];
    const found = await preview([creation], creation.id, request, meta);
    const tableId = await tableOf(meta.actor.organizationId, creation.id);
    const looks = found.notUndoable === undefined && request.conflicts !== 'overwrite';
    const since = looks ? await editsSince(meta.actor, tableId, commits) : undefined;
    const elsewhere = looks
      ? await Promise.all(
          others.map(async ({ id }) => editsSince(meta.actor, await tableOf(meta.actor.organizationId, id), commits)),
        )
      : [];
    const edits = [since, ...elsewhere].flatMap((one) => one?.conflicts ?? []);
    const stays = edits.length > 0 || [since, ...elsewhere].some((one) => (one?.added ?? 0) > 0);
    const told: UndoResult = {
      ...found,
      records: recordsIn(commits),
      commits: commits.length,
      conflicts: await named(
        meta.actor,
        edits.map((one) => ({ ...one, deletes: true })),
      ),
      ...(since && { table: { id: tableId, label: since.label, added: since.added, edited: since.edited } }),
    };
    if (request.preview === true) return told;
    if (stays && request.conflicts === undefined) throw undoConflicts(told);
    // Leaving alone what was edited or added leaves the table that holds it.
    if (stays)
      return undoInChunks(
        commits.filter((header) => !creations.includes(header)),
        { target, conflicts: 'skip', downTo: creation.position },
        meta,
      );
    const done = await together([...others.toReversed(), creation], target, request, meta);
    return { ...done, commits: commits.length, records: recordsIn(commits) };
  };

  const isConversion = (header: CommitHeader): boolean =>
    header.events.some((event) => event.type === 'fieldConversionEnded');

  /** A conversion goes back as a whole: to the old column, where its values stand still. */
  const undoConversion = async (
    ended: CommitHeader,
    commits: readonly CommitHeader[],
    target: string,
    request: UndoRequest,
    meta: CommandMeta,
  ): Promise<UndoResult> => {
    const event = (await store.commit(meta.actor.organizationId, ended.id))?.events.find(
      (one) => one.$case === 'fieldConversionEnded',
    )?.value;
    if (event?.before === undefined || event.after === undefined || !event.converted) throw undoNothing();
    const [before, after] = [fieldFromMessage(event.before), fieldFromMessage(event.after)];
    const since = ended.time;
    const found =
      request.preview === true || request.conflicts === undefined
        ? await conversions.editedSince(meta.actor, event.tableId, before, after, since)
        : { conflicts: [], records: recordsIn(commits) };
    const told: UndoResult = {
      kind: 'fieldConversionEnded',
      records: found.records,
      fields: found.records,
      commits: commits.length,
      conflicts: await named(meta.actor, found.conflicts),
      skipped: 0,
      recordIds: [],
    };
    if (request.preview === true) return told;
    if (found.conflicts.length > 0 && request.conflicts === undefined) throw undoConflicts(told);
    const own: CommandMeta = { ...meta, origin: 'undo', causationId: target };
    const { operation, commitId } = await conversions.back(
      meta.actor,
      event.tableId,
      before,
      after,
      since,
      request.conflicts === 'overwrite' ? 'overwrite' : 'keep',
      target,
      own,
    );
    queries.forget(meta.actor.organizationId);
    return { ...told, commitId, operationId: operation.id, state: operation.state, kind: 'operation' };
  };

  const undoOperation = async (
    commits: readonly CommitHeader[],
    target: string,
    request: UndoRequest,
    meta: CommandMeta,
  ): Promise<UndoResult> => {
    const ended = commits.find(isConversion);
    if (ended !== undefined) return undoConversion(ended, commits, target, request, meta);
    const creations = creationsIn(commits);
    if (creations.length > 0) return undoTable(creations, commits, target, request, meta);
    if (request.preview === true || request.conflicts === undefined) {
      const found = await preview(commits, target, request, meta);
      if (request.preview === true) return found;
      if (found.conflicts.length > 0) throw undoConflicts(found);
      const onlyRecords = commits.every((header) =>
        header.events.every((event) => !isEffect(event.type) || /^(records|cells)/.test(event.type)),
      );
      if (onlyRecords && found.records === 0 && meta.idempotencyKey === undefined) throw undoNothing(found);
    }
    if (commits.length === 1 || commits.every(archives)) return together(commits, target, request, meta);
    return undoInChunks(commits, { target, conflicts: request.conflicts ?? 'skip' }, meta);
  };

  const tableOf = async (organizationId: string, commitId: string): Promise<string> => {
    const stored = await store.commit(organizationId, commitId);
    const event = stored?.events.find((e) => 'tableId' in e.value && isEffect(e.$case));
    if (event === undefined || !('tableId' in event.value)) throw undoNotFound();
    return event.value.tableId;
  };

  return {
    /**
     * `id` is a commit's or an operation's. Throws `undo.conflicts` with the list, `undo.nothing`, `undo.not_undoable`,
     * `undo.not_found`.
     */
    async undo(id: string, request: UndoRequest, meta: CommandMeta): Promise<UndoResult> {
      const { organizationId } = meta.actor;
      if (!isCommitId(id)) {
        const commits = await effectsOf(organizationId, id);
        if (commits.length === 0) throw undoNotFound();
        return undoOperation(commits, id, request, meta);
      }
      const whole = await store.commit(organizationId, id);
      const operationId = whole?.events.some((event) => event.$case === 'fieldConversionEnded')
        ? whole.meta.operationId
        : undefined;
      if (operationId !== undefined)
        return undoOperation(await effectsOf(organizationId, operationId), operationId, request, meta);
      return request.preview === true ? preview([{ id }], id, request, meta) : commit(id, id, request, meta);
    },
  };
};

export type Undo = ReturnType<typeof createUndo>;
