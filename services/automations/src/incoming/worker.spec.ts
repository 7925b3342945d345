import { passedOn } from '@tessera/kernel';
import { memoryLeases } from '@tessera/shared-state';
import { describe, expect, it, vi } from 'vitest';
import type { IncomingCall } from './evolve.ts';
import { createIncomingWorker } from './worker.ts';

const call = (part: Partial<IncomingCall> = {}): IncomingCall => ({
  id: 'c',
  incomingId: 'i',
  tableId: '',
  functionId: 'f',
  takenAt: 1_000,
  state: 'waiting',
  endedAt: 0,
  code: '',
  reason: '',
  recordId: '',
  ...part,
});
const sent = { at: '', body: { name: 'A' }, headers: {}, query: {} };

/** A worker with one call in its queue, and what it told of it. */
const working = async (
  one: IncomingCall,
  {
    called = async () => ({ error: null, output: 7 }),
    create = async () => ({ id: 'r' }),
    now = 2_000,
    kept = true,
  }: {
    readonly called?: (given: { begin: () => Promise<unknown> }) => Promise<object>;
    readonly create?: () => Promise<object>;
    readonly now?: number;
    readonly kept?: boolean;
  } = {},
) => {
  const told: object[] = [];
  let open = [{ id: 'q', callId: one.id, incomingId: one.incomingId }];
  const worker = createIncomingWorker({
    documents: {
      find: async () => open,
      get: async (_organization: string, collection: string) =>
        collection === 'incomingcalls' ? one : { id: 'i', ownerId: 'u' },
    } as never,
    leases: memoryLeases(),
    clock: () => now,
    log: { warn: () => undefined, error: () => undefined } as never,
    store: {
      execute: async ({ type, payload }: { type: string; payload: object }) => {
        told.push({ type, ...payload });
        if (type === 'endCall') open = [];
        return { answer: null };
      },
      organizations: async () => ['o'],
    } as never,
    tables: {
      fields: async () => [
        { id: 'a', name: 'Name', type: 'singleLineText', propsJson: '{}', propsVersion: 0, number: 1, generation: 0 },
      ],
      create,
    } as never,
    directory: { present: async () => ({ organizationId: 'o' }) } as never,
    functions: {
      forWebhook: (_actor: object, _id: string, given: { begin: () => Promise<unknown> }) => called(given),
    } as never,
    taken: { get: async () => (kept ? { call: sent, from: '' } : undefined), put: async () => undefined } as never,
  });
  worker.wake('o');
  return { told, stop: worker.stop };
};
const ends = async (one: IncomingCall, given?: Parameters<typeof working>[1]): Promise<readonly object[]> => {
  const { told, stop } = await working(one, given);
  await vi.waitFor(() => expect(told.at(-1)).toMatchObject({ type: 'endCall' }), { interval: 5 });
  await stop();
  return told;
};

describe('a call of an incoming webhook', () => {
  it('is begun before its function is called, and done', async () => {
    const called = async ({ begin }: { begin: () => Promise<unknown> }) => {
      await begin();
      return { error: null, output: 7 };
    };
    expect(await ends(call(), { called })).toMatchObject([{ type: 'beginCall' }, { type: 'endCall', state: 'done' }]);
  });
  it('that was begun is not made again: nobody knows what it did', async () => {
    expect(await ends(call({ state: 'begun' }))).toMatchObject([
      { type: 'endCall', state: 'failed', code: 'automations.outcome_unknown' },
    ]);
  });
  it('of a table adds a record', async () => {
    expect(await ends(call({ functionId: '', tableId: 't' }))).toMatchObject([{ state: 'done', recordId: 'r' }]);
  });
  it('fails with what its table or function said', async () => {
    const create = () => Promise.reject(passedOn('unprocessable', 'records.trigger_refused', 'It stays.'));
    expect(await ends(call({ functionId: '', tableId: 't' }), { create })).toMatchObject([
      { state: 'failed', code: 'records.trigger_refused', reason: 'It stays.' },
    ]);
    const called = async () => ({ error: { code: 'functions.failed', reason: 'broken' }, output: null });
    expect(await ends(call(), { called })).toMatchObject([{ state: 'failed', reason: 'broken' }]);
    expect(await ends(call(), { kept: false })).toMatchObject([{ code: 'incoming.payload_gone' }]);
  });
  it('waits for what is busy, and is given up after a day', async () => {
    const busy = () => Promise.reject(passedOn('unavailable', 'functions.busy', 'Busy.'));
    const { told, stop } = await working(call(), { called: busy });
    await stop();
    expect(told).toEqual([]);
    expect(await ends(call(), { called: busy, now: 2_000 + 24 * 3_600_000 })).toMatchObject([
      { state: 'failed', code: 'functions.busy' },
    ]);
  });
});
