import { conflict, isRejection, newId, notFound, Rejection, type Actor, type CommandMeta } from '@tessera/kernel';
import type { CommitHeader, ServiceStore } from '@tessera/event-store';
import type { Directory } from '../directory.ts';
import { fieldFromMessage } from '../definitions/mapper.ts';
import type { Conversions } from '../fields/conversion.ts';
import { withUsers } from '../fields/convert.ts';
import type { UndoPlan } from '../operations/plan.ts';
import type { OperationState } from '../operations/state.ts';
import type { Runner } from '../operations/runner.ts';
import type { RecordReader } from '@tessera/document-store';
import { everyRow, maskAllows, type Grant } from '@tessera/proto/rights';
import { selectedColumn, type Schema } from '../definitions/schema.ts';
import { recordStream, tableStream, type TablesEvent } from '../events.ts';
import { neutralContext } from '../records/context.ts';
import { cellAt } from '../records/mapper.ts';
import type { Queries } from '../records/query.ts';
import { cellValue } from '../records/wire.ts';
import { isEffect, type UndoAnswer } from './decide.ts';
import type { Conflict } from './inverse.ts';
import { operationHeaders } from './read-groups.ts';
import { createUsedOptions } from './used-options.ts';

export type UndoRequest = {
  readonly preview?: boolean | undefined;
  readonly conflicts?: 'skip' | 'overwrite' | undefined;
};
export type UndoResult = {
  readonly commitId?: string | undefined;
  readonly operationId?: string | undefined;
  /** Of the operation that an undo of several commits is. */
  readonly state?: OperationState['state'] | undefined;
  readonly kind: string;
  readonly records: number;
  readonly fields: number;
  readonly commits: number;
  readonly conflicts: readonly (Conflict & { readonly changedBy?: string })[];
  readonly skipped: number;
  readonly recordIds: readonly string[];
};

const maxConflicts = 200;
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

const notThere = () => notFound('undo.not_found', 'There is nothing with this id to undo.');

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

