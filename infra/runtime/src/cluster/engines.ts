import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '@tessera/telemetry';

/**
 * Opens something that may not be there yet: tries until it is, and says what it waits for when that begins and every
 * half minute.
 */
export const waitFor = async <T>(name: string, log: Logger, open: () => Promise<T>): Promise<T> => {
  const begun = performance.now();
  let told = Number.NEGATIVE_INFINITY;
  for (;;) {
    try {
      const opened = await open();
      if (told > 0) log.info('an engine answers', { name, waitedMs: Math.round(performance.now() - begun) });
      return opened;
    } catch (error) {
      if (performance.now() - told > 30_000) {
        told = performance.now();
        log.warn('waiting for an engine', { name, error: error instanceof Error ? error.message : String(error) });
      }
      await pause(500);
    }
  }
};

const lastsMs = 5_000;
const overMs = 20_000;
const againMs = 30_000;

/**
 * Tells of trouble that is tried again by itself, once it has lasted five seconds (what starts beside others is not
 * there at once), then at most every half minute.
 */
export const ofTroubleThatLasts = (
  tell: (what: string, error: unknown) => void,
  clock: () => number = () => performance.now(),
) => {
  const known = new Map<string, { since: number; last: number; told: number }>();
  return (what: string, error: unknown): void => {
    const now = clock();
    const before = known.get(what);
    const trouble =
      before === undefined || now - before.last > overMs
        ? { since: now, last: now, told: Number.NEGATIVE_INFINITY }
        : { ...before, last: now };
    if (now - trouble.since >= lastsMs && now - trouble.told >= againMs) {
      trouble.told = now;
      tell(what, error);
    }
    known.set(what, trouble);
  };
};

export type Engine = {
  readonly name: string;
  /** Without it this process can answer no request. */
  readonly needed: boolean;
  /** Rejects, or answers false, while the engine does not answer. */
  check(): Promise<unknown> | boolean;
};

/**
 * What is asked of a process's engines: whether all of them answer (`/readyz`), or those without which it can answer no
 * request (`/readyz/requests`).
 */
export type ReadyFor = 'everything' | 'requests';

export type Readiness = { readonly ready: boolean; readonly engines?: Readonly<Record<string, 'up' | 'away'>> };

const freshMs = 1000;
const checkMs = 1500;

/** Whether engines answer, asked at most once a second each, whoever wants to know. */
export const createReadiness = (engines: readonly Engine[], log: Logger) => {
  const known = new Map<string, { at: number; up: boolean; asking: Promise<boolean> | undefined }>(
    engines.map(({ name }) => [name, { at: Number.NEGATIVE_INFINITY, up: true, asking: undefined }]),
  );
  const ask = (engine: Engine): Promise<boolean> => {
    const entry = known.get(engine.name)!;
    if (performance.now() - entry.at < freshMs) return Promise.resolve(entry.up);
    entry.asking ??= Promise.race([
      (async () => (await engine.check()) !== false)().catch(() => false),
      pause(checkMs, false, { ref: false }),
    ]).then((up) => {
      if (up !== entry.up)
        log[up ? 'info' : 'warn'](up ? 'an engine answers again' : 'an engine does not answer', { name: engine.name });
      Object.assign(entry, { up, at: performance.now(), asking: undefined });
      return up;
    });
    return entry.asking;
  };
  return async (what: ReadyFor): Promise<Readiness> => {
    const states = await Promise.all(
      engines.map(async (engine) => ({ name: engine.name, needed: engine.needed, up: await ask(engine) })),
    );
    return {
      ready: states.every(({ up, needed }) => up || (what === 'requests' && !needed)),
      engines: Object.fromEntries(states.map(({ name, up }) => [name, up ? 'up' : 'away'])),
    };
  };
};
