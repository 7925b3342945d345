import { type Id, isApiError } from '@tessera/kit';
import type { Failure, Refusal } from './edits.ts';

type RowError = { readonly index: number; readonly code: string; readonly message: string; readonly fieldId?: string };
type ConflictDetail = { readonly recordId: Id; readonly fieldId: Id; readonly theirs: unknown };

/** A detail of an error as the list that it should be. */
export const list = <T>(value: unknown): readonly T[] => (Array.isArray(value) ? value : []);

/**
 * Whether an error says nothing of what was asked about: no answer came, or none for now. What cannot be asked now is
 * asked again.
 */
export const passes = (error: unknown): boolean =>
  isApiError(error) && (error.status === 0 || error.status === 429 || error.status >= 500);

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
    const cells = list<ConflictDetail>(error.details['conflicts']).map(({ recordId, fieldId, theirs }) => ({
      recordId,
      fieldId,
      refusal: { ...refusal, theirs: { value: theirs } },
    }));
    return { kind: 'refused', refusal, cells };
  }
  const writes = change.updates?.length ? change.updates : (change.creates ?? []);
  const cells = list<RowError>(error.details['errors']).flatMap(({ index, code, message, fieldId }) => {
    const write = writes[index];
    return write ? [{ recordId: write.id, fieldId: fieldId ?? null, refusal: { code, message } }] : [];
  });
  const field = error.details['fieldId'];
  const only = writes.length === 1 ? writes[0] : undefined;
  if (cells.length === 0 && typeof field === 'string' && only)
    return { kind: 'refused', refusal, cells: [{ recordId: only.id, fieldId: field, refusal }] };
  return { kind: 'refused', refusal, cells };
};
