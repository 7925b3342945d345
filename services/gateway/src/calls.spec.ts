import type { Actor } from '@tessera/kernel';
import { expect, it } from 'vitest';
import { createCallMeter } from './calls.ts';

type Told = { readonly key: string; readonly calls: number; readonly organizationId: string };

const meterWith = () => {
  const told: Told[] = [];
  const state = { away: false };
  const client = {
    countCalls: async ({ key, calls }: Told, { actor }: { actor: Actor }) => {
      told.push({ key, calls, organizationId: actor.organizationId });
      if (state.away) throw new Error('away');
      return {};
    },
  };
  const meter = createCallMeter({ client: () => client } as never);
  return { meter, told, state };
};
const by = (kind: Actor['kind'], organizationId = 'o') => ({ kind, organizationId }) as Actor;

it('counts calls of tokens, organization by organization', async () => {
  const { meter, told } = meterWith();
  for (const actor of [by('token'), by('token'), by('user'), by('token', 'p')]) meter.count(actor);
  await meter.stop();
  expect(told.map(({ organizationId, calls }) => [organizationId, calls])).toEqual([
    ['o', 2],
    ['p', 1],
  ]);
});

it('tells what was not taken once more, under the same key', async () => {
  const { meter, told, state } = meterWith();
  state.away = true;
  meter.count(by('token'));
  await meter.stop();
  state.away = false;
  meter.count(by('token'));
  await meter.stop();
  expect(told.map(({ calls }) => calls)).toEqual([1, 1]);
  expect(told[1]!.key).toBe(told[0]!.key);
  await meter.stop();
  expect(told[2]).toMatchObject({ calls: 1 });
  expect(told[2]!.key).not.toBe(told[0]!.key);
});
