import { read, type DecidedEvent, type Loading, type Snapshot } from '@tessera/kernel';
import { loadDefinition, type Definition } from '../definitions/handler.ts';
import type { TableState, ViewState } from '../definitions/state.ts';
import { shelfStream, viewStream, type TablesEvent } from '../events.ts';
import type { StreamedView } from './evolve.ts';

/** A view as it stands, whichever stream has it; `version` is that of its own. */
export type CurrentView = { readonly view: ViewState; readonly deleted: boolean; readonly version: number };

/** What a change of one view knows: the table's definition, and the view's own stream. */
export type ViewSnapshot = { readonly table: Definition; readonly view: Snapshot<StreamedView> };

export function* loadView(tableId: string, viewId: string): Loading<ViewSnapshot> {
  return {
    table: yield* loadDefinition(tableId),
    view: yield* read.snapshot<StreamedView>(viewStream(tableId, viewId)),
  };
}

/** The view by its own stream, or as the table's has it; undefined where there never was one. */
export const currentView = (
  table: TableState,
  { version, state }: Snapshot<StreamedView>,
  viewId: string,
): CurrentView | undefined => {
  if (state !== undefined) return { view: state.view, deleted: state.deleted, version };
  const live = table.views.find((v) => v.id === viewId);
  if (live !== undefined) return { view: live, deleted: false, version };
  const gone = table.deletedViews.find((d) => d.view.id === viewId);
  return gone && { view: gone.view, deleted: true, version };
};

/** An event of a view on its own stream, which it may begin; `shelf`: also on that of all views of the table, at this version. */
export const onView = (
  tableId: string,
  viewId: string,
  version: number,
  event: TablesEvent,
  shelf?: number,
): DecidedEvent<TablesEvent> => ({
  event,
  advances: [
    { stream: viewStream(tableId, viewId), version: version + 1 },
    ...(shelf === undefined ? [] : [{ stream: shelfStream(tableId), version: shelf + 1 }]),
  ],
});
