import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { everyVariant } from '@tessera/kernel/testing';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { startMailServer, type Behaviour } from '../../../services/notifications/src/testing/mail-server.ts';
import { client, setUp, startProduct, type Client, type Product } from '../product/product.ts';

type Mails = {
  readonly mails: readonly { readonly id: string; readonly state: string; readonly why: string | null }[];
};

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

const until = (api: Client, test: (all: Mails['mails']) => boolean): Promise<Mails['mails']> =>
  vi.waitFor(
    async () => {
      const { mails } = await api.call<Mails>('GET', 'v3/mails');
      if (!test(mails)) throw new Error(`the mails are ${JSON.stringify(mails)}`);
      return mails;
    },
    { interval: 50, timeout: 60_000 },
  );

/** A product that is killed while it hands over an invitation's mail, at the moment that `when` waits for. */
const killed = async (behave: (reached: () => void) => Behaviour) => {
  const data = mkdtempSync(join(tmpdir(), 'tessera-mail-kill-'));
  closers.push(async () => rmSync(data, { recursive: true, force: true }));
  const moment = Promise.withResolvers<void>();
  let behaviour: Behaviour = behave(moment.resolve);
  const post = await startMailServer(() => behaviour);
  closers.push(post.stop);
  const env = {
    TESSERA_SMTP_URL: post.url,
    TESSERA_DIAL_OPEN: '127.0.0.1',
    TESSERA_MAIL_FROM: 'tessera@marlow.example',
  };
  const start = (): Promise<Product> => startProduct({ data, keepData: true, env });
  const first = await start();
  const { token } = await setUp(first.url);
  const invitation = { email: 'once@marlow.example', seat: 'member', role: '3' };
  await client(first.url, token).call('POST', 'v3/invitations', invitation);
  await moment.promise;
  await first.kill();
  behaviour = {};
  const second = await start();
  closers.push(() => second.stop());
  return { post, api: client(second.url, token) };
};

describe('kill -9 while a mail is handed over', () => {
  it.runIf(everyVariant)('before its contents leave: it is sent once, by whoever comes next', async () => {
    const { post, api } = await killed((reached) => ({
      rcpt: () => {
        reached();
        // The product waits for this answer when it is killed.
        return 'silent';
      },
    }));
    await until(api, (all) => all[0]?.state === 'sent');
    expect(post.arrived).toHaveLength(1);
  });

  it('after its contents left, without an answer: it is not sent a second time by itself', async () => {
    const { post, api } = await killed((reached) => ({
      taken: () => {
        reached();
        return 'silent';
      },
    }));
    const [mail] = await until(api, (all) => all[0]?.state === 'aside');
    expect(mail!.why).toBe('unknown');
    expect(post.arrived).toHaveLength(1);
    await api.call('POST', `v3/mails/${mail!.id}/replay`);
    await until(api, (all) => all[0]?.state === 'sent');
    // An administrator had it sent again: the receiver's server knows it by its Message-ID.
    const ids = post.arrived.map(({ text }) => /^Message-ID: (.*)\r$/m.exec(text)?.[1]);
    expect([ids.length, new Set(ids).size]).toEqual([2, 1]);
  });
});
