import {
  caller,
  colleague,
  firstRun,
  startTestProduct,
  type TestCaller,
  type TestProduct,
} from '@tessera/runtime/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';

const planted = 'zebra-4711';
type Body = Readonly<Record<string, unknown>>;
type Link = {
  readonly id: string;
  readonly token: string;
  readonly blocks: readonly { readonly id: string; readonly right: string }[];
  readonly offered_blocks: readonly { readonly id: string; readonly right: string | null }[];
};

let product: TestProduct;
let admin: TestCaller;
let member: TestCaller;
let stranger: TestCaller;
let table: string;
let app: string;
let fields: Readonly<Record<string, string>>;
const blocks: Record<string, string> = {};

const done = async (
  by: TestCaller,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: object,
): Promise<unknown> => {
  const answer = await by.call(method, path, body);
  expect({ path, status: answer.status, body: answer.body }).toMatchObject({
    status: expect.toSatisfy((n) => n < 300),
  });
  return answer.body;
};
const code = (answer: { readonly body: unknown }): string =>
  (answer.body as { error?: { code: string } }).error?.code ?? '';
const add = async (name: string, type: string, config: object): Promise<void> => {
  const made = (await done(admin, 'POST', `/v3/apps/${app}/blocks`, { type, config })) as { block: { id: string } };
  blocks[name] = made.block.id;
};
const link = async (): Promise<Link> =>
  (await done(admin, 'POST', '/public-view/get', { identifier: app, type: 'dashboard' })) as Link;
const turn = async (name: string, right: string): Promise<Link> =>
  (await done(admin, 'PATCH', `/v3/public-links/${(await link()).id}`, {
    blocks: [{ id: blocks[name], right }],
  })) as Link;
const answers = async (token: string): Promise<Readonly<Record<string, Body>>> =>
  ((await done(stranger, 'POST', `/public/${token}/query`, {})) as { results: Record<string, Body> }).results;

beforeAll(async () => {
  product = await startTestProduct();
  admin = await firstRun(product);
  member = await colleague(product, admin, { email: 'mo@marlow.example', seat: 'member', role: '3' });
  stranger = caller(product.url);
  const made = (await done(admin, 'POST', '/v3/tables', {
    label: `Deals ${planted}`,
    fields: [
      { name: 'Name', type: 'singleLineText' },
      { name: 'Amount', type: 'number' },
      { name: 'Day', type: 'date' },
      { name: 'Stage', type: 'select', props: { options: [{ label: 'New' }, { label: 'Won' }] } },
      { name: `Secret ${planted}`, type: 'singleLineText' },
      { name: 'Owner', type: 'user' },
    ],
  })) as {
    id: string;
    fields: { id: string; name: string; props: { options?: { id: string; label: string }[] } }[];
  };
  table = made.id;
  fields = Object.fromEntries(made.fields.map(({ id, name }) => [name.split(' ')[0]!, id]));
  const [fresh, won] = made.fields.find(({ name }) => name === 'Stage')!.props.options!.map(({ id }) => id);
  const row = (name: string, amount: number, day: string, stage: string | undefined, secret: string) => ({
    fields: {
      [fields['Name']!]: name,
      [fields['Amount']!]: amount,
      [fields['Day']!]: day,
      [fields['Stage']!]: stage,
      [fields['Secret']!]: secret,
    },
  });
  await done(admin, 'POST', `/v3/tables/${table}/records`, {
    records: [
      row('Ada', 3, '2026-01-10', won, 'open'),
      row('Bo', 5, '2026-03-02', fresh, 'open'),
      row(`Cy ${planted}`, 100, '2026-03-03', won, planted),
    ],
  });
  app = ((await done(admin, 'POST', '/v3/apps', { label: 'Our numbers' })) as { id: string }).id;
  // Of all blocks the records are those whose secret is none.
  const filter = { fieldId: fields['Secret'], operator: 'equals', value: 'open' };
  await add('title', 'title_bar', { heading: 'Welcome' });
  await add('text', 'text', {
    tableId: table,
    content: {
      blocks: [
        {
          kind: 'paragraph',
          runs: [
            { text: 'Hello ' },
            { text: 'all', variable: { of: 'name' }, bold: true },
            { text: '. ' },
            { text: '', variable: { of: 'email' } },
            { text: 'By ' },
            { text: 'us', variable: { of: 'organization' } },
            { text: ', ' },
            { text: '', variable: { of: 'today' } },
          ],
        },
        { kind: 'bullet', runs: [{ text: '', variable: { of: 'record', fieldId: fields['Secret'] } }] },
      ],
    },
  });
  await add('count', 'simple_indicator', {
    tableId: table,
    title: 'Deals',
    filter,
    colors: [
      { when: 'under', than: 2, color: 'rose' },
      { when: 'from', than: 2, color: 'green', label: 'Enough' },
    ],
  });
  await add('sum', 'simple_indicator', {
    tableId: table,
    function: 'sum',
    fieldId: fields['Amount'],
    filter,
    target: 16,
  });
  await add('chart', 'bar_chart', {
    tableId: table,
    x: { fieldId: fields['Day'], bucket: 'month' },
    value: { function: 'count' },
    filter,
  });
  await add('stages', 'funnel', { tableId: table, field: fields['Stage'], filter });
  await add('list', 'table', { tableId: table, fields: [fields['Name'], fields['Amount'], fields['Owner']], filter });
  await add('form', 'super_form', { tableId: table, questions: [{ fieldId: fields['Name'], required: true }] });
  await add('board', 'calendar', { tableId: table, start: fields['Day'], filter });
  await add('owners', 'bar_chart', {
    tableId: table,
    x: { fieldId: fields['Owner'] },
    value: { function: 'count' },
    filter,
  });
});
afterAll(() => product.stop());

