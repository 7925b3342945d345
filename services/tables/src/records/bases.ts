import type { ServiceStore } from '@tessera/event-store';
import { recordStream, type TablesEvent } from '../events.ts';
import { cellAt, kindOf } from './mapper.ts';
import type { Base } from './update.ts';
import { cellValue } from './wire.ts';

export type StaleRecord = { readonly id: string; readonly version: number; readonly since: number };

const pageSize = 100;
const maxPages = 10;

/** Which fields of each record were changed after the version that its editor saw, with the value they had then. */
export const findBases = async (
  store: ServiceStore,
  organizationId: string,
  tableId: string,
  stale: readonly StaleRecord[],
): Promise<Record<string, Base>> => {
  const entries = await Promise.all(
    stale.map(async ({ id, version, since }) => {
      const changed = new Map<string, unknown>();
      let before: number | undefined;
      let at = version;
      for (let page = 0; page < maxPages && at > since; page++) {
        const commits = await store.history(organizationId, recordStream(tableId), id, {
          limit: pageSize,
          ...(before !== undefined && { before }),
        });
        for (const commit of commits) {
          for (const event of commit.events as readonly TablesEvent[]) {
            if (event.$case !== 'cellsChanged') continue;
            const index = event.value.recordIds.indexOf(id);
            if (index < 0 || event.value.versions[index]! <= since || event.value.versions[index]! > version) continue;
            for (const column of event.value.before.filter(
              (c, i, all) => all.findIndex((one) => one.fieldId === c.fieldId) === i,
            )) {
              const cell = cellAt(column, index);
              // Newest first: the oldest change after `since` has the value that the editor saw.
              if (cell !== undefined) changed.set(column.fieldId, cellValue(cell, kindOf(column) ?? 'text'));
            }
            at = Math.min(at, event.value.versions[index]! - 1);
          }
        }
        before = commits.at(-1)?.position;
        if (commits.length < pageSize) break;
      }
      return [id, { version, changed: [...changed].map(([fieldId, base]) => ({ fieldId, base })) }] as const;
    }),
  );
  return Object.fromEntries(entries);
};
