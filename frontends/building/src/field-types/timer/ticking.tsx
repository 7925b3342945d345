import type { WireLap } from '@tessera/fields';
import { runningOf, totalText, useNow } from './laps.ts';

/** A total that goes on while a lap runs. */
export const Ticking = ({ laps }: { readonly laps: readonly WireLap[] }) => (
  <>{totalText(laps, useNow(runningOf(laps) !== undefined))}</>
);
