import {
  isRejection,
  newId,
  type Actor,
  type CommandMeta,
  type UndoAnswer,
  type UndoConflict,
  type Rejection,
} from '@tessera/kernel';
import type { CommitHeader, ServiceStore } from '../port.ts';
import type { ActionKinds } from './groups.ts';
import { operationHeaders } from './read.ts';
import { conflict, invalid, notFound, rejection } from '../refusals.ts';

export type UndoRequest = {
  readonly preview?: boolean | undefined;
  readonly conflicts?: 'skip' | 'overwrite' | undefined;
};

export type UndoResult<K extends UndoConflict = UndoConflict> = {
  readonly commitId?: string | undefined;
  readonly operationId?: string | undefined;
  readonly kind: string;
  readonly records: number;
  readonly fields: number;
  readonly commits: number;
  readonly conflicts: readonly (K & { readonly changedBy?: string })[];
  readonly skipped: number;
  readonly recordIds: readonly string[];
  readonly notUndoable?: string;
};

/** Conflicts that an answer lists. */
export const maxConflicts = 200;
/** Commits of an operation that are taken back one after the other while the caller waits. */
const maxCommits = 100;

export const undoNotFound = (): Rejection => notFound('undo.not_found');
export const undoNothing = (details: object = {}): Rejection => conflict('undo.nothing', details);
export const undoConflicts = (result: UndoResult): Rejection =>
  conflict('undo.conflicts', 'Some of it was changed since: choose what to do.', result);

/** Whether an id names a commit (`tables.1.42`); else it names an operation. */
export const isCommitId = (id: string): boolean => /^[^.]+\.\d+\.\d+$/.test(id);

/**
 * The parts of taking back commits and operations, by the commands `undo.commit` and `undo.preview` that the service has
 * of `undoHandlers`.
 */
export const undoParts = <E, K extends UndoConflict>(
  store: ServiceStore<E>,
  {
    isEffect = () => true,
    named = async (_actor, conflicts) => conflicts.slice(0, maxConflicts),
    payload = async () => ({}),
  }: Pick<ActionKinds, 'isEffect'> & {
    /** The first conflicts, with who wrote what stands in the way. */
    named?(actor: Actor, conflicts: readonly K[]): Promise<UndoResult<K>['conflicts']>;
    /** What the commands take beside the commit, which is one of `of` that are taken back. */
    payload?(commitId: string, request: UndoRequest, meta: CommandMeta, of: number): Promise<object>;
  } = {},
) => {
  /** The commits of an operation that have an effect, newest first. */
  const effectsOf = async (organizationId: string, operationId: string): Promise<readonly CommitHeader[]> =>
    (await operationHeaders(store, organizationId, operationId)).filter((header) =>
      header.events.some((event) => isEffect(event.type)),
    );

  const tryOne = async (
    commitId: string,
    request: UndoRequest,
    meta: CommandMeta,
    more: object = {},
  ): Promise<UndoAnswer<K>> => {
    // A preview writes nothing: it is no request that an idempotency key could repeat.
    const { idempotencyKey: _key, requestHash: _hash, ...own } = meta;
    const command = { type: 'undo.preview', payload: { commitId, conflicts: request.conflicts, ...more } };
    return (await store.execute<UndoAnswer<K>>(command, own)).answer;
  };

  /**
   * What taking these commits back would do, together. Writes nothing. `target` is what the caller named; of an
   * operation no records are told.
   */
  const preview = async (
    commits: readonly Pick<CommitHeader, 'id'>[],
    target: string,
    request: UndoRequest,
    meta: CommandMeta,
  ): Promise<UndoResult<K>> => {
    let [kind, records, fields, skipped] = ['nothing', 0, 0, 0];
    let last: UndoAnswer<K> | undefined;
    let reason: string | undefined;
    // Many commits may have more conflicts than memory holds: the first of them are enough.
    const found: K[] = [];
    for (const { id } of commits) {
      last = await tryOne(id, request, meta, await payload(id, request, meta, commits.length));
      kind = last.kind;
      records += last.records;
      fields += last.fields;
      skipped += last.skipped;
      reason ??= last.notUndoable;
      found.push(...last.conflicts.slice(0, maxConflicts - found.length));
    }
    return {
      kind,
      records,
      fields,
      skipped,
      commits: commits.length,
      conflicts: await named(meta.actor, found),
      recordIds: isCommitId(target) ? last!.recordIds : [],
      ...(reason !== undefined && { notUndoable: reason }),
    };
  };

  /** Takes one commit back. `target` is what the caller named: the commit, or the operation that it is of. */
  const commit = async (
    commitId: string,
    target: string,
    request: UndoRequest,
    meta: CommandMeta,
  ): Promise<UndoResult<K>> => {
    const own: CommandMeta = { ...meta, origin: 'undo', causationId: target };
    try {
      const more = await payload(commitId, request, meta, 1);
      const result = await store.execute<UndoAnswer<K>>(
        { type: 'undo.commit', payload: { commitId, conflicts: request.conflicts, ...more } },
        own,
      );
      const { answer } = result;
      return { ...answer, commitId: result.commitId, commits: 1, conflicts: await named(meta.actor, answer.conflicts) };
    } catch (error) {
      if (!isRejection(error) || error.code !== 'undo.conflicts') throw error;
      const answer = error.details as UndoAnswer<K>;
      throw undoConflicts({ ...answer, commits: 1, conflicts: await named(meta.actor, answer.conflicts) });
    }
  };

  return { effectsOf, preview, commit };
};

