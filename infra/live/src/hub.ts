import { randomUUID } from 'node:crypto';
import { sameViewing, type Actor, type Notice } from '@tessera/kernel';
import type { BusMessage, LiveBus } from './bus.ts';
import { createGatherer, type Gathered } from './gather.ts';
import { createOnline } from './online.ts';
import { createPresence } from './presence.ts';
import { createScreens, looking, nothing, type Looking } from './screens.ts';
import type { Hearing } from './topics.ts';
import { concernOf, createStandings, type Joined, type Refresh, type Standing } from './standing.ts';

/** A socket as the hub sees it. */
export type Client = {
  /** Sends one text frame. */
  send(text: string): void;
  /** Bytes handed over but not yet on the wire. */
  buffered(): number;
  /** Ends the socket; the client may come back and asks again then. */
  close(code: number, reason: string): void;
};

export type { Joined };

export type HubOptions = {
  readonly bus: LiveBus;
  /**
   * May this actor be told about this topic? 'unnamed': that something changed, but never which records. Anything else
   * denies. Where it cannot be asked (it rejects) the socket is closed with 1013 and nothing is told: who was not
   * refused does not hear so, and asks again.
   */
  mayRead(actor: Actor, topic: string): Promise<Hearing>;
  /** Gathering window in ms; default 50. */
  readonly windowMs?: number;
  /**
   * Rights of somebody changed: whoever remembers answers about those whom `concerns` names forgets them, before they
   * are asked again.
   */
  readonly onRights?: (concerns: (actor: Actor) => boolean) => void;
  /** After how long each credential with an open socket is asked again though nothing was heard, in ms; default 2500. */
  readonly recheckMs?: number;
  /** How often this hub tells others whom it holds, in ms; default 3000. */
  readonly beatMs?: number;
  /** The least time between two frames of presence to one socket, in ms; default 500. */
  readonly presenceMs?: number;
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
  readonly organizationId: string;
  readonly topics: Set<string>;
  /** Topics of which no records are named to it. */
  readonly unnamed: Set<string>;
  readonly watched: Map<string, Looking>;
  /** The people whose being online it shows, and who of them were when it was told last. */
  readonly faces: { ids: readonly string[]; told: string };
  /** When it said last that somebody writes. */
  typedAt: number;
  /** When it said last where it stands in a text, and in which. */
  cursor: { readonly at: number; readonly topic: string | undefined };
  /** By table: the record on which it stands itself. */
  readonly places: Map<string, string | null>;
  readonly standing: Standing<Socket>;
  readonly person: Held;
  /** Messages are dealt with in their order, though a subscription waits for an answer. */
  queue: Promise<void>;
  budget: number;
  budgetAt: number;
  ended: boolean;
};

/** What all sockets of one person hold. */
type Held = { sockets: number; topics: number; ids: number };

const sameRights = (a: Actor, b: Actor): boolean =>
  a === b ||
  (a.permissionVersion === b.permissionVersion && a.seat === b.seat && a.roleId === b.roleId && sameViewing(a, b));

const mostTopics = 100;
const mostFaces = 500;
/** Who writes says so every 5 s; what comes faster is not passed on. */
const typingMs = 2000;
/** Of this head is what several write at once. */
const sharedText = 'page:';
/** Who moves in a text says so every 200 ms; what comes faster is not passed on. */
const cursorMs = 100;
/** As much as a place in a text may take: two relative positions of yjs. */
const longestCursor = 400;
/** Whom a hub holds it tells as often as this many beats. */
const beatsOfOnline = 10;
/** Of this head is what people write in. */
const spoken = 'conversation:';
/** Whoever hears this sees who of the others is there. */
const amongPeople = 'conversations';
const mostWatched = 2000;
/** For all sockets of one person together. */
const mostTopicsOfPerson = 1000;
const mostWatchedOfPerson = 10_000;
const budget = 200;
const budgetMs = 3000;
const topicShape = /^[a-z][a-z-]{0,30}(:[0-9a-z]{26})?$/;
const text = (value: unknown): value is string => typeof value === 'string' && value.length <= 64;
const id = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-zA-Z_-]{1,26}$/.test(value);
const cursorOrNull = (value: unknown): value is string | null =>
  value === null || (typeof value === 'string' && value.length <= longestCursor);
