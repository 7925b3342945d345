import { expect, it } from 'vitest';
import { openUnsent } from './unsent.ts';

const tab = () => {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  };
};

it('what a page sends as it is left is what the next page of the tab shows, until it has arrived', () => {
  const storage = tab();
  let time = 1000;
  const left = openUnsent(
    'ada',
    () => storage,
    () => time,
  );
  const first = left.note('viewDraft:1', { fields: ['a'] });
  time += 5;
  const second = left.note('viewDraft:1', { fields: ['b'] });
  const other = left.note('viewDraft:2', null);
  const next = openUnsent(
    'ada',
    () => storage,
    () => time,
  );
  expect(next.fresh()).toEqual({ 'viewDraft:1': { fields: ['b'] }, 'viewDraft:2': null });
  const eve = openUnsent(
    'eve',
    () => storage,
    () => time,
  );
  expect(eve.fresh(), 'nobody else in the same tab has a part in them').toEqual({});
  first();
  expect(next.fresh()).toHaveProperty(['viewDraft:1']);
  second();
  expect(next.fresh()).toEqual({ 'viewDraft:2': null });
  time += 20_000;
  expect(next.fresh()).toEqual({});
  other();
});

it('a browser that keeps nothing shows what the server has', () => {
  const unsent = openUnsent('ada', () => {
    throw new Error('denied');
  });
  unsent.note('a', 1)();
  expect(unsent.fresh()).toEqual({});
});
