import { readFileSync } from 'node:fs';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createDialer } from '../../../../infra/dialer/src/index.ts';
import { makeAuthority } from '../../../../infra/rpc/src/testing/certificates.ts';
import type { SmtpServer } from '../config.ts';
import { startMailServer, type Guarded } from '../testing/mail-server.ts';
import { createSmtp, type Handed } from './smtp.ts';

const known = makeAuthority('known');
const unknown = makeAuthority('unknown');
const before = getCACertificates('default');
beforeAll(() => setDefaultCACertificates([...before, readFileSync(known.ca, 'utf8')]));
afterAll(() => {
  setDefaultCACertificates(before);
  known.remove();
  unknown.remove();
});

const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

const login = { user: 'tessera', password: 'päss word' };
const own = known.issue(['DNS:localhost', 'IP:127.0.0.1']).pems;

const server = async (guarded: Guarded) => {
  const one = await startMailServer(undefined, '127.0.0.1', guarded);
  open.push(one.stop);
  return one;
};
const dialer = createDialer({ open: ['127.0.0.1'], resolve: async () => ['127.0.0.1'] });
const hand = async (port: number, more: Partial<SmtpServer>): Promise<Handed> =>
  createSmtp(
    { host: 'localhost', port, security: 'starttls', ...login, ...more },
    dialer,
    'tessera.test',
  )(
    {
      from: 'tessera@marlow.example',
      to: 'new@marlow.example',
      letter: { subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' },
      messageId: 'one@marlow.example',
      date: new Date(),
    },
    async () => undefined,
  );

describe('mail in secret', () => {
  it.each(['starttls', 'tls'] as const)('goes out with a login: %s', async (mode) => {
    const post = await server({ mode, ...own, login });
    expect(await hand(post.port, { security: mode })).toEqual({ as: 'sent' });
    expect(post.arrived).toMatchObject([{ from: 'tessera@marlow.example', to: ['new@marlow.example'] }]);
    expect(post.overheard).toEqual(mode === 'tls' ? [] : ['EHLO tessera.test', 'STARTTLS']);
  });

  it('goes to a server that is named by its address', async () => {
    const post = await server({ mode: 'starttls', ...own, login });
    expect(await hand(post.port, { host: '127.0.0.1' })).toEqual({ as: 'sent' });
  });

  it('waits, and says what the server said, where the credentials are not valid', async () => {
    const post = await server({ mode: 'starttls', ...own, login });
    expect(await hand(post.port, { password: 'another' })).toMatchObject({
      as: 'later',
      reason: expect.stringContaining('535'),
    });
    expect(post.arrived).toEqual([]);
  });

  it('says nothing that is secret where the server does not know STARTTLS', async () => {
    const post = await server({ mode: 'starttls', ...own, login, mute: true });
    expect(await hand(post.port, {})).toMatchObject({ as: expect.stringMatching(/^(?:later|never)$/) });
    expect(post.overheard.join('\n')).not.toMatch(/AUTH|MAIL|RCPT/);
    expect(post.arrived).toEqual([]);
  });

  it('waits where the server goes away in the middle of the login', async () => {
    const post = await server({ mode: 'starttls', ...own, login, leaves: true });
    expect(await hand(post.port, {})).toMatchObject({ as: 'later' });
  });

  it.each([
    ['an authority that nobody knows', unknown.issue(['DNS:localhost']).pems],
    ['another host', known.issue(['DNS:mail.example']).pems],
  ])('waits where the certificate is of %s', async (_, pems) => {
    for (const mode of ['starttls', 'tls'] as const) {
      const post = await server({ mode, key: pems.key, cert: pems.cert, login });
      expect(await hand(post.port, { security: mode }), mode).toMatchObject({ as: 'later' });
      expect(post.arrived).toEqual([]);
    }
  });
});
