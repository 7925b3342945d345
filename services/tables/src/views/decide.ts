import { invalid, notFound, type Actor } from '@tessera/kernel';
import { can, userOf } from '@tessera/proto/rights';
import { refuse } from '../access/require.ts';
import { definitionHandler } from '../definitions/handler.ts';
import { checkName } from '../definitions/fields.ts';
import { viewToMessage } from '../definitions/mapper.ts';
import { seesView } from '../definitions/wire.ts';
import type { TableState, ViewState } from '../definitions/state.ts';
import { checkConfig } from './check.ts';

const maxViews = 200;
const configVersion = 1;
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
  if (json.length > maxConfig)
    throw invalid('views.config_too_large', 'The configuration of the view is too large.', { limit: maxConfig });
  return json;
};

const visibleView = (table: TableState, viewId: string, actor: Actor): ViewState => {
  const view = table.views.find((v) => v.id === viewId && seesView(v, actor));
  if (view === undefined) throw notFound('view_not_found', 'View not found', { viewId });
  return view;
};

export const createView = definitionHandler<CreateView>(
  'tables.view',
  (table, command, { meta: { actor }, grant }) => {
    const ownerUserId = command.personal ? userOf(actor) : '';
    mayManage(actor, table.id, ownerUserId);
    if (table.views.length >= maxViews)
      throw invalid('views.too_many', `A table has at most ${maxViews} views.`, { limit: maxViews });
    if ([...table.views, ...table.deletedViews.map((d) => d.view)].some((v) => v.id === command.viewId))
      throw invalid('views.exists', 'There is a view with this id already.');
    checkConfig(table, grant, command.config);
    const view: ViewState = {
      id: command.viewId,
      type: command.type,
      label: checkName(command.label, 'views'),
      configJson: encoded(command.config),
      configVersion,
      ownerUserId,
    };
    return [{ $case: 'viewCreated', value: { tableId: table.id, view: viewToMessage(view) } }];
  },
  (command, events) => {
    const first = events[0];
    return first?.$case === 'viewCreated' ? first.value.view?.id : command.viewId;
  },
);

export type ChangeView = {
  readonly tableId: string;
  readonly viewId: string;
  readonly label?: string | undefined;
  readonly personal?: boolean | undefined;
  readonly config?: object | undefined;
};

export const changeView = definitionHandler<ChangeView>(
  'tables.view',
  (table, command, { meta: { actor }, grant }) => {
    const before = visibleView(table, command.viewId, actor);
    const ownerUserId = command.personal === undefined ? before.ownerUserId : command.personal ? userOf(actor) : '';
    mayManage(actor, table.id, before.ownerUserId);
    mayManage(actor, table.id, ownerUserId);
    if (command.config !== undefined) checkConfig(table, grant, command.config);
    const after: ViewState = {
      ...before,
      ownerUserId,
      label: command.label === undefined ? before.label : checkName(command.label, 'views'),
      ...(command.config !== undefined && { configJson: encoded(command.config), configVersion }),
    };
    if (
      after.label === before.label &&
      after.configJson === before.configJson &&
      after.ownerUserId === before.ownerUserId
    )
      return [];
    return [
      {
        $case: 'viewChanged',
        value: { tableId: table.id, before: viewToMessage(before), after: viewToMessage(after) },
      },
    ];
  },
  (command) => command.viewId,
);

export const deleteView = definitionHandler<{ readonly tableId: string; readonly viewId: string }>(
  'tables.view',
  (table, { viewId }, { meta: { actor } }) => {
    const view = visibleView(table, viewId, actor);
    mayManage(actor, table.id, view.ownerUserId);
    return [{ $case: 'viewDeleted', value: { tableId: table.id, viewId, index: table.views.indexOf(view) } }];
  },
  (command) => command.viewId,
);
