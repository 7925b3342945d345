import { expect, it } from 'vitest';
import { streamOf } from './stream.ts';

const at = (...minutes: number[]) =>
  minutes.map((minute) => ({ time: new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString() }));
const minutesOf = (stream: readonly { readonly time: string }[]) =>
  stream.map(({ time }) => new Date(time).getUTCMinutes());

it('brings two sources together, newest first', () => {
  expect(minutesOf(streamOf({ items: at(9, 5), more: false }, { items: at(7, 3), more: false }))).toEqual([9, 7, 5, 3]);
  expect(streamOf({ items: [], more: false }, { items: [], more: false })).toEqual([]);
});

it('ends where a source goes on that may still bring something between', () => {
  expect(minutesOf(streamOf({ items: at(9, 5), more: true }, { items: at(7, 3), more: false }))).toEqual([9, 7, 5]);
  expect(minutesOf(streamOf({ items: at(9, 5), more: true }, { items: at(8, 7), more: true }))).toEqual([9, 8, 7]);
});
