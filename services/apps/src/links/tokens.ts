import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { newId } from '@tessera/kernel';
import type { ServicePorts } from '@tessera/runtime';
import { credentialHash } from '@tessera/web';
import { rejection } from '../refusals.ts';
import { mailBucket } from './mails.ts';

type Vault = ServicePorts['vault'];

const byHash = 'public-links';
const byLink = 'public-link-tokens';
const passwords = 'public-link-passwords';
const keys = 'public-link-keys';
export const secretBuckets: readonly string[] = [byHash, byLink, passwords, keys, mailBucket];

/** What the vault says of a token: the link that it belongs to. */
type Found = { readonly organizationId: string; readonly linkId: string };

const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const;
const derive = promisify(argon2);
const run = (password: string, nonce: Buffer): Promise<Buffer> =>
  derive('argon2id', { message: password.normalize('NFKC'), nonce, ...cost });

// Each derivation holds 19 MB and a thread of the pool that file reads need too.
const most = 2;
const longestQueue = 32;
let running = 0;
const waiting: (() => void)[] = [];
const oneOfFew = async <T>(work: () => Promise<T>): Promise<T> => {
  if (running >= most) {
    if (waiting.length >= longestQueue) throw rejection('unavailable', 'public.busy');
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

type Kept = { readonly nonce: string; readonly tag: string };

/** What a link's address and password are known by: secrets, which are no events (docs/events.md 7). */
export const createSecrets = (vault: Vault) => {
  let key: Promise<string> | undefined;
  const readKey = async (): Promise<string> => {
    await vault.compareAndPut('', keys, 'key', undefined, { key: randomBytes(32).toString('base64url') });
    return (await vault.get<{ readonly key: string }>('', keys, 'key'))!.key;
  };
  return {
    /** The token of a link, for who may share it. */
    token: async (organizationId: string, linkId: string): Promise<string | undefined> =>
      (await vault.get<{ readonly token: string }>(organizationId, byLink, linkId))?.token,
    /** The token of a link: the one that it has, or a new one. */
    make: async (organizationId: string, linkId: string): Promise<string> => {
      const fresh = { token: randomBytes(16).toString('base64url') };
      await vault.compareAndPut(organizationId, byLink, linkId, undefined, fresh);
      const { token } = (await vault.get<{ readonly token: string }>(organizationId, byLink, linkId))!;
      // Also where the one before was cut off here.
      await vault.put('', byHash, credentialHash(token), { organizationId, linkId } satisfies Found);
      return token;
    },
    find: (token: string): Promise<Found | undefined> => vault.get<Found>('', byHash, credentialHash(token)),
    /** Keeps a password; answers the id that the link names it by. One that is taken back by an undo is still there. */
    keepPassword: async (organizationId: string, linkId: string, password: string): Promise<string> => {
      const passwordId = newId();
      const nonce = randomBytes(16);
      const tag = await oneOfFew(() => run(password, nonce));
      const kept: Kept = { nonce: nonce.toString('base64url'), tag: tag.toString('base64url') };
      await vault.put(organizationId, passwords, `${linkId}.${passwordId}`, kept);
      return passwordId;
    },
    isPassword: async (organizationId: string, linkId: string, passwordId: string, given: string): Promise<boolean> => {
      const kept = await vault.get<Kept>(organizationId, passwords, `${linkId}.${passwordId}`);
      const expected = Buffer.from(kept?.tag ?? '', 'base64url');
      const found = await oneOfFew(() => run(given, Buffer.from(kept?.nonce ?? 'AAAAAAAAAAAAAAAAAAAAAA', 'base64url')));
      return found.length === expected.length && timingSafeEqual(found, expected);
    },
    /** With which tickets and visits of this installation are signed. */
    key: (): Promise<string> =>
      (key ??= readKey().catch((error: unknown) => {
        key = undefined;
        throw error;
      })),
  };
};
