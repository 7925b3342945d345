import { hash } from 'node:crypto';
import type { BusMessage, Person } from './bus.ts';

type PresenceMessage = Extract<BusMessage, { kind: 'presence' }>;
const colors = [1, 2, 3, 4, 5, 6, 7, 8] as const;

/** Who is at which table, over all hubs. A hub that falls silent is forgotten after `expiry` ms. */
export const createPresence = (options: {
  readonly node: string;
  readonly expiry: number;
  readonly now: () => number;
}) => {
  // By organization and table, then by hub.
  const tables = new Map<string, Map<string, { readonly people: readonly Person[]; readonly at: number }>>();
  const local = new Map<string, Map<string, Person>>();
  const key = (organizationId: string, table: string): string => `${organizationId} ${table}`;
  const people = (organizationId: string, table: string): readonly Person[] =>
    [...(tables.get(key(organizationId, table))?.values() ?? [])].flatMap((one) => one.people);

  const colorFor = (organizationId: string, table: string, userId: string): number => {
    const present = people(organizationId, table);
    const own = present.find((one) => one.userId === userId);
    if (own !== undefined) return own.color;
    const taken = new Set(present.map((one) => one.color));
    const preferred = colors[hash('sha256', userId, 'buffer')[0]! % colors.length]!;
    return taken.has(preferred) ? (colors.find((color) => !taken.has(color)) ?? preferred) : preferred;
  };
  const message = (organizationId: string, table: string): PresenceMessage => ({
    kind: 'presence',
    organizationId,
    node: options.node,
    table,
    people: [...(local.get(key(organizationId, table))?.values() ?? [])],
  });

  return {
    people,
    /** Puts one of this hub's connections at a place; returns what to publish. */
    place: (
      organizationId: string,
      table: string,
      connection: string,
      person: Omit<Person, 'color'>,
    ): PresenceMessage => {
      const at = key(organizationId, table);
      const here = local.get(at) ?? new Map<string, Person>();
      local.set(at, here);
      here.set(connection, {
        ...person,
        color: here.get(connection)?.color ?? colorFor(organizationId, table, person.userId),
      });
      return message(organizationId, table);
    },
    /** Takes a connection away; undefined if it was not there. */
    leave: (organizationId: string, table: string, connection: string): PresenceMessage | undefined => {
      const here = local.get(key(organizationId, table));
      if (here?.delete(connection) !== true) return undefined;
      if (here.size === 0) local.delete(key(organizationId, table));
      return message(organizationId, table);
    },
    /** Takes in what a hub says, this one included; answers whether somebody came, went or moved. */
    receive: ({ organizationId, node, table, people: there }: PresenceMessage): boolean => {
      const at = key(organizationId, table);
      const nodes = tables.get(at) ?? new Map<string, { people: readonly Person[]; at: number }>();
      const before = nodes.get(node)?.people ?? [];
      if (there.length === 0) nodes.delete(node);
      else nodes.set(node, { people: there, at: options.now() });
      if (nodes.size === 0) tables.delete(at);
      else tables.set(at, nodes);
      return JSON.stringify(before) !== JSON.stringify(there);
    },
    /** What this hub repeats so that others know it lives. */
    heartbeats: (): readonly PresenceMessage[] =>
      [...local.keys()].map((at) => {
        const [organizationId = '', table = ''] = at.split(' ');
        return message(organizationId, table);
      }),
    /** Forgets hubs that fell silent; answers the tables that changed. */
    expire: (): readonly { readonly organizationId: string; readonly table: string }[] => {
      const changed: { organizationId: string; table: string }[] = [];
      for (const [at, nodes] of tables) {
        for (const [node, one] of nodes) {
          if (options.now() - one.at <= options.expiry) continue;
          nodes.delete(node);
          const [organizationId = '', table = ''] = at.split(' ');
          changed.push({ organizationId, table });
        }
        if (nodes.size === 0) tables.delete(at);
      }
      return changed;
    },
  };
};
