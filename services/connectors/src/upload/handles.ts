import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Actor, Rejection } from '@tessera/kernel';
import { userOf } from '@tessera/proto/rights';
import type { StateStore } from '@tessera/document-store';
import { createKeyring, rotateKeyring } from '@tessera/shared-state';
import { invalid } from '../refusals.ts';

/** What an upload handle stands for; it names a stored file, never a path. */
export type Upload = {
  readonly organizationId: string;
  readonly userId: string;
  readonly file: string;
  readonly name: string;
  readonly size: number;
  readonly sha256: string;
};

const purpose = 'connectors.upload.v1';
const place = { bucket: 'connectors', key: 'upload-key' };
/** Handles live a week, like the files behind them: a wizard left open over a weekend goes on. */
export const handleLifetimeMs = 7 * 24 * 3_600_000;

const refused = (): Rejection => invalid('connectors.file_gone');

/**
 * Makes and reads upload handles: signed with a key of this installation, good for one purpose, one person and a week.
 * The key is a secret and lives in the vault; its name is in the handle.
 */
export const createHandles = (vault: StateStore, clock: () => number) => {
  const keys = createKeyring(vault, place, clock);
  const sign = (secret: Buffer, body: string): Buffer =>
    createHmac('sha256', secret).update(`${purpose}.${body}`).digest();

  return {
    make: async (upload: Upload): Promise<string> => {
      const body = Buffer.from(JSON.stringify({ ...upload, expires: clock() + handleLifetimeMs })).toString(
        'base64url',
      );
      const { id, secret } = await keys.signing();
      return [body, sign(secret, body).toString('base64url'), ...(id === '' ? [] : [id])].join('.');
    },
    /**
     * The upload of a handle that was made for this person. Throws `connectors.file_gone` for a forged, foreign or
     * expired one and for somebody else's alike.
     */
    read: async (handle: string, actor: Actor): Promise<Upload> => {
      const [body = '', signature = '', keyId = '', more] = handle.split('.');
      const key = await keys.named(keyId);
      if (key === undefined) throw refused();
      const given = Buffer.from(signature, 'base64url');
      const expected = sign(key.secret, body);
      if (more !== undefined || given.length !== expected.length || !timingSafeEqual(given, expected)) throw refused();
      const upload = JSON.parse(Buffer.from(body, 'base64url').toString()) as Upload & { readonly expires: number };
      const theirs = upload.organizationId === actor.organizationId && upload.userId === userOf(actor);
      if (!theirs || upload.expires <= clock()) throw refused();
      return upload;
    },
  };
};

/** Lets a new key sign handles; those of earlier ones hold. Answers how many keys are accepted. */
export const rotateUploadKey = (vault: StateStore, clock: () => number): Promise<number> =>
  rotateKeyring(vault, place, { clock, lifetimeMs: handleLifetimeMs });
export type Handles = ReturnType<typeof createHandles>;
