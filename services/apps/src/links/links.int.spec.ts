import {
  caller,
  colleague,
  firstRun,
  startTestProduct,
  type TestCaller,
  type TestProduct,
} from '@tessera/runtime/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const planted = 'zebra-4711';

type Field = { readonly id: string; readonly name: string };
type Link = {
  readonly id: string;
  readonly token: string;
  readonly active: boolean;
  readonly config: { readonly fields: readonly string[] };
  readonly opened: number;
  readonly answered: number;
};
type Question = { readonly id: string; readonly label: string; readonly required: boolean };
type Page = {
  readonly locked: boolean;
  readonly title: string;
  readonly ticket: string;
  readonly questions: readonly Question[];
  readonly columns: readonly { readonly label: string }[];
};

let product: TestProduct;
let admin: TestCaller;
let member: TestCaller;
let stranger: TestCaller;
let table: string;
let fields: Readonly<Record<string, string>>;
beforeAll(async () => {
  product = await startTestProduct();
  admin = await firstRun(product);
  member = await colleague(product, admin, { email: 'mo@marlow.example', seat: 'member', role: '3' });
  stranger = caller(product.url);
  const made = await admin.call('POST', '/v3/tables', {
    label: 'Leads',
    fields: [
      { name: 'Name', type: 'singleLineText' },
      { name: 'Amount', type: 'number' },
      { name: 'Day', type: 'date' },
      { name: 'Stage', type: 'select', props: { options: [{ label: 'New' }, { label: 'Won' }] } },
      { name: 'Secret', type: 'singleLineText' },
      { name: `Hidden ${planted}`, type: 'select', props: { options: [{ label: planted }] } },
      { name: 'Owner', type: 'user' },
    ],
  });
  expect(made.status).toBe(201);
  const { id, fields: all } = made.body as { id: string; fields: Field[] };
  table = id;
  fields = Object.fromEntries(all.map((field) => [field.name.split(' ')[0]!, field.id]));
  await admin.call('POST', `/v3/tables/${table}/records`, {
    records: [
      { fields: { [fields['Name']!]: 'Ada', [fields['Secret']!]: planted, [fields['Amount']!]: 3 } },
      { fields: { [fields['Name']!]: 'Bo', [fields['Secret']!]: 'kept', [fields['Amount']!]: 5 } },
    ],
  });
});
afterAll(() => product.stop());

const code = (answer: { readonly body: unknown }): string =>
  (answer.body as { error?: { code: string } }).error?.code ?? '';
const viewOf = async (type: string, config: object): Promise<string> => {
  const made = await admin.call('POST', `/v3/tables/${table}/views`, { label: type, type, config });
  expect({ status: made.status, body: made.body }).toMatchObject({ status: 201 });
  return (made.body as { id: string }).id;
};
const share = async (viewId: string, type = 'form', by = admin) =>
  by.call('POST', '/public-view/create', { identifier: table, type, viewId });
const formOf = (): Promise<string> =>
  viewOf('form', {
    fields: [
      { fieldId: fields['Name'], required: true, label: 'Your name' },
      { fieldId: fields['Amount'] },
      { fieldId: fields['Day'] },
      { fieldId: fields['Stage'] },
      { fieldId: fields['Secret'], hidden: true, default: planted },
      { fieldId: fields['Owner'] },
    ],
    title: 'Talk to us',
  });
const open = async (token: string): Promise<Page> => {
  const answer = await stranger.call('GET', `/public/${token}`);
  expect({ status: answer.status, body: answer.body }).toMatchObject({ status: 200 });
  return answer.body as Page;
};
const send = async (token: string, answers: object, more: object = {}) => {
  const { ticket } = await open(token);
  return stranger.call('POST', `/public/${token}/records`, { fields: answers, ticket, ...more });
};
const change = async (id: string, body: object): Promise<Link> => {
  const answer = await admin.call('PATCH', `/v3/public-links/${id}`, body);
  expect({ status: answer.status, body: answer.body }).toMatchObject({ status: 200 });
  return answer.body as Link;
};
const records = async (): Promise<readonly Record<string, unknown>[]> =>
  (
    (await admin.call('POST', `/v3/tables/${table}/records/query`, { limit: 100 })).body as {
      records: { fields: Record<string, unknown> }[];
    }
  ).records.map((record) => record.fields);

