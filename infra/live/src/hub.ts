import { randomUUID } from 'node:crypto';
import type { Actor, Notice } from '@tessera/kernel';
import type { BusMessage, LiveBus } from './bus.ts';
import { createGatherer, type Gathered } from './gather.ts';
import { createPresence } from './presence.ts';

/** A socket as the hub sees it. */
export type Client = {
  /** Sends one text frame. */
  send(text: string): void;
  /** Bytes handed over but not yet on the wire. */
  buffered(): number;
  /** Ends the socket; the client may come back and asks again then. */
  close(code: number, reason: string): void;
};

export type Joined = { readonly actor: Actor; readonly name: string };

export type HubOptions = {
  readonly bus: LiveBus;
  /**
   * May this actor be told about this topic? 'unnamed': that something changed, but never which records. Anything else
   * denies. Where it cannot be asked (it rejects) the socket is closed with 1013 and nothing is told: who was not
   * refused does not hear so, and asks again.
   */
  mayRead(actor: Actor, topic: string): Promise<boolean | 'unnamed'>;
  /** Gathering window in ms; default 50. */
  readonly windowMs?: number;
  /** How often rights are asked again, in ms; default 3000. */
  readonly recheckMs?: number;
  /** Bytes waiting for a slow client above which it is cut off; default 1 MB. */
  readonly maxBuffered?: number;
  readonly now?: () => number;
};

export type Connection = {
  /** Takes one frame of the client. Never throws. */
  receive(text: string): void;
  /** The socket is gone. */
  closed(): void;
};

type Socket = {
  readonly id: string;
  readonly client: Client;
  readonly topics: Set<string>;
  /** Topics of which no records are named to it. */
  readonly unnamed: Set<string>;
  readonly watched: Map<string, ReadonlySet<string>>;
  readonly places: Set<string>;
  refresh: () => Promise<Joined | undefined>;
  joined: Joined;
  /** Messages are dealt with in their order, though a subscription waits for an answer. */
  queue: Promise<void>;
  budget: number;
  ended: boolean;
};

/** Somebody at a table, for who may not know of every record there. */
const placeless = <P extends { readonly recordId: string | null; readonly fieldId: string | null }>(person: P): P => ({
  ...person,
  recordId: null,
  fieldId: null,
});

const sameRights = (a: Actor, b: Actor): boolean =>
  a === b || (a.permissionVersion === b.permissionVersion && a.seat === b.seat && a.roleId === b.roleId);

const mostTopics = 100;
const mostWatched = 2000;
const topicShape = /^(tables|(table|operation):[0-9a-z]{26})$/;
const text = (value: unknown): value is string => typeof value === 'string' && value.length <= 64;
const textOrNull = (value: unknown): value is string | null => value === null || text(value);

/**
 * Holds the sockets of one process: who listens to what, gathered notices, presence. Everything is within the
 * organization of a socket's actor. Rights are asked for at each subscription and again every few seconds for as long
 * as the socket is open.
 */
