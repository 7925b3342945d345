import { describe, expect, it } from 'vitest';
import type { Context } from './context.ts';

describe('a command of auth', () => {
  it('has a name, a payload and an answer that the compiler knows', async () => {
    const execute = async () => ({ answer: { id: 'i', expiresAt: 1 } });
    const context = { execute } as unknown as Pick<Context, 'execute'>;
    const meta = {} as never;
    const { answer } = await context.execute('revokeInvitation', { invitationId: 'i' }, meta);
    const nothing: null = answer;
    expect(nothing).toBeDefined();
    // @ts-expect-error -- there is no such command
    await context.execute('revokeInvitations', { invitationId: 'i' }, meta);
    // @ts-expect-error -- it takes the id of an invitation
    await context.execute('revokeInvitation', { id: 'i' }, meta);
    const made = await context.execute(
      'makeInvitation',
      { invitationId: 'i', email: '', seat: 'member', roleId: '3' },
      meta,
    );
    // @ts-expect-error -- its answer has no link: that is a secret, and no event or answer of a command has one
    expect(made.answer.link).toBeUndefined();
    expect(made.answer.expiresAt).toBe(1);
  });
});
