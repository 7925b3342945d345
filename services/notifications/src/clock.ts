import { findAll } from '@tessera/document-store/pages';
import { bounded, isRejection } from '@tessera/kernel';
import type { ServicePorts } from '@tessera/runtime';
import { holding } from '@tessera/shared-state';
import type { Directory } from '@tessera/runtime/directory';
import type { DeliveriesDocument } from './deliveries/projection.ts';
import type { WaysOf } from './deliveries/ways.ts';
import { dueDigest } from './digest/due.ts';
import { documentId, type NotificationDocument } from './inbox/projection.ts';
import { digestReference } from './mail/notices.ts';
import { idOf } from './named.ts';
import type { NotificationsStore } from './store.ts';
import { asSystem } from './system.ts';

const everyMs = 15_000;
const atOnce = 200;
const mostKnown = 10_000;

type Ports = Pick<ServicePorts, 'documents' | 'leases' | 'live' | 'clock' | 'log'> & {
  readonly store: NotificationsStore;
};
type Parts = {
  readonly directory: Directory;
  readonly waysOf: WaysOf;
  /** Something waits to be delivered. */
  readonly wake: (organizationId: string) => void;
  readonly sendsMail: boolean;
};

/**
 * Brings about what the time brings: what was put off comes again, and digests go out. One process at a time looks after an organization;
 * the log says what came already, so that a second look, or one after a restart, brings nothing twice.
 */
export const createClock = (
  { store, documents, leases, live, clock, log }: Ports,
  { directory, waysOf, wake, sendsMail }: Parts,
) => {
  /** Digests that this process knows to be queued; the log knows all of them. */
  const queued = bounded<string, true>(mostKnown);
  let timer: NodeJS.Timeout | undefined;
  let next: NodeJS.Timeout | undefined;
  let looking: Promise<void> = Promise.resolve();
  let stopping = false;

  const snoozed = (organizationId: string): Promise<readonly NotificationDocument[]> =>
    findAll<NotificationDocument>(documents, organizationId, 'notifications', { waits: 'return' }, documentId);
  const isDue = ({ snoozedUntil = 0 }: NotificationDocument): boolean => snoozedUntil <= clock();

  const bringBack = async (organizationId: string): Promise<void> => {
    const due = (await snoozed(organizationId)).filter(isDue);
    for (let from = 0; from < due.length; from += atOnce) {
      const items = [];
      for (const one of due.slice(from, from + atOnce))
        items.push({ id: one.id, push: (await waysOf(organizationId, one)).push });
      await store.execute({ type: 'returnNotifications', payload: { items } }, asSystem(organizationId));
    }
    for (const userId of new Set(due.map((one) => one.userId))) live.send(organizationId, userId, 'notifications', {});
    if (due.length > 0) wake(organizationId);
  };
  /** The digests that are due and not queued yet, as mails. */
  const dueDigests = async (organizationId: string) => {
    if (!sendsMail) return [];
    const where = { digests: 'yes' };
    const all = await findAll<DeliveriesDocument>(documents, organizationId, 'deliveries', where, (one) => one.userId);
    if (all.length === 0) return [];
    const { timezone } = await directory.facts(asSystem(organizationId).actor);
    const found = [];
    for (const { userId, ...deliveries } of all) {
      const zone = deliveries.timezone === '' ? timezone : deliveries.timezone;
      const due = dueDigest(deliveries, zone, clock());
      if (due === undefined) continue;
      const mailId = idOf('digest', organizationId, userId, due.day);
      if (queued.has(mailId)) continue;
      found.push({
        mailId,
        kind: 'digest',
        reference: digestReference(userId, due.from, due.until),
        receiver: idOf('receiver', organizationId, userId),
        held: false,
      });
    }
    return found;
  };
  /** Does what is due in an organization; answers when something of it is due next. */
  const lookAt = async (organizationId: string): Promise<number> => {
    const waiting = await snoozed(organizationId);
    if (waiting.some(isDue)) await holding(leases, `notifications:${organizationId}`, () => bringBack(organizationId));
    const digests = await dueDigests(organizationId);
    // The command takes each once, whoever else looks at the same time.
    for (const payload of digests) {
      await store.execute({ type: 'queueMail', payload }, asSystem(organizationId));
      queued.set(payload.mailId, true);
    }
    if (digests.length > 0) wake(organizationId);
    return Math.min(...waiting.filter((one) => !isDue(one)).map(({ snoozedUntil = Infinity }) => snoozedUntil));
  };
  const failed = (error: unknown): void => {
    // The next look does it.
    const waits = isRejection(error) && error.kind === 'unavailable';
    if (!stopping) log[waits ? 'warn' : 'error']('notifications could not be looked after', { error: String(error) });
  };
  const look = async (): Promise<void> => {
    let soonest = Infinity;
    for (const organizationId of await store.organizations()) {
      if (stopping) return;
      try {
        soonest = Math.min(soonest, await lookAt(organizationId));
      } catch (error) {
        failed(error);
      }
    }
    clearTimeout(next);
    if (stopping || soonest - clock() > everyMs) return;
    next = setTimeout(tick, Math.max(soonest - clock(), 50));
    next.unref();
  };
  const tick = (): void => {
    looking = looking.then(look).catch(failed);
  };

  return {
    /** Something new waits for its time; resolves when what is due was done. */
    wake: (): Promise<void> => {
      tick();
      return looking;
    },
    start: (): void => {
      tick();
      timer = setInterval(tick, everyMs);
      timer.unref();
    },
    stop: async (): Promise<void> => {
      stopping = true;
      clearInterval(timer);
      clearTimeout(next);
      await looking;
    },
  };
};
