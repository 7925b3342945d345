import { newId, type PayloadOf } from '@tessera/kernel';
import type { ServicePorts } from '@tessera/runtime';
import type { AutomationsStore } from '../store.ts';
import { asSystem } from '../system.ts';
import type { AutomationsCommands } from '../write.ts';
import { keptOf, type KeptCall, type KeptCalls } from './kept.ts';

/** What a call counts as. */
export type Counted = PayloadOf<AutomationsCommands['meterCalls']>['calls'][number];
type Waiting = { readonly counted: Counted; readonly kept: KeptCall };
type Batch = { readonly key: string; readonly calls: readonly Waiting[] };

/** So long calls are gathered before they are counted, in one commit. */
const gatheredMs = 200;
const againMs = 1_000;
const mostOfBatch = 200;

/**
 * Counts calls of functions beside them, many in one commit: a call does not wait for it. What was gathered when the
 * process is killed is not counted.
 */
export const createMeter = (
  { log, store, calls }: Pick<ServicePorts, 'log'> & { readonly store: AutomationsStore; readonly calls: KeptCalls },
  waitMs: number = gatheredMs,
) => {
  const waiting = new Map<string, Waiting[]>();
  /** What was tried and may have been counted: it is tried again by the same key. */
  const open = new Map<string, Batch>();
  const busy = new Map<string, Promise<void>>();
  const timers = new Map<string, NodeJS.Timeout>();

  const count = async (organizationId: string): Promise<void> => {
    for (;;) {
      const gathered = waiting.get(organizationId) ?? [];
      const batch = open.get(organizationId) ?? { key: `meter.${newId()}`, calls: gathered.splice(0, mostOfBatch) };
      if (gathered.length === 0) waiting.delete(organizationId);
      if (batch.calls.length === 0) return;
      open.set(organizationId, batch);
      const payload = { calls: batch.calls.map(({ counted }) => counted) };
      const meta = { ...asSystem(organizationId), idempotencyKey: batch.key };
      const { answer: numbers } = await store.execute({ type: 'meterCalls', payload }, meta);
      open.delete(organizationId);
      for (const [at, { counted, kept }] of batch.calls.entries())
        await calls.put(organizationId, counted.functionId, numbers[at]!, kept);
    }
  };

  /** Counts what was gathered, and waits for it. What cannot be counted now is tried again. */
  const flush = (organizationId: string): Promise<void> => {
    clearTimeout(timers.get(organizationId));
    timers.delete(organizationId);
    const known = busy.get(organizationId);
    const next = (known ?? Promise.resolve())
      .then(() => count(organizationId))
      .catch((error: unknown) => {
        log.warn('calls of functions wait to be counted', { error: String(error) });
        later(organizationId, againMs);
      })
      .finally(() => {
        if (busy.get(organizationId) === next) busy.delete(organizationId);
      });
    busy.set(organizationId, next);
    return next;
  };
  const later = (organizationId: string, ms: number): void => {
    if (timers.has(organizationId)) return;
    const timer = setTimeout(() => void flush(organizationId), ms);
    timer.unref();
    timers.set(organizationId, timer);
  };

  return {
    add: (organizationId: string, counted: Counted, kept: Omit<KeptCall, 'cut'>): void => {
      const gathered = waiting.get(organizationId) ?? [];
      waiting.set(organizationId, gathered);
      gathered.push({ counted, kept: keptOf(kept) });
      if (gathered.length >= mostOfBatch) void flush(organizationId);
      else later(organizationId, waitMs);
    },
    flush,
    stop: async (): Promise<void> => {
      for (const organizationId of [...waiting.keys(), ...open.keys()]) await flush(organizationId);
      for (const timer of timers.values()) clearTimeout(timer);
    },
  };
};
export type Meter = ReturnType<typeof createMeter>;
