import { isRejection, type PayloadOf } from '@tessera/kernel';
import type { ServicePorts } from '@tessera/runtime';
import type { Directory } from '@tessera/runtime/directory';
import { heldElsewhere, holding } from '@tessera/shared-state';
import type { AutomationsStore } from '../store.ts';
import { asSystem } from '../system.ts';
import type { WebhookDocument } from '../webhooks/projection.ts';
import type { Secrets } from '../webhooks/secrets.ts';
import type { AutomationsCommands } from '../write.ts';
import type { Delivery } from './evolve.ts';
import { readyOf, type Ready } from './next.ts';
import type { DeliveryPayloads } from './payloads.ts';
import type { Outgoing } from './projection.ts';
import { signedHeaders } from './signature.ts';
import { verdictOf, type Tried } from './tries.ts';

/** Deliveries of one webhook at once. */
const atOnce = 4;
const pageSize = 1_000;
const sweepMs = 15_000;
const timeoutMs = 10_000;
const mostAnswer = 64 * 1024;
/** A receiver that answered none of several rests so long, but for what is due by its time. */
const restMs = 30_000;

type Ports = Pick<ServicePorts, 'documents' | 'leases' | 'clock' | 'log' | 'dialer'> & {
  readonly store: AutomationsStore;
  readonly directory: Directory;
  readonly secrets: Secrets;
  readonly sent: DeliveryPayloads;
};

/**
 * Sends what webhooks have to tell, each webhook by itself and by one process at a time, so that a slow receiver holds up
 * no other. What was tried stands in the log: a restart goes on behind it, and what was under way is sent again with the
 * same id.
 */
