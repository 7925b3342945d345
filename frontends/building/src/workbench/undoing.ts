import { apiError, type Id, isApiError } from '@tessera/kit';
import type { Edits } from '../data/edits.ts';
import { list, passes } from '../data/failure.ts';
import { shownConflict, tableApi, type UndoAnswer, type UndoConflict } from '../table/table.resource.ts';
import type { List } from './list.ts';
import type { WorkbenchEnv } from './workbench.ts';

export type UndoingEnv = Pick<
  WorkbenchEnv,
  'tableId' | 'askConflicts' | 'notify' | 'reason' | 'onUndone' | 'onUndoing'
> & {
  readonly edits: Edits;
  readonly lists: () => readonly List[];
  /** Where a record is looked for that no list has loaded. */
  readonly main: List;
  /** Waits for what the person did and has no answer yet. */
  readonly settled: () => Promise<void>;
  readonly refresh: () => void;
};

/** After so long, in ms, the page says that an undo is being prepared. */
const slow = 400;

/** What was undone had brought the table: it is in the trash with all that is in it. */
export const takesTable = (answer: UndoAnswer): boolean =>
  answer.kind === 'tableCreated' || answer.kind === 'tableRestored';

/** Undo and redo of the person's own actions, and of one that a history names. */
export const createUndoing = (env: UndoingEnv) => {
  let running = 0;

  /** A long undo works on as an operation; it is over when the operation is. */
  const finished = async (answer: UndoAnswer): Promise<UndoAnswer> => {
    if (answer.operationId === undefined || answer.commitId !== undefined) return answer;
    env.onUndoing(answer.operationId);
    try {
      for (;;) {
        const operation = await tableApi.operation(answer.operationId).catch((problem: unknown) => {
          if (passes(problem)) return null;
          throw problem;
        });
        if (operation === null || operation.state === 'running')
          await new Promise((resolve) => setTimeout(resolve, 300));
        else if (operation.state === 'failed')
          throw apiError({
            code: operation.error?.code ?? 'unknown',
            message: operation.error?.message ?? '',
            status: 0,
          });
        else return { ...answer, records: operation.done };
      }
    } finally {
      env.onUndoing(null);
    }
  };

  const begin = async (id: string, request?: { readonly conflicts: 'overwrite' | 'skip' }): Promise<UndoAnswer> => {
    const timer = setTimeout(() => env.onUndoing(''), slow);
    try {
      return await tableApi.undo(id, request);
    } finally {
      clearTimeout(timer);
      env.onUndoing(null);
    }
  };

  /**
   * Single values, and records that were added and edited since, as they are chosen of the conflicts. Answers the
   * records.
   */
  const take = async (chosen: readonly UndoConflict[]): Promise<readonly Id[]> => {
    const deleted = new Set(
      chosen.flatMap(({ recordId, deletes }) => (deletes === true && recordId !== undefined ? [recordId] : [])),
    );
    const byRecord = new Map<Id, Record<Id, unknown>>();
    for (const { recordId, fieldId, undoTo } of chosen)
      if (recordId !== undefined && !deleted.has(recordId))
        byRecord.set(recordId, { ...byRecord.get(recordId), [fieldId]: undoTo ?? null });
    if (deleted.size > 0) await tableApi.remove(env.tableId, [...deleted]);
    if (byRecord.size > 0)
      await env.edits.push({ updates: [...byRecord].map(([recordId, fields]) => ({ id: recordId, fields })) });
    return [...deleted, ...byRecord.keys()];
  };

  const undoOne = async (id: string): Promise<UndoAnswer | null> => {
    try {
      return await finished(await begin(id));
    } catch (problem) {
      if (!isApiError(problem) || problem.code !== 'undo.conflicts') throw problem;
      const conflicts = list<UndoAnswer['conflicts'][number]>(problem.details['conflicts']).map(shownConflict);
      const { recordIds, records, skipped } = problem.details;
      const rest = list(recordIds).length > 0 || Number(skipped) < Number(records);
      const chosen = await env.askConflicts(conflicts, rest);
      if (chosen === null) return null;
      if (chosen.length === conflicts.length) return finished(await begin(id, { conflicts: 'overwrite' }));
      // First what was chosen: the undo is then the last that was done, and a redo finds it.
      const ids = await take(await tableApi.wholeConflicts(id, chosen));
      // Where nothing is left beside the conflicts, there is nothing to undo but what was chosen of them.
      const answer = rest ? await finished(await begin(id, { conflicts: 'skip' })) : null;
      return (
        answer ?? {
          kind: 'cellsChanged',
          records: ids.length,
          fields: chosen.length,
          commits: 0,
          conflicts: [],
          skipped: 0,
          recordIds: ids,
        }
      );
    }
  };

  /**
   * Brings what an undo changed into view and lets it flash; rows in view flash by themselves when their change is
   * heard.
   */
  const showUndone = async (ids: readonly Id[]): Promise<void> => {
    const [first] = ids;
    if (first === undefined) return;
    const showing = env
      .lists()
      .flatMap((list) => ids.flatMap((id) => list.rows.placeOf(id) ?? []).map((place) => ({ list, place })))[0];
    if (showing) return showing.list.drawer().reveal(showing.place);
    const place = await tableApi.place(env.tableId, first, env.main.query()).catch(() => null);
    if (place === null) return;
    env.main.drawer().reveal(place);
    env.main.flash(ids.slice(0, 1000), 'all', 7, Date.now() + 1000);
  };

  /** Undoes one action and shows what it did. */
  const undoId = async (id: string, redo: boolean): Promise<void> => {
    running += 1;
    try {
      const answer = await undoOne(id);
      if (!answer) return;
      // With the table gone there is nothing to read anew.
      if (takesTable(answer)) return await env.onUndone(answer, redo, id);
      env.refresh();
      void showUndone(answer.recordIds);
      await env.onUndone(answer, redo, id);
    } catch (problem) {
      env.notify({
        key: isApiError(problem) && problem.code.startsWith('undo.') ? 'undo.impossible' : 'undo.failed',
        values: { reason: env.reason(problem) },
        error: true,
      });
    } finally {
      setTimeout(() => {
        running -= 1;
      }, 1500);
    }
  };

  const undo = async (redo: boolean): Promise<void> => {
    await env.settled();
    try {
      const stack = await tableApi.undoStack(env.tableId);
      const entry = (redo ? stack.redo : stack.undo)[0];
      if (!entry) return env.notify({ key: redo ? 'redo.nothing' : 'undo.nothing' });
      await undoId(entry.id, redo);
    } catch (problem) {
      env.notify({ key: 'undo.failed', values: { reason: env.reason(problem) }, error: true });
    }
  };

  return {
    undo,
    undoId,
    /** An undo runs or ran a moment ago: what is heard now is its work. */
    active: (): boolean => running > 0,
  };
};
