import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AuthServiceDefinition } from '@tessera/proto/auth/v1/service';
import type { ServicePorts } from '@tessera/runtime';
import { createDirectory } from '@tessera/runtime/directory';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  caller,
  colleague,
  firstRun,
  startTestProduct,
  type TestCaller,
  type TestProduct,
} from '../../../../infra/runtime/src/testing.ts';
import { createClock } from '../clock.ts';
import type { NotificationsEvent } from '../events.ts';
import { startMailServer } from '../testing/mail-server.ts';
import { startPushService } from '../testing/push-service.ts';

type One = {
  readonly id: string;
  readonly title: string;
  readonly link: string | null;
  readonly isRead: boolean;
  readonly forwardedBy: string | null;
  readonly snoozedUntil: string | null;
};
type Told = { readonly unread: number; readonly notifications: readonly One[] };
type Table = { readonly id: string; readonly fields: readonly { readonly id: string; readonly name: string }[] };
type Person = { readonly one: TestCaller; readonly id: string; readonly email: string };

const dayMs = 86_400_000;
const dataFolder = mkdtempSync(join(tmpdir(), 'tessera-deliveries-'));
let post: Awaited<ReturnType<typeof startMailServer>>;
let push: Awaited<ReturnType<typeof startPushService>>;
let product: TestProduct;
let admin: TestCaller;
let people = 0;

const start = async (): Promise<void> => {
  product = await startTestProduct({ dataFolder, environment: { TESSERA_DIAL_OPEN: '127.0.0.1' } });
};
const idOf = async (one: TestCaller): Promise<string> =>
  ((await one.call('GET', '/v3/session')).body as { user: { id: string } }).user.id;
const organizationOf = async (): Promise<string> =>
  ((await admin.call('GET', '/v3/session')).body as { organization: { id: string } }).organization.id;
const someone = async (name?: string): Promise<Person> => {
  const email = `hears-${people++}@marlow.example`;
  const one = await colleague(product, admin, { email, seat: 'builder', role: '2', ...(name && { name }) });
  return { one, id: await idOf(one), email };
};
const inbox = async (one: TestCaller, query = ''): Promise<Told> =>
  (await one.call('GET', `/v3/notifications${query}`)).body as Told;
const waitFor = <T>(look: () => Promise<T>, test: (found: T) => boolean): Promise<T> =>
  vi.waitFor(
    async () => {
      const found = await look();
      if (!test(found)) throw new Error(`it is ${JSON.stringify(found)}`);
      return found;
    },
    { interval: 20, timeout: 40_000 },
  );
const until = (one: TestCaller, test: (told: Told) => boolean): Promise<Told> => waitFor(() => inbox(one), test);
const set = async ({ one }: Person, setting_key: string, setting_value: unknown): Promise<void> => {
  const { status, body } = await one.call('POST', '/user-settings/update', { setting_key, setting_value });
  expect([status, body]).toEqual([200, body]);
};

/** Tells somebody of a record; answers the record and its table. */
const assign = async ({ id }: Person, label: string): Promise<{ readonly table: string; readonly record: string }> => {
  const { body } = await admin.call('POST', '/v3/tables', {
    label: `Table of ${label}`,
    fields: [
      { name: 'Name', type: 'singleLineText' },
      { name: 'Owner', type: 'user' },
    ],
  });
  const table = body as Table;
  const [name, owner] = table.fields.map((field) => field.id);
  // Whoever has just joined is known a moment later.
  return vi.waitFor(
    async () => {
      const records = [{ fields: { [name!]: label, [owner!]: id } }];
      const made = await admin.call('POST', `/v3/tables/${table.id}/records`, { records });
      if (made.status >= 300) throw new Error(JSON.stringify(made.body));
      return { table: table.id, record: (made.body as { records: { id: string }[] }).records[0]!.id };
    },
    { interval: 50, timeout: 30_000 },
  );
};

const plainOf = (text: string): string =>
  text
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
const allTo = (email: string): readonly string[] =>
  post.arrived.filter(({ to }) => to.includes(email)).map(({ text }) => plainOf(text));