it('members read what all blocks show in one request, each as they may', async () => {
  await done(admin, 'POST', `/v3/apps/${app}/publish`, {});
  const { results } = (await done(admin, 'POST', `/v3/apps/${app}/query`, {})) as { results: Record<string, Body> };
  expect(results[blocks['count']!]).toMatchObject({
    value: { value: 2, text: '2', rule: { color: 'green', text: 'Enough' } },
  });
  expect(results[blocks['sum']!]).toMatchObject({ value: { value: 8, target: { value: 16 } } });
  expect(results[blocks['chart']!]).toMatchObject({
    series: {
      points: [{ label: 'Jan 2026' }, { label: 'Feb 2026' }, { label: 'Mar 2026' }],
      series: [{ values: [1, 0, 1] }],
    },
  });
  expect(results[blocks['stages']!]).toMatchObject({ series: { points: [{ label: 'New' }, { label: 'Won' }] } });
  expect((results[blocks['list']!] as { rows: { rows: unknown[] } }).rows.rows).toHaveLength(2);
  expect(results[blocks['title']!]).toBeUndefined();
  // A filter of the page stands beside those of the blocks.
  const filtered = (await done(admin, 'POST', `/v3/apps/${app}/query`, {
    blocks: [blocks['count']],
    filters: { [table]: { fieldId: fields['Amount'], operator: 'greaterThan', value: 4 } },
  })) as { results: Record<string, Body> };
  expect(filtered.results).toMatchObject({ [blocks['count']!]: { value: { value: 1 } } });
  expect(Object.keys(filtered.results)).toHaveLength(1);
  // Who sees the app and not the table is told so by each block.
  const apart = await member.call('POST', `/v3/apps/${app}/query`, {});
  expect([200, 404]).toContain(apart.status);
  if (apart.status === 200) expect(JSON.stringify(apart.body)).not.toContain(planted);
});

