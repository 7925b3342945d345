import { newId, type Clock } from '@tessera/kernel';
import type { StateStore } from '@tessera/document-store';

/** Work that one process at a time does. `lost` aborts when another process may do it now; `release` lets it go at once. */
export type Lease = { readonly lost: AbortSignal; release(): Promise<void> };
export type Leases = {
  /** The lease of this name, or undefined while another process, or another piece of work of this one, holds it. */
  take(name: string): Promise<Lease | undefined>;
};

type Holder = { readonly holder: string; readonly until: number };
const bucket = '$leases';

/**
 * Leases in a state store that all processes of a service share: held for `lifeMs`, renewed every third of it. A process that dies lets go after
 * `lifeMs`. A holder that cannot renew in time is told so before anybody else may take over; what it still writes after that must be harmless
 * (repeated with the same idempotency keys), since no clock keeps two processes apart.
 */
export const createLeases = (state: StateStore, clock: Clock, lifeMs = 9000): Leases => ({
  take: async (name) => {
    const holder = newId();
    const claim = async (): Promise<boolean> => {
      const present = await state.getWithEtag<Holder>('', bucket, name);
      if (present !== undefined && present.value.holder !== holder && present.value.until > clock()) return false;
      const until = clock() + lifeMs;
      return state.compareAndPut('', bucket, name, present?.etag, { holder, until } satisfies Holder, { expiresAt: until + lifeMs });
    };
    if (!(await claim())) return undefined;
    const over = new AbortController();
    let renewed = clock();
    const timer = setInterval(() => {
      // Two thirds of its life without a renewal: the last third is for what is still under way.
      if (clock() - renewed > (lifeMs * 2) / 3) return over.abort();
      const began = clock();
      claim().then((held) => {
        if (held) renewed = began;
        else over.abort();
      }, () => undefined);
    }, lifeMs / 3);
    timer.unref();
    over.signal.addEventListener('abort', () => clearInterval(timer));
    return {
      lost: over.signal,
      release: async () => {
        clearInterval(timer);
        if (over.signal.aborted) return;
        const present = await state.getWithEtag<Holder>('', bucket, name);
        if (present?.value.holder === holder) await state.compareAndPut('', bucket, name, present.etag, { holder, until: 0 } satisfies Holder, { expiresAt: clock() + lifeMs });
      },
    };
  },
});

/** In one process that owns its data alone: a name is taken while somebody here holds it, and nothing outlives the process. */
export const localLeases = (): Leases => {
  const held = new Set<string>();
  return {
    take: async (name) => {
      if (held.has(name)) return undefined;
      held.add(name);
      return { lost: new AbortController().signal, release: async () => void held.delete(name) };
    },
  };
};
