import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { everyVariant } from '@tessera/kernel/testing';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  colleague,
  firstRun,
  owner,
  startTestProduct,
  caller,
  type TestCaller,
} from '../../../../infra/runtime/src/testing.ts';
import { startMailServer, type Behaviour } from '../testing/mail-server.ts';

type Mails = {
  readonly sends: boolean;
  readonly mails: readonly {
    readonly id: string;
    readonly kind: string;
    readonly state: string;
    readonly attempts: number;
    readonly why: string | null;
    readonly reason: string;
  }[];
};

const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const close of open.splice(0).toReversed()) await close();
});

/** The product with a mail server, or without one; its folder outlives a stop. */
const started = async (smtp?: string, dataFolder = mkdtempSync(join(tmpdir(), 'tessera-mail-'))) => {
  // Read by the service itself.
  vi.stubEnv('TESSERA_SMTP_URL', smtp ?? '');
  vi.stubEnv('TESSERA_MAIL_FROM', 'tessera@marlow.example');
  const product = await startTestProduct({ dataFolder, environment: { TESSERA_DIAL_OPEN: '127.0.0.1' } });
  let running = true;
  const stop = async (): Promise<void> => {
    if (running) await product.stop();
    running = false;
  };
  open.push(async () => {
    await stop();
    rmSync(dataFolder, { recursive: true, force: true });
  });
  return { product, dataFolder, stop };
};
const server = async (behaviour?: () => Behaviour) => {
  const one = await startMailServer(behaviour);
  open.push(one.stop);
  return one;
};
const invite = async (admin: TestCaller, email: string): Promise<{ id: string; link: string }> => {
  const { status, body } = await admin.call('POST', '/v3/invitations', { email, seat: 'member', role: '3' });
  expect(status).toBe(201);
  return body as { id: string; link: string };
};
const mails = async (admin: TestCaller): Promise<Mails> => (await admin.call('GET', '/v3/mails')).body as Mails;
const until = (admin: TestCaller, test: (all: Mails['mails']) => boolean): Promise<Mails['mails']> =>
  vi.waitFor(
    async () => {
      const all = (await mails(admin)).mails;
      if (!test(all)) throw new Error(`the mails are ${JSON.stringify(all)}`);
      return all;
    },
    { interval: 20, timeout: 40_000 },
  );
const plainOf = (text: string): string =>
  text
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

describe('an invitation for an address', () => {
  it('goes out once, as text and HTML, with a stable Message-ID and a link that works', async () => {
    const post = await server();
    const { product } = await started(post.url);
    const admin = await firstRun(product);
    const { link } = await invite(admin, 'new@marlow.example');
    await until(admin, (all) => all[0]?.state === 'sent');
    expect(post.arrived).toHaveLength(1);
    const [{ from, to, text } = { from: '', to: [], text: '' }] = post.arrived;
    expect([from, to]).toEqual(['tessera@marlow.example', ['new@marlow.example']]);
    const { id } = (await mails(admin)).mails[0]!;
    expect(text).toContain(`Message-ID: <${id}@localhost>`);
    expect(text).toMatch(/^Subject: Join Marlow Supply on Tessera\r$/m);
    expect(text).toMatch(/Content-Type: text\/plain/);
    expect(text).toMatch(/Content-Type: text\/html/);
    expect(plainOf(text).split(link).length).toBeGreaterThan(3);
    const token = link.split('/').at(-1)!;
    const joined = await caller(product.url).call('POST', `/invitations/${token}/accept`, {
      name: 'New',
      email: 'new@marlow.example',
      password: 'seven-oaks-44',
    });
    expect(joined.status).toBe(201);
    // What let somebody in is kept nowhere.
    const { body } = await admin.call('GET', `/v3/mails/${id}`);
    expect((body as { contents: unknown }).contents).toBeNull();
  });

  it('is kept for an administrator where nothing sends mail, and goes out once something does', async () => {
    const { product, stop, dataFolder } = await started();
    const admin = await firstRun(product);
    const { link } = await invite(admin, 'kept@marlow.example');
    const [mail] = await until(admin, (all) => all[0]?.state === 'held');
    expect((await mails(admin)).sends).toBe(false);
    const { body } = await admin.call('GET', `/v3/mails/${mail!.id}`);
    expect(body).toMatchObject({ contents: { to: 'kept@marlow.example', subject: 'Join Marlow Supply on Tessera' } });
    expect((body as { contents: { text: string } }).contents.text).toContain(link);
    const ben = await colleague(product, admin, { email: 'ben@marlow.example', seat: 'builder', role: '2' });
    for (const [method, path] of [
      ['GET', '/v3/mails'],
      ['GET', `/v3/mails/${mail!.id}`],
      ['POST', `/v3/mails/${mail!.id}/replay`],
    ] as const)
      expect((await ben.call(method, path)).status, path).toBe(403);
    await stop();
    const post = await server();
    const again = await started(post.url, dataFolder);
    const later = caller(again.product.url, admin.token);
    expect(post.arrived).toHaveLength(0);
    expect((await later.call('POST', `/v3/mails/${mail!.id}/replay`)).status).toBe(204);
    await until(later, (all) => all.some(({ id, state }) => id === mail!.id && state === 'sent'));
    expect(post.arrived.map(({ to }) => to)).toEqual([['kept@marlow.example']]);
  });

  it.runIf(everyVariant)('that is taken back before it is sent is not sent', async () => {
    let down = true;
    const post = await server(() => (down ? { rcpt: () => '451 4.3.0 later' } : {}));
    const { product } = await started(post.url);
    const admin = await firstRun(product);
    const { id } = await invite(admin, 'back@marlow.example');
    await until(admin, (all) => all[0]?.attempts === 1);
    expect((await admin.call('DELETE', `/v3/invitations/${id}`)).status).toBe(204);
    down = false;
    const { body } = await admin.call('GET', '/v3/mails');
    const [mail] = (body as Mails).mails;
    expect(mail).toMatchObject({ state: 'waiting', reason: expect.stringContaining('451') });
    await until(admin, (all) => all[0]?.state === 'dropped');
    expect(post.arrived).toEqual([]);
  });
});

