import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AuthServiceDefinition } from '@tessera/proto/auth/v1/service';
import { createDirectory } from '@tessera/runtime/directory';
import {
  caller,
  colleague,
  firstRun,
  startTestProduct,
  type TestCaller,
  type TestProduct,
} from '@tessera/runtime/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDeliveryPayloads } from '../deliveries/payloads.ts';
import { createSender } from '../deliveries/sender.ts';
import { createSecrets } from './secrets.ts';

type Hook = { readonly id: string; readonly secret: string; readonly revision: number };
type Line = {
  readonly id: string;
  readonly type: string;
  readonly state: string;
  readonly status: number | null;
  readonly code: string | null;
  readonly tries: number;
  readonly sequence: number;
  readonly recordId: string;
  readonly recordLabel: string;
};
type Got = { readonly path: string; readonly headers: IncomingHttpHeaders; readonly body: string };
type Body = {
  readonly id: string;
  readonly type: string;
  readonly sequence: number;
  readonly record: { readonly id: string; readonly fields: Readonly<Record<string, unknown>> };
  readonly before?: { readonly fields: Readonly<Record<string, unknown>> };
};

const dataFolder = mkdtempSync(join(tmpdir(), 'tessera-webhooks-'));
let product: TestProduct;
let admin: TestCaller;
let token: string;
let receiver: Server;
let got: Got[] = [];
/** What the receiver does with a request; undefined for 200. */
let answers: (one: Got, response: ServerResponse) => boolean;