describe('a public form', () => {
  it('has pages, as the one who shares it made them', async () => {
    const view = await viewOf('form', {
      fields: [
        { fieldId: fields['Name'], page: 'You' },
        { fieldId: fields['Owner'], page: 'Your deal' },
        { fieldId: fields['Amount'] },
      ],
    });
    const { token } = (await share(view)).body as Link;
    const page = (await open(token)) as unknown as { questions: { label: string; page: string | null }[] };
    // A page begins with the first question that strangers are shown.
    expect(page.questions.map(({ label, page: begins }) => [label, begins])).toEqual([
      ['Name', 'You'],
      ['Amount', 'Your deal'],
    ]);
    const told = await stranger.call('GET', `/v3/public-form/${token}`);
    expect(told.body).toMatchObject({
      table_id: table,
      record_id: null,
      fields: [{ type: 'field', field_id: fields['Name'] }, { type: 'page_break' }, { field_id: fields['Amount'] }],
    });
  });

  it('asks strangers what was chosen, and makes a record of their answer', async () => {
    const view = await formOf();
    const shared = await share(view);
    expect({ status: shared.status, body: shared.body }).toMatchObject({ status: 200 });
    const link = shared.body as Link;
    expect(link.config.fields).not.toContain(fields['Owner']);
    const page = await open(link.token);
    expect(page.title).toBe('Talk to us');
    expect(page.questions.map(({ label }) => label)).toEqual(['Your name', 'Amount', 'Day', 'Stage']);
    expect(JSON.stringify(page)).not.toContain(planted);

    const { ticket } = page;
    const answer = { [fields['Name']!]: 'Cleo', [fields['Amount']!]: 12.5, [fields['Day']!]: '2026-11-27' };
    // An address may name the organization, which must then be that of the link.
    const opened = (org: string) => stranger.call('GET', `/public/${link.token}?org=${org}`);
    expect((await opened('MarlowSupply')).status).toBe(200);
    expect((await opened('elsewhere')).status).toBe(404);
    const sent = await stranger.call('POST', `/public/${link.token}/records`, { fields: answer, ticket });
    expect({ status: sent.status, body: sent.body }).toEqual({ status: 201, body: { change: null } });
    const again = await stranger.call('POST', `/public/${link.token}/records`, { fields: answer, ticket });
    expect(again.status).toBe(201);
    const made = (await records()).filter((one) => one[fields['Name']!] === 'Cleo');
    expect(made).toHaveLength(1);
    expect(made[0]).toMatchObject({ [fields['Amount']!]: 12.5, [fields['Secret']!]: planted });
    const now = (await admin.call('GET', `/v3/public-links/${link.id}`)).body as Link;
    expect(now).toMatchObject({ answered: 1, opened: 2 });
  });

  it('takes no answer that is not complete, and none to what it does not ask', async () => {
    const { token } = (await share(await formOf())).body as Link;
    const empty = await send(token, { [fields['Amount']!]: 'many' });
    expect({ status: empty.status, code: code(empty) }).toEqual({ status: 400, code: 'public.answer_invalid' });
    expect(empty.body).toMatchObject({
      error: { details: { fields: { [fields['Name']!]: 'required', [fields['Amount']!]: 'invalid' } } },
    });
    await send(token, { [fields['Name']!]: 'Dan', [fields['Secret']!]: 'mine', [fields['Hidden']!]: 'x' });
    const dan = (await records()).find((one) => one[fields['Name']!] === 'Dan');
    expect([dan?.[fields['Secret']!], dan?.[fields['Hidden']!]]).toEqual([planted, undefined]);
    expect(code(await send(token, { [fields['Name']!]: 'E' }, { ticket: 'a.b.c' }))).toBe('public.reload');
    await send(token, { [fields['Name']!]: 'Spam' }, { website: 'x' });
    expect((await records()).some((one) => one[fields['Name']!] === 'Spam')).toBe(false);
  });

  it('is the same 404 where it is off, ended, full or unknown, and comes back at its address', async () => {
    const view = await formOf();
    const { id, token } = (await share(view)).body as Link;
    const isGone = async (): Promise<void> => {
      for (const [method, path, body] of [
        ['GET', ''],
        ['POST', '/query', {}],
        ['POST', '/records', { fields: {}, ticket: 'x' }],
        ['POST', '/password', { password: 'x' }],
      ] as const) {
        const answer = await stranger.call(method, `/public/${token}${path}`, body);
        expect({ path, status: answer.status, code: code(answer) }).toEqual({
          path,
          status: 404,
          code: 'public_view_not_found',
        });
        expect(JSON.stringify(answer.body)).toContain('Public view is not enabled for this app');
      }
    };
    expect((await stranger.call('GET', '/public/aaaaaaaaaaaaaaaaaaaaaa')).status).toBe(404);
    expect(
      (await admin.call('POST', '/public-view/delete', { identifier: table, type: 'form', viewId: view })).status,
    ).toBe(204);
    await isGone();
    expect(((await share(view)).body as Link).token).toBe(token);
    await change(id, { expires_at: '2020-01-01T00:00:00Z' });
    await isGone();
    await change(id, { expires_at: null, answer_limit: 1 });
    expect((await send(token, { [fields['Name']!]: 'Only' })).status).toBe(201);
    await isGone();
    await change(id, { answer_limit: null });
    expect((await admin.call('PUT', '/v3/public-links/off', { off: true })).status).toBe(200);
    await isGone();
    const on = await admin.call('PUT', '/v3/public-links/off', { off: false });
    expect((await open(token)).title).toBe('Talk to us');
    const taken = await admin.call('POST', `/v3/undo/${on.headers.get('tessera-commit')}`, {});
    expect({ status: taken.status, body: taken.body }).toMatchObject({ status: 200 });
    await isGone();
    await admin.call('PUT', '/v3/public-links/off', { off: false });
  });

  it('tells nothing before its password is said', async () => {
    const { id, token } = (await share(await formOf())).body as Link;
    await change(id, { password: 'sesame' });
    expect((await stranger.call('GET', `/public/${token}`)).body).toEqual({ locked: true });
    expect(code(await stranger.call('POST', `/public/${token}/records`, { fields: {}, ticket: 'x' }))).toBe(
      'public.password_needed',
    );
    expect(code(await stranger.call('POST', `/public/${token}/password`, { password: 'wrong' }))).toBe(
      'public.password_wrong',
    );
    const letIn = await stranger.call('POST', `/public/${token}/password`, { password: 'sesame' });
    expect(letIn.status).toBe(204);
    const cookie = letIn.headers.get('set-cookie')!.split(';')[0]!;
    const known = await fetch(`${product.url}/api/public/${token}`, { headers: { cookie } });
    expect(await known.json()).toMatchObject({ locked: false, title: 'Talk to us' });
    await change(id, { password: 'other' });
    const after = await fetch(`${product.url}/api/public/${token}`, { headers: { cookie } });
    expect(await after.json()).toEqual({ locked: true });
  });
});