it('a link to a new password reaches its receiver, and no administrator where mail is sent', async () => {
  const post = await server();
  const { product } = await started(post.url);
  const admin = await firstRun(product);
  await colleague(product, admin, { email: 'ben@marlow.example', seat: 'builder', role: '2' });
  const asked = await caller(product.url).call('POST', '/auth/reset-password', { email: 'ben@marlow.example' });
  expect(asked.status).toBe(204);
  const isReset = ({ kind, state }: Mails['mails'][number]) => kind === 'password-reset' && state === 'sent';
  const mail = (await until(admin, (all) => all.some(isReset))).find(isReset);
  const texts = post.arrived.map(({ text }) => plainOf(text)).filter((text) => text.includes('/new-password/'));
  expect(texts).toHaveLength(1);
  const [, token = ''] = /new-password\/([\w-]+)/.exec(texts[0]!) ?? [];
  const { body } = await admin.call('GET', `/v3/mails/${mail!.id}`);
  const { contents } = body as { contents: { to: string; text: string } };
  expect(contents).toMatchObject({ to: 'ben@marlow.example', text: expect.stringContaining('…') });
  expect(contents.text).not.toContain('new-password');
  const done = await caller(product.url).call('POST', '/auth/change-password', { token, password: 'tall-fjord-77' });
  expect(done.status).toBe(200);
});

it('a planned deletion is told to the important e-mails of the organization, each by itself', async () => {
  const post = await server();
  const { product } = await started(post.url);
  const admin = await firstRun(product);
  const emails = ['ops@marlow.example', 'cfo@marlow.example'];
  await admin.call('POST', '/v4/account/settings/infra-notification', { emails });
  await admin.call('POST', '/v3/organization/delete', { password: owner.password });
  await until(admin, (all) => all.filter(({ kind, state }) => kind === 'erasure' && state === 'sent').length === 2);
  await admin.call('POST', '/v3/organization/abort');
  await until(admin, (all) => all.filter(({ kind, state }) => kind === 'erasure' && state === 'sent').length === 4);
  const texts = post.arrived.map(({ text }) => plainOf(text));
  expect(texts.filter((text) => text.includes('to be deleted from Tessera with all its data'))).toHaveLength(2);
  expect(texts.filter((text) => text.includes('aborted the deletion'))).toHaveLength(2);
  for (const email of emails) expect(post.arrived.filter(({ to }) => to.includes(email))).toHaveLength(2);
});

it('mails come in pages, the newest first', async () => {
  const { product } = await started();
  const admin = await firstRun(product);
  for (const name of ['a', 'b', 'c']) {
    await invite(admin, `${name}@marlow.example`);
    await until(admin, (all) => all.length === name.charCodeAt(0) - 96);
  }
  const all = (await mails(admin)).mails.map(({ id }) => id);
  const page = async (query: string) =>
    (await admin.call('GET', `/v3/mails?${query}`)).body as Mails & { readonly next?: string };
  const first = await page('limit=2');
  const rest = await page(`after=${first.next}`);
  expect([first, rest].map((one) => one.mails.map(({ id }) => id))).toEqual([all.slice(0, 2), all.slice(2)]);
  expect(rest.next).toBeUndefined();
  const { contents } = (await admin.call('GET', `/v3/mails/${all[0]}`)).body as { contents: { to: string } };
  expect(contents.to).toBe('c@marlow.example');
});

