import { describe, expect, it } from 'vitest';
import { mailAddress, phoneAddress, webAddress } from './href.ts';

describe('links of cells', () => {
  it('open web addresses, with and without a scheme', () => {
    expect(webAddress('https://example.com/a b')).toBe('https://example.com/a%20b');
    expect(webAddress('example.com/x')).toBe('https://example.com/x');
  });
  it('never run anything', () => {
    for (const text of [
      'javascript:alert(1)',
      'JaVaScRiPt:alert(1)',
      'data:text/html,<script>1</script>',
      'vbscript:x',
      'file:///etc/passwd',
    ])
      expect(webAddress(text)).toBeNull();
  });
  it('write and call', () => {
    expect(mailAddress('a b@example.com?cc=x')).toBe('mailto:a%20b@example.com%3Fcc%3Dx');
    expect(phoneAddress('+55 (11) 9 8765-4321')).toBe('tel:+5511987654321');
  });
});
