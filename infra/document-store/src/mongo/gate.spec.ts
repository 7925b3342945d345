import { describe, expect, it } from 'vitest';
import type { Bounds } from './deadline.ts';
import { openGate } from './gate.ts';

const bounds = (signal: AbortSignal = new AbortController().signal): Bounds => ({ maxTimeMS: 10_000, signal });

const ask = (
  name: string,
  more: { readonly organizationId?: string; readonly asker?: string; readonly heavy?: boolean } = {},
) => ({
  organizationId: 'one',
  asker: '',
  key: () => JSON.stringify([name, { value: name }]),
  ...more,
});

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
    const asked = ['a', 'a', 'b', 'c', 'b', 'b'].map((name) => gate(ask(name), bounds(), read(name)));
    expect(names()).toEqual(['a', 'a']);
    begun[0]!.end('first');
    expect(await asked[0]).toBe('first');
    expect(names()).toEqual(['a', 'a', 'b']);
    // What is under way may not have seen what was written since: the same question is asked anew.
    const again = gate(ask('b'), bounds(), read('b'));
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
    const first = gate(ask('a'), bounds(), read('a'));
    const second = gate(ask('b'), bounds(), read('b'));
    expect(() => gate(ask('c'), bounds(), read('c'))).toThrow(
      expect.objectContaining({ kind: 'unavailable', code: 'unavailable' }),
    );
    begun[0]!.end('1');
    await first;
    const third = gate(ask('c'), bounds(), read('c'));
    begun[1]!.end('2');
    await second;
    begun[2]!.end('3');
    expect(await third).toBe('3');
  });

  it('lets one leave without the others, and stops or forgets what all have left', async () => {
    const gate = openGate({ parallel: 1, queue: 10 });
    const { begun, read, names } = openReads();
    const [running, waitingOne, waitingTwo, alone] = Array.from({ length: 4 }, () => new AbortController());
    const first = gate(ask('a'), bounds(running!.signal), read('a'));
    const one = gate(ask('b'), bounds(waitingOne!.signal), read('b'));
    const two = gate(ask('b'), bounds(waitingTwo!.signal), read('b'));
    const gone = gate(ask('c'), bounds(alone!.signal), read('c'));
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
    const failed = gate(ask('a'), bounds(), () => Promise.reject(new Error('no')));
    const next = gate(ask('b'), bounds(), async () => 'yes');
    await expect(failed).rejects.toThrow('no');
    expect(await next).toBe('yes');
  });

  const outOfTime = Object.assign(new Error('operation exceeded time limit'), { code: 50 });

  it('gives short reads their places whatever long ones do, and ends a read that turns out long among them', async () => {
    const gate = openGate({ parallel: 1, long: 1, shortMs: 50 });
    const slices: number[] = [];
    const scan = Promise.withResolvers<string>();
    const work = ({ maxTimeMS }: Bounds): Promise<string> => {
      slices.push(maxTimeMS);
      return maxTimeMS > 50 ? scan.promise : Promise.reject(outOfTime);
    };
    const scanned = gate(ask('scan'), bounds(), work);
    await expect.poll(() => slices).toHaveLength(2);
    expect(slices[0]).toBe(50);
    // It holds the place of long reads; short ones come and go.
    for (const name of ['a', 'b', 'c']) expect(await gate(ask(name), bounds(), async () => name)).toBe(name);
    scan.resolve('all of it');
    expect(await scanned).toBe('all of it');
  });

  it('takes reads like one that was long for long ones from the beginning', async () => {
    const gate = openGate({ parallel: 1, long: 1, shortMs: 50 });
    const slices: number[] = [];
    const work = async ({ maxTimeMS }: Bounds): Promise<string> => {
      slices.push(maxTimeMS);
      if (maxTimeMS <= 50) throw outOfTime;
      return 'found';
    };
    const named = (value: string) => ({ ...ask(value), key: () => JSON.stringify(['page', { value }]) });
    expect(await gate(named('x'), bounds(), work)).toBe('found');
    expect(await gate(named('y'), bounds(), work)).toBe('found');
    expect(slices.map((ms) => ms > 50)).toEqual([false, true, true]);
  });

  it('gives long reads their turns by organization and by asker, and bounds how many of one may wait', async () => {
    const gate = openGate({ parallel: 1, long: 1 });
    const { begun, read, names } = openReads();
    const heavy = (name: string, organizationId: string, asker: string) =>
      gate(ask(name, { organizationId, asker, heavy: true }), bounds(), read(name));
    const asked = [
      ...['a1', 'a2', 'a3'].map((name) => heavy(name, 'one', 'ann')),
      heavy('b1', 'one', 'bob'),
      heavy('c1', 'two', 'cat'),
    ];
    for (let i = 0; i < asked.length; i++) {
      await expect.poll(names).toHaveLength(i + 1);
      begun[i]!.end('done');
    }
    await Promise.all(asked);
    const order = names();
    expect(order.indexOf('c1')).toBeLessThan(order.indexOf('a3'));
    expect(order.indexOf('b1')).toBeLessThan(order.indexOf('a3'));
    const first = heavy('z', 'one', 'ann');
    const more = Array.from({ length: 40 }, (_, i) => heavy(`z${i}`, 'one', 'ann'));
    expect(() => heavy('too many', 'one', 'ann')).toThrow(expect.objectContaining({ code: 'unavailable' }));
    const others = heavy('of bob', 'one', 'bob');
    for (let i = 5; i < 5 + 42; i++) {
      await expect.poll(() => begun.length).toBeGreaterThan(i);
      begun[i]!.end('done');
    }
    await Promise.all([first, ...more, others]);
  });

  it('stops a long read that its caller leaves, waiting or under way', async () => {
    const gate = openGate({ parallel: 1, long: 1 });
    const { begun, read, names } = openReads();
    const [one, two] = [new AbortController(), new AbortController()];
    const running = gate(ask('a', { heavy: true }), bounds(one.signal), read('a'));
    const queued = gate(ask('b', { heavy: true }), bounds(two.signal), read('b'));
    two.abort();
    await expect(queued).rejects.toMatchObject({ name: 'AbortError' });
    one.abort();
    await expect(running).rejects.toMatchObject({ name: 'AbortError' });
    expect(begun[0]!.signal.aborted).toBe(true);
    const last = gate(ask('c', { heavy: true }), bounds(), read('c'));
    await expect.poll(names).toEqual(['a', 'c']);
    begun[1]!.end('there');
    expect(await last).toBe('there');
  });
});
