import { counter, gauges } from '@tessera/telemetry';
import { connect, ErrorCode, Events, type NatsConnection, type Subscription } from 'nats';
import { tellsOfRights, type BusMessage, type LiveBus } from '../bus.ts';
import { natsAddress } from './address.ts';

export type NatsBusOptions = {
  /** Addresses of one cluster, with TLS and who asks, as `natsAddress` reads them. */
  readonly servers: readonly string[];
  /** Shown to a server that asks who connects, PEM; only by TLS. */
  readonly certificate?: { readonly cert: string; readonly key: string } | undefined;
  readonly name?: string;
  /** Put before the subjects; for installations that share a server. */
  readonly prefix?: string;
  /** Messages kept while the server is away; the oldest go first. Default 1,000. */
  readonly maxKept?: number;
  /** Bytes handed to the connection and not confirmed, above which messages are dropped; default 4 MB. */
  readonly maxUnconfirmed?: number;
  /** How often the server must answer, in ms; default 2,000. Three times in vain and it counts as away. */
  readonly pingMs?: number;
  /** Told of what failed; it is tried again by itself. */
  readonly onFailure?: (error: unknown) => void;
};

const reconnects = counter('tessera_live_reconnects_total', 'Times that the live bus found its server again.');
const dropped = counter('tessera_live_dropped_total', 'Live messages dropped because the server was away or too slow.');
const up = gauges('tessera_live_connected', 'Connections of the live bus that are up.');

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const confirmEvery = 256 * 1024;

/** What failed, by the engine's name and without its address; refused credentials are told apart from silence. */
const told = (error: unknown): Error => {
  const { code, message } = error as { readonly code?: string; readonly message?: string };
  if (code === ErrorCode.AuthorizationViolation || code === ErrorCode.BadAuthentication)
    return new Error('NATS refuses the user, password or token of its address', { cause: error });
  if (code === ErrorCode.ServerOptionNotAvailable)
    return new Error('NATS offers no TLS, and its address asks for it', { cause: error });
  return new Error(`NATS does not answer: ${message ?? String(error)}`, { cause: error });
};

/** A subject's part: what NATS would read as a separator or wildcard is encoded. */
const token = (organizationId: string): string =>
  /^[A-Za-z0-9_-]+$/.test(organizationId) ? organizationId : `=${Buffer.from(organizationId).toString('base64url')}`;

/** The subject of what tells of rights, whatever its organization: a name that no organization's part can be. */
const ofRights = '==rights';
const all = '*';

/**
 * A live bus over NATS, one subject an organization and one for changes of rights. A process subscribes to what its
 * receivers need: nothing where it only publishes, else rights and the organizations that it follows, or all. Hubs of this process are told directly, the others through the
 * server; while it is away a bounded part is kept, and `onGap` says when it is back that others may have been missed.
 * It connects in the background and does so for ever. Throws at once where an address is wrong.
 */