export const createHub = (options: HubOptions) => {
  const { bus, windowMs = 50, recheckMs = 3000, maxBuffered = 1_048_576, now = Date.now } = options;
  const node = randomUUID();
  const sockets = new Set<Socket>();
  const listeners = new Map<string, Set<Socket>>();
  // With the beat of `recheckMs`, two of them lost are borne, and who is gone is forgotten within 10 s.
  const presence = createPresence({ node, expiry: 2.2 * recheckMs, now });
  const dirtyTables = new Map<string, { organizationId: string; table: string }>();
  let presenceTimer: ReturnType<typeof setTimeout> | undefined;

  const keyOf = (organizationId: string, topic: string): string => `${organizationId} ${topic}`;
  const sendTo = (socket: Socket, message: object): void => sendText(socket, JSON.stringify(message));
  const sendText = (socket: Socket, frame: string): void => {
    if (socket.ended) return;
    if (socket.client.buffered() > maxBuffered) {
      end(socket, 1013, 'too slow');
      return;
    }
    socket.client.send(frame);
  };

  const gatherer = createGatherer(windowMs, (key, notices) => {
    for (const socket of listeners.get(key) ?? [])
      for (const notice of notices) sendTo(socket, changed(socket, notice));
  });

  const changed = (socket: Socket, { topic, kind, position, ids, actorId }: Gathered): object => {
    const base = { type: 'changed', topic, kind, position, actorId };
    if (!topic.startsWith('table:') || kind === 'definition' || ids === 'many') return { ...base, ids };
    if (socket.unnamed.has(topic)) return { ...base, ids: 'many' };
    // Records that a client has not announced as on screen are not named to it.
    const watched = socket.watched.get(topic.slice(6));
    const onScreen = watched === undefined ? [] : ids.filter((id) => watched.has(id));
    return onScreen.length === ids.length ? { ...base, ids } : { ...base, ids: 'many', onScreen };
  };

  const announcePresence = (organizationId: string, table: string): void => {
    dirtyTables.set(keyOf(organizationId, table), { organizationId, table });
    presenceTimer ??= setTimeout(() => {
      presenceTimer = undefined;
      const tables = [...dirtyTables.values()];
      dirtyTables.clear();
      for (const one of tables) {
        const people = presence.people(one.organizationId, one.table);
        const frame = JSON.stringify({ type: 'presence', table: one.table, people });
        for (const socket of listeners.get(keyOf(one.organizationId, `table:${one.table}`)) ?? []) {
          if (socket.unnamed.has(`table:${one.table}`))
            sendTo(socket, { type: 'presence', table: one.table, people: people.map(placeless) });
          else sendText(socket, frame);
        }
      }
    }, windowMs);
  };

  const onBus = (message: BusMessage): void => {
    if (message.kind === 'notices') {
      for (const notice of message.notices) {
        const key = keyOf(message.organizationId, notice.topic);
        if (listeners.has(key)) gatherer.add(key, notice, message.position, message.actorId);
      }
    } else if (message.kind === 'event') {
      for (const socket of sockets) {
        const { actor } = socket.joined;
        if (actor.organizationId === message.organizationId && (actor.userId ?? actor.id) === message.userId)
          sendTo(socket, { type: 'event', name: message.name, data: message.data });
      }
    } else if (presence.receive(message)) announcePresence(message.organizationId, message.table);
  };
  const unsubscribe = bus.subscribe(onBus);
  /** Notices may have been lost: everybody looks again, and tells again who is here. */
  const unlisten = bus.onGap?.(() => {
    for (const beat of presence.heartbeats()) bus.publish(beat);
    for (const [key, set] of listeners) {
      const topic = key.slice(key.indexOf(' ') + 1);
      const frames = (['definition', 'changed', 'progress'] as const).map((kind) =>
        JSON.stringify({ type: 'changed', topic, kind, position: 0, actorId: null, ids: 'many' }),
      );
      for (const socket of set) for (const frame of frames) sendText(socket, frame);
    }
  });

  const leaveTable = (socket: Socket, table: string): void => {
    if (!socket.places.delete(table)) return;
    const message = presence.leave(socket.joined.actor.organizationId, table, socket.id);
    if (message !== undefined) bus.publish(message);
  };
  const drop = (socket: Socket, topic: string): void => {
    if (!socket.topics.delete(topic)) return;
    const key = keyOf(socket.joined.actor.organizationId, topic);
    const set = listeners.get(key);
    set?.delete(socket);
    if (set?.size === 0) listeners.delete(key);
    if (topic.startsWith('table:')) leaveTable(socket, topic.slice(6));
  };
  const forget = (socket: Socket): void => {
    if (socket.ended) return;
    socket.ended = true;
    for (const topic of socket.topics) drop(socket, topic);
    for (const table of socket.places) leaveTable(socket, table);
    sockets.delete(socket);
  };
  const end = (socket: Socket, code: number, reason: string): void => {
    if (socket.ended) return;
    forget(socket);
    socket.client.close(code, reason);
  };
  const allowed = async (socket: Socket, actor: Actor, topic: string): Promise<boolean> => {
    const answer = await options.mayRead(actor, topic);
    if (answer === 'unnamed') socket.unnamed.add(topic);
    else socket.unnamed.delete(topic);
    return answer === true || answer === 'unnamed';
  };

  const subscribe = async (socket: Socket, topics: readonly unknown[]): Promise<void> => {
    for (const topic of topics.slice(0, mostTopics)) {
      if (!text(topic)) continue;
      const { actor } = socket.joined;
      const yes = topicShape.test(topic) && socket.topics.size < mostTopics && (await allowed(socket, actor, topic));
      if (socket.ended) return;
      if (!yes) {
        sendTo(socket, { type: 'denied', topic });
        continue;
      }
      socket.topics.add(topic);
      const key = keyOf(actor.organizationId, topic);
      const set = listeners.get(key) ?? new Set();
      listeners.set(key, set.add(socket));
      if (topic.startsWith('table:')) {
        const table = topic.slice(6);
        const people = presence.people(actor.organizationId, table);
        if (people.length > 0)
          sendTo(socket, {
            type: 'presence',
            table,
            people: socket.unnamed.has(topic) ? people.map(placeless) : people,
          });
      }
    }
  };

  const handle = async (socket: Socket, message: Readonly<Record<string, unknown>>): Promise<void> => {
    if (socket.ended) return;
    const { actor, name } = socket.joined;
    if (message.type === 'subscribe' && Array.isArray(message.topics))
      await subscribe(socket, message.topics as unknown[]);
    else if (message.type === 'unsubscribe' && Array.isArray(message.topics))
      for (const topic of message.topics as unknown[]) drop(socket, String(topic));
    else if (message.type === 'watch' && text(message.table) && Array.isArray(message.ids)) {
      if (socket.watched.size >= mostTopics && !socket.watched.has(message.table)) return;
      socket.watched.set(message.table, new Set((message.ids as unknown[]).filter(text).slice(0, mostWatched)));
    } else if (
      message.type === 'presence' &&
      text(message.table) &&
      textOrNull(message.recordId) &&
      textOrNull(message.fieldId)
    ) {
      // Only where it may listen: presence tells who is at a table, and to everybody there.
      if (!socket.topics.has(`table:${message.table}`)) return;
      socket.places.add(message.table);
      const person = {
        userId: actor.userId ?? actor.id,
        name,
        recordId: message.recordId,
        fieldId: message.fieldId,
        editing: message.editing === true,
      };
      bus.publish(presence.place(actor.organizationId, message.table, socket.id, person));
    } else if (message.type === 'ping') sendTo(socket, { type: 'pong' });
  };

  /** Nobody can say now what it may see: told nothing more, it comes back and looks at everything again. */
  const comeBack = (socket: Socket): void => end(socket, 1013, 'try again');
  const askAgain = (socket: Socket): Promise<void> => recheck(socket).catch(() => comeBack(socket));

  const recheck = async (socket: Socket): Promise<void> => {
    const joined = await socket.refresh();
    if (socket.ended) return;
    if (joined === undefined || joined.actor.organizationId !== socket.joined.actor.organizationId) {
      sendTo(socket, { type: 'ended', reason: 'session' });
      end(socket, 4401, 'session ended');
      return;
    }
    const before = socket.joined.actor;
    socket.joined = joined;
    if (!sameRights(before, joined.actor)) sendTo(socket, { type: 'event', name: 'rights', data: {} });
    for (const topic of socket.topics) {
      if (await allowed(socket, joined.actor, topic)) continue;
      drop(socket, topic);
      sendTo(socket, { type: 'denied', topic });
    }
  };

  const timer = setInterval(() => {
    for (const socket of sockets) {
      socket.budget = 200;
      void askAgain(socket);
    }
    for (const beat of presence.heartbeats()) bus.publish(beat);
    for (const { organizationId, table } of presence.expire()) announcePresence(organizationId, table);
  }, recheckMs);
  timer.unref();

  return {
    /**
     * Takes a socket in. `refresh` asks who stands behind it now; undefined ends it, a failure closes it with 1013, to
     * come back.
     */
    connect: (client: Client, joined: Joined, refresh: () => Promise<Joined | undefined>): Connection => {
      const socket: Socket = {
        id: randomUUID(),
        client,
        topics: new Set(),
        unnamed: new Set(),
        watched: new Map(),
        places: new Set(),
        joined,
        refresh,
        queue: Promise.resolve(),
        budget: 200,
        ended: false,
      };
      sockets.add(socket);
      sendTo(socket, { type: 'ready' });
      return {
        receive: (frame) => {
          if (socket.ended) return;
          if (--socket.budget < 0) {
            end(socket, 1008, 'too many messages');
            return;
          }
          try {
            const message = JSON.parse(frame) as unknown;
            if (typeof message === 'object' && message !== null)
              socket.queue = socket.queue
                .then(() => handle(socket, message as Record<string, unknown>))
                .catch(() => comeBack(socket));
          } catch {
            end(socket, 1007, 'not a message');
          }
        },
        closed: () => forget(socket),
      };
    },
    /** Tells who listens, gathered; the ids of changed records, never values. */
    notify: (organizationId: string, position: number, notices: readonly Notice[], actorId: string): void =>
      bus.publish({ kind: 'notices', organizationId, position, notices, actorId }),
    /** An event of the product for all sockets of one user. */
    send: (organizationId: string, userId: string, name: string, data: object): void =>
      bus.publish({ kind: 'event', organizationId, userId, name, data }),
    /** Asks everybody's rights now instead of within seconds. */
    recheckAll: (): Promise<void> => Promise.all([...sockets].map(askAgain)).then(() => undefined),
    size: (): number => sockets.size,
    stop: (): void => {
      clearInterval(timer);
      clearTimeout(presenceTimer);
      gatherer.stop();
      unsubscribe();
      unlisten?.();
      for (const socket of sockets) end(socket, 1001, 'the server restarts');
    },
  };
};
export type Hub = ReturnType<typeof createHub>;