const idOrNull = (value: unknown): value is string | null => value === null || id(value);

/** Topics of places in which people see one another. */
const rooms = ['table:', 'app:'] as const;

/**
 * Holds the sockets of one process: who listens to what, gathered notices, presence. Everything is within the
 * organization of a socket's actor. Rights are asked for at each subscription, again when a notice says that they
 * changed, and, beneath that, every few seconds for each credential.
 */
export const createHub = (options: HubOptions) => {
  const { bus, windowMs = 50, recheckMs = 2500, beatMs = 3000, presenceMs = 500, maxBuffered = 1_048_576 } = options;
  const { now = Date.now } = options;
  const node = randomUUID();
  const sockets = new Set<Socket>();
  const people = new Map<string, Held>();
  const listeners = new Map<string, Set<Socket>>();
  // Two beats lost are borne, and who is gone is forgotten within 10 s.
  const presence = createPresence({ node, expiry: 2.2 * beatMs, now });
  const online = createOnline({ node, expiry: 2.2 * beatsOfOnline * beatMs, now });
  let facesTimer: NodeJS.Timeout | undefined;
  /** Tells a socket who is online of those whom it shows, where that is not what it was told. */
  const tellFaces = (socket: Socket): void => {
    const { organizationId, faces } = socket;
    const ids = socket.topics.has(amongPeople) ? faces.ids.filter((one) => online.isHere(organizationId, one)) : [];
    const told = ids.join(' ');
    if (told === faces.told) return;
    faces.told = told;
    sendTo(socket, { type: 'event', name: 'online', data: { ids } });
  };
  const facesSoon = (): void => {
    facesTimer ??= setTimeout(() => {
      facesTimer = undefined;
      for (const socket of sockets) if (socket.faces.ids.length > 0) tellFaces(socket);
    }, presenceMs);
  };
  const screens = createScreens<Socket>({
    presence,
    send: (socket, frame) => sendText(socket, frame),
    onTurn: () => {
      for (const moves of presence.moves()) bus.publish(moves);
    },
    windowMs,
    everyMs: presenceMs,
    now,
  });

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
    const onScreen = watched === undefined ? [] : ids.filter((one) => watched.ids.has(one));
    return onScreen.length === ids.length ? { ...base, ids } : { ...base, ids: 'many', onScreen };
  };

  /** What a socket sees of presence follows what it has on screen, and where it stands itself. */
  const look = (socket: Socket, table: string): void => {
    const { organizationId } = socket.standing.joined.actor;
    const hidden = socket.unnamed.has(`table:${table}`);
    screens.attach(
      socket,
      organizationId,
      table,
      hidden ? nothing : (socket.watched.get(table) ?? nothing),
      hidden ? null : (socket.places.get(table) ?? null),
    );
  };

  const onBus = (message: BusMessage): void => {
    if (message.kind === 'notices') {
      for (const notice of message.notices) {
        const concerns = concernOf(message.organizationId, notice.topic);
        if (concerns !== undefined) {
          options.onRights?.(concerns);
          void standings.recheck(concerns);
          continue;
        }
        // A table that is made, archived or described anew may be for others than before.
        if (notice.kind === 'definition' && notice.topic.startsWith('table:'))
          void askTopic(message.organizationId, notice.topic);
        const key = keyOf(message.organizationId, notice.topic);
        if (listeners.has(key)) gatherer.add(key, notice, message.position, message.actorId);
      }
    } else if (message.kind === 'event') {
      for (const socket of sockets) {
        const { actor } = socket.standing.joined;
        if (actor.organizationId === message.organizationId && (actor.userId ?? actor.id) === message.userId)
          sendTo(socket, { type: 'event', name: message.name, data: message.data });
      }
    } else if (message.kind === 'online') {
      const answer = online.receive(message);
      if (answer !== undefined) bus.publish(answer);
      facesSoon();
    } else if (message.kind === 'typing') {
      const { organizationId, topic, thread, userId } = message;
      for (const socket of listeners.get(keyOf(organizationId, topic)) ?? []) {
        const { actor } = socket.standing.joined;
        if ((actor.userId ?? actor.id) !== userId)
          sendTo(socket, { type: 'event', name: 'typing', data: { topic, thread, userId } });
      }
    } else if (message.kind === 'cursor') {
      const { organizationId, topic, key, userId, name, at } = message;
      const frame = JSON.stringify({ type: 'event', name: 'cursor', data: { topic, key, userId, name, at } });
      for (const socket of listeners.get(keyOf(organizationId, topic)) ?? [])
        if (socket.id !== key) sendText(socket, frame);
    } else if ((message.kind === 'presence' || message.kind === 'moves') && presence.receive(message)) screens.soon();
  };
  const unsubscribe = bus.subscribe(onBus, 'followed');
  /** Sockets of each organization: the bus brings what concerns those of this process. */
  const organizations = new Map<string, number>();
  /** Notices may have been lost, of all or of one organization: whom it concerns looks again. */
  const lookAgain = (organizationId?: string): void => {
    void standings.recheck((actor) => organizationId === undefined || actor.organizationId === organizationId);
    for (const [key, set] of listeners) {
      const at = key.indexOf(' ');
      if (organizationId !== undefined && key.slice(0, at) !== organizationId) continue;
      const topic = key.slice(at + 1);
      const frames = (['definition', 'changed', 'progress'] as const).map((kind) =>
        JSON.stringify({ type: 'changed', topic, kind, position: 0, actorId: null, ids: 'many' }),
      );
      for (const socket of set) for (const frame of frames) sendText(socket, frame);
    }
  };
  const unlisten = bus.onGap?.(() => {
    options.onRights?.(() => true);
    for (const beat of [...presence.heartbeats(), ...online.all()]) bus.publish(beat);
    lookAgain();
  });
  const enter = (organizationId: string): void => {
    const before = organizations.get(organizationId) ?? 0;
    organizations.set(organizationId, before + 1);
    // What came between the first socket's arrival and the end of this passed by.
    if (before === 0) void bus.follow?.(organizationId).then(() => lookAgain(organizationId));
  };
  const leave = (organizationId: string): void => {
    const left = organizations.get(organizationId)! - 1;
    if (left > 0) organizations.set(organizationId, left);
    else {
      organizations.delete(organizationId);
      bus.unfollow?.(organizationId);
    }
  };

  const leaveTable = (socket: Socket, table: string): void => {
    const { organizationId } = socket.standing.joined.actor;
    screens.detach(socket, organizationId, table);
    unwatch(socket, table);
    if (socket.places.delete(table) && presence.leave(organizationId, table, socket.id)) screens.soon();
  };
  const unwatch = (socket: Socket, table: string): void => {
    socket.person.ids -= socket.watched.get(table)?.ids.size ?? 0;
    socket.watched.delete(table);
  };
  const drop = (socket: Socket, topic: string): void => {
    if (!socket.topics.delete(topic)) return;
    socket.person.topics--;
    socket.unnamed.delete(topic);
    const key = keyOf(socket.standing.joined.actor.organizationId, topic);
    const set = listeners.get(key);
    set?.delete(socket);
    if (set?.size === 0) listeners.delete(key);
    if (topic === socket.cursor.topic) tellCursor(socket, topic, null);
    const room = rooms.find((head) => topic.startsWith(head));
    if (room !== undefined) leaveTable(socket, topic.slice(room.length));
  };
  const personKey = ({ organizationId, userId, id: own }: Actor): string => `${organizationId} ${userId ?? own}`;
  const forget = (socket: Socket): void => {
    if (socket.ended) return;
    socket.ended = true;
    for (const topic of socket.topics) drop(socket, topic);
    sockets.delete(socket);
    standings.remove(socket, socket.standing);
    leave(socket.organizationId);
    const { actor } = socket.standing.joined;
    if (--socket.person.sockets === 0) people.delete(personKey(actor));
    const gone = online.left(socket.organizationId, actor.userId ?? actor.id);
    if (gone !== undefined) bus.publish(gone);
  };
  const end = (socket: Socket, code: number, reason: string): void => {
    if (socket.ended) return;
    forget(socket);
    socket.client.close(code, reason);
  };
  const allowed = async (socket: Socket, actor: Actor, topic: string): Promise<boolean> => {
    const answer = await options.mayRead(actor, topic);
    const before = socket.unnamed.has(topic);
    if (answer === 'unnamed') socket.unnamed.add(topic);
    else socket.unnamed.delete(topic);
    if (before !== socket.unnamed.has(topic) && socket.topics.has(topic)) look(socket, topic.slice(6));
    return answer === true || answer === 'unnamed';
  };

  const subscribe = async (socket: Socket, topics: readonly unknown[]): Promise<void> => {
    for (const topic of topics.slice(0, mostTopics)) {
      if (!text(topic)) continue;
      const { actor } = socket.standing.joined;
      const room = socket.topics.size < mostTopics && socket.person.topics < mostTopicsOfPerson;
      const yes = socket.topics.has(topic) || (topicShape.test(topic) && room && (await allowed(socket, actor, topic)));
      if (socket.ended) return;
      if (!yes) {
        sendTo(socket, { type: 'denied', topic });
        continue;
      }
      if (socket.topics.has(topic)) continue;
      socket.topics.add(topic);
      socket.person.topics++;
      const key = keyOf(actor.organizationId, topic);
      const set = listeners.get(key) ?? new Set();
      listeners.set(key, set.add(socket));
      if (topic.startsWith('table:')) look(socket, topic.slice(6));
    }
  };

  /** Only where it may listen, and as much as one socket and one person may. */
  const watch = (socket: Socket, table: string, ids: readonly unknown[]): void => {
    if (!socket.topics.has(`table:${table}`)) return;
    unwatch(socket, table);
    let left = mostWatchedOfPerson - socket.person.ids;
    for (const [, { ids: others }] of socket.watched) left = Math.min(left, mostWatched - others.size);
    const shows = looking(ids.filter(id).slice(0, Math.max(0, Math.min(left, mostWatched))));
    socket.watched.set(table, shows);
    socket.person.ids += shows.ids.size;
    look(socket, table);
  };

  const tellCursor = (socket: Socket, topic: string, at: string | null): void => {
    const { actor, name } = socket.standing.joined;
    const { organizationId, userId = actor.id } = actor;
    bus.publish({ kind: 'cursor', organizationId, topic, key: socket.id, userId, name, at });
  };

  const handle = async (socket: Socket, message: Readonly<Record<string, unknown>>): Promise<void> => {
    if (socket.ended) return;
    const { actor, name } = socket.standing.joined;
    if (message.type === 'subscribe' && Array.isArray(message.topics))
      await subscribe(socket, message.topics as unknown[]);
    else if (message.type === 'unsubscribe' && Array.isArray(message.topics))
      for (const topic of message.topics as unknown[]) drop(socket, String(topic));
    else if (message.type === 'watch' && text(message.table) && Array.isArray(message.ids))
      watch(socket, message.table, message.ids as unknown[]);
    else if (
      message.type === 'presence' &&
      text(message.table) &&
      idOrNull(message.recordId) &&
      idOrNull(message.fieldId)
    ) {
      // Only where it may listen: presence tells who is at a table or builds an app, and to everybody there.
      const { table } = message;
      if (!rooms.some((head) => socket.topics.has(head + table))) return;
      socket.places.set(table, message.recordId);
      const person = {
        userId: actor.userId ?? actor.id,
        name,
        recordId: message.recordId,
        fieldId: message.fieldId,
        editing: message.editing === true,
      };
      if (presence.place(actor.organizationId, table, socket.id, person)) screens.soon();
      look(socket, table);
    } else if (message.type === 'people' && Array.isArray(message.ids)) {
      socket.faces.ids = (message.ids as unknown[]).filter(id).slice(0, mostFaces);
      tellFaces(socket);
    } else if (message.type === 'typing' && text(message.topic) && idOrNull(message.thread)) {
      const { topic, thread } = message;
      if (!topic.startsWith(spoken) || !socket.topics.has(topic) || now() - socket.typedAt < typingMs) return;
      socket.typedAt = now();
      const { organizationId } = socket;
      bus.publish({ kind: 'typing', organizationId, topic, thread, userId: actor.userId ?? actor.id });
    } else if (message.type === 'cursor' && text(message.topic) && cursorOrNull(message.at)) {
      const { topic, at } = message;
      if (!topic.startsWith(sharedText) || !socket.topics.has(topic)) return;
      if (at !== null && now() - socket.cursor.at < cursorMs) return;
      socket.cursor = { at: now(), topic: at === null ? undefined : topic };
      tellCursor(socket, topic, at);
    } else if (message.type === 'ping') sendTo(socket, { type: 'pong' });
  };

  /** Nobody can say now what it may see: told nothing more, it comes back and looks at everything again. */
  const comeBack = (socket: Socket): void => end(socket, 1013, 'try again');
  const askTopics = async (socket: Socket, actor: Actor): Promise<void> => {
    for (const topic of socket.topics) {
      if (await allowed(socket, actor, topic)) continue;
      drop(socket, topic);
      sendTo(socket, { type: 'denied', topic });
    }
  };
  const askTopic = async (organizationId: string, topic: string): Promise<void> => {
    for (const socket of listeners.get(keyOf(organizationId, topic)) ?? []) {
      try {
        if (await allowed(socket, socket.standing.joined.actor, topic)) continue;
        drop(socket, topic);
        sendTo(socket, { type: 'denied', topic });
      } catch {
        comeBack(socket);
      }
    }
  };
  const standings = createStandings<Socket>({
    everyMs: recheckMs,
    now,
    onStanding: async (standing, joined) => {
      const before = standing.joined.actor;
      for (const socket of standing.sockets) {
        if (joined === undefined || joined.actor.organizationId !== before.organizationId) {
          sendTo(socket, { type: 'ended', reason: 'session' });
          end(socket, 4401, 'session ended');
        } else {
          if (!sameRights(before, joined.actor)) sendTo(socket, { type: 'event', name: 'rights', data: {} });
          // One by one: a socket of which nobody can say what it may hear does not end the others' turn.
          await askTopics(socket, joined.actor).catch(() => comeBack(socket));
        }
      }
    },
    onFailure: ({ sockets: left }) => {
      for (const socket of left) comeBack(socket);
    },
  });

  let beats = 0;
  const timer = setInterval(() => {
    for (const beat of presence.heartbeats()) bus.publish(beat);
    if (++beats % beatsOfOnline === 0) for (const beat of online.all()) bus.publish(beat);
    if (online.expire()) facesSoon();
    if (presence.expire()) screens.soon();
  }, beatMs);
  timer.unref();

  return {
    /**
     * Takes a socket in, with a name for the credential that it came with. `refresh` asks who stands behind that now, past
     * what is remembered; undefined ends its sockets, a failure closes them with 1013, to come back.
     */
    connect: (client: Client, joined: Joined, credential: string, refresh: Refresh): Connection => {
      const who = personKey(joined.actor);
      const person = people.get(who) ?? { sockets: 0, topics: 0, ids: 0 };
      people.set(who, person);
      person.sockets++;
      const socket: Socket = {
        id: randomUUID(),
        client,
        organizationId: joined.actor.organizationId,
        topics: new Set(),
        unnamed: new Set(),
        watched: new Map(),
        places: new Map(),
        faces: { ids: [], told: '' },
        typedAt: Number.NEGATIVE_INFINITY,
        cursor: { at: Number.NEGATIVE_INFINITY, topic: undefined },
        standing: standings.of(credential, joined, refresh),
        person,
        queue: Promise.resolve(),
        budget,
        budgetAt: now(),
        ended: false,
      };
      socket.standing.sockets.add(socket);
      sockets.add(socket);
      enter(socket.organizationId);
      const came = online.came(socket.organizationId, joined.actor.userId ?? joined.actor.id);
      if (came !== undefined) bus.publish(came);
      sendTo(socket, { type: 'ready' });
      return {
        receive: (frame) => {
          if (socket.ended) return;
          if (now() - socket.budgetAt >= budgetMs) [socket.budget, socket.budgetAt] = [budget, now()];
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
    size: (): number => sockets.size,
    /** What all sockets together listen to and have on screen; for tests. */
    held: (): { readonly topics: number; readonly ids: number } => {
      const held = { topics: 0, ids: 0 };
      for (const { topics, ids } of people.values()) {
        held.topics += topics;
        held.ids += ids;
      }
      return held;
    },
    stop: (): void => {
      clearInterval(timer);
      clearTimeout(facesTimer);
      screens.stop();
      standings.stop();
      gatherer.stop();
      unsubscribe();
      unlisten?.();
      for (const socket of sockets) end(socket, 1001, 'the server restarts');
    },
  };
};
export type Hub = ReturnType<typeof createHub>;
