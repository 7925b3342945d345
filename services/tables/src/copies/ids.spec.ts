import { isId, newId } from '@tessera/kernel';
import { expect, it } from 'vitest';
import { copyId } from './ids.ts';

it('records keep their order in a copy, and each has an id that nobody else has', () => {
  const ids = Array.from({ length: 200 }, () => newId());
  // Made at two moments, as two copies are: their last parts have nothing in common.
  const [one, two] = [newId(Date.now() + 1_000), newId(Date.now() + 2_000)];
  const copied = ids.map((id) => copyId(id, one));
  expect(copied.every(isId)).toBe(true);
  expect(copied.toSorted()).toEqual(copied);
  expect(new Set([...ids, ...copied, ...ids.map((id) => copyId(id, two))]).size).toBe(600);
  expect(copyId(ids[0]!, one)).toBe(copied[0]);
});

it('the largest id that there is stays one', () => {
  const largest = `7${'z'.repeat(25)}`;
  expect(copyId(largest, largest)).toBe(`7${'z'.repeat(24)}y`);
});
