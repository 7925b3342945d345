import type { Aggregate, EventContext } from '@tessera/kernel';
import { viewStream, type TablesEvent } from '../events.ts';
import { viewFromMessage } from '../definitions/mapper.ts';
import type { ViewState } from '../definitions/state.ts';

/** A view as its own stream has it. JSON, because stores keep it as a snapshot. */
export type StreamedView = {
  readonly tableId: string;
  readonly view: ViewState;
  readonly deleted: boolean;
  /** The version of the stream: rises with each change of the view. */
  readonly version: number;
  /** Position of the commit that began the stream: in this order views stand behind those of the table's stream. */
  readonly since: number;
};

type Part = { readonly tableId: string; readonly view: ViewState; readonly deleted: boolean };

const changed = (state: StreamedView | undefined, event: TablesEvent): Part | undefined => {
  switch (event.$case) {
    case 'viewCreated': {
      const { tableId, view } = event.value;
      return view === undefined ? state : { tableId, view: viewFromMessage(view), deleted: false };
    }
    case 'viewChanged': {
      const { tableId, after } = event.value;
      return after === undefined ? state : { tableId, view: viewFromMessage(after), deleted: state?.deleted ?? false };
    }
    case 'viewDeleted':
    case 'viewRestored': {
      const { tableId, view: message } = event.value;
      const view = message === undefined ? state?.view : viewFromMessage(message);
      return view === undefined ? state : { tableId, view, deleted: event.$case === 'viewDeleted' };
    }
    default:
      return state;
  }
};

/**
 * Folds a view's own stream; total, as docs/events.md 4 asks. Any of its events may be the first: then it has the whole
 * state of a view that the table's stream had.
 */
export const evolveView = (
  state: StreamedView | undefined,
  event: TablesEvent,
  context: EventContext,
): StreamedView | undefined => {
  // Of a table that was deleted forever its views are gone too.
  if (event.$case === 'tableErased') return undefined;
  const next = changed(state, event);
  if (next === undefined || next === state) return state;
  const stream = viewStream(next.tableId, next.view.id);
  const advance = context.advances.find((a) => a.stream === stream);
  const version = advance !== undefined && 'version' in advance ? advance.version : (state?.version ?? 0) + 1;
  return { ...next, version, since: state?.since ?? context.position };
};

export const viewAggregate: Aggregate<StreamedView | undefined, TablesEvent> = {
  kind: 'view',
  version: 1,
  initial: undefined,
  evolve: evolveView,
};
