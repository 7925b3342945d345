import { describe, expect, it } from 'vitest';
import { invitationIn, organizationIn } from './organizations.resource.ts';

describe('what somebody pastes', () => {
  it('is the link of an invitation, or not', () => {
    const token = 'a'.repeat(43);
    expect(invitationIn(` https://tessera.example/invitation/${token} `)).toBe(token);
    expect(invitationIn(`/invitation/${token}`)).toBe(token);
    for (const other of ['', token, 'https://tessera.example/home', '/invitation/short'])
      expect(invitationIn(other)).toBeNull();
  });
  it('names an organization by a word or by an address of its login', () => {
    expect(organizationIn(' marlow ')).toBe('marlow');
    expect(organizationIn('https://tessera.example/login?org=marlow&x=1')).toBe('marlow');
  });
});
