import { apiError, type Id, isApiError } from '@tessera/kit';
import type { Failure, Refusal } from './edits.ts';

type RowError = {
  readonly index: number;
  readonly code: string;
  readonly message: string;
  readonly fieldId?: string;
  readonly params?: unknown;
};
type ConflictDetail = {
  readonly recordId: Id;
  readonly fieldId: Id;
  readonly theirs: unknown;
  /** Who wrote it, where that is known. */
  readonly who?: string;
};

/** A detail of an error as the list that it should be. */
export const list = <T>(value: unknown): readonly T[] => (Array.isArray(value) ? value : []);

/**
 * Whether an error says nothing of what was asked about: no answer came, or none for now. What cannot be asked now is
 * asked again.
 */
export const passes = (error: unknown): boolean =>
  isApiError(error) && (error.status === 0 || error.status === 429 || error.status >= 500);

type Entries = {
  readonly entries: readonly {
    readonly actor: { readonly name?: string };
    readonly changes: readonly { readonly fieldId: string }[];
  }[];
};
/** Of so many records the history is asked who changed them; a larger change is told without names. */
const mostNamed = 5;

/** A conflict with the names of those who changed the fields meanwhile; any other problem, and one without, as it is. */
export const withNames = async (problem: unknown, history: (recordId: Id) => Promise<Entries>): Promise<unknown> => {
  if (!isApiError(problem) || problem.code !== 'records.conflict') return problem;
  const conflicts = list<ConflictDetail>(problem.details['conflicts']);
  const records = [...new Set(conflicts.map(({ recordId }) => recordId))];
  if (records.length > mostNamed) return problem;
  const found = await Promise.all(
    records.map(async (id) => [id, await history(id).catch(() => ({ entries: [] }))] as const),
  );
  const entries = new Map<Id, Entries>(found);
  const named = conflicts.map((one) => {
    const last = entries
      .get(one.recordId)
      ?.entries.find(({ changes }) => changes.some(({ fieldId }) => fieldId === one.fieldId));
    return last?.actor.name ? { ...one, who: last.actor.name } : one;
  });
  return apiError({
    status: problem.status,
    code: problem.code,
    message: problem.message,
    details: { ...problem.details, conflicts: named },
  });
};

/** What went wrong with a change, by cell where the server says so. */
export const failureOf = (
  error: unknown,
  change: { readonly updates?: readonly { readonly id: Id }[]; readonly creates?: readonly { readonly id: Id }[] },
): Failure => {
  // An ended session is no refusal: the change goes out once the person is back.
  if (!isApiError(error) || error.status === 0 || error.status === 401 || error.status === 429 || error.status >= 500)
    return { kind: 'later' };
  const refusal: Refusal = { code: error.code, message: error.message };
  if (error.status === 403) return { kind: 'refused', forbidden: true, refusal, cells: [] };
  if (error.code === 'records.conflict') {
    const cells = list<ConflictDetail>(error.details['conflicts']).map(({ recordId, fieldId, theirs, who }) => ({
      recordId,
      fieldId,
      refusal: { ...refusal, theirs: { value: theirs }, ...(who === undefined ? {} : { params: { who } }) },
    }));
    return { kind: 'refused', refusal, cells };
  }
  const writes = change.updates?.length ? change.updates : (change.creates ?? []);
  const cells = list<RowError>(error.details['errors']).flatMap(({ index, code, message, fieldId, params }) => {
    const write = writes[index];
    const told = typeof params === 'object' && params !== null ? { params: { ...params } } : {};
    return write ? [{ recordId: write.id, fieldId: fieldId ?? null, refusal: { code, message, ...told } }] : [];
  });
  const field = error.details['fieldId'];
  const only = writes.length === 1 ? writes[0] : undefined;
  if (cells.length === 0 && typeof field === 'string' && only)
    return { kind: 'refused', refusal, cells: [{ recordId: only.id, fieldId: field, refusal }] };
  return { kind: 'refused', refusal, cells };
};
