import { describe, expect, it } from 'vitest';
import type { Bounds } from './deadline.ts';
import { openGate } from './gate.ts';

const bounds = (signal: AbortSignal = new AbortController().signal): Bounds => ({ maxTimeMS: 10_000, signal });

/** Reads that end when the test says so. */
const openReads = () => {
  const begun: { readonly name: string; readonly signal: AbortSignal; readonly end: (value: string) => void }[] = [];
  const read =
    (name: string) =>
    ({ signal }: Bounds): Promise<string> => {
      const { promise, resolve, reject } = Promise.withResolvers<string>();
      begun.push({ name, signal, end: resolve });
      signal.addEventListener('abort', () => reject(new Error('stopped')));
      return promise;
    };
  return { begun, read, names: () => begun.map(({ name }) => name) };
};

describe('the gate of reads', () => {
  it('lets so many through at once, the others in turn, equal ones that wait as one', async () => {
    const gate = openGate({ parallel: 2, queue: 10 });
    const { begun, read, names } = openReads();
    const asked = ['a', 'a', 'b', 'c', 'b', 'b'].map((name) => gate(() => name, bounds(), read(name)));
    expect(names()).toEqual(['a', 'a']);
    begun[0]!.end('first');
    expect(await asked[0]).toBe('first');
    expect(names()).toEqual(['a', 'a', 'b']);
    // What is under way may not have seen what was written since: the same question is asked anew.
    const again = gate(() => 'b', bounds(), read('b'));
    begun[1]!.end('second');
    begun[2]!.end('shared');
    expect(await Promise.all([asked[1], asked[2], asked[4], asked[5]])).toEqual([
      'second',
      'shared',
      'shared',
      'shared',
    ]);
    expect(names()).toEqual(['a', 'a', 'b', 'c', 'b']);
    begun[3]!.end('third');
    begun[4]!.end('anew');
    expect(await Promise.all([asked[3], again])).toEqual(['third', 'anew']);
  });

  it('refuses what would wait behind too much, and has room again afterwards', async () => {
    const gate = openGate({ parallel: 1, queue: 1 });
    const { begun, read } = openReads();
    const first = gate(() => 'a', bounds(), read('a'));
    const second = gate(() => 'b', bounds(), read('b'));
    expect(() => gate(() => 'c', bounds(), read('c'))).toThrow(
      expect.objectContaining({ kind: 'unavailable', code: 'unavailable' }),
    );
    begun[0]!.end('1');
    await first;
    const third = gate(() => 'c', bounds(), read('c'));
    begun[1]!.end('2');
    await second;
    begun[2]!.end('3');
    expect(await third).toBe('3');
  });

  it('lets one leave without the others, and stops or forgets what all have left', async () => {
    const gate = openGate({ parallel: 1, queue: 10 });
    const { begun, read, names } = openReads();
    const [running, waitingOne, waitingTwo, alone] = Array.from({ length: 4 }, () => new AbortController());
    const first = gate(() => 'a', bounds(running!.signal), read('a'));
    const one = gate(() => 'b', bounds(waitingOne!.signal), read('b'));
    const two = gate(() => 'b', bounds(waitingTwo!.signal), read('b'));
    const gone = gate(() => 'c', bounds(alone!.signal), read('c'));
    for (const controller of [waitingOne, alone, running]) controller!.abort();
    for (const left of [one, gone, first]) await expect(left).rejects.toMatchObject({ name: 'AbortError' });
    expect(begun[0]!.signal.aborted).toBe(true);
    await expect.poll(names).toEqual(['a', 'b']);
    begun[1]!.end('stayed');
    expect(await two).toBe('stayed');
    expect(names()).toEqual(['a', 'b']);
  });

  it('goes on after a read that failed', async () => {
    const gate = openGate({ parallel: 1 });
    const failed = gate(
      () => 'a',
      bounds(),
      () => Promise.reject(new Error('no')),
    );
    const next = gate(
      () => 'b',
      bounds(),
      async () => 'yes',
    );
    await expect(failed).rejects.toThrow('no');
    expect(await next).toBe('yes');
  });
});
