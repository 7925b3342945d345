import { describe, expect, it } from 'vitest';
import type { NotificationsStore } from './store.ts';

const store = { execute: async () => ({ answer: ['n'] }) } as unknown as NotificationsStore;
const meta = {} as never;

describe('a command of notifications', () => {
  it('has a name, a payload and an answer that the compiler knows', async () => {
    const { answer } = await store.execute({ type: 'makeNotifications', payload: { items: [] } }, meta);
    const ids: readonly string[] = answer;
    expect(ids).toEqual(['n']);
    // @ts-expect-error -- there is no such command
    await store.execute({ type: 'makeNotification', payload: { items: [] } }, meta);
    // @ts-expect-error -- a mail has an id
    await store.execute({ type: 'endMail', payload: { id: 'm' } }, meta);
  });
});
