import { isRejection, type Actor } from '@tessera/kernel';
import { TablesServiceDefinition } from '@tessera/proto/tables/v1/service';
import type { ServicePorts } from '@tessera/runtime';
import type { Changed } from '../mail/told.ts';

/** A comparison with a moment reads what changed since; a digest is in no hurry. */
const deadlineMs = 30_000;

/** What changed since a moment, in ms, at the places of which somebody wants to hear, by the rights that they have now. */
export type ChangesOf = (
  actor: Actor,
  since: number,
  every: 'day' | 'week',
) => Promise<readonly (Omit<Changed, 'link'> & { readonly path: string })[]>;

export const createChanges = ({ rpc }: Pick<ServicePorts, 'rpc'>): ChangesOf => {
  const tables = rpc.client(TablesServiceDefinition);
  /** Undefined where they may not see the place any more, it is gone, or it cannot be compared with what it was. */
  const tell = async (actor: Actor, place: string, since: number) => {
    try {
      return await tables.tellChanges({ place, since }, { actor, deadlineMs });
    } catch (error) {
      if (isRejection(error) && error.kind !== 'unavailable') return undefined;
      throw error;
    }
  };

  return async (actor, since, every) => {
    const found = [];
    const { places } = await tables.listDigestPlaces({}, { actor, deadlineMs });
    // One after the other: nobody waits for it, and others do for what it reads.
    for (const place of places) {
      const told = await tell(actor, place, since);
      if (told === undefined || (!told.many && told.changed + told.removed + told.added === 0)) continue;
      const { tableId, recordId, viewId, filterJson, changed, removed, added, many } = told;
      const of = recordId !== '' ? ('record' as const) : filterJson !== '' ? ('filter' as const) : ('view' as const);
      const query = new URLSearchParams({
        ...(recordId !== '' && { record: recordId }),
        ...(viewId !== '' && { view: viewId }),
        ...(filterJson !== '' && { filter: filterJson }),
        // Who looked meanwhile is shown what came behind that.
        ...(told.since <= since && { since: every }),
      });
      found.push({
        table: told.tableLabel,
        view: told.viewLabel,
        record: told.recordLabel,
        of,
        changed,
        removed,
        added,
        many,
        path: `/object/${tableId}/changes?${query}`,
      });
    }
    return found;
  };
};
