import { fold } from '@tessera/kernel';
import { ActionQuery, type Action, type ActionPage } from '@tessera/proto/log/v1/actions';
import type { ServiceStore } from '../port.ts';
import type { ActionGroup, Grouping } from './groups.ts';
import { readActions } from './read.ts';

/** What a service says of an action beside what its headers tell. */
export type ToldAction = Pick<Action, 'undoable'> &
  Partial<
    Pick<Action, 'id' | 'items' | 'actorKind' | 'actorId' | 'userId' | 'object' | 'table' | 'fieldNames' | 'changes'>
  >;

/** Pages of the log that one answer looks through, where what is looked for is rare. */
const mostPages = 5;
/** Actions of a page at most. */
export const mostActions = 200;

/** A query with all of its parts. */
export const askedActions = (query: ActionQuery | undefined): ActionQuery =>
  query ?? ActionQuery.decode(new Uint8Array());

const textsOf = ({ object, table, fieldNames }: Action): readonly string[] => [
  object?.label ?? '',
  table?.label ?? '',
  ...fieldNames,
];

/**
 * The first position whose commit is not before a moment: a log's time never runs backwards, so it is found by halving.
 * Answers one more than the newest position where all are before it.
 */
const positionAt = async (
  store: Pick<ServiceStore, 'headers' | 'position'>,
  organizationId: string,
  moment: number,
): Promise<number> => {
  let [low, high] = [1, (await store.position(organizationId)) + 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const [header] = await store.headers(organizationId, { before: middle + 1, limit: 1 });
    if (header === undefined || header.time < moment) low = middle + 1;
    else high = middle;
  }
  return low;
};

/**
 * What was done in an organization, as the service tells it of its own log: newest first, one action a command or
 * operation, narrowed by the query. `tell` says more of actions, and undefined of those that the reader may not see or
 * that are not asked for. The work of one answer has a bound, so a page may have few actions, or none, and go on.
 */
export const listActions = async (
  store: Pick<ServiceStore, 'headers' | 'position'>,
  grouped: Grouping,
  organizationId: string,
  query: ActionQuery,
  {
    root,
    byActor = true,
    keep = () => true,
    tell,
  }: {
    /** The stream that the query's table narrows to. */
    readonly root?: string | undefined;
    /** False where the commits are not all those of the person who is told. */
    readonly byActor?: boolean;
    keep?(group: ActionGroup): boolean;
    tell(groups: readonly ActionGroup[]): Promise<readonly (ToldAction | undefined)[]>;
  },
): Promise<ActionPage> => {
  const limit = Math.min(Math.max(1, query.limit), mostActions);
  const users = new Set(query.userIds);
  const kinds = new Set(query.kinds);
  const origins = new Set(query.origins);
  const foundActors = new Set(query.foundActorIds);
  const isAsked = (group: ActionGroup): boolean =>
    keep(group) &&
    (!byActor || users.size === 0 || users.has(group.actor.userId ?? group.actor.id)) &&
    (kinds.size === 0 || kinds.has(group.undoes === undefined ? group.kind : `undo.${group.kind}`)) &&
    (origins.size === 0 || origins.has(group.origin));
  const isFound = (action: Action): boolean =>
    (users.size === 0 || users.has(action.userId)) &&
    (query.search === '' ||
      foundActors.has(action.userId) ||
      foundActors.has(action.actorId) ||
      textsOf(action).some((text) => fold(text).includes(query.search)));
  const by = {
    root,
    ...(byActor && users.size === 1 && { actorId: query.userIds[0] }),
    ...(query.from > 0 && { since: query.from }),
  };
  const until = query.until > 0 ? await positionAt(store, organizationId, query.until) : Number.MAX_SAFE_INTEGER;
  const first = Math.min(query.before > 0 ? query.before : Number.MAX_SAFE_INTEGER, until);
  let before = first === Number.MAX_SAFE_INTEGER ? undefined : first;
  const actions: Action[] = [];
  for (let page = 0; ; page++) {
    const { groups, headers, next } = await readActions(store, grouped, organizationId, by, limit, before, isAsked);
    const told = await tell(groups);
    const found = groups.flatMap((group, i): Action[] => {
      const more = told[i];
      if (more === undefined) return [];
      const action: Action = {
        id: group.id,
        commitId: group.commitId,
        operationId: group.operationId ?? '',
        position: group.position,
        time: group.time,
        actorKind: group.actor.kind,
        actorId: group.actor.id,
        userId: group.actor.userId ?? group.actor.id,
        origin: group.origin,
        kind: group.kind,
        items: group.records,
        undoes: group.undoes ?? '',
        ip: group.ip ?? '',
        object: undefined,
        table: undefined,
        fieldNames: [],
        changes: [],
        ...more,
      };
      return isFound(action) ? [action] : [];
    });
    actions.push(...found.slice(0, limit - actions.length));
    if (actions.length >= limit) {
      const last = actions.at(-1)!;
      const isEnd = next === undefined && last === found.at(-1);
      return { actions, next: isEnd ? 0 : last.position, nextTime: isEnd ? 0 : last.time };
    }
    if (next === undefined) return { actions, next: 0, nextTime: 0 };
    const time = headers.find((header) => header.position === next)?.time ?? headers.at(-1)!.time;
    if (page + 1 >= mostPages) return { actions, next, nextTime: time };
    before = next;
  }
};
