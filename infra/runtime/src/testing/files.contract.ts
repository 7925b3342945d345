import { createHash } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { newId } from '@tessera/kernel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FileStore } from '../service.ts';

export type FilesUnderTest = {
  readonly files: FileStore;
  /** Everything that the store keeps for an organization, parts of unfinished uploads included. */
  readonly kept: (organizationId: string) => Promise<readonly string[]>;
  readonly stop: () => Promise<void>;
};

const mebibyte = 1024 * 1024;

async function* bytes(...texts: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text);
}

/** `size` bytes, none like its neighbours, from one buffer that is used again and again, as a socket's may be. */
async function* many(size: number, chunk = 64 * 1024): AsyncGenerator<Uint8Array> {
  const buffer = Buffer.alloc(chunk);
  for (let at = 0; at < size; at += chunk) {
    const part = buffer.subarray(0, Math.min(chunk, size - at));
    part.fill((at / chunk) % 251);
    if (part.length > 4) part.writeUInt32LE(at, 0);
    yield part;
  }
}

const text = async (source: AsyncIterable<Uint8Array>): Promise<string> => {
  let all = '';
  for await (const chunk of source) all += Buffer.from(chunk).toString('latin1');
  return all;
};

const summary = async (source: AsyncIterable<Uint8Array>): Promise<{ size: number; sha256: string }> => {
  const digest = createHash('sha256');
  let size = 0;
  for await (const chunk of source) {
    size += chunk.length;
    digest.update(chunk);
  }
  return { size, sha256: digest.digest('hex') };
};

/** Frees what nothing holds any more, so that a measure of memory does not count what the collector has yet to visit. */
const collectGarbage = (): void => {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
};

