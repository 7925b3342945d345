import { type LiveMessage, type Person, type PresenceChange, readMessage } from './messages.ts';

export type LiveChange = Extract<LiveMessage, { type: 'changed' }>;
/** `resync` comes after a gap in the connection: whatever happened meanwhile was not announced. */
export type TopicEvent = LiveChange | { readonly type: 'resync'; readonly topic: string };
export type LiveStatus = 'connecting' | 'open' | 'waiting' | 'ended';
export type Place = {
  readonly table: string;
  readonly recordId: string | null;
  readonly fieldId: string | null;
  readonly editing: boolean;
};

/** Who is at a table: some by name, everybody by number. */
export type People = { readonly named: readonly Person[]; readonly count: number };
type Here = { people: People; readonly byKey: Map<string, Person>; readonly listeners: Set<() => void> };

/** The part of a WebSocket that is used here. */
export type Socket = {
  send: (text: string) => void;
  close: () => void;
  onopen: ((event: Event) => void) | null;
  onclose: ((event: CloseEvent) => void) | null;
  onmessage: ((event: MessageEvent) => void) | null;
};

const firstWait = 250;
const longestWait = 10_000;
const pingEvery = 20_000;

/**
 * The one live connection of the page: opened with the first subscription, kept through losses with growing waits (0.25
 * s to 10 s), subscribed again after each. `connect` makes a socket; tests hand in their own.
 */
export const createLive = (connect: () => Socket) => {
  const topics = new Map<string, Set<(event: TopicEvent) => void>>();
  const presence = new Map<string, Here>();
  const named = new Map<string, Set<(data: unknown) => void>>();
  const statusListeners = new Set<() => void>();
  let status: LiveStatus = 'waiting';
  let socket: Socket | null = null;
  let wanted = false;
  let opened = 0;
  let wait = firstWait;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let ping: ReturnType<typeof setInterval> | undefined;
  let place: Place | null = null;
  const watched = new Map<string, readonly string[]>();
  const looked = new Map<string, string>();

  const setStatus = (next: LiveStatus): void => {
    if (status === next) return;
    status = next;
    for (const listener of statusListeners) listener();
  };
  const send = (message: object): void => {
    if (socket && status === 'open') socket.send(JSON.stringify(message));
  };

  const tellShown = (table: string): void => {
    const ids = watched.get(table) ?? [];
    const open = looked.get(table);
    send({ type: 'watch', table, ids: open === undefined || ids.includes(open) ? ids : [open, ...ids] });
  };
  const setPeople = ({ table, all, people, gone, count }: PresenceChange): void => {
    const entry = presence.get(table);
    if (!entry) return;
    if (all) entry.byKey.clear();
    for (const key of gone ?? []) entry.byKey.delete(key);
    for (const { key, ...person } of people) entry.byKey.set(key, person);
    entry.people = { named: [...entry.byKey.values()], count };
    for (const listener of entry.listeners) listener();
  };

  const receive = (message: LiveMessage): void => {
    if (message.type === 'changed') for (const listener of topics.get(message.topic) ?? []) listener(message);
    else if (message.type === 'presence') for (const change of message.tables ?? []) setPeople(change);
    else if (message.type === 'event') for (const listener of named.get(message.name) ?? []) listener(message.data);
    else if (message.type === 'denied')
      for (const listener of topics.get(message.topic) ?? []) listener({ type: 'resync', topic: message.topic });
    else if (message.type === 'ended') {
      wanted = false;
      socket?.close();
      setStatus('ended');
    }
  };

  const open = (): void => {
    clearTimeout(retry);
    if (!wanted || socket) return;
    setStatus('connecting');
    const mine = connect();
    socket = mine;
    mine.onopen = () => {
      opened += 1;
      wait = firstWait;
      setStatus('open');
      if (topics.size > 0) send({ type: 'subscribe', topics: [...topics.keys()] });
      for (const table of new Set([...watched.keys(), ...looked.keys()])) tellShown(table);
      if (place) send({ type: 'presence', ...place });
      ping = setInterval(() => send({ type: 'ping' }), pingEvery);
      if (opened > 1)
        for (const [topic, listeners] of topics) for (const listener of listeners) listener({ type: 'resync', topic });
    };
    mine.onmessage = (event) => {
      const message = readMessage(event.data);
      if (message) receive(message);
    };
    mine.onclose = () => {
      clearInterval(ping);
      if (socket === mine) socket = null;
      for (const table of presence.keys()) setPeople({ table, all: true, people: [], count: 0 });
      if (status === 'ended' || !wanted) return;
      setStatus('waiting');
      retry = setTimeout(open, wait * (0.75 + Math.random() / 2));
      wait = Math.min(longestWait, wait * 2);
    };
  };

  return {
    start: (): void => {
      wanted = true;
      open();
    },
    stop: (): void => {
      wanted = false;
      clearTimeout(retry);
      socket?.close();
      socket = null;
      setStatus('waiting');
    },
    /** Tries at once instead of waiting, for when the browser says it is online again. */
    hurry: (): void => {
      wait = firstWait;
      if (!socket) open();
    },
    status: (): LiveStatus => status,
    /** Says something while the connection is open; after a lost one whoever needs it says it again. */
    say: send,
    onStatus: (listener: () => void): (() => void) => {
      statusListeners.add(listener);
      return () => statusListeners.delete(listener);
    },
    subscribe: (topic: string, listener: (event: TopicEvent) => void): (() => void) => {
      const known = topics.get(topic);
      const listeners = known ?? new Set();
      listeners.add(listener);
      if (!known) {
        topics.set(topic, listeners);
        send({ type: 'subscribe', topics: [topic] });
      }
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0 || topics.get(topic) !== listeners) return;
        topics.delete(topic);
        send({ type: 'unsubscribe', topics: [topic] });
      };
    },
    /** Named events outside topics, such as `import_table`. */
    onEvent: (name: string, listener: (data: unknown) => void): (() => void) => {
      const listeners = named.get(name) ?? new Set();
      listeners.add(listener);
      named.set(name, listeners);
      return () => listeners.delete(listener);
    },
    /** Which records are on screen, so that presence and changes of the others are left out. */
    watch: (table: string, ids: readonly string[]): void => {
      watched.set(table, ids);
      tellShown(table);
    },
    /** The record that is open by itself, wherever the rows on screen are. */
    look: (table: string, id: string | null): void => {
      if (id === null ? !looked.delete(table) : looked.get(table) === id) return;
      if (id !== null) looked.set(table, id);
      tellShown(table);
    },
    unwatch: (table: string): void => {
      watched.delete(table);
    },
    announce: (next: Place | null): void => {
      if (!next && place) send({ type: 'presence', table: place.table, recordId: null, fieldId: null, editing: false });
      place = next;
      if (next) send({ type: 'presence', ...next });
    },
    people: (table: string): People => presence.get(table)?.people ?? nobody,
    onPeople: (table: string, listener: () => void): (() => void) => {
      const entry = presence.get(table) ?? { people: nobody, byKey: new Map(), listeners: new Set() };
      entry.listeners.add(listener);
      presence.set(table, entry);
      return () => {
        entry.listeners.delete(listener);
        if (entry.listeners.size === 0) presence.delete(table);
      };
    },
  };
};

const nobody: People = { named: [], count: 0 };

export type Live = ReturnType<typeof createLive>;