it('answers come line by line where that is asked for', async () => {
  const answer = await fetch(`${product.url}/api/v3/apps/${app}/query`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${admin.token}`,
      accept: 'application/x-ndjson',
      'content-type': 'application/json',
    },
    body: '{}',
  });
  expect(answer.headers.get('content-type')).toContain('application/x-ndjson');
  const lines = (await answer.text())
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { id: string; answer: Body });
  expect(lines.find(({ id }) => id === blocks['count'])?.answer).toMatchObject({ value: { value: 2 } });
});

it('strangers see the blocks that are shared, and no byte of anything else', async () => {
  const made = (await done(admin, 'POST', '/public-view/create', { identifier: app, type: 'dashboard' })) as Link;
  const open = (name: string) => made.blocks.some(({ id }) => id === blocks[name]);
  // What takes answers is turned on by somebody; what shows people, or what has no public form, never is.
  expect(['title', 'count', 'sum', 'chart', 'stages', 'list', 'form', 'board'].map(open)).toEqual([
    true,
    true,
    true,
    true,
    true,
    true,
    false,
    false,
  ]);
  expect(made.offered_blocks.find(({ id }) => id === blocks['board'])?.right).toBeNull();
  const page = await done(stranger, 'GET', `/public/${made.token}`);
  expect(page).toMatchObject({ locked: false, type: 'dashboard', title: 'Our numbers' });
  // A text tells strangers of no person and no record, and of the organization where the page does.
  const textOf = (one: unknown) => {
    const { blocks: all } = one as { blocks: { id: string; config: { content: { blocks: { runs: Body[] }[] } } }[] };
    return all.find(({ id }) => id === blocks['text'])!.config.content.blocks.map(({ runs }) => runs);
  };
  const [line, ...others] = textOf(page);
  expect(others).toEqual([]);
  expect(line!.map(({ text }) => text).join('')).toMatch(/^Hello all\. By Marlow[^,]*, .*\d{4}/);
  await done(admin, 'PATCH', `/v3/public-links/${made.id}`, { show_brand: false });
  const [unbranded] = textOf(await done(stranger, 'GET', `/public/${made.token}`));
  expect(unbranded!.map(({ text }) => text).join('')).toMatch(/^Hello all\. By us, /);
  await done(admin, 'PATCH', `/v3/public-links/${made.id}`, { show_brand: true });
  const shown = await answers(made.token);
  expect(shown[blocks['count']!]).toMatchObject({ value: { value: 2 } });
  expect(shown[blocks['sum']!]).toMatchObject({ value: { value: 8 } });
  expect(shown[blocks['chart']!]).toMatchObject({ series: { series: [{ values: [1, 0, 1] }] } });
  // The field of people is left out, and so is which record a row is of.
  expect(shown[blocks['list']!]).toMatchObject({
    rows: { columns: [{ label: 'Name' }, { label: 'Amount' }], rows: [{ id: '' }, { id: '' }] },
  });
  expect(shown[blocks['owners']!]).toMatchObject({ error: {} });
  expect(shown[blocks['board']!]).toBeUndefined();
  const all = JSON.stringify([page, shown]);
  expect(all).not.toContain(planted);
  expect(all).not.toContain(fields['Secret']);
  expect(all).not.toContain(table);
});

it('a form among the blocks takes answers once somebody turned it on', async () => {
  const { token } = await link();
  const page = async () =>
    (await done(stranger, 'GET', `/public/${token}`)) as { blocks: { id: string; form: { ticket: string } | null }[] };
  const send = (ticket: string, block: string | undefined, answer: unknown) =>
    stranger.call('POST', `/public/${token}/records`, {
      fields: { [fields['Name']!]: answer, [fields['Secret']!]: planted },
      ticket,
      ...(block !== undefined && { block }),
    });
  expect((await page()).blocks.some(({ id }) => id === blocks['form'])).toBe(false);
  expect(code(await send('a.b.c', blocks['form'], 'Dee'))).not.toBe('');
  await turn('form', 'write');
  const { ticket } = (await page()).blocks.find(({ id }) => id === blocks['form'])!.form!;
  expect(code(await send(ticket, blocks['form'], ''))).toBe('public.answer_invalid');
  expect(code(await send(ticket, undefined, 'Dee'))).toBe('public.reload');
  expect((await send(ticket, blocks['form'], 'Dee')).status).toBe(201);
  // The same ticket makes one record, and what was not asked is not looked at.
  await send(ticket, blocks['form'], 'Dee');
  const found = (await done(admin, 'POST', `/v3/tables/${table}/records/query`, {
    filter: { fieldId: fields['Name'], operator: 'equals', value: 'Dee' },
  })) as { records: { fields: Body }[] };
  expect(found.records).toHaveLength(1);
  expect(found.records[0]!.fields[fields['Secret']!] ?? null).toBeNull();
  expect(
    code(await admin.call('PATCH', `/v3/public-links/${app}`, { blocks: [{ id: blocks['form'], right: 'read' }] })),
  ).toBe('links.block_not_shared');
});

it('a block that shows other rows is hidden, until somebody who may share the table publishes or turns it on', async () => {
  const { token } = await link();
  const builder = await colleague(product, admin, { email: 'bea@marlow.example', seat: 'builder', role: '3' });
  const narrow = { tables_enabled: {}, dashboards_enabled: { '*': 'full' } };
  const bea = ((await done(builder, 'GET', '/v3/session')) as { user: { id: string } }).user.id;
  await done(admin, 'POST', '/profile/create', {
    profile_name: 'Only apps',
    color: 'teal',
    profile_data: narrow,
    members: [bea],
  });
  const filter = { fieldId: fields['Secret'], operator: 'isNotEmpty' };
  await done(builder, 'PATCH', `/v3/apps/${app}/blocks/${blocks['count']}`, { config: { filter } });
  await done(builder, 'POST', `/v3/apps/${app}/publish`, {});
  expect((await answers(token))[blocks['count']!]).toBeUndefined();
  expect((await answers(token))[blocks['sum']!]).toMatchObject({ value: { value: 8 } });
  expect((await link()).blocks.some(({ id }) => id === blocks['count'])).toBe(false);
  await turn('count', 'read');
  expect((await answers(token))[blocks['count']!]).toMatchObject({ value: { value: 3 } });
  // By who may share the table it goes on at once.
  await done(admin, 'PATCH', `/v3/apps/${app}/blocks/${blocks['sum']}`, { config: { filter } });
  await done(admin, 'POST', `/v3/apps/${app}/publish`, {});
  expect((await answers(token))[blocks['sum']!]).toMatchObject({ value: { value: 108 } });
});

it('what is added later is hidden, and an app that is off, gone or never published is not there', async () => {
  const { token, id } = await link();
  await add('late', 'table', { tableId: table, fields: [fields['Name']] });
  await done(admin, 'POST', `/v3/apps/${app}/publish`, {});
  expect((await answers(token))[blocks['late']!]).toBeUndefined();
  await done(admin, 'POST', '/public-view/delete', { identifier: app, type: 'dashboard' });
  expect((await stranger.call('GET', `/public/${token}`)).status).toBe(404);
  expect((await stranger.call('POST', `/public/${token}/query`, {})).status).toBe(404);
  await done(admin, 'PATCH', `/v3/public-links/${id}`, { active: true });
  expect(((await done(admin, 'GET', `/v3/apps/${app}`)) as { active: boolean }).active).toBe(true);
  await done(admin, 'DELETE', `/v3/apps/${app}`);
  expect((await stranger.call('GET', `/public/${token}`)).status).toBe(404);
  const draft = ((await done(admin, 'POST', '/v3/apps', { label: 'Draft' })) as { id: string }).id;
  expect(code(await admin.call('POST', '/public-view/create', { identifier: draft, type: 'dashboard' }))).toBe(
    'links.not_published',
  );
  expect(
    (await member.call('POST', '/public-view/create', { identifier: app, type: 'dashboard' })).status,
  ).toBeGreaterThan(399);
});
