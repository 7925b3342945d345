import type { IncomingMessage } from 'node:http';
import { memoryLimits } from '@tessera/shared-state';
import { describe, expect, it } from 'vitest';
import { createThrottle, type Attempt } from './throttle.ts';

/** Browsers that are known by what their header says. */
const devices = {
  cookieFor: () => Promise.resolve(''),
  known: (email: string, { cookie }: { readonly cookie?: string | undefined }) =>
    Promise.resolve(cookie?.startsWith(`${email} `) === true ? cookie : undefined),
};
const from = (ip: string, cookie?: string): Attempt => ({ ip, raw: { headers: { cookie } } as IncomingMessage });
const throttle = () => createThrottle({ limits: memoryLimits(), on: true, devices });
const refused = expect.objectContaining({ kind: 'limited', code: 'request.limited' }) as Error;

describe('attempts to sign in', () => {
  it('a thousand people behind one address sign in at once', async () => {
    const { begin } = throttle();
    const office = from('198.51.100.7');
    const attempts = Array.from({ length: 1000 }, (_, i) => begin(`p${i}@marlow.example`, office));
    expect(await Promise.all(attempts)).toHaveLength(1000);
  });
  it('a hundred wrong passwords stop an address, whatever accounts they were for, and no other address', async () => {
    const { begin, failed } = throttle();
    for (let i = 0; i < 100; i++) {
      await begin(`p${i}@marlow.example`, from('203.0.113.9'));
      await failed(from('203.0.113.9'));
    }
    await expect(begin('q@marlow.example', from('203.0.113.9'))).rejects.toThrow(refused);
    await begin('q@marlow.example', from('203.0.113.10'));
    // Somebody who works behind that address all the time is let through to their own attempts.
    await begin('q@marlow.example', from('203.0.113.9', 'q@marlow.example laptop'));
  });
  it('ten from anywhere stop an account but for the browsers that it knows, each of which has ten', async () => {
    const { begin } = throttle();
    for (let i = 0; i < 10; i++) await begin('Maren@marlow.example', from(`203.0.113.${i}`));
    await expect(begin('maren@marlow.example', from('198.51.100.1'))).rejects.toThrow(refused);
    await expect(begin('maren@marlow.example', from('198.51.100.1', 'other@marlow.example x'))).rejects.toThrow(
      refused,
    );
    for (let i = 0; i < 10; i++)
      await begin('maren@marlow.example', from('198.51.100.1', 'maren@marlow.example laptop'));
    await expect(begin('maren@marlow.example', from('198.51.100.1', 'maren@marlow.example laptop'))).rejects.toThrow(
      refused,
    );
    await begin('maren@marlow.example', from('198.51.100.1', 'maren@marlow.example phone'));
  });
});