/** Of what somebody was told; they were invited by one too. */
const mailsTo = (email: string): readonly string[] => allTo(email).filter((text) => !text.includes('/invitation/'));
/** Everything that was queued has gone out, or was dropped. */
const sentAll = async (): Promise<void> => {
  const to = `last-${people++}@marlow.example`;
  await admin.call('POST', '/v3/invitations', { email: to, seat: 'member', role: '3' });
  await waitFor(
    async () => allTo(to).length,
    (count) => count === 1,
  );
};

beforeAll(async () => {
  post = await startMailServer();
  push = await startPushService();
  vi.stubEnv('TESSERA_SMTP_URL', post.url);
  vi.stubEnv('TESSERA_MAIL_FROM', 'tessera@marlow.example');
  await start();
  admin = await firstRun(product);
});
afterAll(async () => {
  await product.stop();
  await post.stop();
  await push.stop();
  vi.unstubAllEnvs();
  rmSync(dataFolder, { recursive: true, force: true });
});

describe('a notification that is put off', () => {
  it('is in no list but its own, and comes again once, unread and first, over a restart', async () => {
    const ben = await someone();
    await assign(ben, 'First');
    const [first] = (await until(ben.one, ({ unread }) => unread === 1)).notifications;
    await assign(ben, 'Second');
    await until(ben.one, ({ unread }) => unread === 2);
    const snooze = (time: string | null, by = ben.one) =>
      by.call('POST', `/v3/notifications/${first!.id}/snooze`, { until: time });
    const soon = new Date(Date.now() + 2_500).toISOString();
    expect((await snooze(soon, admin)).status).toBe(404);
    expect((await snooze('2020-01-01T00:00:00Z')).status).toBe(400);
    expect((await ben.one.call('POST', `/v3/notifications/${first!.id}/read`)).status).toBe(204);
    expect((await snooze(soon)).status).toBe(204);
    const away = await inbox(ben.one);
    expect([away.unread, away.notifications.map(({ title }) => title.includes('Second'))]).toEqual([1, [true]]);
    expect((await inbox(ben.one, '?filter=snoozed')).notifications).toMatchObject([{ snoozedUntil: soon }]);
    expect((await inbox(ben.one, '?filter=read')).notifications).toEqual([]);
    await product.stop();
    await start();
    admin = caller(product.url, admin.token);
    const organizationId = await organizationOf();
    const again = caller(product.url, ben.one.token);
    const back = await until(again, ({ unread }) => unread === 2);
    expect(back.notifications.map(({ title, isRead }) => [/(First|Second)/.exec(title)?.[0], isRead])).toEqual([
      ['First', false],
      ['Second', false],
    ]);
    expect((await inbox(again, '?filter=snoozed')).notifications).toEqual([]);
    // Made, read, put off, back.
    const { store } = product.ports('notifications');
    expect(await store.headers(organizationId, { root: `notification:${first!.id}`, limit: 10 })).toHaveLength(4);
  });
});

describe('a notification that is forwarded', () => {
  it('reaches who may open what it tells of, once, and nobody else', async () => {
    const [ben, oswin] = [await someone('Ben'), await someone('Oswin')];
    const { table, record } = await assign(ben, 'Oakline');
    const [own] = (await until(ben.one, ({ unread }) => unread === 1)).notifications;
    const forward = (by: TestCaller, userId: string) =>
      by.call('POST', `/v3/notifications/${own!.id}/forward`, { userId });
    expect((await forward(oswin.one, oswin.id)).status).toBe(404);
    expect((await forward(ben.one, ben.id)).status).toBe(400);
    expect((await forward(ben.one, own!.id)).status).toBe(404);
    const { body } = await ben.one.call('GET', `/v3/notifications/${own!.id}/forward?search=osw`);
    expect(body).toEqual({ people: [{ id: oswin.id, name: 'Oswin', canOpen: true }] });
    for (let n = 0; n < 2; n++) expect((await forward(ben.one, oswin.id)).status).toBe(204);
    const { unread, notifications } = await inbox(oswin.one);
    expect([unread, notifications]).toMatchObject([
      1,
      [{ forwardedBy: ben.id, link: `/object/${table}?recordId=${record}` }],
    ]);
    expect(notifications[0]!.title).toBe('Ben forwarded to you: Oakline in Table of Oakline');
    // What is gone is forwarded no more, and shown to nobody.
    await admin.call('DELETE', `/v3/tables/${table}/records`, { ids: [record] });
    await until(oswin.one, (told) => told.notifications[0]!.link === null);
    expect(JSON.stringify(await inbox(oswin.one))).not.toContain('Oakline');
    const lark = await someone('Lark');
    expect([(await forward(ben.one, lark.id)).status, (await inbox(lark.one)).unread]).toEqual([403, 0]);
  });
});

