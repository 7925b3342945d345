import { newId } from '@tessera/kernel';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  colleague,
  firstRun,
  startTestProduct,
  type TestCaller,
  type TestProduct,
} from '../../../../infra/runtime/src/testing.ts';
import type { NotificationsStore } from '../store.ts';
import { asSystem } from '../system.ts';
import type { Item } from './decide.ts';

type Told = {
  readonly unread: number;
  readonly next: string | null;
  readonly notifications: readonly {
    readonly id: string;
    readonly kind: string;
    readonly title: string;
    readonly link: string | null;
    readonly at: string;
    readonly isRead: boolean;
  }[];
};
type Table = { readonly id: string; readonly fields: readonly { readonly id: string; readonly name: string }[] };

let product: TestProduct;
let admin: TestCaller;
let ben: TestCaller;
let benId: string;
let adminId: string;
let people = 0;

const idOf = async (one: TestCaller): Promise<string> =>
  ((await one.call('GET', '/v3/session')).body as { user: { id: string } }).user.id;
const inbox = async (one: TestCaller, query = ''): Promise<Told> => {
  const { status, body } = await one.call('GET', `/v3/notifications${query}`);
  expect(status).toBe(200);
  return body as Told;
};
/** Waits until an inbox is as a test wants it: reactions follow the log a moment later. */
const until = (one: TestCaller, test: (told: Told) => boolean): Promise<Told> =>
  vi.waitFor(
    async () => {
      const told = await inbox(one);
      if (!test(told)) throw new Error(`the inbox has ${JSON.stringify(told)}`);
      return told;
    },
    { interval: 20, timeout: 30_000 },
  );
const someone = async (role = '2', seat: 'builder' | 'member' = 'builder') => {
  const one = await colleague(product, admin, { email: `inbox-${people++}@marlow.example`, seat, role });
  return { one, id: await idOf(one) };
};
const table = async (label: string): Promise<Table & { readonly name: string; readonly owner: string }> => {
  const { body } = await admin.call('POST', '/v3/tables', {
    label,
    fields: [
      { name: 'Name', type: 'singleLineText' },
      { name: 'Owner', type: 'user' },
    ],
  });
  const made = body as Table;
  const field = (name: string) => made.fields.find((one) => one.name === name)!.id;
  return { ...made, name: field('Name'), owner: field('Owner') };
};
/** Makes records; whoever has just joined is known a moment later. */
const create = (by: TestCaller, tableId: string, records: readonly object[]): Promise<readonly { id: string }[]> =>
  vi.waitFor(
    async () => {
      const { status, body } = await by.call('POST', `/v3/tables/${tableId}/records`, { records });
      if (status >= 300) throw new Error(JSON.stringify(body));
      return (body as { records: readonly { id: string }[] }).records;
    },
    { interval: 50, timeout: 30_000 },
  );
const record = async (
  by: TestCaller,
  { id, name, owner }: { id: string; name: string; owner: string },
  label: string,
  person: string,
): Promise<string> => (await create(by, id, [{ fields: { [name]: label, [owner]: person } }]))[0]!.id;

beforeAll(async () => {
  product = await startTestProduct();
  admin = await firstRun(product);
  adminId = await idOf(admin);
  const made = await someone();
  ({ one: ben, id: benId } = made);
});
afterAll(() => product.stop());

