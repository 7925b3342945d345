import { describe, expect, it } from 'vitest';
import { isLocalBase } from './base.ts';

describe('the base of invitation links', () => {
  it('is local when only this machine can open it', () => {
    for (const base of ['http://localhost:8080', 'http://127.0.0.1', 'http://[::1]:8080']) expect(isLocalBase(base)).toBe(true);
    for (const base of ['http://192.168.0.7:8080', 'https://tessera.marlow.example', 'nonsense']) expect(isLocalBase(base)).toBe(false);
  });
});