describe('the ways by which somebody hears', () => {
  it('are theirs: a mail goes out once for what they want, unless they have read it or may not read it', async () => {
    const [ben, oswin] = [await someone(), await someone()];
    await set(oswin, 'user_assignment_notification_email', false);
    await set(ben, 'user_notification_language', 'pt');
    expect(
      (
        await ben.one.call('POST', '/user-settings/update', {
          setting_key: 'user_notification_digest_hour',
          setting_value: 30,
        })
      ).status,
    ).toBe(400);
    const { body } = await oswin.one.call('GET', '/user-settings/get');
    expect(body).toMatchObject({ sends_mail: true });
    expect((body as { settings: object[] }).settings).toContainEqual({
      setting_key: 'user_assignment_notification_email',
      setting_value: false,
    });
    const { table, record } = await assign(ben, 'Bright');
    await assign(oswin, 'Quiet');
    await waitFor(
      async () => mailsTo(ben.email).length,
      (count) => count === 1,
    );
    await until(oswin.one, ({ unread }) => unread === 1);
    await sentAll();
    const [mail = ''] = mailsTo(ben.email);
    expect(mailsTo(ben.email)).toHaveLength(1);
    expect(mail).toContain('atribuiu Bright em Table of Bright a voc');
    expect(mail).toContain(`/object/${table}?recordId=${record}`);
    expect(mailsTo(oswin.email)).toEqual([]);
    // What people are told is read by no administrator.
    const { mails } = (await admin.call('GET', '/v3/mails')).body as { mails: { kind: string }[] };
    expect(mails.map(({ kind }) => kind)).not.toContain('notice');
    await set(ben, 'user_assignment_notification_tessera', false);
    await assign(ben, 'Unheard');
    const last = await someone();
    await assign(last, 'Last');
    await until(last.one, ({ unread }) => unread === 1);
    expect((await inbox(ben.one)).notifications).toHaveLength(1);
  });

  it('have a digest that counts what is unread and may be read, in their language, once', async () => {
    const ben = await someone();
    await set(ben, 'user_assignment_notification_email', false);
    await set(ben, 'user_notification_digest', 'day');
    await set(ben, 'user_notification_language', 'es');
    await set(ben, 'user_notification_timezone', 'America/Sao_Paulo');
    const gone = await assign(ben, 'Falcon');
    await assign(ben, 'Kestrel');
    await assign(ben, 'Heron');
    await until(ben.one, ({ unread }) => unread === 3);
    await admin.call('DELETE', `/v3/tables/${gone.table}`);
    const ports = product.ports('notifications') as ServicePorts<NotificationsEvent>;
    // Two processes on the next day: one is there anew.
    const later = () =>
      createClock(
        { ...ports, clock: () => Date.now() + dayMs },
        {
          directory: createDirectory(ports.rpc.client(AuthServiceDefinition), Date.now, 'notifications'),
          waysOf: async () => ({ mail: undefined, push: false }),
          wake: () => undefined,
          sendsMail: true,
        },
      );
    const look = async (count: number): Promise<void> => {
      const clocks = Array.from({ length: count }, later);
      await Promise.all(clocks.map((one) => one.wake()));
      for (const one of clocks) await one.stop();
    };
    await look(2);
    await sentAll();
    await waitFor(
      async () => mailsTo(ben.email).length,
      (count) => count === 1,
    );
    await look(1);
    await sentAll();
    const [digest = ''] = mailsTo(ben.email);
    expect(mailsTo(ben.email)).toHaveLength(1);
    expect(digest).toContain('2 sin leer');
    expect(digest).toMatch(/Kestrel/);
    expect(digest).not.toContain('Falcon');
  });

  it('have a digest that tells what changed where they asked for it, also where nothing is unread', async () => {
    const mara = await someone();
    const quiet = await someone();
    const { body } = await admin.call('POST', '/v3/tables', {
      label: 'Moorings',
      fields: [{ name: 'Name', type: 'singleLineText' }],
    });
    const { id, fields } = body as Table;
    for (const one of [mara, quiet]) {
      await set(one, 'user_notification_digest', 'day');
      await set(one, 'user_notification_language', 'pt');
    }
    const place = `/v3/tables/${id}/digest`;
    expect((await mara.one.call('PUT', place, { inDigest: true })).status).toBe(200);
    await admin.call('POST', `/v3/tables/${id}/records`, { records: [{ fields: { [fields[0]!.id]: 'Buoy' } }] });
    const ports = product.ports('notifications') as ServicePorts<NotificationsEvent>;
    const clock = createClock(
      { ...ports, clock: () => Date.now() + dayMs },
      {
        directory: createDirectory(ports.rpc.client(AuthServiceDefinition), Date.now, 'notifications'),
        waysOf: async () => ({ mail: undefined, push: false }),
        wake: () => undefined,
        sendsMail: true,
      },
    );
    await clock.wake();
    await clock.stop();
    await sentAll();
    const [digest = ''] = await waitFor(
      async () => mailsTo(mara.email),
      (mails) => mails.length === 1,
    );
    expect(digest).toContain('Seu dia no Tessera: o que mudou');
    expect(digest).toContain('Moorings: 1 adicionado');
    expect(digest).toContain(`/object/${id}/changes?since=day`);
    expect(mailsTo(quiet.email)).toEqual([]);
  });

  it('reach a browser by push, in secret, until it is gone; and only for what its reader may read', async () => {
    const ben = await someone();
    const browser = push.browser();
    const { endpoint, ...keys } = browser.subscription;
    const subscribe = (one: TestCaller, payload: object) =>
      one.call('POST', '/notifications/subscribe', { payload, type: 'generic_browser' });
    expect((await subscribe(ben.one, { endpoint: 'http://push.example/1', keys })).status).toBe(400);
    expect((await subscribe(ben.one, { endpoint, keys: { ...keys, p256dh: 'AAAA' } })).status).toBe(400);
    // A browser is one person's: the last who subscribed.
    const before = await someone();
    expect((await subscribe(before.one, { endpoint, keys })).status).toBe(204);
    expect((await subscribe(ben.one, { endpoint, keys })).status).toBe(204);
    expect((await before.one.call('GET', '/v3/notifications/push')).body).toMatchObject({ endpoints: [] });
    const { publicKey } = (await ben.one.call('GET', '/v3/notifications/push')).body as { publicKey: string };
    for (const who of [ben, before]) await set(who, 'user_assignment_notification_push', true);
    await assign(before, 'Other');
    const { table, record } = await assign(ben, 'Oakline');
    await waitFor(
      async () => browser.arrived.length,
      (count) => count === 1,
    );
    const [{ headers, text, claims, key }] = browser.arrived as [(typeof browser.arrived)[number]];
    const [{ id }] = (await inbox(ben.one)).notifications as [One];
    expect(JSON.parse(text)).toEqual({
      id,
      userId: ben.id,
      link: `/object/${table}?recordId=${record}`,
      title: expect.stringMatching(/ assigned you to Oakline in Table of Oakline$/),
    });
    expect(headers).toMatchObject({ topic: id, ttl: '86400', 'content-encoding': 'aes128gcm' });
    expect([key, claims.aud]).toEqual([publicKey, push.origin]);
    browser.answer(410);
    await assign(ben, 'Second');
    await waitFor(
      async () => ((await ben.one.call('GET', '/v3/notifications/push')).body as { endpoints: string[] }).endpoints,
      (endpoints) => endpoints.length === 0,
    );
    await assign(ben, 'Third');
    const last = await someone();
    await assign(last, 'Last');
    await until(last.one, ({ unread }) => unread === 1);
    expect([browser.asked(), browser.arrived.length]).toEqual([2, 1]);
    // The keys are those of the installation: they stay.
    await product.stop();
    await start();
    admin = caller(product.url, admin.token);
    const again = caller(product.url, ben.one.token);
    expect((await again.call('GET', '/v3/notifications/push')).body).toEqual({ publicKey, endpoints: [] });
  });
});