describe('a person in a user field', () => {
  it('is told once, by whom and of what, and nobody else is', async () => {
    const deals = await table('Deals');
    const id = await record(admin, deals, 'Oakline', benId);
    const { unread, notifications } = await until(ben, (told) => told.unread > 0);
    expect(unread).toBe(1);
    expect(notifications).toMatchObject([
      { kind: 'assigned', link: `/object/${deals.id}?recordId=${id}`, isRead: false },
    ]);
    expect(notifications[0]!.title).toMatch(/ assigned you to Oakline in Deals$/);
    expect((await inbox(ben, '?language=pt')).notifications[0]!.title).toMatch(/ atribuiu Oakline em Deals a você$/);
    expect((await inbox(ben, '?language=es')).notifications[0]!.title).toMatch(/ le asignó Oakline en Deals$/);
    expect((await inbox(admin)).notifications).toEqual([]);
    // Written again with the same person, nothing is new.
    await admin.call('PATCH', `/v3/tables/${deals.id}/records`, {
      records: [{ id, fields: { [deals.name]: 'Oakline Foods', [deals.owner]: benId } }],
    });
    await record(ben, deals, 'His own', benId);
    await record(admin, deals, 'Hers', adminId);
    const { one: last, id: lastId } = await someone();
    await record(admin, deals, 'Last', lastId);
    await until(last, (told) => told.unread === 1);
    const after = await inbox(ben);
    expect(after.notifications).toHaveLength(1);
    // What it is called is asked when it is shown.
    expect(after.notifications[0]!.title).toContain('Oakline Foods');
    expect((await inbox(admin)).notifications).toEqual([]);
  });

  it('of a task is told by whom and of what, once, and not of their own', async () => {
    const { one, id: userId } = await someone();
    const task = async (by: TestCaller, title: string, owners: readonly string[]): Promise<string> =>
      ((await by.call('POST', '/v3/tasks', { title, owners })).body as { id: string }).id;
    await task(one, 'Her own', [userId]);
    const id = await task(admin, 'Send the offer', [adminId, userId]);
    const { notifications } = await until(one, (told) => told.unread > 0);
    expect(notifications).toMatchObject([{ kind: 'task', link: `/tasks?taskId=${id}`, isRead: false }]);
    expect(notifications[0]!.title).toMatch(/ assigned you the task Send the offer$/);
    expect((await inbox(one, '?language=es')).notifications[0]!.title).toMatch(/ le asignó la tarea Send the offer$/);
    // Taken from her and given again, and another that she gets by a change.
    for (const owners of [[adminId], [adminId, userId]]) await admin.call('PATCH', `/v3/tasks/${id}`, { owners });
    const later = await task(admin, 'Call Oakline', [adminId]);
    await admin.call('PATCH', `/v3/tasks/${later}`, { owners: [userId] });
    const both = await until(one, (told) => told.unread === 2);
    expect(both.notifications.map(({ link }) => link)).toEqual([`/tasks?taskId=${later}`, `/tasks?taskId=${id}`]);
    await admin.call('PATCH', `/v3/tasks/${id}`, { owners: [adminId] });
    const hidden = (await inbox(one)).notifications[1];
    expect(hidden).toMatchObject({ link: null, title: 'You were assigned a task that you can no longer see' });
    expect((await inbox(admin)).notifications.filter(({ kind }) => kind === 'task')).toEqual([]);
  });

  it('has one of several for a bulk change, and for many changes in a row', async () => {
    const { one, id: userId } = await someone();
    const many = await table('Many');
    for (let chunk = 0; chunk < 3; chunk++) {
      await create(
        admin,
        many.id,
        Array.from({ length: 500 }, (_, n) => ({ fields: { [many.name]: `${chunk}-${n}`, [many.owner]: userId } })),
      );
    }
    const told = await until(one, ({ unread }) => unread > 0);
    expect(told.notifications).toHaveLength(1);
    expect(told.notifications[0]).toMatchObject({ link: `/object/${many.id}` });
    expect(told.notifications[0]!.title).toMatch(/ assigned you to several records in Many$/);
    // Everything that was written has been looked at, and two events tell of it at most.
    const { one: last, id: lastId } = await someone();
    await record(admin, many, 'Last', lastId);
    await until(last, ({ unread }) => unread === 1);
    expect((await inbox(one)).notifications).toHaveLength(1);
    const { organizationId } = await (async () => {
      const { body } = await admin.call('GET', '/v3/session');
      return { organizationId: (body as { organization: { id: string } }).organization.id };
    })();
    const headers = await product
      .ports('notifications')
      .store.headers(organizationId, { root: told.notifications[0]!.id, limit: 100 });
    expect(headers.length).toBeLessThanOrEqual(2);
  });

  it('who may no longer see the table or record learns no name of it', async () => {
    const { one, id: userId } = await someone('2');
    const secret = await table('Secret plans');
    const id = await record(admin, secret, 'Project Falcon', userId);
    const before = await until(one, ({ unread }) => unread === 1);
    expect(before.notifications[0]!.title).toContain('Project Falcon in Secret plans');
    await admin.call('DELETE', `/v3/tables/${secret.id}/records`, { ids: [id] });
    const hidden = await until(one, ({ notifications }) => notifications[0]!.link === null);
    expect(JSON.stringify(hidden)).not.toMatch(/Falcon|Secret/);
    expect(hidden.notifications[0]!.title).toBe('You were assigned to something that you can no longer see');
    await admin.call('DELETE', `/v3/tables/${secret.id}`);
    expect(JSON.stringify(await inbox(one))).not.toMatch(/Falcon|Secret/);
    expect((await inbox(one)).unread).toBe(1);
  });
});

