import { newId, type Actor, type DecidedEvent, type EventContext, type Rejection } from '@tessera/kernel';
import { given } from '@tessera/kernel/testing';
import { evolveTable } from '../definitions/evolve.ts';
import type { Handler } from '../definitions/handler.ts';
import type { TableState } from '../definitions/state.ts';
import { shelfStream, tableStream, viewStream, type TablesEvent } from '../events.ts';
import { evolveView, type StreamedView } from '../views/evolve.ts';
import { mergeViews } from '../views/list.ts';
import type { ViewSnapshot } from '../views/stream.ts';
import { metaOf } from './actors.ts';
import { ada, organization } from './definitions.ts';

/** A table and the streams of its views, folded; `moved`: the version of that of all of them. */
export type Shelf = {
  readonly table: TableState;
  readonly streams: ReadonlyMap<string, StreamedView>;
  readonly moved?: number;
};
type Command = { readonly viewId: string };
type Asked = ViewSnapshot & { readonly views: readonly StreamedView[]; readonly shelf: number };

let position = 0;

/** Folds events that are in the log, each into the streams that it advanced. */
export const shelved = (shelf: Shelf, events: readonly DecidedEvent<TablesEvent>[]): Shelf => {
  let { table, moved = 0 } = shelf;
  const streams = new Map(shelf.streams);
  for (const { event, advances } of events) {
    const context: EventContext = {
      organizationId: organization,
      commitId: '',
      position: ++position,
      index: 0,
      time: 1000 + position,
      actorId: ada.id,
      origin: 'api',
      advances,
    };
    for (const { stream } of advances) {
      if (stream === shelfStream(table.id)) moved++;
      else if (stream === tableStream(table.id)) table = evolveTable(table, event, context)!;
      else streams.set(stream, evolveView(streams.get(stream), event, context)!);
    }
  }
  return { table, streams, moved };
};

/** What the stream of a table said of its views before these had streams of their own. */
export const oldStyle = (table: TableState, event: TablesEvent): DecidedEvent<TablesEvent> => ({
  event,
  advances: [{ stream: tableStream(table.id), version: table.version + 1 }],
});

export const viewsOf = ({ table, streams }: Shelf) => mergeViews(table, [...streams.values()]);

/** Decides a command on a view: its events, what became of the table and its views, or the code of the refusal. */
export const whenView = <C extends Command & { readonly tableId: string }, A>(
  handler: Handler<C, Asked, A> | Handler<C, ViewSnapshot, A>,
  shelf: Shelf,
  command: Omit<C, 'tableId'> & Command,
  actor: Actor = ada,
) => {
  const { table, streams } = shelf;
  const state = streams.get(viewStream(table.id, command.viewId));
  const decide = () =>
    given<Asked>(
      {
        table: { version: table.version, state: table },
        view: { version: state?.version ?? 0, state },
        views: [...streams.values()],
        shelf: shelf.moved ?? 0,
      },
      { meta: metaOf(actor), newId },
    ).when(handler as Handler<C, Asked, A>, { ...command, tableId: table.id } as unknown as C);
  return {
    decided: () => decide().decision().events,
    events: () => decide().events(),
    after: () => shelved(shelf, decide().decision().events),
    refusal: (): string => (decide().rejection() as unknown as Rejection).code,
  };
};
