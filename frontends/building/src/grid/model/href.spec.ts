import { describe, expect, it } from 'vitest';
import { hrefOf } from './href.ts';

describe('links of cells', () => {
  it('open web addresses, with and without a scheme', () => {
    expect(hrefOf('link', 'https://example.com/a b')).toBe('https://example.com/a%20b');
    expect(hrefOf('link', 'example.com/x')).toBe('https://example.com/x');
  });
  it('never run anything', () => {
    for (const text of [
      'javascript:alert(1)',
      'JaVaScRiPt:alert(1)',
      'data:text/html,<script>1</script>',
      'vbscript:x',
      'file:///etc/passwd',
    ])
      expect(hrefOf('link', text)).toBeNull();
  });
  it('write and call', () => {
    expect(hrefOf('email', 'a b@example.com?cc=x')).toBe('mailto:a%20b@example.com%3Fcc%3Dx');
    expect(hrefOf('phone', '+55 (11) 9 8765-4321')).toBe('tel:+5511987654321');
  });
});
