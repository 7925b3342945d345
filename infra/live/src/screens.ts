import { hash } from 'node:crypto';
import type { createPresence, Room } from './presence.ts';
import { createScreen, type Screen } from './screen.ts';

/** The records that one socket has on screen of one table. */
export type Looking = { readonly ids: ReadonlySet<string>; readonly signature: string };
export const nothing: Looking = { ids: new Set(), signature: '' };
export const looking = (ids: readonly string[]): Looking =>
  ids.length === 0 ? nothing : { ids: new Set(ids), signature: hash('sha1', ids.join(' ')) };

type Shared<S> = { readonly screen: Screen; readonly sockets: Set<S>; isNew: boolean };

/**
 * Sends who is where to those who have it on screen. Sockets that show the same records share one screen, so that what
 * changed is worked out and written down once for all of them; each gets one frame in `everyMs` at most.
 */
export const createScreens = <S>(options: {
  readonly presence: ReturnType<typeof createPresence>;
  readonly send: (socket: S, frame: string) => void;
  /** What else is told at each turn: the other hubs. */
  readonly onTurn: () => void;
  readonly windowMs: number;
  readonly everyMs: number;
  readonly now: () => number;
}) => {
  const { presence, windowMs, everyMs, now } = options;
  const tables = new Map<string, Map<string, Shared<S>>>();
  const at = new Map<S, Map<string, string>>();
  /** Sockets that have seen nothing of a table yet. */
  const fresh = new Map<string, Set<S>>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last = Number.NEGATIVE_INFINITY;

  const keyOf = (organizationId: string, table: string): string => `${organizationId} ${table}`;

  const turn = (): void => {
    timer = undefined;
    last = now();
    options.onTurn();
    const parts = new Map<S, string[]>();
    const add = (socket: S, part: string): void => {
      const own = parts.get(socket);
      if (own === undefined) parts.set(socket, [part]);
      else own.push(part);
    };
    const tell = (room: Room, key: string): void => {
      const news = fresh.get(key);
      for (const shared of tables.get(key)?.values() ?? []) {
        const { changed, full } = shared.screen.look(room, shared.isNew ? room.people.keys() : room.moved);
        shared.isNew = false;
        let whole: string | undefined;
        for (const socket of shared.sockets) {
          if (news?.has(socket) === true) add(socket, (whole ??= full()));
          else if (changed !== undefined) add(socket, changed);
        }
      }
      room.moved.clear();
    };
    for (const room of presence.moved()) tell(room, keyOf(room.organizationId, room.table));
    for (const key of fresh.keys()) {
      const [organizationId = '', table = ''] = key.split(' ');
      const room = presence.room(organizationId, table);
      if (room !== undefined && [...fresh.get(key)!].some((socket) => !(parts.get(socket) ?? []).length))
        tell(room, key);
    }
    fresh.clear();
    presence.tidy();
    for (const [socket, own] of parts) options.send(socket, `{"type":"presence","tables":[${own.join(',')}]}`);
  };

  const detach = (socket: S, organizationId: string, table: string): void => {
    const own = at.get(socket);
    const signature = own?.get(table);
    if (own === undefined || signature === undefined) return;
    own.delete(table);
    if (own.size === 0) at.delete(socket);
    const key = keyOf(organizationId, table);
    fresh.get(key)?.delete(socket);
    const screens = tables.get(key);
    const shared = screens?.get(signature);
    shared?.sockets.delete(socket);
    if (shared?.sockets.size === 0) screens?.delete(signature);
    if (screens?.size === 0) tables.delete(key);
  };

  const soon = (): void => {
    timer ??= setTimeout(turn, Math.max(windowMs, last + everyMs - now()));
  };

  return {
    /** Says that somebody moved, so that there is a turn. */
    soon,
    /** Puts a socket before the records that it shows; `mine` is where it stands itself. */
    attach: (socket: S, organizationId: string, table: string, shows: Looking, mine: string | null): void => {
      const alone = mine !== null && !shows.ids.has(mine);
      const signature = alone ? `${shows.signature} ${mine}` : shows.signature;
      if (at.get(socket)?.get(table) === signature) return;
      detach(socket, organizationId, table);
      const key = keyOf(organizationId, table);
      const screens = tables.get(key) ?? new Map<string, Shared<S>>();
      tables.set(key, screens);
      let shared = screens.get(signature);
      if (shared === undefined) {
        const { ids } = shows;
        const screen = createScreen(alone ? (id) => id === mine || ids.has(id) : (id) => ids.has(id));
        screens.set(signature, (shared = { screen, sockets: new Set(), isNew: true }));
      }
      shared.sockets.add(socket);
      const own = at.get(socket) ?? new Map<string, string>();
      at.set(socket, own.set(table, signature));
      const news = fresh.get(key) ?? new Set<S>();
      fresh.set(key, news.add(socket));
      if (presence.room(organizationId, table) !== undefined) soon();
    },
    detach,
    stop: (): void => clearTimeout(timer),
  };
};
