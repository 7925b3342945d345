import { Action } from '@tessera/proto/log/v1/actions';
import { describe, expect, it } from 'vitest';
import { mergeActions, type Places, type Source } from './merge.ts';

const action = (id: string, position: number, time: number): Action => ({
  ...Action.decode(new Uint8Array()),
  id,
  position,
  time,
});

/** A log with one action a moment; `most` is how many it looks through for one answer. */
const logOf = (name: string, times: readonly number[], most: number, isAsked = (_time: number) => true): Source => {
  const log = times.map((time, i) => ({ position: i + 1, time })).reverse();
  return async (before, limit) => {
    const rest = log.filter(({ position }) => before === 0 || position < before);
    const looked = rest.slice(0, Math.min(limit, most));
    const last = looked.at(-1);
    const actions = looked
      .filter(({ time }) => isAsked(time))
      .map(({ position, time }) => action(`${name}${position}`, position, time));
    return last === undefined || looked.length === rest.length
      ? { actions, next: 0, nextTime: 0 }
      : { actions, next: last.position, nextTime: last.time };
  };
};

const readAll = async (sources: Readonly<Record<string, Source>>, limit: number): Promise<readonly Action[]> => {
  const found: Action[] = [];
  let places: Places | undefined = {};
  for (let pages = 0; pages < 500 && places !== undefined; pages++) {
    const page: Awaited<ReturnType<typeof mergeActions>> = await mergeActions(sources, places, limit);
    expect(page.actions.length).toBeLessThanOrEqual(limit);
    found.push(...page.actions);
    ({ places } = page);
  }
  expect(places).toBeUndefined();
  return found;
};

describe('the actions of several services', () => {
  const even = Array.from({ length: 40 }, (_, i) => 2 * i);
  const odd = Array.from({ length: 15 }, (_, i) => 31 + 2 * i);

  it.each([1, 3, 10, 100])('come once each, newest first, %i at a time', async (limit) => {
    const sources = { a: logOf('a', even, 7), b: logOf('b', odd, 100), c: logOf('c', [], 5) };
    const all = await readAll(sources, limit);
    expect(all.map(({ time }) => time)).toEqual([...even, ...odd].toSorted((x, y) => y - x));
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  });
  it('of one moment are all told', async () => {
    const sources = { a: logOf('a', [5, 5, 5, 5], 2), b: logOf('b', [5, 5, 5], 3) };
    expect(await readAll(sources, 2)).toHaveLength(7);
  });
  it('that are rare are found, and none is passed over while another service is still read', async () => {
    const sources = {
      a: logOf('a', even, 3, (time) => time === 0 || time === 60),
      b: logOf('b', odd, 100),
    };
    const all = await readAll(sources, 4);
    expect(all.map(({ time }) => time)).toEqual([60, 0, ...odd].toSorted((x, y) => y - x));
  });
});
