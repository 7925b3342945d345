import type { EventContext } from '@tessera/kernel';
import { describe, expect, it } from 'vitest';
import { event, type AuthEvent } from './events.ts';
import { notices } from './notices.ts';

const topics = (one: AuthEvent) => notices(one, {} as EventContext).map(({ topic }) => topic);

describe('a change of rights', () => {
  it.each([
    ['rights:member:u', event('memberDisabled', { userId: 'u' })],
    ['rights:member:u', event('memberEnabled', { userId: 'u' })],
    [
      'rights:member:u',
      event('memberAssigned', { userId: 'u', seat: 'viewer', roleId: '2', seatBefore: 'member', roleIdBefore: '2' }),
    ],
    ['rights:account:u', event('passwordChanged', { accountId: 'u', credentialVersion: 2, resetId: '' })],
    ['rights:account:u', event('secondFactorEnabled', { accountId: 'u' })],
    ['rights:account:u', event('accountClosed', { accountId: 'u', email: 'u@x.example' })],
    ['rights:token:t', event('apiTokenDeleted', { tokenId: 't' })],
  ])('says whom it concerns: %s', (topic, one) => {
    expect(topics(one)).toEqual([topic]);
  });
  it('concerns everybody where tasks are hidden, and nobody where the organization is called otherwise', () => {
    const before = {
      name: 'A',
      language: 'en',
      timezone: 'UTC',
      currencySymbol: '$',
      hideTasks: false,
      ai: false,
      mfaRequired: false,
      hideTablesForMember: false,
      memberUploadDataShortcut: false,
      importantEmails: [],
      funMode: false,
      workingDays: [],
      holidays: [],
    };
    const changed = (parts: object) =>
      topics(event('organizationChanged', { organizationId: 'o', organization: { ...before, ...parts }, before }));
    expect([changed({ name: 'B' }), changed({ hideTasks: true }), changed({ mfaRequired: true })]).toEqual([
      [],
      ['rights:all'],
      ['rights:all'],
    ]);
  });
  it('is no event that gives somebody their first right', () => {
    expect(topics(event('invitationAccepted', { invitationId: 'i', userId: 'u' }))).toEqual([]);
    expect(topics(event('passwordResetAsked', { accountId: 'u', resetId: 'r', organizationId: 'o' }))).toEqual([]);
    expect(
      topics(
        event('apiTokenMade', { tokenId: 't', name: 'n', userId: 'u', lastFour: '1234', expiresAt: 0, scopes: [] }),
      ),
    ).toEqual([]);
  });
  it('concerns everybody of the organization when nobody has said whom', () => {
    expect(topics({ $case: 'roleRenamed', value: {} } as never)).toEqual(['rights:all']);
  });
});
