import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { fold } from '@tessera/kernel';
import { commonPasswords } from './common-passwords.ts';
import { invalid, rejection } from '../refusals.ts';

/** argon2id with OWASP's parameters; they stand in the hash, so that they may rise later. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 } as const;
const derive = promisify(argon2);

type Parameters = { readonly memory: number; readonly passes: number; readonly parallelism: number };
const run = (password: string, nonce: Buffer, { memory, passes, parallelism }: Parameters): Promise<Buffer> =>
  derive('argon2id', { message: password.normalize('NFKC'), nonce, parallelism, tagLength: 32, memory, passes });

// Each derivation holds 19 MB and a thread of the pool that file reads need too.
const most = 2;
const longestQueue = 64;
let running = 0;
const waiting: (() => void)[] = [];
const oneOfFew = async <T>(work: () => Promise<T>): Promise<T> => {
  if (running >= most) {
    if (waiting.length >= longestQueue) throw rejection('unavailable', 'login.busy');
    await new Promise<void>((resolve) => waiting.push(resolve));
  }
  running++;
  try {
    return await work();
  } finally {
    running--;
    waiting.shift()?.();
  }
};

/** A password as the vault keeps it: `argon2id$memory$passes$parallelism$nonce$tag`. */
export const hashPassword = (password: string): Promise<string> =>
  oneOfFew(async () => {
    const nonce = randomBytes(16);
    const tag = await run(password, nonce, cost);
    return [
      'argon2id',
      cost.memory,
      cost.passes,
      cost.parallelism,
      nonce.toString('base64url'),
      tag.toString('base64url'),
    ].join('$');
  });

/** A hash of nothing anybody knows, so that an unknown address takes as long as a wrong password. */
const nobody = [
  'argon2id',
  cost.memory,
  cost.passes,
  cost.parallelism,
  randomBytes(16).toString('base64url'),
  randomBytes(32).toString('base64url'),
].join('$');

/** Whether the password is the one that was hashed. Without a hash it takes the same time and answers false. */
export const verifyPassword = (password: string, stored: string | undefined): Promise<boolean> =>
  oneOfFew(async () => {
    const [, memory, passes, parallelism, nonce, tag] = (stored ?? nobody).split('$');
    const expected = Buffer.from(tag ?? '', 'base64url');
    const found = await run(password, Buffer.from(nonce ?? '', 'base64url'), {
      memory: Number(memory),
      passes: Number(passes),
      parallelism: Number(parallelism),
    });
    return found.length === expected.length && timingSafeEqual(found, expected) && stored !== undefined;
  });

/**
 * Throws when a new password is too short, too long, commonly used, or the person's own address (docs/security.md
 * 8).
 */
export const checkNewPassword = (password: string, email: string): void => {
  if (password.length < 6) throw invalid('password.too_short', { minimum: 6 });
  if (password.length > 200) throw invalid('password.too_long', { maximum: 200 });
  const folded = fold(password);
  const address = fold(email);
  if (
    commonPasswords.has(folded) ||
    new Set(folded).size < 3 ||
    folded === address ||
    folded === address.split('@')[0]
  ) {
    throw invalid('password.common');
  }
};
