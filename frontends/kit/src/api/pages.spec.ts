import { expect, it } from 'vitest';
import { everyPage } from './pages.ts';

it('a list is read to its last page', async () => {
  const pages = { '': { entries: [1, 2], next: 'b' }, b: { entries: [3], next: 'c' }, c: { entries: [] } };
  const asked: (string | undefined)[] = [];
  const all = await everyPage(async (after) => {
    asked.push(after);
    return pages[(after ?? '') as keyof typeof pages];
  });
  expect(all).toEqual([1, 2, 3]);
  expect(asked).toEqual([undefined, 'b', 'c']);
});
