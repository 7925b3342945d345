import { newId } from '@tessera/kernel';
import { describe, expect, it } from 'vitest';
import { contextOf, namedPeople } from './context.ts';

const bea = newId();

describe('the people of a write', () => {
  it('are found as they came along; who is nobody is not asked for again', () => {
    const { findUser, check } = contextOf({ people: { ids: { Bea: bea, Nobody: '' } } });
    expect([findUser?.('Bea'), findUser?.('Nobody')]).toEqual([bea, undefined]);
    expect(check).not.toThrow();
  });
  it('are asked for all at once where nothing of them came along', () => {
    const { findUser, userName, check } = namedPeople({ ids: { Bea: bea } });
    expect([findUser('Ada'), findUser('Bea'), findUser('__proto__'), userName(bea)]).toEqual([
      undefined,
      bea,
      undefined,
      bea,
    ]);
    expect(check).toThrow(
      expect.objectContaining({
        code: 'records.users_needed',
        details: { texts: ['Ada', '__proto__'], ids: [bea], files: [], records: {} },
      }),
    );
  });
  it('are not asked for by a caller that sends none', () => {
    const { findUser, check } = contextOf({});
    expect(findUser).toBeUndefined();
    expect(check).not.toThrow();
  });
});
