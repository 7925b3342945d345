import type { BusMessage } from './bus.ts';

type Told = Extract<BusMessage, { kind: 'online' }>;
/** What one hub holds of one organization. */
type Holding = { at: number; readonly people: Set<string> };

/**
 * Who has a socket open, over all hubs: nothing of it is kept anywhere else. Each hub tells the others who came and who
 * went, and now and then all that it holds; one that falls silent is forgotten after `expiry` ms.
 */
export const createOnline = (options: {
  readonly node: string;
  readonly expiry: number;
  readonly now: () => number;
}) => {
  const { node, expiry, now } = options;
  /** By organization and person: sockets of this hub. */
  const own = new Map<string, Map<string, number>>();
  /** By organization and hub. */
  const others = new Map<string, Map<string, Holding>>();
  const all = (organizationId: string): Told => ({
    kind: 'online',
    organizationId,
    node,
    all: true,
    came: [...(own.get(organizationId)?.keys() ?? [])],
    left: [],
  });
  return {
    /** What the others are to hear of a socket that came or went; nothing where the person has another one. */
    came: (organizationId: string, userId: string): Told | undefined => {
      const here = own.get(organizationId) ?? new Map<string, number>();
      own.set(organizationId, here);
      const before = here.get(userId) ?? 0;
      here.set(userId, before + 1);
      if (before > 0) return undefined;
      // Whoever hears of this hub for the first time tells it whom they hold.
      return here.size === 1 ? all(organizationId) : { ...all(organizationId), all: false, came: [userId] };
    },
    left: (organizationId: string, userId: string): Told | undefined => {
      const here = own.get(organizationId);
      const left = (here?.get(userId) ?? 1) - 1;
      if (left > 0) {
        here?.set(userId, left);
        return undefined;
      }
      here?.delete(userId);
      if (here?.size === 0) own.delete(organizationId);
      return { ...all(organizationId), all: false, came: [], left: [userId] };
    },
    all: (): readonly Told[] => [...own.keys()].map(all),
    /** Takes what a hub tells; what it is to be answered, where it was not known. */
    receive: (message: Told): Told | undefined => {
      if (message.node === node) return undefined;
      const hubs = others.get(message.organizationId) ?? new Map<string, Holding>();
      others.set(message.organizationId, hubs);
      const known = hubs.get(message.node);
      const holding: Holding = known === undefined || message.all ? { at: now(), people: new Set() } : known;
      holding.at = now();
      for (const userId of message.came) holding.people.add(userId);
      for (const userId of message.left) holding.people.delete(userId);
      hubs.set(message.node, holding);
      const unknown = known === undefined && own.has(message.organizationId);
      return unknown ? all(message.organizationId) : undefined;
    },
    /** Forgets hubs that are silent; true where there were any. */
    expire: (): boolean => {
      let gone = false;
      for (const [organizationId, hubs] of others) {
        for (const [hub, { at }] of hubs) if (now() - at > expiry) gone = hubs.delete(hub) || gone;
        if (hubs.size === 0) others.delete(organizationId);
      }
      return gone;
    },
    isHere: (organizationId: string, userId: string): boolean =>
      own.get(organizationId)?.has(userId) === true ||
      [...(others.get(organizationId)?.values() ?? [])].some(({ people }) => people.has(userId)),
  };
};
