import { createHmac, hash, randomInt, timingSafeEqual } from 'node:crypto';

const alphabet = 'ABCDEFGHJKMNPQRSTVWXYZ23456789';
const tries = 20;

/**
 * The one-time code by which another machine may do the first run: printed at the start, never stored, void after a few
 * wrong tries.
 */
export type SetupCode = { readonly text: string; matches(given: string): boolean };

/** Drawn by lot; of a `secret` that several processes share, the same in each of them. */
export const createSetupCode = (secret?: string): SetupCode => {
  const drawn = secret === undefined ? undefined : createHmac('sha256', secret).update('setup code').digest();
  const characters = Array.from(
    { length: 8 },
    (_, i) => alphabet[drawn === undefined ? randomInt(alphabet.length) : drawn.readUInt32BE(i * 4) % alphabet.length]!,
  ).join('');
  const text = `${characters.slice(0, 4)}-${characters.slice(4)}`;
  const digest = (code: string): Buffer => hash('sha256', code.replace(/[\s-]/g, '').toUpperCase(), 'buffer');
  const expected = digest(text);
  let wrong = 0;
  return {
    text,
    matches: (given) => {
      if (wrong >= tries) return false;
      const right = timingSafeEqual(digest(given), expected);
      if (!right) wrong++;
      return right;
    },
  };
};
