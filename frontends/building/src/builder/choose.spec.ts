import { expect, it } from 'vitest';
import { leftOut, takenIn } from './choose.ts';

const parts = [
  { id: 'table:a', needs: [] },
  { id: 'table:b', needs: ['table:a'] },
  { id: 'app:c', needs: ['table:b'] },
  { id: 'app:d', needs: [] },
];

it('leaves out what needs a part that is left out', () => {
  expect([...leftOut(parts, new Set(), 'table:a')].toSorted()).toEqual(['app:c', 'table:a', 'table:b']);
  expect([...leftOut(parts, new Set(['app:d']), 'app:c')].toSorted()).toEqual(['app:c', 'app:d']);
});

it('takes in what a part needs', () => {
  const none = leftOut(parts, new Set(['app:d']), 'table:a');
  expect([...takenIn(parts, none, 'app:c')]).toEqual(['app:d']);
  expect([...takenIn(parts, none, 'table:a')].toSorted()).toEqual(['app:c', 'app:d', 'table:b']);
});
