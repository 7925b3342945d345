import { describe, expect, it } from 'vitest';
import { currencyFor, isEmail } from './checks.ts';

describe('an e-mail', () => {
  it('has a name, an at and a domain with a dot', () => {
    for (const good of ['a@b.co', ' isolde@marlow.example ', 'a+b.c@d-e.f.gh']) expect(isEmail(good)).toBe(true);
    for (const bad of ['', 'a', 'a@b', 'a b@c.de', 'a@b@c.de', '<a@b.co>']) expect(isEmail(bad)).toBe(false);
  });
});

describe('the currency', () => {
  it('is that of the region of the browser', () => {
    expect(currencyFor(['pt-BR', 'en'])).toBe('R$');
    expect(currencyFor(['pt'])).toBe('R$');
    expect(currencyFor(['de-DE'])).toBe('€');
    expect(currencyFor(['en-GB'])).toBe('£');
    expect(currencyFor(['sw-TZ'])).toBe('$');
  });
});
