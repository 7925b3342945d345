import { describe, expect, it } from 'vitest';
import type { TablesStore } from './store.ts';

const store = { execute: async () => ({ answer: { ids: ['r'], appended: 1 } }) } as unknown as TablesStore;
const meta = {} as never;

describe('a command of tables', () => {
  it('has a name, a payload and an answer that the compiler knows', async () => {
    const { answer } = await store.execute({ type: 'records.delete', payload: { tableId: 't', ids: ['r'] } }, meta);
    const ids: readonly string[] = answer.ids;
    expect(ids).toEqual(['r']);
    // @ts-expect-error -- there is no such command
    await store.execute({ type: 'records.remove', payload: { tableId: 't', ids: ['r'] } }, meta);
    // @ts-expect-error -- it takes a list of ids
    await store.execute({ type: 'records.delete', payload: { tableId: 't', id: 'r' } }, meta);
    // @ts-expect-error -- it answers the ids alone
    expect(answer.records).toBeUndefined();
    const batch = { tableId: 't', count: 1, batch: '' };
    expect((await store.execute({ type: 'records.append', payload: batch }, meta)).answer.appended).toBe(1);
  });

  it('of a definition takes the version that it must have', async () => {
    const payload = { tableId: 't', fieldIds: ['f'], ifMatch: 3 };
    expect(await store.execute({ type: 'fields.reorder', payload }, meta)).toBeDefined();
    // @ts-expect-error -- a version is a number
    await store.execute({ type: 'fields.reorder', payload: { ...payload, ifMatch: '3' } }, meta);
  });
});