export const natsBus = (
  options: NatsBusOptions,
): Required<LiveBus> & {
  ready(): boolean;
  /** Resolves when the server knows what this process listens to, or is away. */
  listening(): Promise<void>;
  /** Whether the server answered within `ms`, now or before. */
  connected(ms: number): Promise<boolean>;
} => {
  const {
    name = 'tessera',
    prefix = '',
    maxKept = 1_000,
    maxUnconfirmed = 4 * 1024 * 1024,
    pingMs = 2_000,
    onFailure,
  } = options;
  const { servers, tls, user, password, token: secret } = natsAddress(options.servers);
  const base = `${prefix}tessera.live`;
  const receivers = new Map<(message: BusMessage) => void, 'all' | 'followed'>();
  /** How often each organization is followed, by its subject's part. */
  const followed = new Map<string, number>();
  let subscribed = new Map<string, Subscription>();
  const gapListeners = new Set<() => void>();
  let kept: { readonly subject: string; readonly data: Uint8Array }[] = [];
  let connection: NatsConnection | undefined;
  let connected = false;
  let closed = false;
  let unconfirmed = 0;
  let confirming = false;
  const close = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  const untrack = up.track({}, () => (connected ? 1 : 0));

  const deliver = (message: BusMessage): void => {
    for (const receive of receivers.keys()) {
      try {
        receive(message);
      } catch (error) {
        onFailure?.(error);
      }
    }
  };
  const keep = (subject: string, data: Uint8Array): void => {
    kept.push({ subject, data });
    if (kept.length <= maxKept) return;
    kept.shift();
    dropped.add({});
  };
  const confirm = (): void => {
    if (confirming || unconfirmed < confirmEvery || connection === undefined) return;
    confirming = true;
    connection
      .flush()
      .then(
        () => {
          unconfirmed = 0;
        },
        () => undefined,
      )
      .finally(() => {
        confirming = false;
      });
  };
  const send = (subject: string, data: Uint8Array): void => {
    if (!connected || connection === undefined) return keep(subject, data);
    if (unconfirmed + data.length > maxUnconfirmed) {
      dropped.add({});
      confirm();
      return;
    }
    try {
      connection.publish(subject, data);
      unconfirmed += data.length;
      confirm();
    } catch {
      keep(subject, data);
    }
  };
  const onUp = (): void => {
    connected = true;
    answered.resolve();
    unconfirmed = 0;
    const late = kept;
    kept = [];
    for (const { subject, data } of late) send(subject, data);
    for (const listener of gapListeners) listener();
  };

  const pause = async (ms: number, sooner: Promise<void> = close.promise): Promise<void> => {
    let timer: NodeJS.Timeout | undefined;
    await Promise.race([sooner, new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)))]);
    clearTimeout(timer);
  };

  const take = (found: NatsConnection, part: string): void => {
    if (subscribed.has(part)) return;
    const subscription = found.subscribe(`${base}.${part}`, {
      callback: (error, message) => {
        if (error !== null) return void onFailure?.(error);
        try {
          deliver(JSON.parse(decoder.decode(message.data)) as BusMessage);
        } catch (failure) {
          onFailure?.(failure);
        }
      },
    });
    subscribed.set(part, subscription);
  };
  const give = (part: string): void => {
    subscribed.get(part)?.unsubscribe();
    subscribed.delete(part);
  };
  /** Subscribes to what is needed and no more; what has just been ended counts as ended. */
  const adjust = (): void => {
    if (connection === undefined || connection.isClosed()) return;
    const kinds = new Set(receivers.values());
    const needed = kinds.has('all') ? [all] : kinds.has('followed') ? [ofRights, ...followed.keys()] : [];
    const wanted = new Set(needed);
    for (const part of subscribed.keys()) if (!wanted.has(part)) give(part);
    for (const part of needed) take(connection, part);
  };
  /** One organization more or less is not worth a look at all of them. */
  const following = (): boolean => subscribed.has(ofRights) && connection !== undefined && !connection.isClosed();
  const listening = async (): Promise<void> => {
    if (connected) await connection?.flush().catch(() => undefined);
  };

  const live = async (): Promise<void> => {
    const found = await connect({
      servers: [...servers],
      name,
      noEcho: true,
      timeout: 3_000,
      pingInterval: pingMs,
      maxPingOut: 2,
      maxReconnectAttempts: -1,
      reconnectTimeWait: 250,
      reconnectJitter: 250,
      ...(user !== undefined && { user, pass: password ?? '' }),
      ...(secret !== undefined && { token: secret }),
      ...(tls && { tls: { ...options.certificate } }),
    });
    if (closed) return found.close();
    connection = found;
    subscribed = new Map();
    adjust();
    // From the answer on the server knows the subscriptions.
    await found.flush();
    onUp();
    void (async () => {
      for await (const status of found.status()) {
        if (status.type === Events.Disconnect) connected = false;
        else if (status.type === Events.Reconnect) {
          reconnects.add({});
          onUp();
        } else if (status.type === Events.Error) onFailure?.(told({ code: status.data, message: String(status.data) }));
      }
    })();
    const reason = await Promise.race([found.closed(), close.promise]);
    connected = false;
    if (reason instanceof Error) onFailure?.(told(reason));
  };

  const running = (async () => {
    for (let wait = 250; !closed; wait = Math.min(wait * 2, 2_000)) {
      try {
        await live();
        wait = 250;
      } catch (error) {
        onFailure?.(told(error));
      }
      if (!closed) await pause(wait);
    }
  })();

  return {
    ready: () => connected,
    connected: async (ms) => {
      await pause(ms, Promise.race([answered.promise, close.promise]));
      return connected;
    },
    publish: (message) => {
      if (closed) return;
      deliver(message);
      const part = tellsOfRights(message) ? ofRights : token(message.organizationId);
      send(`${base}.${part}`, encoder.encode(JSON.stringify(message)));
    },
    subscribe: (receive, which = 'all') => {
      receivers.set(receive, which);
      adjust();
      return () => {
        receivers.delete(receive);
        adjust();
      };
    },
    follow: async (organizationId) => {
      const part = token(organizationId);
      const times = (followed.get(part) ?? 0) + 1;
      followed.set(part, times);
      if (times === 1 && following()) take(connection!, part);
      await listening();
    },
    unfollow: (organizationId) => {
      const part = token(organizationId);
      const times = (followed.get(part) ?? 0) - 1;
      if (times > 0) followed.set(part, times);
      else {
        followed.delete(part);
        if (following()) give(part);
      }
    },
    listening,
    onGap: (listener) => {
      gapListeners.add(listener);
      return () => void gapListeners.delete(listener);
    },
    close: async () => {
      if (closed) return;
      closed = true;
      receivers.clear();
      gapListeners.clear();
      close.resolve();
      untrack();
      // What was published before the end goes out, if the server takes it within a second.
      await Promise.race([
        connection?.drain().catch(() => undefined),
        new Promise((resolve) => setTimeout(resolve, 1_000).unref()),
      ]);
      await connection?.close().catch(() => undefined);
      await running;
    },
  };
};
