import type { TablesEvent } from '../events.ts';
import type { Conflict } from './inverse.ts';

/** What a search for the writer of a value looks at. */
export type Written = {
  readonly id: string;
  readonly events: readonly TablesEvent[];
  readonly meta: { readonly actor: { readonly id: string; readonly userId?: string | undefined } };
};

/** A conflict's value: the cell, or the record's being there. */
export const conflictKey = ({ recordId, fieldId }: Pick<Conflict, 'recordId' | 'fieldId'>): string =>
  `${recordId} ${fieldId}`;

/**
 * Who wrote what stands in the way, or deleted the record, by `conflictKey`. `commitsOf` gives a record's commits, newest
 * first; one that many records share is looked through once.
 */
export const writersOf = async (
  conflicts: readonly Conflict[],
  commitsOf: (tableId: string, recordId: string) => Promise<readonly Written[]>,
): Promise<ReadonlyMap<string, string>> => {
  const records = new Map<string, ReadonlySet<string>>();
  const fields = new Map<string, ReadonlySet<string>>();
  const recordsOf = (key: string, ids: readonly string[]): ReadonlySet<string> => {
    const known = records.get(key) ?? new Set(ids);
    records.set(key, known);
    return known;
  };
  const writers = new Map<string, string>();
  const histories = new Map<string, Promise<readonly Written[]>>();
  for (const conflict of conflicts) {
    const { tableId, recordId, fieldId, blocked } = conflict;
    if (recordId === undefined) continue;
    const wrote = (event: TablesEvent, key: string): boolean => {
      switch (event.$case) {
        case 'recordsDeleted':
          return blocked === 'record_deleted' && recordsOf(key, event.value.recordIds).has(recordId);
        case 'recordsCreated':
          return blocked !== 'record_deleted' && fieldId === '' && recordsOf(key, event.value.recordIds).has(recordId);
        case 'cellsChanged': {
          if (blocked === 'record_deleted' || fieldId === '') return false;
          const written = fields.get(key) ?? new Set(event.value.after.map((column) => column.fieldId));
          fields.set(key, written);
          return written.has(fieldId) && recordsOf(key, event.value.recordIds).has(recordId);
        }
        default:
          return false;
      }
    };
    const record = `${tableId} ${recordId}`;
    const history = histories.get(record) ?? commitsOf(tableId, recordId);
    histories.set(record, history);
    const commit = (await history).find((one) => one.events.some((event, i) => wrote(event, `${one.id} ${i}`)));
    if (commit !== undefined) writers.set(conflictKey(conflict), commit.meta.actor.userId ?? commit.meta.actor.id);
  }
  return writers;
};
