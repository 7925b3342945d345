import { zoneOffset } from '@tessera/kernel/zones';
import type { Deliveries } from '../deliveries/evolve.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** The moment at which clocks of a zone show a civil time; both in ms. */
const instantOf = (civil: number, zone: string): number => {
  const near = civil - zoneOffset(civil, zone);
  return civil - zoneOffset(near, zone);
};

/** A digest that is due: what came from then until then, and the day that names it. */
export type Due = { readonly day: string; readonly from: number; readonly until: number };

/** The last digest that somebody was to get until now; undefined where they asked for none before it. */
export const dueDigest = (
  { digest, digestHour, digestWeekday, digestSince }: Deliveries,
  zone: string,
  now: number,
): Due | undefined => {
  if (digest === '') return undefined;
  const civil = now + zoneOffset(now, zone);
  const today = Math.floor(civil / dayMs) * dayMs;
  const back = digest === 'day' ? 0 : (new Date(today).getUTCDay() - digestWeekday + 7) % 7;
  const length = (digest === 'day' ? 1 : 7) * dayMs;
  const wanted = today - back * dayMs + digestHour * hourMs;
  const at = instantOf(wanted, zone) <= now ? wanted : wanted - length;
  const until = instantOf(at, zone);
  if (until <= digestSince) return undefined;
  return { day: new Date(at).toISOString().slice(0, 10), from: instantOf(at - length, zone), until };
};
