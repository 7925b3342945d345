import { describe, expect, it } from 'vitest';
import type { ConnectorsStore } from './store.ts';

const store = { execute: async () => ({ answer: null }) } as unknown as ConnectorsStore;
const meta = {} as never;

describe('a command of connectors', () => {
  it('has a name and a payload that the compiler knows', async () => {
    const payload = { operationId: 'o', tableId: 't', schemaVersion: 1 };
    expect((await store.execute({ type: 'noteTable', payload }, meta)).answer).toBeNull();
    // @ts-expect-error -- there is no such command
    await store.execute({ type: 'noteTables', payload }, meta);
    // @ts-expect-error -- it takes the version of the table as well
    await store.execute({ type: 'noteTable', payload: { operationId: 'o', tableId: 't' } }, meta);
  });
});