/** Undo of a commit or of a whole operation, with its preview (EVENTS.md 13). */
export const createUndo = (
  store: ServiceStore<TablesEvent>,
  queries: Queries,
  runner: Runner,
  directory: Directory,
  records: RecordReader,
  conversions: Conversions,
) => {
  const usedOptions = createUsedOptions(store, queries, records);
  const effectsOf = async (organizationId: string, operationId: string): Promise<readonly CommitHeader[]> =>
    (await operationHeaders(store, organizationId, operationId)).filter((header) =>
      header.events.some((event) => isEffect(event.type)),
    );

  /** Who wrote what stands in the way, or deleted the record, for the first conflicts. */
  const named = async (actor: Actor, conflicts: readonly Conflict[]): Promise<UndoResult['conflicts']> => {
    const shown = conflicts.slice(0, maxConflicts);
    const asked = shown.slice(0, maxNamed).filter((c) => c.recordId !== undefined);
    if (asked.length === 0) return shown;
    const { names } = await directory.facts(actor);
    const writers = new Map<string, string>();
    await Promise.all(
      asked.map(async ({ tableId, recordId, fieldId, blocked }) => {
        const commits = await store.history(actor.organizationId, recordStream(tableId), recordId, { limit: 50 });
        const wrote = (e: TablesEvent): boolean =>
          blocked === 'record_deleted'
            ? e.$case === 'recordsDeleted' && e.value.recordIds.includes(recordId!)
            : fieldId === ''
              ? e.$case === 'recordsCreated' && e.value.recordIds.includes(recordId!)
              : e.$case === 'cellsChanged' &&
                e.value.recordIds.includes(recordId!) &&
                e.value.after.some((column) => column.fieldId === fieldId);
        const commit = commits.find((c) => c.events.some(wrote));
        const userId = commit?.meta.actor.userId ?? commit?.meta.actor.id;
        if (userId !== undefined) writers.set(`${recordId} ${fieldId}`, names.get(userId) ?? userId);
      }),
    );
    return shown.map((c) => {
      const changedBy = writers.get(`${c.recordId} ${c.fieldId}`);
      return changedBy === undefined ? c : { ...c, changedBy };
    });
  };

  const previewOne = async (
    commitId: string,
    conflicts: UndoRequest['conflicts'],
    meta: CommandMeta,
    used: readonly string[] = [],
  ): Promise<UndoAnswer> => {
    const { idempotencyKey: _key, requestHash: _hash, ...own } = meta;
    return (
      await store.execute<UndoAnswer>(
        { type: 'undo.preview', payload: { commitId, conflicts, usedOptions: used } },
        own,
      )
    ).answer;
  };

  const previewAll = async (
    commits: readonly CommitHeader[],
    conflicts: UndoRequest['conflicts'],
    meta: CommandMeta,
  ): Promise<UndoResult> => {
    let total: UndoResult = {
      kind: 'nothing',
      records: 0,
      fields: 0,
      commits: commits.length,
      conflicts: [],
      skipped: 0,
      recordIds: [],
    };
    for (const { id } of commits) {
      const one = await previewOne(id, conflicts, meta);
      total = {
        ...total,
        kind: one.kind,
        records: total.records + one.records,
        fields: total.fields + one.fields,
        skipped: total.skipped + one.skipped,
        conflicts: total.conflicts.length >= maxConflicts ? total.conflicts : [...total.conflicts, ...one.conflicts],
      };
    }
    return total;
  };

  const refuseConflicts = (result: UndoResult): Rejection =>
    new Rejection('conflict', 'undo.conflicts', 'Some of it was changed since: choose what to do.', result);

  const undoCommit = async (
    commitId: string,
    target: string,
    request: UndoRequest,
    meta: CommandMeta,
  ): Promise<UndoResult> => {
    const own: CommandMeta = { ...meta, origin: 'undo', causationId: target };
    try {
      const result = await store.execute<UndoAnswer>(
        {
          type: 'undo.commit',
          payload: { commitId, conflicts: request.conflicts, usedOptions: await usedOptions(meta.actor, commitId) },
        },
        own,
      );
      const { answer } = result;
      return { ...answer, commitId: result.commitId, commits: 1, conflicts: await named(meta.actor, answer.conflicts) };
    } catch (error) {
      if (!isRejection(error) || error.code !== 'undo.conflicts') throw error;
      const answer = error.details as UndoAnswer;
      throw refuseConflicts({ ...answer, commits: 1, conflicts: await named(meta.actor, answer.conflicts) });
    }
  };

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
   * What others changed in a table after an operation had made and filled it: newest first, so what stands there now.
   */
  const editsSince = async (
    actor: Actor,
    tableId: string,
    operation: readonly CommitHeader[],
  ): Promise<readonly Conflict[]> => {
    const { schema, grant } = await queries.open(actor, 'tables.view', tableId);
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
        for (const event of commit?.events ?? [])
          for (const one of editsOf(event, schema, grant)) {
            // Newest first: the first found has what stands there, the last what stood there.
            const key = `${one.recordId} ${one.fieldId}`;
            const known = conflicts.get(key);
            if (known !== undefined || conflicts.size < maxFollowed)
              conflicts.set(key, { ...(known ?? one), undoTo: one.undoTo });
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
    const { language, timezone, everyone } = await directory.facts(actor);
    const context = withUsers({ locale: language, timezone }, everyone);
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
    const shown: Conflict[] = [];
    for (const one of differing) {
      if (shown.length === maxConflicts) break;
      const known = looked.get(one.recordId!) ?? (await look(one.recordId!));
      looked.set(one.recordId!, known);
      const { goes, ...named } = known;
      if (goes) shown.push({ ...one, ...named });
    }
    return shown;
  };

  /**
   * Of an operation that made a table: the commit that made it. Its undo archives the table as a whole, which takes the
   * records along.
   */
  const creationIn = (commits: readonly CommitHeader[]): CommitHeader | undefined =>
    commits.find((header) => header.events.some((event) => event.type === 'tableCreated'));

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

  const undoTable = async (
    creation: CommitHeader,
    commits: readonly CommitHeader[],
    target: string,
    request: UndoRequest,
    meta: CommandMeta,
  ): Promise<UndoResult> => {
    const preview = await previewOne(creation.id, request.conflicts, meta);
    const edits =
      preview.notUndoable === undefined && request.conflicts !== 'overwrite'
        ? await editsSince(meta.actor, await tableOf(meta.actor.organizationId, creation.id), commits)
        : [];
    const told: UndoResult = {
      ...preview,
      records: recordsIn(commits),
      commits: commits.length,
      conflicts: await named(
        meta.actor,
        edits.map((one) => ({ ...one, deletes: true })),
      ),
    };
    if (request.preview === true) return told;
    if (edits.length > 0 && request.conflicts === undefined) throw refuseConflicts(told);
    // Leaving alone what was edited leaves the table that holds it.
    if (edits.length > 0)
      return undoInChunks(
        commits.filter((header) => header !== creation),
        { target, conflicts: 'skip', downTo: creation.position },
        meta,
      );
    const done = await undoCommit(creation.id, target, request, meta);
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
    if (event?.before === undefined || event.after === undefined || !event.converted)
      throw conflict('undo.nothing', 'There is nothing left to undo.');
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
    if (found.conflicts.length > 0 && request.conflicts === undefined) throw refuseConflicts(told);
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
    const creation = creationIn(commits);
    if (creation !== undefined) return undoTable(creation, commits, target, request, meta);
    if (request.preview === true || request.conflicts === undefined) {
      const preview = await previewAll(commits, request.conflicts, meta);
      const told = { ...preview, conflicts: await named(meta.actor, preview.conflicts) };
      if (request.preview === true) return told;
      if (preview.conflicts.length > 0) throw refuseConflicts(told);
      const onlyRecords = commits.every((header) =>
        header.events.every((event) => !isEffect(event.type) || /^(records|cells)/.test(event.type)),
      );
      if (onlyRecords && preview.records === 0 && meta.idempotencyKey === undefined)
        throw conflict('undo.nothing', 'There is nothing left to undo.', told);
    }
    if (commits.length === 1) return undoCommit(commits[0]!.id, target, request, meta);
    return undoInChunks(commits, { target, conflicts: request.conflicts ?? 'skip' }, meta);
  };

  const tableOf = async (organizationId: string, commitId: string): Promise<string> => {
    const commit = await store.commit(organizationId, commitId);
    const event = commit?.events.find((e) => 'tableId' in e.value && isEffect(e.$case));
    if (event === undefined || !('tableId' in event.value)) throw notThere();
    return event.value.tableId;
  };

  return {
    /**
     * `id` is a commit's or an operation's. Throws `undo.conflicts` with the list, `undo.nothing`, `undo.not_undoable`,
     * `undo.not_found`.
     */
    async undo(id: string, request: UndoRequest, meta: CommandMeta): Promise<UndoResult> {
      const { organizationId } = meta.actor;
      if (!id.includes('.')) {
        const commits = await effectsOf(organizationId, id);
        if (commits.length === 0) throw notThere();
        return undoOperation(commits, id, request, meta);
      }
      const whole = await store.commit(organizationId, id);
      const operationId = whole?.events.some((event) => event.$case === 'fieldConversionEnded')
        ? whole.meta.operationId
        : undefined;
      if (operationId !== undefined)
        return undoOperation(await effectsOf(organizationId, operationId), operationId, request, meta);
      if (request.preview === true) {
        const answer = await previewOne(id, request.conflicts, meta, await usedOptions(meta.actor, id));
        return { ...answer, commits: 1, conflicts: await named(meta.actor, answer.conflicts) };
      }
      return undoCommit(id, id, request, meta);
    },
  };
};

export type Undo = ReturnType<typeof createUndo>;
