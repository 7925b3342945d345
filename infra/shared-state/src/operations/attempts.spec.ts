import { beforeEach, describe, expect, it } from 'vitest';
import { createAttempts } from './attempts.ts';

const work = { organizationId: 'o', kind: 'bulk' };
const kept = new Map<string, unknown>();
const state = {
  get: async <V>(_: string, __: string, key: string) => kept.get(key) as V | undefined,
  put: async (_: string, __: string, key: string, value: unknown) => void kept.set(key, value),
  delete: async (_: string, __: string, key: string) => void kept.delete(key),
  list: async <V>() => [...kept].map(([key, value]) => ({ key, value: value as V })),
};
/** A process that has just started, and knows only what was kept. */
const started = () => createAttempts(state, () => 1000);

describe('a slice of long work', () => {
  beforeEach(() => kept.clear());

  it('is begun by two processes that end with it, and by no third', async () => {
    expect(await started().begin('a', work, 3)).toBe('go');
    expect(await started().begin('a', work, 3)).toBe('go');
    const third = started();
    expect(await third.begin('a', work, 3)).toBe('aside');
    expect(await third.waits('a')).toBe(true);
    expect(await third.list()).toEqual([expect.objectContaining({ id: 'a', slice: 3, asideAt: 1000 })]);
  });

  it('counts once for a process that tries it again, and not at all once another is begun or it is let go', async () => {
    const one = started();
    for (let i = 0; i < 5; i++) expect(await one.begin('a', work, 3)).toBe('go');
    await one.release('a');
    for (let slice = 3; slice < 9; slice++) expect(await started().begin('a', work, slice)).toBe('go');
    expect(await started().begin('a', work, 8)).toBe('go');
    expect(await started().begin('a', work, 8)).toBe('aside');
  });

  it('goes on or ends as an operator says', async () => {
    for (let i = 0; i < 3; i++) await started().begin('a', work, 3);
    expect(await started().decide('b', 'resume')).toBe(false);
    expect(await started().decide('a', 'resume')).toBe(true);
    expect(await started().begin('a', work, 3)).toBe('go');
    for (let i = 0; i < 2; i++) await started().begin('a', work, 3);
    expect(await started().decide('a', 'discard')).toBe(true);
    expect(await started().begin('a', work, 3)).toBe('discard');
    expect(await started().list()).toEqual([]);
  });
});
