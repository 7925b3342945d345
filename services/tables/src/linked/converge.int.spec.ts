import { newId } from '@tessera/kernel';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { actorOf } from '../testing/actors.ts';
import { converge } from '../testing/converge.ts';
import { startTables, type TestTables } from '../testing/service.ts';

const ada = actorOf(newId(), 'admin');
let t: TestTables;
beforeAll(async () => {
  t = await startTables([{ actor: ada, name: 'Ada', email: 'ada@example.com' }]);
});
afterAll(async () => {
  expect(t.faults).toEqual([]);
  await t.stop();
});

/** By the hour of a soak more of them can be run; each is a story of its own. */
const seeds = Array.from({ length: Number(process.env['CONVERGE_SEEDS'] ?? 12) }, (_, i) => 1 + i);

it.each(seeds)('each value of linked records is what a computation from nothing comes to, story %i', async (seed) => {
  expect(seed).toBeGreaterThan(0);
  await converge(
    { send: (method, path, body) => t.call(ada, method, path, body), close: async () => undefined },
    seed,
    60,
  );
});
