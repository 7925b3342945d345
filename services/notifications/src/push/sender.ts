import { findAll } from '@tessera/document-store/pages';
import { isRejection } from '@tessera/kernel';
import type { ServicePorts } from '@tessera/runtime';
import { heldElsewhere, holding } from '@tessera/shared-state';
import type { Readers } from '../deliveries/readers.ts';
import type { KnownTo } from '../inbox/known.ts';
import { documentId, type NotificationDocument } from '../inbox/projection.ts';
import { mayRead, shown } from '../inbox/titles.ts';
import type { NotificationsStore } from '../store.ts';
import { asSystem } from '../system.ts';
import { authorization, encrypted, mostBytes, type Subscription } from './message.ts';
import type { Subscriptions } from './subscriptions.ts';

export type PushTiming = {
  /** How often a process looks for what nobody sends. */
  readonly sweepMs: number;
  /** The wait after the first failed try; it doubles. */
  readonly firstMs: number;
  readonly attempts: number;
};
/** About half an hour of tries: what is older is read in the inbox. */
export const usualPushTiming: PushTiming = { sweepMs: 15_000, firstMs: 15_000, attempts: 7 };

/** A push service keeps it so long for a browser that is off, in s. */
const keptSeconds = 24 * 3_600;
const keptMs = keptSeconds * 1_000;
const timeoutMs = 10_000;

type Ports = Pick<ServicePorts, 'documents' | 'leases' | 'clock' | 'log' | 'dialer' | 'settings'> & {
  readonly store: NotificationsStore;
};
type Parts = { readonly subscriptions: Subscriptions; readonly readersOf: Readers; readonly knownTo: KnownTo };

/** What became of one message: `gone` where the browser is no more, `later` where the push service cannot take it now. */
type Sent = 'sent' | 'gone' | 'later';
/** How far a notification came in this process. After a restart it is sent anew, and takes the place of the first. */
type Tried = { readonly attempts: number; readonly at: number; readonly reached: ReadonlySet<string> };

/** The text without what makes the message longer than push services take. */
const cut = (text: string, most: number): string => {
  let shown = text;
  while (Buffer.byteLength(shown) > most) shown = shown.slice(0, Math.floor(shown.length * 0.9));
  return shown;
};

/**
 * Tells the browsers of people who are not looking, one organization at a time by one process. What a message says is
 * made when it is sent, by what its reader may read then; to the push service it is unreadable.
 */
export const createPushes = (
  { store, documents, leases, clock, log, dialer, settings: { baseUrl } }: Ports,
  { subscriptions, readersOf, knownTo }: Parts,
  timing: PushTiming = usualPushTiming,
) => {
  const tried = new Map<string, Tried>();
  const running = new Map<string, Promise<void>>();
  const again = new Set<string>();
  let stopping = false;
  let sweeper: NodeJS.Timeout | undefined;

  const waiting = (organizationId: string): Promise<readonly NotificationDocument[]> =>
    findAll<NotificationDocument>(documents, organizationId, 'notifications', { waits: 'push' }, documentId);

  const post = async (one: Subscription, topic: string, text: string): Promise<Sent> => {
    const now = clock();
    const key = await subscriptions.keys();
    try {
      const { status } = await dialer.request({
        url: one.endpoint,
        method: 'POST',
        headers: {
          ttl: String(keptSeconds),
          // A message of the same topic takes the place of one that is not delivered yet.
          topic,
          urgency: 'normal',
          'content-type': 'application/octet-stream',
          'content-encoding': 'aes128gcm',
          authorization: authorization(one.endpoint, key, { subject: baseUrl, now }),
        },
        body: encrypted(one, text),
        timeoutMs,
        mostBytes: 64 * 1024,
        mostRedirects: 0,
      });
      if (status === 404 || status === 410) return 'gone';
      return status === 429 || status >= 500 ? 'later' : 'sent';
    } catch (error) {
      if (isRejection(error)) return 'later';
      throw error;
    }
  };

  /** What is said of a notification to its reader now; nothing where they have read it or may not read it. */
  const textOf = async (organizationId: string, one: NotificationDocument): Promise<string | undefined> => {
    if (one.unreadBy === '' || one.at < clock() - keptMs) return undefined;
    const reader = await readersOf(organizationId, one.userId);
    if (reader === undefined) return undefined;
    const known = (await knownTo(reader.actor, [one]))(one);
    if (!mayRead(one, known)) return undefined;
    const { title, link } = shown(one, known, reader.language);
    const rest = { id: one.id, userId: one.userId, link: link ?? '/for-you' };
    const room = mostBytes - Buffer.byteLength(JSON.stringify(rest)) - 64;
    // Escaped, a character has twice its length or more.
    return JSON.stringify({ ...rest, title: cut(title, Math.floor(room / 6)) });
  };

  /** Answers whether nothing is left to do for it. */
  const send = async (organizationId: string, one: NotificationDocument): Promise<boolean> => {
    const before = tried.get(one.id) ?? { attempts: 0, at: 0, reached: new Set<string>() };
    const text = await textOf(organizationId, one);
    if (text === undefined) return true;
    const reached = new Set(before.reached);
    let later = false;
    for (const each of await subscriptions.of(organizationId, one.userId)) {
      if (reached.has(each.endpoint)) continue;
      const sent = await post(each, one.id, text);
      if (sent === 'gone') await subscriptions.drop(organizationId, one.userId, each.endpoint);
      if (sent === 'sent') reached.add(each.endpoint);
      later ||= sent === 'later';
    }
    const attempts = before.attempts + 1;
    if (!later || attempts >= timing.attempts) return true;
    tried.set(one.id, { attempts, at: clock() + timing.firstMs * 2 ** before.attempts, reached });
    return false;
  };

  const work = async (organizationId: string, lost: AbortSignal): Promise<void> => {
    for (const one of await waiting(organizationId)) {
      if (stopping || lost.aborted) return;
      if ((tried.get(one.id)?.at ?? 0) > clock() || !(await send(organizationId, one))) continue;
      tried.delete(one.id);
      await store.execute({ type: 'endPushes', payload: { ids: [one.id] } }, asSystem(organizationId));
    }
  };

  const run = (organizationId: string): void => {
    if (stopping) return;
    if (running.has(organizationId)) {
      again.add(organizationId);
      return;
    }
    const doing = (async () => {
      try {
        do {
          again.delete(organizationId);
          const done = await holding(leases, `push:${organizationId}`, (lost) => work(organizationId, lost));
          if (done === heldElsewhere) return;
        } while (again.has(organizationId) && !stopping);
      } catch (error) {
        // The next look takes it up again.
        const wait = isRejection(error) && error.kind === 'unavailable';
        if (!stopping) log[wait ? 'warn' : 'error']('push waits', { organizationId, error: String(error) });
      } finally {
        running.delete(organizationId);
      }
    })();
    running.set(organizationId, doing);
  };

  const sweep = async (): Promise<void> => {
    for (const organizationId of await store.organizations())
      if (!stopping && (await waiting(organizationId)).length > 0) run(organizationId);
  };

  return {
    wake: run,
    start: async (): Promise<void> => {
      const look = (): void =>
        void sweep().catch((error: unknown) => log.warn('push could not be looked for', { error: String(error) }));
      look();
      sweeper = setInterval(look, timing.sweepMs);
      sweeper.unref();
      await subscriptions.keys();
    },
    stop: async (): Promise<void> => {
      stopping = true;
      clearInterval(sweeper);
      await Promise.all(running.values());
    },
  };
};