describe('an inbox', () => {
  it("is its reader's alone: nobody marks or sees another's", async () => {
    const { one, id: userId } = await someone();
    const own = await table('Own');
    await record(admin, own, 'A', userId);
    const { notifications } = await until(one, ({ unread }) => unread === 1);
    const { id } = notifications[0]!;
    expect((await ben.call('POST', `/v3/notifications/${id}/read`)).status).toBe(204);
    expect((await admin.call('POST', `/v3/notifications/${id}/read`)).status).toBe(204);
    expect((await admin.call('POST', '/v3/notifications/read')).status).toBe(204);
    expect((await inbox(one)).unread).toBe(1);
    expect((await one.call('POST', `/v3/notifications/${id}/read`)).status).toBe(204);
    expect(await inbox(one)).toMatchObject({ unread: 0, notifications: [{ isRead: true }] });
    const made = (await one.call('POST', '/v3/api-token', { name: 'script' })).body as { token: string };
    const refused = await fetch(`${product.url}/api/v3/notifications`, {
      headers: { authorization: `Bearer ${made.token}` },
    });
    expect([refused.status, (await fetch(`${product.url}/api/v3/notifications`)).status]).toEqual([403, 401]);
  });

  it('gives pages, newest first, and counts until all are read', async () => {
    const { one, id: userId } = await someone();
    const tables = [];
    for (let n = 0; n < 5; n++) {
      const each = await table(`Page ${n}`);
      tables.push(each);
      await record(admin, each, 'A', userId);
      await until(one, ({ unread }) => unread === n + 1);
    }
    const first = await inbox(one, '?limit=3');
    expect(first.unread).toBe(5);
    const second = await inbox(one, `?limit=3&after=${first.next}`);
    expect(second.next).toBeNull();
    const titles = [...first.notifications, ...second.notifications].map(({ title }) => title.slice(-6));
    expect(titles).toEqual(['Page 4', 'Page 3', 'Page 2', 'Page 1', 'Page 0']);
    expect((await one.call('POST', '/v3/notifications/read')).status).toBe(204);
    expect((await inbox(one)).unread).toBe(0);
    expect((await inbox(one)).notifications.every(({ isRead }) => isRead)).toBe(true);
  });

  it('keeps what its reader wants at hand, and tells nothing of what they do not want to hear', async () => {
    const { one, id: userId } = await someone();
    const [loud, quiet] = [await table('Loud'), await table('Quiet')];
    await record(admin, loud, 'A', userId);
    const { notifications } = await until(one, ({ unread }) => unread === 1);
    const id = notifications[0]!.id;
    expect((await ben.call('POST', `/v3/notifications/${id}/bookmark`, {})).status).toBe(204);
    expect((await inbox(one, '?filter=bookmarked')).notifications).toEqual([]);
    expect((await one.call('POST', `/v3/notifications/${id}/bookmark`, {})).status).toBe(204);
    await one.call('POST', `/v3/notifications/${id}/read`);
    const ids = async (filter: string) => (await inbox(one, `?filter=${filter}`)).notifications.map((told) => told.id);
    expect([await ids('bookmarked'), await ids('read'), await ids('unread')]).toEqual([[id], [id], []]);
    await one.call('POST', `/v3/notifications/${id}/bookmark`, { bookmarked: false });
    expect(await ids('bookmarked')).toEqual([]);

    const mute = (body: object) => one.call('PUT', '/v3/notifications/mutes', body);
    expect((await one.call('GET', '/v3/notifications/mutes')).body).toEqual({
      kinds: [],
      tableIds: [],
      recordIds: [],
      threadIds: [],
    });
    expect((await mute({ kinds: ['weather'], tableIds: [] })).status).toBe(400);
    expect((await mute({ kinds: ['task'], tableIds: [quiet.id] })).body).toEqual({
      kinds: ['task'],
      tableIds: [quiet.id],
      recordIds: [],
      threadIds: [],
    });
    await record(admin, quiet, 'B', userId);
    await admin.call('POST', '/v3/tasks', { title: 'Nothing', owners: [userId] });
    await record(admin, await table('Heard'), 'C', userId);
    const heard = await until(one, ({ unread }) => unread > 0);
    expect(heard.notifications.map(({ title }) => title.slice(-5))).toEqual(['Heard', ' Loud']);
  });

  it('says of a limit what the reader may see of it today', async () => {
    const [lead, stage, limit] = [newId(), newId(), newId()];
    const { body } = await admin.call('POST', '/v3/tables', {
      label: 'Orders',
      fields: [
        { name: 'Name', type: 'singleLineText' },
        { id: stage, name: 'Stage', type: 'select', props: { options: [{ id: lead, label: 'Review' }] } },
      ],
    });
    const { id: tableId, fields } = body as Table;
    const props = { fieldId: stage, optionId: lead, late: 5 };
    const field = { id: limit, name: 'In review', type: 'timeInTheSection', props };
    expect((await admin.call('POST', `/v3/tables/${tableId}/fields`, field)).status).toBe(201);
    const [made] = await create(admin, tableId, [{ fields: { [fields[0]!.id]: 'Pump', [stage]: lead } }]);
    const { one, id: userId } = await someone();
    const { organization } = (await admin.call('GET', '/v3/session')).body as { organization: { id: string } };
    const tell = async (id: string): Promise<void> => {
      const told = { id, userId, kind: 'late', tableId, recordId: made!.id, reference: limit, outcome: 'late' };
      const store = product.ports('notifications').store as NotificationsStore;
      const items = [told as Item];
      await store.execute({ type: 'makeNotifications', payload: { items } }, asSystem(organization.id));
    };
    await tell(newId());
    expect((await until(one, ({ unread }) => unread === 1)).notifications).toMatchObject([
      {
        kind: 'late',
        title: 'Pump in Orders is past its time limit in Review',
        link: `/object/${tableId}?recordId=${made!.id}`,
      },
    ]);
    expect((await admin.call('DELETE', `/v3/tables/${tableId}/fields/${limit}`)).status).toBeLessThan(300);
    await vi.waitFor(async () =>
      expect((await inbox(one)).notifications).toMatchObject([
        { title: 'A time limit of something that you can no longer see came', link: null },
      ]),
    );
  });
});
