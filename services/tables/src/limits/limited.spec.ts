import { systemActor, type CommandMeta, type DecidedEvent } from '@tessera/kernel';
import { describe, expect, it } from 'vitest';
import type { Handler } from '../definitions/handler.ts';
import type { TablesEvent } from '../events.ts';
import { limited } from './limited.ts';

const made = (tableId: string, count: number): TablesEvent => ({
  $case: 'recordsCreated',
  value: { tableId, schemaVersion: 1, recordIds: Array.from({ length: count }, String), columns: [], draft: false },
});
const gone = (tableId: string, count: number): TablesEvent => ({
  $case: 'recordsDeleted',
  value: {
    tableId,
    recordIds: Array.from({ length: count }, String),
    versions: Array.from({ length: count }, () => 2),
  },
});

/** What a command comes to that decides these events in a table of so many records; `most` is what the plan allows. */
const decide = (most: number | undefined, records: number, ...events: TablesEvent[]): string => {
  let looked = false;
  const handler: Handler<{ readonly tableId: string }, object, null> = {
    *load() {
      return {};
    },
    decide: () => ({ events: events.map((event): DecidedEvent<TablesEvent> => ({ event, advances: [] })) }),
    *answer() {
      return null;
    },
  };
  const meta: CommandMeta = {
    actor: systemActor('tables', 'o'),
    origin: 'system',
    ...(most !== undefined && { mostRows: most }),
  };
  const one = limited(handler);
  const command = { tableId: 't' };
  const loading = one.load(command, meta);
  let step = loading.next();
  while (step.done !== true) {
    expect(step.value).toEqual({ kind: 'count', table: 't' });
    looked = true;
    step = loading.next(records);
  }
  expect(looked).toBe(most !== undefined);
  try {
    one.decide(command, step.value, { now: 0, meta, newId: () => 'x' });
    return 'made';
  } catch (error) {
    return (error as { code: string }).code;
  }
};

describe('a command that makes records', () => {
  it('is refused where its table would come above what the plan allows, and not before', () => {
    expect(decide(10, 9, made('t', 1))).toBe('made');
    expect(decide(10, 10, made('t', 1))).toBe('plan.records');
    expect(decide(10, 6, made('t', 5))).toBe('plan.records');
    expect(decide(0, 0, made('t', 1))).toBe('plan.records');
  });
  it('may go on in a table that is above it as long as it makes no more of them', () => {
    expect(decide(10, 20)).toBe('made');
    expect(decide(10, 20, gone('t', 3))).toBe('made');
    expect(decide(10, 20, made('t', 3), gone('t', 3))).toBe('made');
    expect(decide(10, 20, made('t', 3), gone('t', 2))).toBe('plan.records');
  });
  it('counts its own table alone, and nothing where there is no limit', () => {
    expect(decide(10, 10, made('other', 5))).toBe('made');
    expect(decide(undefined, 1_000_000, made('t', 5))).toBe('made');
  });
});