export const createSender = (ports: Ports, random: () => number = Math.random) => {
  const { store, documents, leases, clock, log, dialer, directory, secrets, sent } = ports;
  const running = new Map<string, Promise<void>>();
  /** Asked for while it ran. */
  const again = new Set<string>();
  const timers = new Map<string, NodeJS.Timeout>();
  let stopping = false;
  let sweeper: NodeJS.Timeout | undefined;
  const ending = new AbortController();

  const webhookOf = (organizationId: string, webhookId: string): Promise<WebhookDocument | undefined> =>
    documents.get<WebhookDocument>(organizationId, 'webhooks', webhookId);

  /** Dials, and says what came of it; throws only where the server itself could not. */
  const dialled = async (
    url: string,
    headers: Readonly<Record<string, string>>,
    body: string,
  ): Promise<Tried & { readonly answer: string }> => {
    try {
      const { status, body: bytes } = await dialer.request({
        url,
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json', 'user-agent': 'Tessera' },
        body,
        timeoutMs,
        mostBytes: mostAnswer,
        // Where it moved to is for its people to say.
        mostRedirects: 0,
        signal: ending.signal,
      });
      return { status, code: '', answer: bytes.toString('utf8') };
    } catch (error) {
      if (!isRejection(error)) throw error;
      return { status: 0, code: error.code, answer: '' };
    }
  };

  /** Tries one delivery; answers whether somebody was there. */
  const deliver = async (organizationId: string, webhook: WebhookDocument, deliveryId: string): Promise<boolean> => {
    const delivery = await documents.get<Delivery>(organizationId, 'deliveries', deliveryId);
    if (delivery?.state !== 'waiting') return true;
    const { id: webhookId, settings } = webhook;
    const tell = (
      became: Omit<PayloadOf<AutomationsCommands['tryDelivery']>, 'deliveryId' | 'webhookId' | 'attempt'>,
    ) =>
      store.execute(
        { type: 'tryDelivery', payload: { deliveryId, webhookId, attempt: delivery.tries + 1, ...became } },
        asSystem(organizationId),
      );
    const kept = await sent.get(organizationId, deliveryId);
    if (kept === undefined) {
      const gone = { status: 0, code: 'webhooks.payload_gone', tookMs: 0, until: 0, pause: '' };
      await tell({ state: 'failed', ...gone });
      return true;
    }
    const at = clock();
    const signing = await secrets.signing(organizationId, webhookId);
    const headers = signedHeaders(signing, { id: deliveryId, at, body: kept.body });
    const { answer, ...tried } = await dialled(settings.url, headers, kept.body);
    // What was broken off because the process ends says nothing of the receiver.
    if (ending.signal.aborted && tried.code !== '') return true;
    const tookMs = Math.max(0, clock() - at);
    await sent.putAnswer(organizationId, deliveryId, { status: tried.status, body: answer });
    const verdict = verdictOf(tried, delivery.round, random());
    await tell({
      ...tried,
      tookMs,
      state: verdict.state === 'delivered' ? 'delivered' : 'waiting',
      until: verdict.state === 'waiting' ? clock() + verdict.waitMs : 0,
      pause: verdict.state === 'paused' ? verdict.reason : '',
    });
    return tried.status > 0;
  };

  const ready = async (organizationId: string, webhookId: string): Promise<Ready> => {
    const taken = new Set<string>();
    let nextAt: number | undefined;
    for (let after: string | undefined; ;) {
      const where = { webhookId };
      const page: readonly Outgoing[] = await documents.find(organizationId, 'outgoing', where, pageSize, after);
      const found = readyOf(page, clock(), atOnce, taken);
      if (found.nextAt !== undefined) nextAt = Math.min(nextAt ?? found.nextAt, found.nextAt);
      after = page.at(-1)?.id;
      if (found.now.length > 0 || page.length < pageSize) return { now: found.now, nextAt };
    }
  };

  const work = async (organizationId: string, webhookId: string, lost: AbortSignal): Promise<void> => {
    while (!stopping && !lost.aborted) {
      const webhook = await webhookOf(organizationId, webhookId);
      if (webhook === undefined || !webhook.sending) return;
      const { now, nextAt } = await ready(organizationId, webhookId);
      if (now.length === 0) {
        if (nextAt !== undefined) later(organizationId, webhookId, nextAt - clock());
        return;
      }
      // It tells what its owner may read: with nobody there is nothing to tell.
      if ((await directory.present({ organizationId, userId: webhook.ownerId })) === undefined) {
        const payload = { webhookId, reason: 'owner' };
        await store.execute({ type: 'stopWebhook', payload }, asSystem(organizationId));
        return;
      }
      const met = await Promise.all(now.map((id) => deliver(organizationId, webhook, id)));
      if (met.length === atOnce && !met.includes(true)) {
        later(organizationId, webhookId, restMs);
        return;
      }
    }
  };

  const keyOf = (organizationId: string, webhookId: string): string => `${organizationId}:${webhookId}`;

  const run = (organizationId: string, webhookId: string): Promise<void> => {
    if (stopping) return Promise.resolve();
    const key = keyOf(organizationId, webhookId);
    const known = running.get(key);
    if (known !== undefined) {
      again.add(key);
      return known;
    }
    const doing = (async () => {
      try {
        do {
          again.delete(key);
          const held = await holding(leases, `webhooks:${key}`, (lost) => work(organizationId, webhookId, lost));
          if (held === heldElsewhere) {
            later(organizationId, webhookId, 1_000);
            return;
          }
        } while (again.has(key) && !stopping);
      } catch (error) {
        // The next look takes it up again.
        const wait = isRejection(error) && error.kind === 'unavailable';
        if (!stopping) log[wait ? 'warn' : 'error']('a webhook waits', { webhookId, error: String(error) });
        later(organizationId, webhookId, 1_000);
      } finally {
        running.delete(key);
      }
    })();
    running.set(key, doing);
    return doing;
  };

  const later = (organizationId: string, webhookId: string, ms: number): void => {
    if (stopping) return;
    const key = keyOf(organizationId, webhookId);
    clearTimeout(timers.get(key));
    const timer = setTimeout(
      () => {
        timers.delete(key);
        void run(organizationId, webhookId);
      },
      Math.min(Math.max(ms, 1), restMs),
    );
    timer.unref();
    timers.set(key, timer);
  };

  /** Begins with what is due now, of every webhook that sends. */
  const look = async (): Promise<void> => {
    for (const organizationId of await store.organizations()) {
      const sending = await documents.find<WebhookDocument>(organizationId, 'webhooks', { sending: true });
      for (const { id } of sending) {
        if (stopping) return;
        const [first] = await documents.find<Outgoing>(organizationId, 'outgoing', { webhookId: id }, 1);
        if (first !== undefined) void run(organizationId, id);
      }
    }
  };

  return {
    /** Sends what is due now, and waits for it. */
    look: async (): Promise<void> => {
      await look();
      await Promise.all(running.values());
    },
    /** Looks at a webhook's deliveries now. */
    wake: (organizationId: string, webhookId: string): void => void run(organizationId, webhookId),
    start: (): void => {
      const sweep = (): void =>
        void look().catch((error: unknown) => log.warn('webhooks could not be looked for', { error: String(error) }));
      sweep();
      sweeper = setInterval(sweep, sweepMs);
      sweeper.unref();
    },
    /** Breaks off what is under way: it is sent again with the same id. */
    stop: async (): Promise<void> => {
      stopping = true;
      clearInterval(sweeper);
      for (const timer of timers.values()) clearTimeout(timer);
      ending.abort();
      await Promise.all(running.values());
    },
  };
};
