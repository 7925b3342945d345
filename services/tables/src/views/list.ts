import { read, type Loading } from '@tessera/kernel';
import type { DocumentReader } from '@tessera/document-store';
import type { TableState, ViewState } from '../definitions/state.ts';
import type { StreamedView } from './evolve.ts';

/** A view with the version of its own stream; 0 while only the table's stream has it. */
export type View = ViewState & { readonly version: number };

/** Views of an answer at most: two hundred for everyone and a hundred of one person, with room for older data. */
const most = 1_000;

/**
 * How a view stands in the collection `views`, which has every view with a stream of its own: under its table; for all
 * readers under `shared`, where it is for everyone or stands for one that the table's stream still has; for its owner
 * under `own`.
 */
export type ViewDocument = StreamedView & {
  readonly table: string;
  readonly shared?: string;
  readonly own?: string;
};
export const viewIndexes = ['table', 'shared', 'own'] as const;

const ownKey = (tableId: string, userId: string): string => `${tableId}/${userId}`;

const isOfTable = (table: Pick<TableState, 'views' | 'deletedViews'>, viewId: string): boolean =>
  table.views.some((v) => v.id === viewId) || table.deletedViews.some((d) => d.view.id === viewId);

export const viewDocument = (state: StreamedView, table: TableState): ViewDocument => {
  const { id, ownerUserId } = state.view;
  return {
    ...state,
    table: state.tableId,
    ...(((ownerUserId === '' && !state.deleted) || isOfTable(table, id)) && { shared: state.tableId }),
    ...(ownerUserId !== '' && !state.deleted && { own: ownKey(state.tableId, ownerUserId) }),
  };
};

/**
 * The views of a table in their order: those of its own stream, each as its view's stream has it where there is one,
 * then the others as they came. A view that comes back stands where it stood.
 */
export const mergeViews = (
  table: Pick<TableState, 'views' | 'deletedViews'>,
  streamed: readonly StreamedView[],
): readonly View[] => {
  const byId = new Map(streamed.map((one) => [one.view.id, one]));
  const old: ViewState[] = [...table.views];
  // The one that was deleted last comes back first, so that each finds the places that it was counted by.
  for (const { view, index } of table.deletedViews.toReversed())
    if (byId.get(view.id)?.deleted === false) old.splice(Math.min(index, old.length), 0, view);
  const known = new Set(old.map(({ id }) => id));
  const later = streamed
    .filter(({ view }) => !known.has(view.id))
    .toSorted((a, b) => a.since - b.since || (a.view.id < b.view.id ? -1 : 1));
  return [
    ...old.flatMap((view) => {
      const own = byId.get(view.id);
      return own === undefined ? [{ ...view, version: 0 }] : own.deleted ? [] : [{ ...own.view, version: own.version }];
    }),
    ...later.flatMap(({ view, deleted, version }) => (deleted ? [] : [{ ...view, version }])),
  ];
};

const once = (found: readonly (readonly StreamedView[])[]): readonly StreamedView[] => [
  ...new Map(found.flat().map((one) => [one.view.id, one])).values(),
];

/** What has a stream of its own and is needed to tell the views of a person: everyone's and their own. */
export function* loadStreamed(tableId: string, userId: string): Loading<readonly StreamedView[]> {
  return once([
    yield* read.documents<StreamedView>('views', { shared: tableId }, most),
    yield* read.documents<StreamedView>('views', { own: ownKey(tableId, userId) }, most),
  ]);
}

/** The same outside of a command. */
export const readStreamed = async (
  documents: DocumentReader,
  organizationId: string,
  tableId: string,
  userId: string,
): Promise<readonly StreamedView[]> =>
  once(
    await Promise.all([
      documents.find<StreamedView>(organizationId, 'views', { shared: tableId }, most),
      documents.find<StreamedView>(organizationId, 'views', { own: ownKey(tableId, userId) }, most),
    ]),
  );
