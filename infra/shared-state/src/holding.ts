import type { Leases } from './port.ts';

/** What `holding` answers when somebody else holds the lease. */
export const heldElsewhere = Symbol('held elsewhere');

/**
 * Does work that one process at a time does. `lost` aborts once the lease cannot be counted on any more, which may be
 * before another process begins: what is still written then must be harmless when it is repeated. Answers
 * `heldElsewhere` without doing anything while another process is at it.
 */
export const holding = async <T>(
  leases: Leases,
  name: string,
  work: (lost: AbortSignal) => Promise<T>,
  ttlMs = 9000,
): Promise<T | typeof heldElsewhere> => {
  const lease = await leases.acquire(name, ttlMs);
  if (lease === undefined) return heldElsewhere;
  const lost = new AbortController();
  const timer = setInterval(() => {
    void lease
      .renew()
      .catch(() => false)
      .then(() => {
        if (!lease.held()) lost.abort();
      });
  }, ttlMs / 3);
  timer.unref();
  try {
    return await work(lost.signal);
  } finally {
    clearInterval(timer);
    await lease.release().catch(() => undefined);
  }
};