/**
 * Undo of a commit, or of an operation of at most 100 commits, of a service without long operations. Several commits are
 * taken back newest first, and are an operation again, so that they come back as one. Throws `undo.conflicts` with the
 * list, `undo.nothing`, `undo.not_undoable`, `undo.not_found`, `undo.too_large`.
 */
export const createUndo = <E, K extends UndoConflict = UndoConflict>(
  store: ServiceStore<E>,
  options: Parameters<typeof undoParts<E, K>>[1] = {},
) => {
  const parts = undoParts<E, K>(store, options);

  const undoOperation = async (id: string, request: UndoRequest, meta: CommandMeta): Promise<UndoResult<K>> => {
    const commits = await parts.effectsOf(meta.actor.organizationId, id);
    if (commits.length === 0) throw undoNotFound();
    if (commits.length > maxCommits)
      throw rejection('too_large', 'undo.too_large', `At most ${maxCommits} commits are undone at once.`);
    const found = await parts.preview(commits, id, request, meta);
    if (request.preview === true) return found;
    if (found.notUndoable !== undefined) throw invalid('undo.not_undoable', found.notUndoable);
    if (found.conflicts.length > 0 && request.conflicts === undefined) throw undoConflicts(found);
    const operationId = newId();
    let total = { records: 0, fields: 0, skipped: 0, commits: 0 };
    let last: UndoResult<K> | undefined;
    for (const header of commits) {
      const own: CommandMeta = {
        ...meta,
        operationId,
        // One key is one request: each of its commits has its own.
        ...(meta.idempotencyKey !== undefined && { idempotencyKey: `${meta.idempotencyKey} ${header.id}` }),
      };
      try {
        const done = await parts.commit(header.id, id, request, own);
        last = done;
        total = {
          records: total.records + done.records,
          fields: total.fields + done.fields,
          skipped: total.skipped + done.skipped,
          commits: total.commits + 1,
        };
      } catch (error) {
        // What is as it was before is passed over: the others are still to be taken back.
        if (!isRejection(error) || error.code !== 'undo.nothing') throw error;
      }
    }
    if (last === undefined) throw undoNothing(found);
    return { ...last, ...total, operationId, kind: found.kind };
  };

  return {
    /** `id` is a commit's or an operation's; an operation's may have the service's name before it, as commits have. */
    undo: async (id: string, request: UndoRequest, meta: CommandMeta): Promise<UndoResult<K>> => {
      if (!isCommitId(id)) return undoOperation(id.slice(id.indexOf('.') + 1), request, meta);
      return request.preview === true
        ? parts.preview([{ id }], id, request, meta)
        : parts.commit(id, id, request, meta);
    },
  };
};
