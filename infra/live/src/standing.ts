import type { Actor } from '@tessera/kernel';

export type Joined = { readonly actor: Actor; readonly name: string };

/** What asks who stands behind a credential now; undefined: nobody any more. It rejects while nobody can say. */
export type Refresh = () => Promise<Joined | undefined>;

/** One credential and the sockets that came with it. */
export type Standing<S> = {
  readonly key: string;
  readonly sockets: Set<S>;
  readonly refresh: Refresh;
  joined: Joined;
  askedAt: number;
  asking: Promise<void> | undefined;
  again: boolean;
};

/**
 * Whom a notice of changed rights concerns, by its topic: `rights:member:<user>`, `rights:role:<role>`,
 * `rights:token:<token>` and `rights:all` within its organization, `rights:account:<user>` in every one. Undefined for
 * other topics.
 */
export const concernOf = (organizationId: string, topic: string): ((actor: Actor) => boolean) | undefined => {
  const [head, kind, id] = topic.split(':');
  if (head !== 'rights') return undefined;
  const within = (actor: Actor): boolean => actor.organizationId === organizationId;
  switch (kind) {
    case 'account':
      return (actor) => (actor.userId ?? actor.id) === id;
    case 'member':
      return (actor) => within(actor) && ((actor.userId ?? actor.id) === id || actor.viewing?.userId === id);
    case 'role':
      return (actor) => within(actor) && actor.roleId === id;
    case 'token':
      return (actor) => within(actor) && actor.kind === 'token' && actor.id === id;
    default:
      return within;
  }
};

/**
 * Who stands behind the open sockets. Rights travel by notice: a change asks again at once, for those whom it concerns.
 * Beneath it lies a net for notices that were lost: each credential, not each socket, is asked again every `everyMs`,
 * one after the other.
 */
export const createStandings = <S>(options: {
  readonly everyMs: number;
  readonly now: () => number;
  /** Who stands there now, before `standing.joined` says so. It may reject. */
  readonly onStanding: (standing: Standing<S>, joined: Joined | undefined) => Promise<void>;
  readonly onFailure: (standing: Standing<S>) => void;
}) => {
  const { everyMs, now } = options;
  const standings = new Map<string, Standing<S>>();

  const ask = (standing: Standing<S>): Promise<void> => {
    // A change that comes while it is being asked may not be in the answer.
    if (standing.asking !== undefined) {
      standing.again = true;
      return standing.asking;
    }
    const once = async (): Promise<void> => {
      do {
        standing.again = false;
        standing.askedAt = now();
        const joined = await standing.refresh();
        if (standing.sockets.size === 0) return;
        await options.onStanding(standing, joined);
        if (joined !== undefined) standing.joined = joined;
      } while (standing.again && standing.sockets.size > 0);
    };
    standing.asking = once()
      .catch(() => options.onFailure(standing))
      .finally(() => {
        standing.asking = undefined;
      });
    return standing.asking;
  };

  const timer = setInterval(
    () => {
      const before = now() - everyMs;
      for (const standing of standings.values())
        if (standing.askedAt <= before && standing.asking === undefined) void ask(standing);
    },
    Math.max(1, everyMs / 10),
  );
  timer.unref();

  return {
    /** Where the sockets of one credential stand together; whoever asks adds one. */
    of: (key: string, joined: Joined, refresh: Refresh): Standing<S> => {
      let standing = standings.get(key);
      if (standing === undefined) {
        // When it is asked first is spread: many come at once after a restart.
        const askedAt = now() - Math.random() * everyMs * 0.5;
        standing = { key, sockets: new Set(), refresh, joined, askedAt, asking: undefined, again: false };
        standings.set(key, standing);
      }
      return standing;
    },
    remove: (socket: S, standing: Standing<S>): void => {
      standing.sockets.delete(socket);
      if (standing.sockets.size === 0 && standings.get(standing.key) === standing) standings.delete(standing.key);
    },
    /** Asks those again whom a change concerns, or all. */
    recheck: (concerns: (actor: Actor) => boolean = () => true): Promise<void> =>
      Promise.all([...standings.values()].filter(({ joined }) => concerns(joined.actor)).map(ask)).then(
        () => undefined,
      ),
    stop: (): void => clearInterval(timer),
  };
};
