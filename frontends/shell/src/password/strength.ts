import { shortestPassword } from '../auth/checks.ts';

/** How hard a password is to guess, from the least. */
export type Strength = 'short' | 'weak' | 'fair' | 'strong';

const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/] as const;
const sizes = [26, 26, 10, 33] as const;

/**
 * A guess from length, kinds of signs and how many of them differ. The server refuses what is short or much used; this
 * tells people before they send it.
 */
export const strengthOf = (password: string): Strength => {
  if (password.length < shortestPassword) return 'short';
  const signs = kinds.reduce((sum, kind, at) => sum + (kind.test(password) ? sizes[at]! : 0), 0);
  const counted = Math.min(password.length, new Set(password).size * 2);
  const bits = counted * Math.log2(signs);
  return bits < 40 ? 'weak' : bits < 64 ? 'fair' : 'strong';
};
