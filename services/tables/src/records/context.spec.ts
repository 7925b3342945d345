import { newId } from '@tessera/kernel';
import { describe, expect, it } from 'vitest';
import type { Schema } from '../definitions/schema.ts';
import { contextOf } from './context.ts';

const table = (hasUsers: boolean): Schema => ({ hasUsers }) as Schema;
const bea = { id: newId(), name: 'Bea', email: 'bea@example.org' };

describe('the users of a write', () => {
  it('are asked for where they were left out and the table has a user field', () => {
    expect(() => contextOf(table(true), { usersOnDemand: true })).toThrow(
      expect.objectContaining({ code: 'records.users_needed' }),
    );
  });
  it('are found by name, address and id where they came along', () => {
    const { findUser } = contextOf(table(true), { users: [bea] });
    expect([findUser?.(' BEA '), findUser?.('bea@example.org'), findUser?.(bea.id), findUser?.('nobody')]).toEqual([
      bea.id,
      bea.id,
      bea.id,
      undefined,
    ]);
  });
  it('are not asked for by a table without them, nor of a caller that cannot send them', () => {
    expect(contextOf(table(false), { usersOnDemand: true }).findUser).toBeUndefined();
    expect(contextOf(table(true), {}).findUser).toBeUndefined();
  });
});
