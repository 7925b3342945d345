import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { Rejection, type Actor } from '@tessera/kernel';
import { userOf } from '@tessera/proto/rights';
import type { StateStore } from '@tessera/document-store';

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
/** Handles live a week, like the files behind them: a wizard left open over a weekend goes on. */
export const handleLifetimeMs = 7 * 24 * 3_600_000;

const refused = (): Rejection =>
  new Rejection('invalid', 'connectors.file_gone', 'This upload is no longer there. Choose the file again.');

/**
 * Makes and reads upload handles: signed with a key of this installation, good for one purpose, one person and a week. The key is a secret and lives in the vault.
 */
export const createHandles = (vault: StateStore, clock: () => number) => {
  let key: Buffer | undefined;
  const keyOf = async (): Promise<Buffer> => {
    if (key) return key;
    await vault.compareAndPut('', 'connectors', 'upload-key', undefined, { key: randomBytes(32).toString('base64') });
    const stored = await vault.get<{ readonly key: string }>('', 'connectors', 'upload-key');
    if (!stored) throw new Error('the key of upload handles cannot be kept');
    key = Buffer.from(stored.key, 'base64');
    return key;
  };
  const sign = async (body: string): Promise<Buffer> =>
    createHmac('sha256', await keyOf())
      .update(`${purpose}.${body}`)
      .digest();

  return {
    make: async (upload: Upload): Promise<string> => {
      const body = Buffer.from(JSON.stringify({ ...upload, expires: clock() + handleLifetimeMs })).toString(
        'base64url',
      );
      return `${body}.${(await sign(body)).toString('base64url')}`;
    },
    /**
     * The upload of a handle that was made for this person. Throws `connectors.file_gone` for a forged, foreign or
     * expired one and for somebody else's alike.
     */
    read: async (handle: string, actor: Actor): Promise<Upload> => {
      const [body = '', signature = '', more] = handle.split('.');
      const given = Buffer.from(signature, 'base64url');
      const expected = await sign(body);
      if (more !== undefined || given.length !== expected.length || !timingSafeEqual(given, expected)) throw refused();
      const upload = JSON.parse(Buffer.from(body, 'base64url').toString()) as Upload & { readonly expires: number };
      const theirs = upload.organizationId === actor.organizationId && upload.userId === userOf(actor);
      if (!theirs || upload.expires <= clock()) throw refused();
      return upload;
    },
  };
};
export type Handles = ReturnType<typeof createHandles>;
