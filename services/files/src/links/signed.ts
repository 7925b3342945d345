import { createHmac, timingSafeEqual } from 'node:crypto';
import type { StateStore } from '@tessera/document-store';
import type { Beginner } from '@tessera/runtime/directory';
import { createKeyring, rotateKeyring } from '@tessera/shared-state';
import type { Place } from '../kept/evolve.ts';

/** What a link opens, and for whom: whoever has it reads with that person's rights of the moment. */
export type Link = Beginner & {
  readonly fileId: string;
  /** The cell that it was made for. */
  readonly place?: Place | undefined;
  readonly what: 'file' | 'thumbnail';
};

const purpose = 'files.link.v1';
const place = { bucket: 'files', key: 'link-key' };
/** A film that is looked at once is over by then. */
export const linkLifetimeMs = 6 * 3_600_000;

/** Makes and reads links: signed with a key of this installation, good for one file, one person and some hours. */
export const createLinks = (vault: StateStore, clock: () => number) => {
  const keys = createKeyring(vault, place, clock);
  const sign = (secret: Buffer, body: string): Buffer =>
    createHmac('sha256', secret).update(`${purpose}.${body}`).digest();
  return {
    make: async (link: Link): Promise<string> => {
      const body = Buffer.from(JSON.stringify({ ...link, expires: clock() + linkLifetimeMs })).toString('base64url');
      const { id, secret } = await keys.signing();
      return [body, sign(secret, body).toString('base64url'), ...(id === '' ? [] : [id])].join('.');
    },
    /** Undefined for a forged one and for one whose time is over. */
    read: async (text: string): Promise<Link | undefined> => {
      const [body = '', signature = '', keyId = '', more] = text.split('.');
      const key = await keys.named(keyId);
      if (key === undefined || more !== undefined) return undefined;
      const [given, expected] = [Buffer.from(signature, 'base64url'), sign(key.secret, body)];
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
      const link = JSON.parse(Buffer.from(body, 'base64url').toString()) as Link & { readonly expires: number };
      return link.expires > clock() ? link : undefined;
    },
  };
};

/** Lets a new key sign links; those of earlier ones hold. Answers how many keys are accepted. */
export const rotateLinkKey = (vault: StateStore, clock: () => number): Promise<number> =>
  rotateKeyring(vault, place, { clock, lifetimeMs: linkLifetimeMs });