describe('a mail server', () => {
  it('that refuses for good sets the mail aside, and an administrator sends it again', async () => {
    let refuses = true;
    const post = await server(() => (refuses ? { rcpt: () => '550 5.1.1 no such mailbox' } : {}));
    const { product } = await started(post.url);
    const admin = await firstRun(product);
    await invite(admin, 'nobody@marlow.example');
    const [mail] = await until(admin, (all) => all[0]?.state === 'aside');
    expect(mail).toMatchObject({ why: 'refused', reason: expect.stringContaining('no such mailbox') });
    expect(post.arrived).toEqual([]);
    refuses = false;
    expect((await admin.call('POST', `/v3/mails/${mail!.id}/replay`)).status).toBe(204);
    await until(admin, (all) => all[0]?.state === 'sent');
    expect(post.arrived).toHaveLength(1);
    expect((await admin.call('POST', `/v3/mails/${mail!.id}/replay`)).status).toBe(409);
  });

  it('whose answer to the contents is lost gets the mail once, and an administrator decides', async () => {
    let loses = true;
    const post = await server(() => (loses ? { taken: () => 'gone' } : {}));
    const { product } = await started(post.url);
    const admin = await firstRun(product);
    await invite(admin, 'once@marlow.example');
    const [mail] = await until(admin, (all) => all[0]?.state === 'aside');
    expect(mail!.why).toBe('unknown');
    expect(post.arrived).toHaveLength(1);
    loses = false;
    await admin.call('POST', `/v3/mails/${mail!.id}/replay`);
    await until(admin, (all) => all[0]?.state === 'sent');
    const ids = post.arrived.map(({ text }) => /^Message-ID: (.*)\r$/m.exec(text)?.[1]);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
  });

  it('in a network that the operator did not open is not dialled', async () => {
    const post = await startMailServer(undefined, '127.0.0.2');
    open.push(post.stop);
    const { product } = await started(post.url);
    const admin = await firstRun(product);
    await invite(admin, 'inside@marlow.example');
    const [mail] = await until(admin, (all) => all[0]?.attempts === 1);
    expect(mail!.reason).toContain('does not connect to');
    expect(post.connections()).toBe(0);
  });

  it.runIf(everyVariant)('without TLS gets nothing, unless the operator says so', async () => {
    const post = await server();
    const { product } = await started(post.url.replace('?security=plain', ''));
    const admin = await firstRun(product);
    await invite(admin, 'clear@marlow.example');
    await until(admin, (all) => all[0]?.attempts === 1 || all[0]?.state === 'aside');
    expect(post.arrived).toEqual([]);
  });
});

describe('a public link', () => {
  it('goes out to who is named, and its form sends receipts that lead to the answer', async () => {
    const post = await server();
    const { product } = await started(post.url);
    const admin = await firstRun(product);
    const table = (
      await admin.call('POST', '/v3/tables', {
        label: 'Trials',
        fields: [
          { name: 'Name', type: 'singleLineText' },
          { name: 'Mail', type: 'email' },
        ],
      })
    ).body as { id: string; fields: { id: string; name: string }[] };
    const field = (name: string): string => table.fields.find((one) => one.name === name)!.id;
    const view = (
      await admin.call('POST', `/v3/tables/${table.id}/views`, {
        type: 'form',
        label: 'Ask for a trial',
        config: { fields: [{ fieldId: field('Name') }, { fieldId: field('Mail') }] },
      })
    ).body as { id: string };
    const link = (
      await admin.call('POST', '/public-view/create', { identifier: table.id, type: 'form', viewId: view.id })
    ).body as { id: string; token: string };
    const emails = ['nadia@brightdock.example', 'orders@tern.example'];
    expect((await admin.call('POST', `/v3/public-view/${link.id}/:share`, { emails })).status).toBe(200);
    await vi.waitFor(() => expect(post.arrived.map(({ to }) => to[0]).toSorted()).toEqual(emails), { timeout: 40_000 });
    expect(plainOf(post.arrived[0]!.text)).toContain(`/public/${link.token}`);
    expect(post.arrived[0]!.text).toMatch(/^Subject: A page for you: Ask for a trial\r$/m);

    await admin.call('PATCH', `/v3/public-links/${link.id}`, { receipts: true, changeable: true });
    const stranger = caller(product.url);
    const { ticket } = (await stranger.call('GET', `/public/${link.token}`)).body as { ticket: string };
    const fields = { [field('Name')]: 'Noor', [field('Mail')]: 'noor@tern.example' };
    const answered = await stranger.call('POST', `/public/${link.token}/records`, { fields, ticket });
    const { change } = answered.body as { change: string };
    await vi.waitFor(() => expect(post.arrived).toHaveLength(3), { timeout: 40_000 });
    const receipt = post.arrived[2]!;
    expect(receipt.to).toEqual(['noor@tern.example']);
    expect(plainOf(receipt.text)).toContain(`/public/${link.token}#change=${change}`);
    expect(receipt.text).not.toContain('Noor');
    // Who reads the mail of the organization does not get what leads to the answer.
    const all = (await mails(admin)).mails;
    const own = all.find(({ kind }) => kind === 'receipt')!;
    const { body } = await admin.call('GET', `/v3/mails/${own.id}`);
    expect(JSON.stringify(body)).not.toContain(change);
  });
});
