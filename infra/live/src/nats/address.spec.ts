import { describe, expect, it } from 'vitest';
import { natsAddress } from './address.ts';

describe('the address of NATS', () => {
  it.each([
    [['nats://nats'], { servers: ['nats:4222'], tls: false }],
    [['nats://ana:pa%40ss@a:4333'], { servers: ['a:4333'], tls: false, user: 'ana', password: 'pa@ss' }],
    [['nats://t%2Fken@10.0.0.1:4222'], { servers: ['10.0.0.1:4222'], tls: false, token: 't/ken' }],
    [['tls://a:4222'], { servers: ['a:4222'], tls: true }],
    [
      ['nats+tls://ana:pw@a:4222', 'tls://ana:pw@b:4222', 'nats://c'],
      { servers: ['a:4222', 'b:4222', 'c:4222'], tls: true, user: 'ana', password: 'pw' },
    ],
  ])('%j', (urls, read) => {
    expect(natsAddress(urls)).toEqual(read);
  });

  it.each([
    [['nats://ana:se#cret@a:4222'], 'percent-encoded'],
    [['http://ana:secret@a:4222'], 'must be nats://'],
    [['nats://ana:secret%@a:4222'], '%25'],
    [['nats://:secret@a:4222'], 'needs a user'],
    [['nats://ana:secret@a', 'nats://bo:secret@b'], 'the same user'],
    [['tls://ana:secret@10.0.0.1:4222'], 'must be a name'],
    [['tls://ana:secret@[::1]:4222'], 'must be a name'],
  ])('refuses %j and does not repeat the secret', (urls, told) => {
    const said = (() => {
      try {
        natsAddress(urls);
        return 'nothing';
      } catch (error) {
        return String(error);
      }
    })();
    expect(said).toContain(told);
    expect(said).not.toMatch(/secret/);
  });
});