/** What every FileStore does. */
export const filesContract = (name: string, open: () => Promise<FilesUnderTest>): void => {
  describe(`files: ${name}`, () => {
    let store: FilesUnderTest;
    beforeAll(async () => {
      store = await open();
    });
    afterAll(() => store.stop());

    it('gives back what was written, and says its size and SHA-256', async () => {
      const organization = newId();
      expect(await store.files.write(organization, 'h1', bytes('ab', 'c'), 10)).toEqual({
        size: 3,
        sha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
      });
      expect(await text(await store.files.read(organization, 'h1'))).toBe('abc');
      expect(await store.kept(organization)).toHaveLength(1);
    });

    it('gives back a part of what was written', async () => {
      const organization = newId();
      await store.files.write(organization, 'h1', bytes('abcdef'), 10);
      expect(await text(await store.files.read(organization, 'h1', { start: 2, end: 4 }))).toBe('cde');
      expect(await text(await store.files.read(organization, 'h1', { start: 5, end: 5 }))).toBe('f');
    });

    it('keeps an empty file', async () => {
      const organization = newId();
      expect(await store.files.write(organization, 'empty', bytes(), 10)).toMatchObject({ size: 0 });
      expect(await summary(await store.files.read(organization, 'empty'))).toMatchObject({ size: 0 });
    });

    it('puts a second file of the same handle in the place of the first', async () => {
      const organization = newId();
      await store.files.write(organization, 'h1', bytes('first, and longer'), 100);
      await store.files.write(organization, 'h1', bytes('second'), 100);
      expect(await summary(await store.files.read(organization, 'h1'))).toMatchObject({ size: 6 });
    });

    it('forgets every file of an organization, and none of another', async () => {
      const [own, other] = [newId(), newId()];
      for (const [organizationId, handle] of [
        [own, 'one'],
        [own, 'two'],
        [other, 'one'],
      ] as const)
        await store.files.write(organizationId, handle, bytes('x'), 10);
      expect(await store.files.deleteAll(own)).toBe(2);
      expect(await store.files.deleteAll(own)).toBe(0);
      await expect(store.files.read(own, 'one')).rejects.toMatchObject({ code: 'file.not_found' });
      expect(await text(await store.files.read(other, 'one'))).toBe('x');
      await expect(store.files.deleteAll('../x')).rejects.toMatchObject({ code: 'file.not_found' });
    });

    it('takes a file as large as the limit, refuses one byte more and keeps nothing of it', async () => {
      const organization = newId();
      expect(await store.files.write(organization, 'fits', bytes('abcd'), 4)).toMatchObject({ size: 4 });
      await expect(store.files.write(organization, 'over', bytes('abc', 'de'), 4)).rejects.toMatchObject({
        kind: 'too_large',
        code: 'file.too_large',
        details: { limit: 4 },
      });
      await expect(store.files.read(organization, 'over')).rejects.toMatchObject({ code: 'file.not_found' });
      expect(await store.kept(organization)).toHaveLength(1);
    });

    it('refuses a file that outgrows the limit after many megabytes, and keeps nothing of it', async () => {
      const organization = newId();
      await expect(store.files.write(organization, 'over', many(21 * mebibyte), 20 * mebibyte)).rejects.toMatchObject({
        kind: 'too_large',
      });
      expect(await store.kept(organization)).toEqual([]);
    });

    it('keeps what was there when its replacement breaks off, and passes on the failure of the source', async () => {
      const organization = newId();
      await store.files.write(organization, 'h1', bytes('old'), 100);
      const broken = async function* (): AsyncGenerator<Uint8Array> {
        yield* many(20 * mebibyte);
        throw new Error('connection lost');
      };
      await expect(store.files.write(organization, 'h1', broken(), 100 * mebibyte)).rejects.toThrow('connection lost');
      await expect(store.files.write(organization, 'h2', broken(), 100 * mebibyte)).rejects.toThrow('connection lost');
      expect(await summary(await store.files.read(organization, 'h1'))).toMatchObject({ size: 3 });
      expect(await store.kept(organization)).toHaveLength(1);
    });

    it('says not found for a handle that was never written, of another organization, or deleted', async () => {
      const [organization, other] = [newId(), newId()];
      await store.files.write(organization, 'h1', bytes('secret'), 100);
      await expect(store.files.read(organization, 'h2')).rejects.toMatchObject({
        kind: 'not_found',
        code: 'file.not_found',
      });
      await expect(store.files.read(other, 'h1')).rejects.toMatchObject({ kind: 'not_found', code: 'file.not_found' });
      await store.files.delete(other, 'h1');
      expect(await summary(await store.files.read(organization, 'h1'))).toMatchObject({ size: 6 });
      await store.files.delete(organization, 'h1');
      await store.files.delete(organization, 'h1');
      await expect(store.files.read(organization, 'h1')).rejects.toMatchObject({ code: 'file.not_found' });
      expect(await store.kept(organization)).toEqual([]);
    });

    it.each(['../escape', 'a/b', '', '.', 'x'.repeat(121), 'a b', 'ä'])(
      'touches nothing for a handle such as %j',
      async (handle) => {
        const organization = newId();
        await expect(store.files.write(organization, handle, bytes('x'), 9)).rejects.toMatchObject({
          code: 'file.not_found',
        });
        await expect(store.files.read(organization, handle)).rejects.toMatchObject({ code: 'file.not_found' });
        await expect(store.files.delete(organization, handle)).rejects.toMatchObject({ code: 'file.not_found' });
        await expect(store.files.write('..', 'fine', bytes('x'), 9)).rejects.toMatchObject({ code: 'file.not_found' });
      },
    );

    it('streams a big file both ways in memory that does not grow with it', async () => {
      const organization = newId();
      const size = 192 * mebibyte;
      collectGarbage();
      const before = process.memoryUsage().arrayBuffers;
      let most = 0;
      let seen = 0;
      const watched = async function* (source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
        for await (const chunk of source) {
          seen += 1;
          if (seen % 128 === 0) {
            collectGarbage();
            most = Math.max(most, process.memoryUsage().arrayBuffers - before);
          }
          yield chunk;
        }
      };
      const written = await store.files.write(organization, 'big', watched(many(size)), 2 * size);
      expect(written).toEqual(await summary(many(size)));
      expect(await summary(watched(await store.files.read(organization, 'big')))).toEqual(written);
      expect(most).toBeLessThan(96 * mebibyte);
      await store.files.delete(organization, 'big');
    });

    it('takes several files at once', async () => {
      const organization = newId();
      const sizes = [0, 1, 9, 17].map((count) => count * mebibyte + count);
      const written = await Promise.all(
        sizes.map((size, index) => store.files.write(organization, `h${index}`, many(size), 100 * mebibyte)),
      );
      expect(written.map(({ size }) => size)).toEqual(sizes);
      const read = await Promise.all(
        sizes.map(async (_, index) => summary(await store.files.read(organization, `h${index}`))),
      );
      expect(read).toEqual(written);
    });
  });
};
