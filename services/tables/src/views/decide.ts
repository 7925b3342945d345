import type { Actor, CommandMeta, Loading } from '@tessera/kernel';
import { can, userOf, type Grant } from '@tessera/proto/rights';
import { refuse, requireGrant } from '../access/require.ts';
import type { Handler } from '../definitions/handler.ts';
import { checkName } from '../definitions/fields.ts';
import { viewToMessage } from '../definitions/mapper.ts';
import { tableStale } from '../definitions/stale.ts';
import { seesView, viewWire, type ViewWire } from '../definitions/wire.ts';
import type { TableState, ViewState } from '../definitions/state.ts';
import type { TablesEvent } from '../events.ts';
import { checkConfig } from './check.ts';
import type { StreamedView } from './evolve.ts';
import { loadStreamed, mergeViews } from './list.ts';
import { loadShelf, type Kept } from './shelf.ts';
import { currentView, loadView, onView, type CurrentView, type ViewSnapshot } from './stream.ts';
import { conflict, invalid, notFound, rejection } from '../refusals.ts';

/** Views of a table for everyone, and views of a table that one person has for themselves. */
const maxShared = 200;
const maxPersonal = 100;
/** Bytes of a view's configuration. */
const maxConfig = 64_000;

/** `config` is the validated document of the API (views/config.ts). */
export type CreateView = {
  readonly tableId: string;
  readonly viewId: string;
  readonly label: string;
  readonly type: string;
  readonly personal: boolean;
  readonly config: object;
};

const mayManage = (actor: Actor, tableId: string, ownerUserId: string): void => {
  const action = ownerUserId === '' ? 'views.manage' : 'views.own';
  if (!can(actor, action, tableId).allow) throw refuse(action);
};

const encoded = (config: object): string => {
  const json = JSON.stringify(config);
  if (json.length > maxConfig) throw invalid('views.config_too_large', { limit: maxConfig });
  return json;
};

/** The view as its writer sees it after the write; absent after a deletion. */
export type ViewAnswer = { readonly id: string; readonly view?: ViewWire };

/** `ifMatch`: the version of its own stream that the view must have; of one to be made, that of the table. */
type OnView = { readonly tableId: string; readonly viewId: string; readonly ifMatch?: number | undefined };

function* answerView(tableId: string, viewId: string, { actor }: CommandMeta): Loading<ViewAnswer> {
  const { table, view } = yield* loadView(tableId, viewId);
  const current = table.state && currentView(table.state, view, viewId);
  if (current === undefined || current.deleted) return { id: viewId };
  const shown = { ...current.view, version: current.version };
  return { id: viewId, view: viewWire(shown, table.state!, can(actor, 'tables.view', tableId)) };
}

/** A view, those of its table that its actor sees, and the version of the stream of them all. */
type Among = ViewSnapshot & {
  readonly views: readonly StreamedView[];
  readonly shelf: number | undefined;
};

/**
 * A handler on one view that its actor sees: decides to an event of its stream, or to nothing. `others` says of a
 * command whether it may change how many views somebody has: then the other views of the table are `env.others`, and
 * nobody else's change of their number comes between.
 */
const viewHandler = <C extends OnView>(
  others: (command: C) => boolean,
  decide: (
    table: TableState,
    current: CurrentView,
    command: C,
    env: { readonly actor: Actor; readonly grant: Grant; readonly others: readonly Kept[] },
  ) => TablesEvent | undefined,
): Handler<C, Among, ViewAnswer> => ({
  *load(command, { actor }) {
    const { tableId, viewId } = command;
    const shelf = others(command) ? yield* loadShelf(tableId) : undefined;
    const views = shelf === undefined ? [] : yield* loadStreamed(tableId, userOf(actor));
    return { ...(yield* loadView(tableId, viewId)), views, shelf };
  },
  decide: (command, state, { meta: { actor } }) => {
    const { viewId, ifMatch } = command;
    const { table, grant } = requireGrant(actor, 'tables.view', state.table.state);
    const current = currentView(table, state.view, viewId);
    if (current === undefined || current.deleted || !seesView(current.view, actor))
      throw notFound('view_not_found', { viewId });
    const { version } = current;
    if (ifMatch !== undefined && ifMatch !== version) throw rejection('stale', 'views.stale', { version });
    const shelf = others(command) ? state.shelf : undefined;
    const seen = mergeViews(table, state.views).filter((one) => one.id !== viewId && seesView(one, actor));
    const event = decide(table, current, command, { actor, grant, others: seen });
    return { events: event === undefined ? [] : [onView(table.id, viewId, version, event, shelf)] };
  },
  answer: ({ tableId, viewId }, _events, _commit, meta) => answerView(tableId, viewId, meta),
});