describe('an answer to a public form', () => {
  const cookieOf = (answer: { readonly headers: Headers }): string =>
    (answer.headers.get('set-cookie') ?? '').split(';')[0]!;
  const withCookie = (cookie: string) => async (path: string, body?: object) => {
    const answer = await fetch(`${product.url}/api${path}`, {
      headers: { cookie, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  const made = async (settings: object): Promise<Link> => {
    const { id } = (await share(await formOf())).body as Link;
    return change(id, settings);
  };

  it('is given once by each browser where the link says so', async () => {
    const { token } = await made({ one_answer: true });
    expect((await stranger.call('GET', `/public/${token}`)).body).toMatchObject({ answered: null });
    const first = await send(token, { [fields['Name']!]: 'Once' });
    expect(first.status).toBe(201);
    const again = withCookie(cookieOf(first));
    const page = await again(`/public/${token}`);
    expect(page.body).toMatchObject({ answered: { change: null } });
    const { ticket } = page.body as { ticket: string };
    const second = await again(`/public/${token}/records`, { fields: { [fields['Name']!]: 'Twice' }, ticket });
    expect({ status: second.status, code: code(second) }).toEqual({ status: 409, code: 'public.answered' });
    expect((await send(token, { [fields['Name']!]: 'Another browser' })).status).toBe(201);
    const elsewhere = await made({ one_answer: true });
    expect((await again(`/public/${elsewhere.token}`)).body).toMatchObject({ answered: null });
  });

  it('is read again and changed by who gave it, where the link says so, and by nobody else', async () => {
    const { id, token } = await made({ changeable: true });
    const answer = { [fields['Name']!]: 'Fern', [fields['Amount']!]: 2, [fields['Secret']!]: 'mine' };
    const { change: key } = (await send(token, answer)).body as { change: string };
    const read = (given: string, of = token) => stranger.call('POST', `/public/${of}/answer`, { change: given });
    const write = (given: string, wanted: object, of = token) =>
      stranger.call('PUT', `/public/${of}/answer`, { change: given, fields: wanted });
    const told = await read(key);
    expect({ status: told.status, body: told.body }).toMatchObject({ status: 200 });
    const { questions } = told.body as { questions: { label: string; value: unknown }[] };
    expect(questions.map(({ label, value }) => [label, value])).toEqual([
      ['Your name', 'Fern'],
      ['Amount', 2],
      ['Day', null],
      ['Stage', null],
    ]);
    expect(JSON.stringify(told.body)).not.toContain(planted);
    expect((await write(key, { [fields['Name']!]: '' })).status).toBe(400);
    const changed = await write(key, { [fields['Name']!]: 'Fern B', [fields['Secret']!]: 'mine' });
    expect({ status: changed.status, body: changed.body }).toMatchObject({ status: 204 });
    const [one, more] = (await records()).filter((record) => String(record[fields['Name']!]).startsWith('Fern'));
    expect([one?.[fields['Name']!], one?.[fields['Amount']!] ?? null, one?.[fields['Secret']!], more]).toEqual([
      'Fern B',
      null,
      planted,
      undefined,
    ]);

    const other = await made({ changeable: true });
    const [recordId, mac] = key.split('.') as [string, string];
    const foreign = (
      (await admin.call('POST', `/v3/tables/${table}/records/query`, { limit: 100 })).body as {
        records: { id: string }[];
      }
    ).records.find((record) => record.id !== recordId)!;
    for (const [given, of] of [
      [key, other.token],
      [`${foreign.id}.${mac}`, token],
      ['x', token],
    ] as const) {
      expect(code(await read(given, of))).toBe('public.answer_gone');
      expect(code(await write(given, { [fields['Name']!]: 'Taken over' }, of))).toBe('public.answer_gone');
    }
    await change(id, { changeable: false });
    expect(code(await read(key))).toBe('public.answer_gone');
    await change(id, { changeable: true });
    await admin.call('DELETE', `/v3/tables/${table}/records/${recordId}`);
    expect(code(await read(key))).toBe('public.answer_gone');
    expect(code(await write(key, { [fields['Name']!]: 'Back' }))).toBe('public.answer_gone');
  });
});

describe('a public view', () => {
  it('shows the rows of the view and exactly the chosen fields', async () => {
    const view = await viewOf('table', {
      fields: [{ fieldId: fields['Name'] }, { fieldId: fields['Amount'] }, { fieldId: fields['Secret'], hidden: true }],
      filter: { fieldId: fields['Secret'], operator: 'equals', value: planted },
      sort: [
        { fieldId: fields['Secret'], order: 'asc' },
        { fieldId: fields['Name'], order: 'asc' },
      ],
    });
    const shared = await share(view, 'object');
    expect({ status: shared.status, body: shared.body }).toMatchObject({ status: 200 });
    const { token } = shared.body as Link;
    const page = await open(token);
    expect(page.columns.map(({ label }) => label)).toEqual(['Name', 'Amount']);
    const { status, body } = await stranger.call('POST', `/public/${token}/query`, {});
    expect({ status, body: JSON.stringify(body) }).toMatchObject({ status: 200 });
    const { rows } = body as { rows: { cells: string[] }[] };
    expect(rows[0]?.cells).toEqual(['Ada', '3']);
    expect(rows.every(({ cells }) => cells.length === 2 && cells[0] !== 'Bo')).toBe(true);
    for (const text of [planted, fields['Secret']!, fields['Hidden']!, 'Secret'])
      expect(JSON.stringify([page, body])).not.toContain(text);
    const searched = (await stranger.call('POST', `/public/${token}/query`, { search: planted })).body;
    expect(searched).toEqual({ rows: [], next: null });
    expect((await stranger.call('POST', `/public/${token}/records`, { fields: {}, ticket: 'x' })).status).toBe(404);
    await admin.call('DELETE', `/v3/tables/${table}/views/${view}`);
    expect((await stranger.call('POST', `/public/${token}/query`, {})).status).toBe(404);
  });
});

describe('sharing', () => {
  it('is for builders with full access to the table, and a view is no dashboard', async () => {
    const view = await formOf();
    expect((await share(view, 'form', member)).status).toBe(403);
    expect((await member.call('GET', '/v3/public-links')).status).toBe(403);
    const { id } = (await share(view)).body as Link;
    expect((await member.call('GET', `/v3/public-links/${id}`)).status).toBe(403);
    expect(code(await share(view, 'dashboard'))).toBe('links.view_type');
    expect(code(await share(view, 'object'))).toBe('links.view_type');
    expect(code(await admin.call('PATCH', `/v3/public-links/${id}`, { fields: [fields['Owner']] }))).toBe(
      'links.field_not_shared',
    );
    const listed = (await admin.call('GET', '/v3/public-links')).body as { off: boolean; links: Link[] };
    expect(listed.links.some((one) => one.id === id)).toBe(true);
  });
  it('names hosts, and nothing that is none', async () => {
    const { id } = (await share(await formOf())).body as Link;
    expect(await change(id, { embed_hosts: ['https://Shop.example/'], indexed: true })).toMatchObject({
      embed_hosts: ['shop.example'],
      indexed: true,
    });
    const bad = await admin.call('PATCH', `/v3/public-links/${id}`, { embed_hosts: ['a;b'] });
    expect(code(bad)).toBe('links.host_invalid');
    const view = await viewOf('table', { fields: [{ fieldId: fields['Name'] }] });
    const shown = (await share(view, 'object')).body as Link;
    for (const setting of ['one_answer', 'receipts', 'changeable'])
      expect(code(await admin.call('PATCH', `/v3/public-links/${shown.id}`, { [setting]: true }))).toBe(
        'links.no_answers',
      );
  });
  it('counts openings by day', async () => {
    const { id, token } = (await share(await formOf())).body as Link;
    await open(token);
    await open(token);
    const { opened_days: days, opened_at: at } = (await admin.call('GET', `/v3/public-links/${id}`)).body as {
      opened_days: number[];
      opened_at: string;
    };
    expect([days.length, days.at(-1)]).toEqual([14, 2]);
    expect(Date.now() - Date.parse(at)).toBeLessThan(60_000);
  });
  it('sends the address by e-mail, at most to twenty, while the link is on', async () => {
    const view = await formOf();
    const { id } = (await share(view)).body as Link;
    const mail = (emails: readonly string[], by = admin) => by.call('POST', `/v3/public-view/${id}/:share`, { emails });
    const sent = await mail(['a@b.example', 'A@B.example', 'c@d.example']);
    expect({ status: sent.status, body: sent.body }).toEqual({ status: 200, body: { sent: 2 } });
    for (const wrong of [[], ['nobody'], Array.from({ length: 21 }, (_, at) => `a${at}@b.example`)])
      expect((await mail(wrong)).status).toBe(400);
    expect((await mail(['a@b.example'], member)).status).toBe(403);
    const undone = await admin.call('POST', `/v3/undo/${sent.headers.get('tessera-commit')}`, {});
    expect(code(undone)).toBe('undo.not_undoable');
    await admin.call('POST', '/public-view/delete', { identifier: table, type: 'form', viewId: view });
    expect(code(await mail(['a@b.example']))).toBe('links.off');
  });
  it('is undone, and told of in the history', async () => {
    const view = await formOf();
    const made = await share(view);
    const { id, token } = made.body as Link;
    const titled = await admin.call('PATCH', `/v3/public-links/${id}`, { title: 'Hello' });
    expect((await open(token)).title).toBe('Hello');
    expect((await admin.call('POST', `/v3/undo/${titled.headers.get('tessera-commit')}`, {})).status).toBe(200);
    expect((await open(token)).title).toBe('Talk to us');
    expect((await admin.call('POST', `/v3/undo/${made.headers.get('tessera-commit')}`, {})).status).toBe(200);
    expect((await stranger.call('GET', `/public/${token}`)).status).toBe(404);
    const history = await admin.call('POST', '/historyLog/list', {
      search: '',
      filters: { action_type: [], entity_type: ['link'] },
      page: 1,
      size: 10,
    });
    expect({ status: history.status, body: history.body }).toMatchObject({ status: 200 });
    expect((history.body as { entries: unknown[] }).entries.length).toBeGreaterThan(1);
  });
});

describe('a public doc page', () => {
  const written = async (title: string, content: object): Promise<string> => {
    const made = await admin.call('POST', '/v3/doc-pages', { title, content });
    expect(made.status).toBe(201);
    return (made.body as { id: string }).id;
  };
  const open = (pageId: string, by = admin) =>
    by.call('POST', '/public-view/create', { identifier: pageId, type: 'doc-page' });

  it('is read by strangers as text, without an id of a person or a record', async () => {
    const person = (await admin.call('GET', '/v3/users')).body as { users: { id: string; name: string }[] };
    const [{ id: userId, name }] = person.users as [{ id: string; name: string }];
    const recordId = '01m8f8mdky2sh9a9j938t5rn40';
    const inline = [
      { type: 'text', text: 'Ask ' },
      { type: 'mention', attrs: { userId, label: name } },
      { type: 'record', attrs: { tableId: table, recordId } },
    ];
    const pageId = await written('Open plan', { type: 'doc', content: [{ type: 'paragraph', content: inline }] });
    const { status, body } = await open(pageId);
    expect([status, body]).toMatchObject([200, { type: 'doc-page', identifier: pageId, label: 'Open plan' }]);
    const { token, id } = body as Link;
    const read = await stranger.call('GET', `/public/${token}`);
    expect(read).toMatchObject({ status: 200, body: { type: 'doc-page', title: 'Open plan' } });
    const said = JSON.stringify(read.body);
    expect([said.includes(`@${name}`), said.includes(userId), said.includes(recordId), said.includes(table)]).toEqual([
      true,
      false,
      false,
      false,
    ]);
    expect((await stranger.call('POST', `/public/${token}/query`, {})).status).toBe(400);
    expect((await stranger.call('POST', `/public/${token}/records`, { fields: {}, ticket: 'x' })).status).toBe(404);

    // With a password nothing is told before it is said; in the trash it is gone.
    await admin.call('PATCH', `/v3/public-links/${id}`, { password: 'harbour' });
    expect((await stranger.call('GET', `/public/${token}`)).body).toEqual({ locked: true });
    await admin.call('PATCH', `/v3/public-links/${id}`, { password: null });
    await admin.call('DELETE', `/v3/doc-pages/${pageId}`);
    expect((await stranger.call('GET', `/public/${token}`)).status).toBe(404);
  });

  it('is opened by who builds and may do all with it, and listed', async () => {
    const pageId = await written('Mine', { text: 'Calm' });
    expect((await open(pageId, member)).status).toBe(403);
    expect((await open('01m8f8mdky2sh9a9j938t5rn40')).status).toBe(404);
    expect((await open(pageId)).status).toBe(200);
    expect((await admin.call('GET', '/v3/public-links')).body).toMatchObject({
      links: expect.arrayContaining([expect.objectContaining({ type: 'doc-page', label: 'Mine' })]),
    });
    expect((await member.call('GET', `/v3/public-links/${pageId}`)).status).toBe(403);
  });
});
