import { requireRight } from '@tessera/proto/rights';
import { loadDefinition, onTable, type Definition, type Handler } from '../definitions/handler.ts';
import type { Guard } from '../definitions/state.ts';
import { notFound } from '../refusals.ts';

/** Says which writes of a table are asked about first. */
export const guardTable: Handler<{ readonly tableId: string; readonly events: readonly Guard[] }, Definition, null> = {
  load: ({ tableId }) => loadDefinition(tableId),
  decide: ({ tableId, events }, { state, version }, { meta }) => {
    requireRight(meta.actor, 'installation.act');
    if (state === undefined) throw notFound('object_not_found');
    const now = [...(state.guards ?? [])].sort().join();
    const next = [...new Set(events)].sort();
    if (next.join() === now) return { events: [] };
    return { events: onTable(tableId, version, [{ $case: 'tableGuarded', value: { tableId, events: next } }]) };
  },
  *answer() {
    return null;
  },
};
