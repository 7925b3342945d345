import type { Notice } from '@tessera/kernel';

export type Person = {
  readonly userId: string;
  readonly name: string;
  /** 1 to 8. */
  readonly color: number;
  readonly recordId: string | null;
  readonly fieldId: string | null;
  readonly editing: boolean;
  /** Which of its hub's connections this is; one person may have several. */
  readonly key?: string;
};
/** Somebody at a table, with the hub that holds the socket. */
export type Present = Person & { readonly key: string; readonly node: string };

/** What travels between the processes that hold sockets. Ids only, never values (docs/events.md 22). */
export type BusMessage =
  | {
      readonly kind: 'notices';
      readonly organizationId: string;
      readonly position: number;
      readonly notices: readonly Notice[];
      readonly actorId: string;
    }
  | {
      readonly kind: 'event';
      readonly organizationId: string;
      readonly userId: string;
      readonly name: string;
      readonly data: object;
    }
  /** Everybody whom one hub holds at one table; an empty list says that all left. Repeated as a heartbeat. */
  | {
      readonly kind: 'presence';
      readonly organizationId: string;
      readonly node: string;
      readonly table: string;
      readonly people: readonly Person[];
    }
  /** Those of them who came or moved, and the keys of who left. */
  | {
      readonly kind: 'moves';
      readonly organizationId: string;
      readonly node: string;
      readonly table: string;
      readonly moved: readonly Person[];
      readonly gone: readonly string[];
    }
  /** Who has a socket at one hub now and had none, and who has none any more; `all`: whoever is not named has none. */
  | {
      readonly kind: 'online';
      readonly organizationId: string;
      readonly node: string;
      readonly all: boolean;
      readonly came: readonly string[];
      readonly left: readonly string[];
    }
  /** Somebody writes in a conversation, or in a thread of it. It is kept nowhere. */
  | {
      readonly kind: 'typing';
      readonly organizationId: string;
      readonly topic: string;
      readonly thread: string | null;
      readonly userId: string;
    }
  /** Where somebody stands in a text that several write; `at` null when they left. It is kept nowhere. */
  | {
      readonly kind: 'cursor';
      readonly organizationId: string;
      readonly topic: string;
      /** Which connection it is; one person may have several. */
      readonly key: string;
      readonly userId: string;
      readonly name: string;
      readonly at: string | null;
    };

/**
 * Spreads messages to every hub: at most once, in order per publisher. A message lost is repaired by the client, which
 * asks again when it reconnects. `publish` never throws and never waits.
 */
export type LiveBus = {
  publish(message: BusMessage): void;
  /**
   * Returns a function that ends the subscription. `followed`: it needs only messages of organizations that are followed
   * and, of all, those that tell of changed rights; others may come as well.
   */
  subscribe(receive: (message: BusMessage) => void, which?: 'all' | 'followed'): () => void;
  /**
   * Whoever subscribed to followed organizations needs this one, once more for each call. Resolves when no message of it
   * passes by from here on. Absent, as `unfollow`, where all come anyway.
   */
  follow?(organizationId: string): Promise<void>;
  unfollow?(organizationId: string): void;
  /**
   * Calls the listener when messages of others may have been missed: whoever shows something asks again. Absent where
   * none can be.
   */
  onGap?(listener: () => void): () => void;
  close(): Promise<void>;
};

/** Whether a message tells whose rights changed: what is remembered about people who have no socket open may end by it. */
export const tellsOfRights = (message: BusMessage): boolean =>
  message.kind === 'notices' && message.notices.some(({ topic }) => topic.startsWith('rights:'));

/** The embedded adapter: one process, so a loop over the subscribers. */
export const memoryBus = (): LiveBus => {
  const receivers = new Set<(message: BusMessage) => void>();
  return {
    publish: (message) => {
      for (const receive of receivers) receive(message);
    },
    subscribe: (receive) => {
      receivers.add(receive);
      return () => receivers.delete(receive);
    },
    close: async () => receivers.clear(),
  };
};
