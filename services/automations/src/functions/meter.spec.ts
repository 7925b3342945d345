import { passedOn } from '@tessera/kernel';
import { describe, expect, it } from 'vitest';
import type { AutomationsStore } from '../store.ts';
import type { KeptCalls } from './kept.ts';
import { createMeter, type Counted } from './meter.ts';

const counted = (callId: string): Counted => ({
  functionId: 'f',
  callId,
  kind: 'run',
  version: 1,
  state: 'done',
  code: '',
  tookMs: 1,
  peakBytes: 1,
  microUnits: 1,
  month: '2026-11',
  callerId: 'u',
  at: 1,
  trigger: '',
});
const kept = (callId: string) => ({ callId, input: null, output: null, reason: '', logs: [] });

const meterOf = (fails = 0) => {
  const sent: { readonly key: string | undefined; readonly calls: readonly string[] }[] = [];
  const slots: string[] = [];
  let left = fails;
  let number = 0;
  const store = {
    execute: async (
      { payload }: { payload: { calls: readonly Counted[] } },
      { idempotencyKey }: { idempotencyKey?: string },
    ) => {
      sent.push({ key: idempotencyKey, calls: payload.calls.map(({ callId }) => callId) });
      if (left-- > 0) throw passedOn('unavailable', 'store.away', 'Away.');
      return { answer: payload.calls.map(() => ++number) };
    },
  } as unknown as AutomationsStore;
  const calls = {
    put: async (_organization: string, functionId: string, nth: number) => void slots.push(`${functionId}:${nth}`),
  } as unknown as KeptCalls;
  const log = { warn: () => undefined } as never;
  return { meter: createMeter({ log, store, calls }, 60_000), sent, slots };
};

describe('a meter', () => {
  it('counts what was gathered in one commit, and keeps each call by its number', async () => {
    const { meter, sent, slots } = meterOf();
    for (const id of ['a', 'b', 'c']) meter.add('o', counted(id), kept(id));
    expect(sent).toEqual([]);
    await meter.flush('o');
    expect(sent.map(({ calls }) => calls)).toEqual([['a', 'b', 'c']]);
    expect(slots).toEqual(['f:1', 'f:2', 'f:3']);
    await meter.flush('o');
    expect(sent).toHaveLength(1);
  });
  it('tries again by the same key what could not be counted, and then what came since', async () => {
    const { meter, sent } = meterOf(1);
    meter.add('o', counted('a'), kept('a'));
    await meter.flush('o');
    meter.add('o', counted('b'), kept('b'));
    await meter.stop();
    expect(sent.map(({ calls }) => calls)).toEqual([['a'], ['a'], ['b']]);
    expect(sent[0]!.key).toBe(sent[1]!.key);
    expect(sent[2]!.key).not.toBe(sent[1]!.key);
  });
  it('counts at most 200 calls in one commit', async () => {
    const { meter, sent } = meterOf();
    for (let at = 0; at < 450; at++) meter.add('o', counted(String(at)), kept(String(at)));
    await meter.flush('o');
    expect(sent.map(({ calls }) => calls.length)).toEqual([200, 200, 50]);
  });
});