const start = async (): Promise<void> => {
  product = await startTestProduct({ dataFolder, environment: { TESSERA_DIAL_OPEN: '127.0.0.0/8' } });
};
beforeAll(async () => {
  receiver = createServer((request, response) => {
    let body = '';
    request.on('data', (bytes: Buffer) => (body += bytes.toString()));
    request.on('end', () => {
      const one = { path: request.url!, headers: request.headers, body };
      got.push(one);
      if (!answers(one, response)) response.writeHead(200).end('taken');
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  await start();
  admin = await firstRun(product);
  ({ token } = admin);
});
beforeEach(() => {
  got = [];
  answers = () => false;
});
afterAll(async () => {
  await product.stop();
  receiver.closeAllConnections();
  receiver.close();
  rmSync(dataFolder, { recursive: true, force: true });
});

const url = (path: string): string => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}${path}`;
const send = async <T>(method: string, path: string, body?: unknown, wanted = 200): Promise<T> => {
  const answered = await admin.call(method, path, body);
  expect(answered, JSON.stringify(answered.body)).toMatchObject({ status: wanted });
  return answered.body as T;
};
const makeTable = async () => {
  const { id, fields } = await send<{ id: string; fields: { id: string; name: string }[] }>(
    'POST',
    '/v3/tables',
    {
      label: 'Orders',
      fields: [
        { name: 'Name', type: 'singleLineText' },
        { name: 'Note', type: 'singleLineText' },
      ],
    },
    201,
  );
  return { id, name: fields[0]!.id, note: fields[1]!.id };
};
type Table = Awaited<ReturnType<typeof makeTable>>;
const add = async ({ id }: Table, fields: object): Promise<string> =>
  (await send<{ id: string }>('POST', `/v3/tables/${id}/records`, { fields }, 201)).id;
const change = ({ id }: Table, record: string, fields: object) =>
  send('PATCH', `/v3/tables/${id}/records/${record}`, { fields });
const settingsOf = (table: Table, path: string, more: object = {}) => ({
  label: 'Out',
  url: url(path),
  tableId: table.id,
  events: ['created', 'updated', 'deleted'],
  active: true,
  ...more,
});
const make = (table: Table, path: string, more: object = {}): Promise<Hook> =>
  send<Hook>('POST', '/v3/webhooks', settingsOf(table, path, more), 201);
const lines = async (id: string, query = ''): Promise<readonly Line[]> =>
  (await send<{ deliveries: Line[] }>('GET', `/v3/webhooks/${id}/deliveries${query}`)).deliveries;
const wait = <T>(look: () => Promise<T> | T): Promise<T> => vi.waitFor(look, { timeout: 15_000, interval: 40 });
const bodies = (path: string): readonly Body[] =>
  got.filter((one) => one.path === path).map(({ body }) => JSON.parse(body) as Body);
const signatures = (headers: IncomingHttpHeaders): readonly string[] => String(headers['webhook-signature']).split(' ');
const signed = (secret: string, { headers, body }: Got): string =>
  `v1,${createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
    .update(`${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`)
    .digest('base64')}`;

const senders: ReturnType<typeof createSender>[] = [];
afterEach(async () => {
  await Promise.all(senders.splice(0).map((one) => one.stop()));
});
/** Another process whose clock is later. */
const senderAt = (clock: () => number) => {
  const { store, ...ports } = product.ports('automations');
  const late = { ...ports, clock };
  const directory = createDirectory(ports.rpc.client(AuthServiceDefinition), ports.clock, 'automations');
  const own = { directory, secrets: createSecrets(ports), sent: createDeliveryPayloads(ports) };
  const sender = createSender({ ...late, store: store as never, ...own });
  senders.push(sender);
  return sender;
};

describe('a webhook', () => {
  it('tells each change of a record, signed, with what it was before', async () => {
    const table = await makeTable();
    const hook = await make(table, '/all');
    expect(hook.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const record = await add(table, { [table.name]: 'A', [table.note]: 'n' });
    await change(table, record, { [table.name]: 'B' });
    await send('DELETE', `/v3/tables/${table.id}/records/${record}`, undefined, 204);
    await wait(() => expect(bodies('/all')).toHaveLength(3));
    expect(bodies('/all')).toMatchObject([
      {
        type: 'record.created',
        sequence: 1,
        tableId: table.id,
        record: { id: record, fields: { [table.name]: 'A', [table.note]: 'n' } },
      },
      {
        type: 'record.updated',
        sequence: 2,
        record: { id: record, fields: { [table.name]: 'B' } },
        before: { fields: { [table.name]: 'A' } },
      },
      { type: 'record.deleted', sequence: 3, record: { id: record, fields: {} } },
    ]);
    for (const one of got) {
      expect(signatures(one.headers)).toEqual([signed(hook.secret, one)]);
      expect(one.headers['webhook-id']).toBe((JSON.parse(one.body) as Body).id);
      expect(one.headers['content-type']).toBe('application/json');
    }
    await wait(async () =>
      expect((await lines(hook.id)).map(({ state }) => state)).toEqual(Array(3).fill('delivered')),
    );
    expect(await lines(hook.id)).toMatchObject([{ type: 'record.deleted', status: 200, tries: 1 }, {}, {}]);
    // The secret is told once.
    for (const path of ['/v3/webhooks', `/v3/webhooks/${hook.id}`])
      expect(JSON.stringify(await send('GET', path))).not.toContain(hook.secret.slice(6));
  });

  it('tells changes of its fields alone, and nothing while it is off', async () => {
    const table = await makeTable();
    const hook = await make(table, '/fields', { events: ['updated'], fieldIds: [table.note] });
    const record = await add(table, { [table.name]: 'A' });
    await change(table, record, { [table.name]: 'B' });
    await change(table, record, { [table.note]: 'told' });
    await wait(() => expect(bodies('/fields')).toHaveLength(1));
    expect(bodies('/fields')[0]).toMatchObject({ record: { fields: { [table.note]: 'told' } } });
    await send('PUT', `/v3/webhooks/${hook.id}`, settingsOf(table, '/fields', { active: false }));
    await change(table, record, { [table.note]: 'off' });
    const other = await make(table, '/other', { events: ['updated'] });
    await change(table, record, { [table.note]: 'other' });
    await wait(async () => expect(await lines(other.id)).toHaveLength(1));
    expect(await lines(hook.id)).toHaveLength(1);
  });

  it('is refused with what is wrong with it', async () => {
    const table = await makeTable();
    const codes = await Promise.all(
      [
        { url: 'ftp://127.0.0.1/' },
        { url: 'http://user:secret@127.0.0.1/' },
        { url: 'nothing' },
        { tableId: '0'.repeat(26) },
        { fieldIds: ['0'.repeat(26)] },
        { events: [] },
      ].map(async (wrong) => {
        const { status, body } = await admin.call('POST', '/v3/webhooks', settingsOf(table, '/', wrong));
        return [status, (body as { error: { code: string } }).error.code];
      }),
    );
    expect(codes).toEqual([
      ...[1, 2, 3].map(() => [400, 'webhooks.url_wrong']),
      [400, 'webhooks.table_missing'],
      [400, 'webhooks.field_missing'],
      [400, 'request.invalid'],
    ]);
  });

  it('is for who manages automations, and changes for its owner; what it sends is theirs to read', async () => {
    const table = await makeTable();
    const hook = await make(table, '/mine');
    await add(table, { [table.name]: 'Secret' });
    const [line] = await wait(async () => {
      const all = await lines(hook.id);
      expect(all).toMatchObject([{ state: 'delivered', recordLabel: 'Secret' }]);
      return all;
    });
    const member = await colleague(product, admin, { email: 'mo@marlow.example', seat: 'member', role: '3' });
    expect((await member.call('GET', '/v3/webhooks')).status).toBe(403);
    const builder = await colleague(product, admin, { email: 'bea@marlow.example', seat: 'builder', role: '2' });
    expect((await builder.call('GET', `/v3/webhooks/${hook.id}`)).body).toMatchObject({ canChange: false });
    const detail = `/v3/webhooks/${hook.id}/deliveries/${line!.id}`;
    expect((await builder.call('GET', detail)).body).toMatchObject({ hidden: true, body: null, answer: null });
    expect(await send('GET', detail)).toMatchObject({
      hidden: false,
      body: expect.stringContaining('"Secret"'),
      answer: 'taken',
    });
    const tries = [
      ['PUT', `/v3/webhooks/${hook.id}`, settingsOf(table, '/x')],
      ['DELETE', `/v3/webhooks/${hook.id}`, undefined],
      ['POST', `/v3/webhooks/${hook.id}/secret`, {}],
      ['POST', `${detail}/redeliver`, {}],
      ['POST', `/v3/webhooks/${hook.id}/replay`, { since: new Date(0).toISOString() }],
    ] as const;
    for (const [method, path, body] of tries)
      expect((await builder.call(method, path, body)).status, `${method} ${path}`).toBe(403);
  });

  it('goes off where its owner is no longer here', async () => {
    const table = await makeTable();
    const ida = await colleague(product, admin, { email: 'ida@marlow.example', seat: 'builder', role: '2' });
    const { id } = (await ida.call('POST', '/v3/webhooks', settingsOf(table, '/ida'))).body as Hook;
    const { users } = await send<{ users: { id: string; email: string }[] }>('GET', '/v3/users');
    const user = users.find(({ email }) => email === 'ida@marlow.example')!;
    await send('PUT', `/v3/account/user/${user.id}`, { active: false }, 204);
    await add(table, { [table.name]: 'A' });
    await wait(async () =>
      expect(await send('GET', `/v3/webhooks/${id}`)).toMatchObject({ active: false, offReason: 'owner' }),
    );
    expect([await lines(id), got]).toEqual([[], []]);
  });

  it('signs with two secrets for a day, and then with the new one', async () => {
    const table = await makeTable();
    const hook = await make(table, '/turn');
    const { secret } = await send<Hook>('POST', `/v3/webhooks/${hook.id}/secret`, {});
    expect(secret).not.toBe(hook.secret);
    await add(table, { [table.name]: 'A' });
    const one = await wait(() => {
      expect(got).toHaveLength(1);
      return got[0]!;
    });
    expect(signatures(one.headers)).toEqual([signed(secret, one), signed(hook.secret, one)]);
    expect(await send('GET', `/v3/webhooks/${hook.id}`)).toMatchObject({ oldSecretUntil: expect.any(String) });
    const organizationId = (await product.ports('automations').store.organizations())[0]!;
    const tomorrow = createSecrets({ ...product.ports('automations'), clock: () => Date.now() + 86_500_000 });
    expect(await tomorrow.signing(organizationId, hook.id)).toEqual([secret]);
  });

  it('stands in the history, is taken back and brought back', async () => {
    const table = await makeTable();
    const hook = await make(table, '/undo', { label: 'History' });
    const changed = await admin.call('PUT', `/v3/webhooks/${hook.id}`, settingsOf(table, '/elsewhere'), {
      'if-match': `"${hook.revision}"`,
    });
    expect(changed.status).toBe(200);
    const stale = await admin.call('PUT', `/v3/webhooks/${hook.id}`, settingsOf(table, '/x'), {
      'if-match': `"${hook.revision}"`,
    });
    expect(stale).toMatchObject({ status: 412, body: { error: { code: 'webhooks.stale' } } });
    await send('POST', `/v3/undo/${changed.headers.get('tessera-commit')}`, {});
    expect(await send('GET', `/v3/webhooks/${hook.id}`)).toMatchObject({ url: url('/undo'), label: 'History' });
    const gone = await admin.call('DELETE', `/v3/webhooks/${hook.id}`);
    expect([gone.status, (await admin.call('GET', `/v3/webhooks/${hook.id}`)).status]).toEqual([204, 404]);
    await send('POST', `/v3/undo/${gone.headers.get('tessera-commit')}`, {});
    await add(table, { [table.name]: 'A' });
    const [one] = await wait(() => {
      expect(got).toHaveLength(1);
      return got;
    });
    expect(signatures(one!.headers)).toEqual([signed(hook.secret, one!)]);
    const { entries } = await send<{ entries: { kind: string; target: { kind: string; label: string } }[] }>(
      'POST',
      '/historyLog/list',
      { filters: { entity_type: ['webhook'] } },
    );
    expect(entries.slice(0, 5).map(({ kind, target }) => [kind, target.kind, target.label])).toEqual(
      ['webhookRestored', 'webhookDeleted', 'webhookChanged', 'webhookChanged', 'webhookCreated'].map((kind) => [
        kind,
        'webhook',
        'History',
      ]),
    );
  });
});

describe('a receiver', () => {
  it('that fails is tried again, with later changes of the same record behind it and others before', async () => {
    const table = await makeTable();
    let broken = true;
    answers = ({ body }, response) => {
      if (!broken || !body.includes('"bad')) return false;
      response.writeHead(500).end('no');
      return true;
    };
    const hook = await make(table, '/fails');
    const bad = await add(table, { [table.name]: 'bad' });
    await wait(async () => expect(await lines(hook.id)).toMatchObject([{ tries: 1, status: 500, state: 'waiting' }]));
    await change(table, bad, { [table.name]: 'good' });
    await add(table, { [table.name]: 'other' });
    await wait(() => expect(bodies('/fails').map(({ record }) => record.fields[table.name])).toEqual(['bad', 'other']));
    expect(await lines(hook.id, '?open=true')).toMatchObject([
      { tries: 0, state: 'waiting', sequence: 2 },
      { tries: 1, state: 'waiting', sequence: 1 },
    ]);
    broken = false;
    await senderAt(() => Date.now() + 70_000).look();
    await wait(async () => expect(await lines(hook.id, '?open=true')).toEqual([]));
    expect(bodies('/fails').map(({ record }) => record.fields[table.name])).toEqual(['bad', 'other', 'bad', 'good']);
    const [before, , again] = got.filter(({ path }) => path === '/fails');
    expect([again!.headers['webhook-id'], again!.body]).toEqual([before!.headers['webhook-id'], before!.body]);
  });

  it('that fails for a day pauses the webhook, which keeps what happens, tells its owner and goes on', async () => {
    const table = await makeTable();
    let broken = true;
    answers = (_, response) => {
      if (broken) response.writeHead(401).end();
      return broken;
    };
    const hook = await make(table, '/day', { label: 'Ledger' });
    const record = await add(table, { [table.name]: 'A' });
    await wait(async () => expect(await lines(hook.id)).toMatchObject([{ tries: 1 }]));
    let later = Date.now();
    for (let tries = 2; tries <= 8; tries++) {
      later += 14 * 3_600_000;
      await wait(async () => {
        await senderAt(() => later).look();
        expect(await lines(hook.id)).toMatchObject([{ tries }]);
      });
    }
    expect(await send('GET', `/v3/webhooks/${hook.id}`)).toMatchObject({
      active: true,
      paused: { reason: 'exhausted', status: 401 },
      waiting: 1,
    });
    await change(table, record, { [table.name]: 'B' });
    await wait(async () => expect(await send('GET', `/v3/webhooks/${hook.id}`)).toMatchObject({ waiting: 2 }));
    expect(bodies('/day')).toHaveLength(8);
    await wait(async () => {
      const { notifications } = await send<{ notifications: { title: string; link: string }[] }>(
        'GET',
        '/v3/notifications',
      );
      expect(notifications.map(({ title, link }) => [title, link])).toContainEqual([
        'Your webhook Ledger is paused',
        `/automations/webhooks/${hook.id}`,
      ]);
    });
    broken = false;
    await send('PUT', `/v3/webhooks/${hook.id}`, settingsOf(table, '/day', { label: 'Ledger' }));
    await wait(async () => expect(await lines(hook.id, '?open=true')).toEqual([]));
    expect(
      bodies('/day')
        .slice(8)
        .map(({ sequence }) => sequence),
    ).toEqual([1, 2]);
    expect(await send('GET', `/v3/webhooks/${hook.id}`)).toMatchObject({ paused: null, waiting: 0 });
  });

  it('that sends elsewhere, is gone, or may not be dialled is told so, and none of it is followed', async () => {
    const table = await makeTable();
    answers = ({ path }, response) => {
      if (path === '/moved') response.writeHead(302, { location: url('/secret') }).end();
      if (path === '/gone') response.writeHead(410).end();
      return path === '/moved' || path === '/gone';
    };
    const moved = await make(table, '/moved');
    const gone = await make(table, '/gone');
    const closed = await make(table, '/', { url: 'http://10.0.0.1/' });
    await add(table, { [table.name]: 'A' });
    await wait(async () => {
      expect(await lines(moved.id)).toMatchObject([{ tries: 1, status: null, code: 'dial.redirects' }]);
      expect(await send('GET', `/v3/webhooks/${gone.id}`)).toMatchObject({ paused: { reason: 'gone', status: 410 } });
      expect(await send('GET', `/v3/webhooks/${closed.id}`)).toMatchObject({
        paused: { reason: 'address', code: 'dial.address' },
      });
    });
    expect(got.map(({ path }) => path)).not.toContain('/secret');
  });

  it('that is slow holds up no other webhook, and what it was sent comes again behind a restart', async () => {
    const table = await makeTable();
    let hangs = true;
    answers = ({ path }) => hangs && path === '/slow';
    const slow = await make(table, '/slow');
    await make(table, '/quick');
    await add(table, { [table.name]: 'A' });
    await wait(() => expect(got.map(({ path }) => path).toSorted()).toEqual(['/quick', '/slow']));
    await product.stop();
    hangs = false;
    await start();
    admin = caller(product.url, token);
    await wait(async () => expect(await lines(slow.id)).toMatchObject([{ state: 'delivered', tries: 1 }]));
    const ids = got.flatMap(({ path, headers }) => (path === '/slow' ? [headers['webhook-id']] : []));
    expect([ids.length, new Set(ids).size]).toEqual([2, 1]);
  });

  it('gets what it got again: one delivery, or all since a moment, with the ids of before', async () => {
    const table = await makeTable();
    const hook = await make(table, '/again');
    const record = await add(table, { [table.name]: 'A' });
    await change(table, record, { [table.name]: 'B' });
    const [second, first] = await wait(async () => {
      const all = await lines(hook.id);
      expect(all.map(({ state }) => state)).toEqual(['delivered', 'delivered']);
      return all;
    });
    await send('POST', `/v3/webhooks/${hook.id}/deliveries/${first!.id}/redeliver`, {}, 202);
    await wait(async () => expect((await lines(hook.id))[1]).toMatchObject({ tries: 2, state: 'delivered' }));
    expect(got.map(({ headers }) => headers['webhook-id'])).toEqual([first!.id, second!.id, first!.id]);
    const since = new Date(Date.now() - 3_600_000).toISOString();
    expect(await send('POST', `/v3/webhooks/${hook.id}/replay`, { since, failed: true }, 202)).toEqual({ count: 0 });
    const later = new Date(Date.now() + 3_600_000).toISOString();
    expect(await send('POST', `/v3/webhooks/${hook.id}/replay`, { since: later }, 202)).toEqual({ count: 0 });
    expect(await send('POST', `/v3/webhooks/${hook.id}/replay`, { since }, 202)).toEqual({ count: 2 });
    await wait(() => expect(got).toHaveLength(5));
    expect(got.slice(3).map(({ headers }) => headers['webhook-id'])).toEqual([first!.id, second!.id]);
    const none = await admin.call('POST', `/v3/webhooks/${hook.id}/deliveries/${'0'.repeat(26)}/redeliver`, {});
    expect(none).toMatchObject({ status: 404, body: { error: { code: 'delivery_not_found' } } });
  });
});