/** One more view among these of the same owner; nobody for everyone. */
export const requireRoom = (views: readonly Kept[], ownerUserId: string): void => {
  const limit = ownerUserId === '' ? maxShared : maxPersonal;
  if (views.filter((one) => one.ownerUserId === ownerUserId).length < limit) return;
  throw ownerUserId === ''
    ? invalid('views.too_many', `A table has at most ${limit} views for everyone.`, { limit })
    : invalid('views.too_many_personal', `You have at most ${limit} views of a table for yourself.`, { limit });
};

/** One view less: nobody is left without any, and people share theirs with nobody. */
export const requireOther = (others: readonly Kept[], gone: Kept): void => {
  if (others.some((one) => one.ownerUserId === '' || gone.ownerUserId !== '')) return;
  throw conflict(
    'views.last',
    gone.ownerUserId === ''
      ? 'A table keeps one view for everyone. Make another one first.'
      : 'A table keeps one view. Make another one first.',
  );
};

export const createView: Handler<CreateView & OnView, Among, ViewAnswer> = {
  *load({ tableId, viewId }, { actor }) {
    const shelf = yield* loadShelf(tableId);
    return { ...(yield* loadView(tableId, viewId)), views: yield* loadStreamed(tableId, userOf(actor)), shelf };
  },
  decide: (command, state, { meta: { actor } }) => {
    const { table, grant } = requireGrant(actor, 'tables.view', state.table.state);
    if (command.ifMatch !== undefined && command.ifMatch !== state.table.version) throw tableStale(state.table.version);
    const ownerUserId = command.personal ? userOf(actor) : '';
    mayManage(actor, table.id, ownerUserId);
    requireRoom(mergeViews(table, state.views), ownerUserId);
    if (currentView(table, state.view, command.viewId) !== undefined) throw invalid('views.exists');
    const { version: configVersion } = checkConfig(table, grant, command.type, command.config);
    const view: ViewState = {
      id: command.viewId,
      type: command.type,
      label: checkName(command.label, 'views'),
      configJson: encoded(command.config),
      configVersion,
      ownerUserId,
    };
    const event: TablesEvent = { $case: 'viewCreated', value: { tableId: table.id, view: viewToMessage(view) } };
    return { events: [onView(table.id, view.id, 0, event, state.shelf)] };
  },
  // A repeated request comes with another id of its own making: the event has the one that counts.
  answer: ({ tableId, viewId }, [first], _commit, meta) =>
    answerView(tableId, (first?.$case === 'viewCreated' && first.value.view?.id) || viewId, meta),
};

export type ChangeView = OnView & {
  readonly label?: string | undefined;
  readonly personal?: boolean | undefined;
  readonly config?: object | undefined;
};

const changesOwner = ({ personal }: ChangeView): boolean => personal !== undefined;

export const changeView = viewHandler<ChangeView>(changesOwner, (table, { view: before }, command, env) => {
  const { actor, grant, others } = env;
  const ownerUserId = command.personal === undefined ? before.ownerUserId : command.personal ? userOf(actor) : '';
  mayManage(actor, table.id, before.ownerUserId);
  mayManage(actor, table.id, ownerUserId);
  if (ownerUserId !== before.ownerUserId) {
    requireRoom(others, ownerUserId);
    if (ownerUserId !== '') requireOther(others, before);
  }
  const type = command.config === undefined ? undefined : checkConfig(table, grant, before.type, command.config);
  const after: ViewState = {
    ...before,
    ownerUserId,
    label: command.label === undefined ? before.label : checkName(command.label, 'views'),
    ...(type !== undefined && { configJson: encoded(command.config!), configVersion: type.version }),
  };
  if (
    after.label === before.label &&
    after.configJson === before.configJson &&
    after.ownerUserId === before.ownerUserId
  )
    return undefined;
  return {
    $case: 'viewChanged',
    value: { tableId: table.id, before: viewToMessage(before), after: viewToMessage(after) },
  };
});

export const deleteView = viewHandler<OnView>(
  () => true,
  (table, { view }, { viewId }, { actor, others }) => {
    mayManage(actor, table.id, view.ownerUserId);
    requireOther(others, view);
    return { $case: 'viewDeleted', value: { tableId: table.id, viewId, index: 0, view: viewToMessage(view) } };
  },
);
