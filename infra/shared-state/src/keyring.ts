import { randomBytes } from 'node:crypto';

/** The part of a durable store of secrets that keys are kept in. */
type Vault = {
  getWithEtag<V>(
    organizationId: string,
    bucket: string,
    key: string,
  ): Promise<{ readonly value: V; readonly etag: string } | undefined>;
  compareAndPut(
    organizationId: string,
    bucket: string,
    key: string,
    expected: string | undefined,
    value: unknown,
  ): Promise<boolean>;
};
type Place = { readonly bucket: string; readonly key: string };
type KeptKey = {
  readonly id: string;
  /** Base64. */
  readonly key: string;
  /** When it began to sign, in ms. */
  readonly since: number;
};
/** The newest first. `key` is the newest once more: it is all that there is until the first rotation. */
type Kept = { readonly key: string; readonly keys?: readonly KeptKey[] };

/** A key with what tells it from the others of its ring; the first of a ring has no name. */
export type RingKey = { readonly id: string; readonly secret: Buffer };

const readAgainMs = 60_000;
/** Forged ids ask for keys that nobody has: the vault is asked once a second for them. */
const askAgainMs = 1_000;

const keysIn = ({ key, keys }: Kept): readonly KeptKey[] => keys ?? [{ id: '', key, since: 0 }];
const newKey = (): string => randomBytes(32).toString('base64');

/** What the vault has there, made by whoever comes first. */
const load = async (
  vault: Vault,
  { bucket, key }: Place,
): Promise<{ readonly keys: readonly KeptKey[]; readonly etag: string }> => {
  const present = await vault.getWithEtag<Kept>('', bucket, key);
  if (present !== undefined) return { keys: keysIn(present.value), etag: present.etag };
  await vault.compareAndPut('', bucket, key, undefined, { key: newKey() } satisfies Kept);
  const made = await vault.getWithEtag<Kept>('', bucket, key);
  if (made === undefined) throw new Error(`the key ${bucket}/${key} cannot be kept`);
  return { keys: keysIn(made.value), etag: made.etag };
};

/**
 * Keys of this installation that live in the vault, the same for each replica: the newest signs, each is accepted. A
 * replica takes a new one within a minute, and at once when it meets what another one signed with it.
 */
export const createKeyring = (vault: Vault, place: Place, clock: () => number) => {
  let known: readonly RingKey[] = [];
  let readAt = Number.NEGATIVE_INFINITY;
  const read = async (olderThanMs: number): Promise<readonly RingKey[]> => {
    if (known.length > 0 && Math.abs(clock() - readAt) < olderThanMs) return known;
    const { keys } = await load(vault, place);
    known = keys.map(({ id, key }) => ({ id, secret: Buffer.from(key, 'base64') }));
    readAt = clock();
    return known;
  };
  return {
    signing: async (): Promise<RingKey> => (await read(readAgainMs))[0]!,
    /** The key of this name; undefined for one that is not, or no longer, of the ring. */
    named: async (id: string): Promise<RingKey | undefined> =>
      (await read(readAgainMs)).find((one) => one.id === id) ?? (await read(askAgainMs)).find((one) => one.id === id),
  };
};

/**
 * Lets a new key sign from now on. One that was followed by another `lifetimeMs` ago is dropped: nothing that it signed
 * is good any more. Answers how many there are.
 */
export const rotateKeyring = async (
  vault: Vault,
  place: Place,
  { clock, lifetimeMs }: { readonly clock: () => number; readonly lifetimeMs: number },
): Promise<number> => {
  for (;;) {
    const { keys, etag } = await load(vault, place);
    const now = clock();
    const stay = keys.filter((_, i) => i === 0 || now - keys[i - 1]!.since <= lifetimeMs);
    const next = { id: randomBytes(4).toString('hex'), key: newKey(), since: now };
    const value: Kept = { key: next.key, keys: [next, ...stay] };
    if (await vault.compareAndPut('', place.bucket, place.key, etag, value)) return value.keys!.length;
  }
};
