import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { StateStore } from '../port.ts';

export type StateAdapter = { readonly state: StateStore; reopen(): Promise<StateStore>; close(): Promise<void> };

/** What every StateStore does. `open` gets a clock that the suite moves. */
export const stateContract = (name: string, open: (clock: () => number) => Promise<StateAdapter>): void => {
  describe(`${name}: small state`, () => {
    let adapter: StateAdapter;
    let state: StateStore;
    let now = 1_000;
    beforeEach(async () => {
      now = 1_000;
      adapter = await open(() => now);
      state = adapter.state;
    });
    afterEach(() => adapter.close());

    it('gives back what was put, replaces it, and forgets what was deleted', async () => {
      expect(await state.get('o', 'b', 'k')).toBeUndefined();
      await state.put('o', 'b', 'k', { a: [1, 'x', null] });
      expect(await state.get('o', 'b', 'k')).toEqual({ a: [1, 'x', null] });
      await state.put('o', 'b', 'k', false);
      expect(await state.get('o', 'b', 'k')).toBe(false);
      await state.delete('o', 'b', 'k');
      expect(await state.get('o', 'b', 'k')).toBeUndefined();
    });

    it('keeps organizations, buckets and keys apart', async () => {
      await state.put('o', 'b', 'k', 1);
      expect(
        await Promise.all([
          state.get('o2', 'b', 'k'),
          state.get('o', 'b2', 'k'),
          state.get('o', 'b', 'k2'),
          state.get('', 'b', 'k'),
        ]),
      ).toEqual([undefined, undefined, undefined, undefined]);
    });

    it('has nothing left of an entry at the moment it expires', async () => {
      await state.put('o', 'b', 'k', 1, { expiresAt: 2_000 });
      now = 1_999;
      expect(await state.get('o', 'b', 'k')).toBe(1);
      now = 2_000;
      expect(await state.get('o', 'b', 'k')).toBeUndefined();
      expect(await state.getWithEtag('o', 'b', 'k')).toBeUndefined();
      expect(await state.list('o', 'b', '', 10)).toEqual([]);
      expect(await state.compareAndPut('o', 'b', 'k', undefined, 2)).toBe(true);
      expect(await state.get('o', 'b', 'k')).toBe(2);
    });

    it('a put without an expiry takes away an earlier one', async () => {
      await state.put('o', 'b', 'k', 1, { expiresAt: 2_000 });
      await state.put('o', 'b', 'k', 2);
      now = 3_000;
      expect(await state.get('o', 'b', 'k')).toBe(2);
    });

    it('compares before it puts: absent, equal, changed', async () => {
      expect(await state.compareAndPut('o', 'b', 'k', 'something', 1)).toBe(false);
      expect(await state.compareAndPut('o', 'b', 'k', undefined, 1)).toBe(true);
      expect(await state.compareAndPut('o', 'b', 'k', undefined, 2)).toBe(false);
      const { etag } = (await state.getWithEtag<number>('o', 'b', 'k'))!;
      expect(await state.compareAndPut('o', 'b', 'k', etag, 2)).toBe(true);
      expect(await state.compareAndPut('o', 'b', 'k', etag, 3)).toBe(false);
      expect(await state.get('o', 'b', 'k')).toBe(2);
    });

    it('lets exactly one of many that compare at once win', async () => {
      const won = await Promise.all(
        Array.from({ length: 40 }, (_, i) => state.compareAndPut('o', 'b', 'k', undefined, i)),
      );
      expect(won.filter(Boolean)).toHaveLength(1);
      expect(await state.get('o', 'b', 'k')).toBe(won.indexOf(true));
    });

    it('lists by prefix in the order of the keys, up to the limit', async () => {
      for (const key of ['a', 'ab', 'ab%', 'abc', 'ab\u{10ffff}', 'b', 'AB', 'ab_'])
        await state.put('o', 'b', key, key);
      await state.put('o', 'other', 'ab', 0);
      expect((await state.list('o', 'b', 'ab', 10)).map(({ key }) => key)).toEqual([
        'ab',
        'ab%',
        'ab_',
        'abc',
        'ab\u{10ffff}',
      ]);
      expect(await state.list('o', 'b', 'ab', 2)).toEqual([
        { key: 'ab', value: 'ab' },
        { key: 'ab%', value: 'ab%' },
      ]);
      expect(await state.list('o', 'b', '', 100)).toHaveLength(8);
      expect((await state.list('o', 'b', 'ab\u{10ffff}', 10)).map(({ key }) => key)).toEqual(['ab\u{10ffff}']);
    });

    it('keeps everything that was acknowledged across a reopening', async () => {
      await Promise.all(
        Array.from({ length: 200 }, (_, i) => state.put('o', 'b', `k${String(i).padStart(3, '0')}`, i)),
      );
      const again = await adapter.reopen();
      expect(await again.list('o', 'b', 'k', 1000)).toHaveLength(200);
    });
  });
};
