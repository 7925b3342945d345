/** What came of one try. */
export type Tried = {
  /** What was answered; 0 where nothing was. */
  readonly status: number;
  /** Why nothing was, as the dialer names it; '' where something was answered. */
  readonly code: string;
};
export type Verdict =
  | { readonly state: 'delivered' }
  | { readonly state: 'waiting'; readonly waitMs: number }
  /** The webhook is paused, and the delivery kept. */
  | { readonly state: 'paused'; readonly reason: 'exhausted' | 'gone' | 'address' };

const minute = 60_000;
const hour = 60 * minute;
/** The waits between the eight tries: a little less than a day. */
export const waits: readonly number[] = [minute, 5 * minute, 15 * minute, hour, 3 * hour, 7 * hour, 12 * hour];
export const mostTries = waits.length + 1;

/** Addresses that this server does not dial, however often it is asked. */
const never: ReadonlySet<string> = new Set(['dial.address', 'dial.url', 'dial.host']);

/**
 * What a try means: only 2xx is taken for a yes. `round` counts the tries before it; `random` of 0 to 1 spreads the waits,
 * so that what failed together is not tried together.
 */
export const verdictOf = ({ status, code }: Tried, round: number, random: number): Verdict => {
  if (code === '' && status >= 200 && status < 300) return { state: 'delivered' };
  if (never.has(code)) return { state: 'paused', reason: 'address' };
  // The receiver says so of itself (Standard Webhooks).
  if (status === 410) return { state: 'paused', reason: 'gone' };
  const wait = waits[round];
  if (wait === undefined) return { state: 'paused', reason: 'exhausted' };
  return { state: 'waiting', waitMs: Math.round(wait * (0.9 + random * 0.2)) };
};
