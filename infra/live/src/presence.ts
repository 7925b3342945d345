import { hash } from 'node:crypto';
import type { BusMessage, Person, Present } from './bus.ts';

type Heartbeat = Extract<BusMessage, { kind: 'presence' }>;
type Moves = Extract<BusMessage, { kind: 'moves' }>;

/** Everybody at one table, over all hubs, and who of them moved since the last look. */
export type Room = {
  readonly organizationId: string;
  readonly table: string;
  readonly people: Map<string, Present>;
  /** Keys of those who came, went or moved. */
  readonly moved: Set<string>;
  /** Those of them that are this hub's own, for the other hubs. */
  readonly untold: Set<string>;
  /** How many connections each person has here. */
  readonly connections: Map<string, number>;
  /** When each other hub was last heard. */
  readonly heard: Map<string, number>;
};

const colors = [1, 2, 3, 4, 5, 6, 7, 8] as const;

const same = (one: Person, other: Person): boolean =>
  one.recordId === other.recordId &&
  one.fieldId === other.fieldId &&
  one.editing === other.editing &&
  one.color === other.color &&
  one.name === other.name &&
  one.userId === other.userId;

/**
 * Who is at which table, over all hubs. Each hub tells the others what moved, and all that it holds as a heartbeat; one
 * that falls silent is forgotten after `expiry` ms.
 */
export const createPresence = (options: {
  readonly node: string;
  readonly expiry: number;
  readonly now: () => number;
}) => {
  const { node: own, now } = options;
  const rooms = new Map<string, Room>();
  const roomKey = (organizationId: string, table: string): string => `${organizationId} ${table}`;
  const roomAt = (organizationId: string, table: string): Room => {
    const key = roomKey(organizationId, table);
    let room = rooms.get(key);
    if (room === undefined) {
      room = {
        organizationId,
        table,
        people: new Map(),
        moved: new Set(),
        untold: new Set(),
        connections: new Map(),
        heard: new Map(),
      };
      rooms.set(key, room);
    }
    return room;
  };
  const count = (room: Room, userId: string, by: number): void => {
    const left = (room.connections.get(userId) ?? 0) + by;
    if (left > 0) room.connections.set(userId, left);
    else room.connections.delete(userId);
  };
  /** Puts or takes somebody; answers whether that changed anything. */
  const set = (room: Room, key: string, person: Present | undefined): boolean => {
    const before = room.people.get(key);
    if (before === undefined ? person === undefined : person !== undefined && same(before, person)) return false;
    if (before !== undefined) count(room, before.userId, -1);
    if (person === undefined) room.people.delete(key);
    else {
      room.people.set(key, person);
      count(room, person.userId, 1);
    }
    room.moved.add(key);
    return true;
  };

  const colorFor = (room: Room, userId: string): number => {
    const taken = new Set<number>();
    for (const one of room.people.values()) {
      if (one.userId === userId) return one.color;
      taken.add(one.color);
    }
    const preferred = colors[hash('sha256', userId, 'buffer')[0]! % colors.length]!;
    return taken.has(preferred) ? (colors.find((color) => !taken.has(color)) ?? preferred) : preferred;
  };

  /** Keys of another hub's people begin with its name, so that one list takes nothing from another. */
  const keyOf = (node: string, person: Person, at: number): string =>
    `${node} ${person.key ?? `${person.userId} ${at}`}`;
  const listed = function* (node: string, people: readonly Person[]): Generator<readonly [string, Present]> {
    for (const [at, person] of people.entries()) {
      const key = keyOf(node, person, at);
      yield [key, { ...person, key, node }];
    }
  };
  const wire = ({ userId, name, color, recordId, fieldId, editing, key }: Present): Person => ({
    userId,
    name,
    color,
    recordId,
    fieldId,
    editing,
    key: key.slice(own.length + 1),
  });

  return {
    room: (organizationId: string, table: string): Room | undefined => rooms.get(roomKey(organizationId, table)),
    /** Puts one of this hub's connections at a place; answers whether it moved. */
    place: (
      organizationId: string,
      table: string,
      connection: string,
      person: Omit<Person, 'color' | 'key'>,
    ): boolean => {
      const room = roomAt(organizationId, table);
      const key = `${own} ${connection}`;
      const color = room.people.get(key)?.color ?? colorFor(room, person.userId);
      const moved = set(room, key, { ...person, color, key, node: own });
      if (moved) room.untold.add(key);
      return moved;
    },
    /** Takes a connection away; answers whether it was there. */
    leave: (organizationId: string, table: string, connection: string): boolean => {
      const room = rooms.get(roomKey(organizationId, table));
      if (room === undefined) return false;
      const key = `${own} ${connection}`;
      const left = set(room, key, undefined);
      if (left) room.untold.add(key);
      return left;
    },
    /** Takes in what another hub says; answers whether somebody came, went or moved. */
    receive: (message: Heartbeat | Moves): boolean => {
      if (message.node === own) return false;
      const room = roomAt(message.organizationId, message.table);
      let moved = false;
      if (message.kind === 'presence') {
        const there = new Map(listed(message.node, message.people));
        for (const [key, one] of room.people)
          if (one.node === message.node && !there.has(key)) moved = set(room, key, undefined) || moved;
        for (const [key, person] of there) moved = set(room, key, person) || moved;
        if (there.size === 0) room.heard.delete(message.node);
        else room.heard.set(message.node, now());
      } else {
        for (const key of message.gone) moved = set(room, `${message.node} ${key}`, undefined) || moved;
        for (const [key, person] of listed(message.node, message.moved)) moved = set(room, key, person) || moved;
        room.heard.set(message.node, now());
      }
      return moved;
    },
    /** What moved here since this was last asked, for other hubs. */
    moves: function* (): Generator<Moves> {
      for (const { organizationId, table, people, untold } of rooms.values()) {
        if (untold.size === 0) continue;
        const moved = [...untold].flatMap((key) => people.get(key) ?? []).map(wire);
        const gone = [...untold].filter((key) => !people.has(key)).map((key) => key.slice(own.length + 1));
        untold.clear();
        yield { kind: 'moves', organizationId, node: own, table, moved, gone };
      }
    },
    /** Rooms in which somebody moved; whoever looks empties `moved`. */
    moved: function* (): Generator<Room> {
      for (const room of rooms.values()) if (room.moved.size > 0) yield room;
    },
    /** Forgets rooms in which nobody is, once that was told. */
    tidy: (): void => {
      for (const [key, room] of rooms)
        if (room.people.size === 0 && room.moved.size === 0 && room.untold.size === 0) rooms.delete(key);
    },
    /** What this hub repeats so that others know it lives, and what they missed. */
    heartbeats: function* (): Generator<Heartbeat> {
      for (const { organizationId, table, people } of rooms.values()) {
        const here = [...people.values()].filter(({ node }) => node === own).map(wire);
        if (here.length > 0) yield { kind: 'presence', organizationId, node: own, table, people: here };
      }
    },
    /** Forgets hubs that fell silent; answers whether somebody was there. */
    expire: (): boolean => {
      let moved = false;
      for (const room of rooms.values())
        for (const [node, at] of room.heard) {
          if (now() - at <= options.expiry) continue;
          room.heard.delete(node);
          for (const [key, one] of room.people) if (one.node === node) moved = set(room, key, undefined) || moved;
        }
      return moved;
    },
  };
};
