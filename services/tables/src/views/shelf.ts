import { read, type Loading } from '@tessera/kernel';
import type { ViewState } from '../definitions/state.ts';
import { shelfStream, type TablesEvent } from '../events.ts';

/**
 * Whatever changes how many views of a table somebody has advances one stream of the table, so that two who do it at once
 * cannot both find the last place free, or each take one of the last two views. Nothing is folded from it: its version
 * is read before the views are, and whoever wrote meanwhile has taken the next one.
 */
export function* loadShelf(tableId: string): Loading<number> {
  return (yield* read.snapshot<unknown>(shelfStream(tableId))).version;
}

/** A view, and whose it is: '' for everyone. */
export type Kept = Pick<ViewState, 'id' | 'ownerUserId'>;

/** Whose a view is after an event that may change it, null for nobody's; undefined for other events. */
export const moveOf = (event: TablesEvent): readonly [viewId: string, ownerUserId: string | null] | undefined => {
  switch (event.$case) {
    case 'viewCreated':
    case 'viewRestored':
      return event.value.view && [event.value.view.id, event.value.view.ownerUserId];
    case 'viewChanged':
      return event.value.after && [event.value.after.id, event.value.after.ownerUserId];
    case 'viewDeleted':
      return [event.value.viewId, null];
    default:
      return undefined;
  }
};
