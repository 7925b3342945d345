import { beforeEach, describe, expect, it } from 'vitest';
import { createKeyring, rotateKeyring } from './keyring.ts';

const place = { bucket: 'auth', key: 'device-key' };
let now = 0;
const clock = (): number => now;

/** A store of secrets in memory, which tells how often it was read. */
const vaultOf = (present?: object) => {
  let value: unknown = present;
  let version = present === undefined ? 0 : 1;
  const vault = {
    reads: 0,
    getWithEtag: async <V>() => {
      vault.reads += 1;
      return value === undefined ? undefined : { value: value as V, etag: String(version) };
    },
    compareAndPut: async (_o: string, _b: string, _k: string, expected: string | undefined, next: unknown) => {
      if (expected !== (version === 0 ? undefined : String(version))) return false;
      value = next;
      version += 1;
      return true;
    },
  };
  return vault;
};
const rotate = (vault: ReturnType<typeof vaultOf>, lifetimeMs = 1e9) =>
  rotateKeyring(vault, place, { clock, lifetimeMs });

beforeEach(() => {
  now = 1e12;
});

describe('keys of the vault', () => {
  it('are made by whoever comes first, and the same for each replica', async () => {
    const vault = vaultOf();
    const [one, two] = [createKeyring(vault, place, clock), createKeyring(vault, place, clock)];
    const [key, same] = await Promise.all([one.signing(), two.signing()]);
    expect(key.secret).toHaveLength(32);
    expect(same).toEqual(key);
  });

  it('are that of an earlier release, which has no name, until they are rotated', async () => {
    const vault = vaultOf({ key: Buffer.alloc(32, 7).toString('base64') });
    const before = await createKeyring(vault, place, clock).signing();
    expect(before).toEqual({ id: '', secret: Buffer.alloc(32, 7) });
    expect(await rotate(vault)).toBe(2);
    const ring = createKeyring(vault, place, clock);
    expect((await ring.signing()).id).toMatch(/^[0-9a-f]{8}$/);
    expect(await ring.named('')).toEqual(before);
  });

  it('that another replica signs with are accepted at once, and signed with within a minute', async () => {
    const vault = vaultOf();
    const ring = createKeyring(vault, place, clock);
    const before = await ring.signing();
    await rotate(vault);
    const after = await createKeyring(vault, place, clock).signing();
    now += 1_000;
    expect(await ring.signing()).toEqual(before);
    expect(await ring.named(after.id)).toEqual(after);
    now += 60_000;
    expect(await ring.signing()).toEqual(after);
    expect(await ring.named(before.id)).toEqual(before);
  });

  it('that nobody has are looked for once a second, however often somebody asks', async () => {
    const vault = vaultOf();
    const ring = createKeyring(vault, place, clock);
    await ring.signing();
    now += 2_000;
    const before = vault.reads;
    for (let i = 0; i < 50; i++) expect(await ring.named('forged')).toBeUndefined();
    expect(vault.reads - before).toBe(1);
  });

  it('go once nothing that they signed is good any more', async () => {
    const vault = vaultOf();
    const first = await createKeyring(vault, place, clock).signing();
    expect(await rotate(vault, 1_000)).toBe(2);
    now += 1_000;
    expect(await rotate(vault, 1_000)).toBe(3);
    now += 1;
    // The first was followed 1,001 ms ago, the second 1 ms ago.
    expect(await rotate(vault, 1_000)).toBe(3);
    expect(await createKeyring(vault, place, clock).named(first.id)).toBeUndefined();
  });

  it('rotated by two at once are rotated twice', async () => {
    const vault = vaultOf();
    await createKeyring(vault, place, clock).signing();
    expect((await Promise.all([rotate(vault), rotate(vault)])).toSorted()).toEqual([2, 3]);
  });
});
