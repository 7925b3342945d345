import { afterEach, expect, it, vi } from 'vitest';
import { takeEarly } from './early.ts';

afterEach(() => vi.unstubAllGlobals());

it('an early answer is taken once, and not at all where it was refused or lost: who was nobody then may have signed in since', async () => {
  const early: Record<string, Promise<Response>> = {
    '/a': Promise.resolve(new Response('{}')),
    '/b': Promise.resolve(new Response('{}', { status: 401 })),
    '/c': Promise.reject(new Error('gone')),
  };
  vi.stubGlobal('window', { tesseraEarly: early });
  expect((await takeEarly('/a'))?.status).toBe(200);
  expect([await takeEarly('/a'), await takeEarly('/b'), await takeEarly('/c'), await takeEarly('/d')]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});
