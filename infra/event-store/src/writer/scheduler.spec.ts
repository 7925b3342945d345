import { describe, expect, it } from 'vitest';
import { metaFor } from '../../test/actors.ts';
import type { QueuedCommand } from './command.ts';
import { createFairQueue } from './fair-queue.ts';
import { createScheduler } from './scheduler.ts';

let n = 0;
const command = (
  type: string,
  more: { service?: string; organization?: string; operationId?: string; payload?: string } = {},
): QueuedCommand => ({
  n: (n += 1),
  service: more.service ?? 'lists',
  type,
  payload: more.payload ?? '{}',
  meta: metaFor(more.organization ?? 'org', more.operationId === undefined ? {} : { operationId: more.operationId }),
});

describe('the fair queue', () => {
  it('keeps the order of a key and lets keys take turns', () => {
    const queue = createFairQueue<string>();
    for (const item of ['a1', 'a2', 'a3', 'b1', 'c1', 'c2']) queue.push(item[0]!, item);
    const taken: string[] = [];
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) taken.push(item);
    expect(taken).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3']);
    expect([queue.size, queue.shift()]).toEqual([0, undefined]);
  });

  it('keeps count and order over thousands of items', () => {
    const queue = createFairQueue<number>();
    for (let i = 0; i < 5_000; i++) queue.push('a', i);
    expect(Array.from({ length: 4_000 }, () => queue.shift())).toEqual(Array.from({ length: 4_000 }, (_, i) => i));
    queue.push('a', 5_000);
    expect(queue.size).toBe(1_001);
    expect(queue.shift()).toBe(4_000);
  });
});

describe('the scheduler', () => {
  const setUp = () => {
    let time = 0;
    const scheduler = createScheduler(() => time);
    const group = (costMs: number, poll: () => void = () => undefined): string[] => {
      const next = scheduler.nextGroup(poll);
      const taken: string[] = [];
      for (let c = next?.take(); c !== undefined; c = next?.take()) {
        taken.push(c.type);
        time += costMs;
      }
      return taken;
    };
    return { scheduler, group };
  };

  it('takes all that waits into one group', () => {
    const { scheduler, group } = setUp();
    for (const type of ['a', 'b', 'c']) scheduler.push(command(type));
    expect(group(0.1)).toEqual(['a', 'b', 'c']);
    expect(group(0.1)).toEqual([]);
  });

  it('ends a bulk group after 8 ms', () => {
    const { scheduler, group } = setUp();
    for (let i = 0; i < 10; i++) scheduler.push(command(`b${i}`, { operationId: 'op' }));
    expect(group(3)).toEqual(['b0', 'b1', 'b2']);
    expect(group(50)).toEqual(['b3']);
  });

  it('lets interactive commands wait for one bulk command at most, and alternates', () => {
    const { scheduler, group } = setUp();
    for (let i = 0; i < 4; i++) scheduler.push(command(`b${i}`, { operationId: 'op' }));
    scheduler.push(command('i0'));
    expect(group(1)).toEqual(['i0']);
    expect(group(1, () => scheduler.push(command('i1')))).toEqual(['b0']);
    expect(group(1)).toEqual(['i1']);
    scheduler.push(command('i2'));
    expect(group(1)).toEqual(['b1']);
    expect(group(1)).toEqual(['i2']);
    expect(group(1)).toEqual(['b2', 'b3']);
  });

  it('serves those who wait first after the writer was held, whose turn it may be', () => {
    const { scheduler } = setUp();
    const first = (quick: boolean) => {
      const next = scheduler.nextGroup(() => undefined, quick);
      return [next?.lane, next?.take()?.type];
    };
    for (let i = 0; i < 3; i++) scheduler.push(command(`b${i}`, { operationId: 'op', service: 'other' }));
    for (let i = 0; i < 3; i++) scheduler.push(command(`i${i}`));
    expect(scheduler.interactive).toBe(true);
    expect([first(true), first(true), first(true)]).toEqual([
      ['interactive', 'i0'],
      ['interactive', 'i1'],
      ['interactive', 'i2'],
    ]);
    expect(scheduler.interactive).toBe(false);
    expect(first(true)).toEqual(['bulk', 'b0']);
  });

  it('counts a large payload as bulk', () => {
    const { scheduler, group } = setUp();
    scheduler.push(command('paste', { payload: 'x'.repeat(100_000) }));
    scheduler.push(command('typing'));
    expect(group(1)).toEqual(['typing']);
    expect(group(1)).toEqual(['paste']);
  });

  it('lets organizations, operations and services take turns', () => {
    const { scheduler, group } = setUp();
    for (const type of ['x1', 'x2']) scheduler.push(command(type, { organization: 'x' }));
    scheduler.push(command('y1', { organization: 'y' }));
    for (const type of ['p1', 'p2']) scheduler.push(command(type, { operationId: 'p', service: 'other' }));
    scheduler.push(command('q1', { operationId: 'q', service: 'other' }));
    scheduler.push(command('last'));
    expect(group(0.1)).toEqual(['x1', 'y1', 'last', 'x2']);
    expect(group(0.1)).toEqual(['p1', 'q1', 'p2']);
  });
});
