import { expect, it } from 'vitest';
import { type Draft, openDraft } from './draft.ts';

const storeOf = (entries: [string, string][] = []) => {
  const kept = new Map(entries);
  return {
    kept,
    store: () => ({
      getItem: (name: string) => kept.get(name) ?? null,
      setItem: (name: string, value: string) => void kept.set(name, value),
      removeItem: (name: string) => void kept.delete(name),
      key: (i: number) => [...kept.keys()][i] ?? null,
      get length() {
        return kept.size;
      },
    }),
  };
};
const day = 86_400_000;
const draft: Draft = { recordId: 'r', at: 0, answers: { name: 'Ana' }, texts: { value: 'much' } };

it('a draft is read again by its person and form alone', () => {
  const { store } = storeOf();
  expect(openDraft('o.ana', 'v', store, () => 0).write(draft)).toBe(true);
  expect(openDraft('o.ana', 'v', store, () => day).read()).toEqual(draft);
  expect(openDraft('o.ben', 'v', store, () => day).read()).toBeNull();
  expect(openDraft('o.ana', 'w', store, () => day).read()).toBeNull();
  openDraft('o.ana', 'v', store, () => day).forget();
  expect(openDraft('o.ana', 'v', store, () => day).read()).toBeNull();
});

it('what is old, or was written by something else, goes; other names stay', () => {
  const { store, kept } = storeOf([
    ['tessera.form.o.ben.v', JSON.stringify(draft)],
    ['tessera.form.o.ana.v', '{"answers":3}'],
    ['other', 'x'],
  ]);
  openDraft('o.ana', 'v', store, () => 29 * day);
  expect([...kept.keys()]).toEqual(['tessera.form.o.ben.v', 'other']);
  openDraft('o.ana', 'v', store, () => 30 * day);
  expect([...kept.keys()]).toEqual(['other']);
});

it('a browser that keeps nothing, or has no room for it, is no failure', () => {
  const none = openDraft('o.ana', 'v', () => {
    throw new Error('blocked');
  });
  expect([none.read(), none.write(draft), none.forget()]).toEqual([null, false, undefined]);
  const { store, kept } = storeOf();
  expect(openDraft('o.ana', 'v', store).write({ ...draft, answers: { name: 'x'.repeat(500_000) } })).toBe(false);
  expect(kept.size).toBe(0);
});
