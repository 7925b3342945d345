import type { Loading } from '@tessera/kernel';

/** A loading or answer that needs no read. */
// oxlint-disable-next-line require-yield -- that it asks for nothing is the point
export function* ready<A>(value: A): Loading<A> {
  return value;
}
