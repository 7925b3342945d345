import { describe, expect, it } from 'vitest';
import { isLocalBase, linkFrom } from './base.ts';

describe('the base of invitation links', () => {
  it('is local when only this machine can open it', () => {
    for (const base of ['http://localhost:8080', 'http://127.0.0.1', 'http://[::1]:8080'])
      expect(isLocalBase(base)).toBe(true);
    for (const base of ['http://192.168.0.7:8080', 'https://tessera.marlow.example', 'nonsense'])
      expect(isLocalBase(base)).toBe(false);
  });
});

describe('an invitation link', () => {
  const link = 'http://localhost:8080/invitation/abc';

  it('begins with the address by which the inviter came, when the server only knows itself as localhost', () => {
    expect(linkFrom(link, 'http://localhost:8080', 'http://192.168.0.7:8080')).toBe(
      'http://192.168.0.7:8080/invitation/abc',
    );
  });

  it('otherwise begins with the configured base', () => {
    expect(linkFrom(link, 'http://localhost:8080', 'http://127.0.0.1:8080')).toBe(link);
    expect(linkFrom('https://t.example/invitation/abc', 'https://t.example', 'http://192.168.0.7:8080')).toBe(
      'https://t.example/invitation/abc',
    );
  });
});
