import type { ServiceLog } from '@tessera/event-store';
import { isRejection, passedOn } from '@tessera/kernel';
import { recordStream, type TablesEvent } from '../events.ts';
import { cellAt, kindOf } from '@tessera/proto/cells';
import type { FieldConflict } from './update.ts';
import { cellValue } from './wire.ts';

/** Conflicts of one answer that tell what their editor saw; each costs a look into the log. */
const withBase = 100;

/** The value that a field had before the commit at `position`; undefined where that commit is not to be had. */
const baseOf = async (
  store: ServiceLog,
  organizationId: string,
  tableId: string,
  { recordId, fieldId, position }: FieldConflict,
  decimalsAsText: boolean,
): Promise<unknown> => {
  const [commit] = await store.history(organizationId, recordStream(tableId), recordId, {
    before: position + 1,
    limit: 1,
  });
  if (commit?.position !== position) return undefined;
  for (const event of commit.events as readonly TablesEvent[]) {
    if (event.$case !== 'cellsChanged') continue;
    const index = event.value.recordIds.indexOf(recordId);
    const column = event.value.before.find((one) => one.fieldId === fieldId);
    const cell = index < 0 || column === undefined ? undefined : cellAt(column, index);
    if (cell !== undefined) return cellValue(cell, kindOf(column!) ?? 'text', decimalsAsText);
  }
  return undefined;
};

/**
 * A refused write as its caller is told: for each field that somebody else changed, beside both values the one that the
 * caller saw. Other errors stay as they are.
 */
export const withBases = async (
  store: ServiceLog,
  organizationId: string,
  tableId: string,
  error: unknown,
  decimalsAsText: boolean,
): Promise<unknown> => {
  if (!isRejection(error) || error.code !== 'records.conflict') return error;
  const { conflicts } = error.details as { readonly conflicts: readonly FieldConflict[] };
  const told: object[] = [];
  for (const [i, found] of conflicts.entries()) {
    const { position: _position, ...fields } = found;
    const base = i < withBase ? await baseOf(store, organizationId, tableId, found, decimalsAsText) : undefined;
    told.push({ ...fields, ...(base !== undefined && { base }) });
  }
  return passedOn(error.kind, error.code, error.message, { conflicts: told });
};
