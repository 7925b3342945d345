import { newId, systemActor, type Actor } from '@tessera/kernel';
import { BillingServiceDefinition } from '@tessera/proto/billing/v1/service';
import type { RpcClients } from '@tessera/rpc';

const flushMs = 5_000;
const deadlineMs = 5_000;
/** Organizations whose calls wait; those of more are not counted until these are told. */
const mostWaiting = 10_000;

/** Calls that wait to be told; what is being told keeps its key, so that billing counts it once however often it comes. */
type Batch = { readonly key: string; readonly calls: number };

/** Counts requests with an API token, and tells billing of them every few seconds: one event for an organization. */
export const createCallMeter = (rpc: RpcClients) => {
  const billing = rpc.client(BillingServiceDefinition);
  const counted = new Map<string, number>();
  const telling = new Map<string, Batch>();

  const tell = async (organizationId: string): Promise<void> => {
    const calls = counted.get(organizationId) ?? 0;
    const batch = telling.get(organizationId) ?? { key: newId(), calls };
    if (!telling.has(organizationId)) {
      counted.delete(organizationId);
      telling.set(organizationId, batch);
    }
    await billing.countCalls(batch, { actor: systemActor('gateway', organizationId), deadlineMs });
    telling.delete(organizationId);
  };
  /** What billing does not take now waits for the next time. */
  const flush = async (): Promise<void> => {
    const all = new Set([...telling.keys(), ...counted.keys()]);
    await Promise.allSettled([...all].map(tell));
  };
  let running = Promise.resolve();
  const timer = setInterval(() => {
    running = running.then(flush);
  }, flushMs);
  timer.unref();

  return {
    count: ({ kind, organizationId }: Actor): void => {
      if (kind !== 'token') return;
      const before = counted.get(organizationId);
      if (before === undefined && counted.size >= mostWaiting) return;
      counted.set(organizationId, (before ?? 0) + 1);
    },
    stop: async (): Promise<void> => {
      clearInterval(timer);
      await running;
      await flush();
    },
  };
};
