import { setTimeout as pause } from 'node:timers/promises';
import { api, finished, importCsv, people, signIn, type Json } from '../../runtime/src/testing/whole.ts';
import { caller, colleague, owner, type TestCaller } from '../../runtime/src/testing.ts';
import { appCode } from '../product/app-code.ts';

/** A product to be used, and what only its operator can do with it. */
export type Stand = {
  readonly url: string;
  readonly setupCode: string | undefined;
  purgeRecords(wanted: {
    readonly organizationId: string;
    readonly tableId: string;
    readonly recordIds: string[];
  }): Promise<unknown>;
  purgePerson(person: string): Promise<unknown>;
  /** Whether no purge is under way. */
  isPurged(): Promise<boolean>;
};

const option = (label: string, color?: string) => ({ label, ...(color !== undefined && { color }) });

/** Each field type with each of its properties, and a default of each kind of value; the types without properties once. */
const everyType = (userId: string) => [
  { name: 'Name', type: 'singleLineText', required: true, description: 'What it is called' },
  { name: 'Code', type: 'singleLineText' },
  { name: 'Note', type: 'text', default: 'First line\nSecond line' },
  { name: 'Count', type: 'number' },
  { name: 'Weight', type: 'number', props: { decimals: 4, thousands: true }, default: 0.5 },
  { name: 'Share', type: 'percent', props: { decimals: 3 } },
  { name: 'Rate', type: 'percent' },
  { name: 'Price', type: 'currency', props: { decimals: 0, currency_symbol: 'R$', thousands: false } },
  { name: 'Cost', type: 'currency' },
  {
    name: 'Stage',
    type: 'select',
    props: { options: [option('Open', 'rose'), option('Won'), option('Löst', 'teal'), option('Late')] },
    default: 'Open',
  },
  {
    name: 'Tags',
    type: 'multipleSelect',
    props: { options: [option('new'), option('late; east', 'amber'), option('west')], minimum_options: 1 },
    default: ['new', 'west'],
  },
  { name: 'Due', type: 'date', props: { date_format: 'dd/MM/yyyy' } },
  { name: 'Begun', type: 'date', default: '2020-02-29' },
  { name: 'Seen', type: 'dateTime', props: { date_format: 'yyyy-MM-dd' }, default: '2020-02-29T23:59:59.999Z' },
  { name: 'Paid', type: 'checkbox', default: true },
  { name: 'Site', type: 'link' },
  { name: 'Phone', type: 'phone' },
  { name: 'Mail', type: 'email' },
  { name: 'Owner', type: 'user', props: { notify: true } },
  { name: 'Second', type: 'user', default: userId },
  { name: 'Made by', type: 'criado_por' },
  { name: 'Made', type: 'criado_em', props: { date_format: 'MM/dd/yyyy' } },
  { name: 'Changed by', type: 'atualizado_por' },
  { name: 'Changed', type: 'atualizado_em' },
];

/** Values of every kind: what floats cannot hold, other scripts, the ends of ranges, empty ones. */
const rowsOf = (users: readonly Json[]): readonly Json[] => [
  {
    Name: 'Everything',
    Code: 'A-1',
    Note: 'Zeile 1\nZeile 2 🧀 "quoted", \\ and \t a tab',
    Count: '100000000000.000001',
    Weight: '1234.5678',
    Share: 12.345,
    Rate: '-0.000001',
    Price: 1234567,
    Cost: '9999999999999.99',
    Stage: 'Löst',
    Tags: ['west', 'new'],
    Due: '2026-02-28',
    Begun: '1899-12-31',
    Seen: '2026-03-01T10:00:00.123Z',
    Paid: false,
    Site: 'https://marlow.example/path?q=1#top',
    Phone: '+55 11 91234-5678',
    Mail: 'Someone@Marlow.example',
    Owner: users[0]!['id'],
    Second: users[1]!['id'],
  },
  {
    Name: 'Nothing',
    Note: null,
    Weight: null,
    Stage: null,
    Tags: null,
    Begun: null,
    Seen: null,
    Second: null,
    Paid: null,
  },
  { Name: 'Defaults', Stage: 'Open', Tags: ['new'] },
  ...Array.from({ length: 12 }, (_, i) => ({
    Name: `row ${i} ${'áéîõü'[i % 5]}`,
    Code: `${i * 7}`,
    Count: i / 8,
    Cost: `${i}.10`,
    Stage: ['Open', 'Won', 'Löst', 'Late'][i % 4],
    Tags: ['new', 'late; east', 'west'].slice(i % 3),
    Due: `2026-03-${String(i + 1).padStart(2, '0')}`,
    Seen: `2026-0${(i % 9) + 1}-01T0${i % 10}:30:00Z`,
    Paid: i % 2 === 0,
    Owner: users[i % users.length]!['id'],
  })),
];

/** Sends a file for a table that is there; answers the operation. */
const importInto = async (url: string, who: TestCaller, table: string, text: string): Promise<string> => {
  const { identifier } = await api(who, 'POST', '/connector/identifier', { connector_id: 'csv', object: table });
  const form = new FormData();
  for (const [key, value] of Object.entries({ identifier, connector_id: 'csv', function: 'upload' }))
    form.set(key, String(value));
  form.set('file', new Blob([text]), 'more rows.csv');
  const sent = await fetch(`${url}/api/connector/call`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${who.token}` },
  });
  const { filePath } = (await sent.json()) as Json;
  const config = { filePath, type: 'import_only', object: table };
  const proposal = await api(who, 'POST', '/connector/config-table', { connector_id: 'csv', identifier, config });
  const { operationId } = await api(who, 'POST', '/connector/import-table', {
    connector_id: 'csv',
    identifier,
    table_import_configs: [
      {
        label: '',
        fields: (proposal['fields'] as Json[]).map(({ key, field }) => ({ key, field, createOptions: true })),
        config: { ...config, leaveOut: true, onMisfit: 'empty' },
      },
    ],
  });
  await finished(who, `/connector/imports/${operationId}`);
  return operationId as string;
};

/** Calls a route and answers the commit that its header names. */
const commitOf = async (who: TestCaller, method: string, path: string, body?: unknown): Promise<string> => {
  const { status, headers, body: answer } = await who.call(method, path, body);
  const commit = headers.get('tessera-commit');
  if (status >= 300 || commit === null) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(answer)}`);
  return commit;
};

/** Asks until the answer is as it should be. */
const until = async (what: string, holds: () => Promise<boolean>): Promise<void> => {
  for (let tries = 0; !(await holds()); tries++) {
    if (tries > 300) throw new Error(`${what} did not come`);
    await pause(100);
  }
};

type Table = { readonly base: string; readonly id: string; readonly ids: Readonly<Record<string, string>> };

const makeTable = async (who: TestCaller, label: string, fields: readonly object[], more = {}): Promise<Table> => {
  const table = await api(who, 'POST', '/v3/tables', { label, fields, ...more });
  const ids = Object.fromEntries((table['fields'] as Json[]).map((field) => [field['name'], field['id']]));
  return { base: `/v3/tables/${table['id']}`, id: table['id'] as string, ids };
};

const idsOf = (answer: Json): string[] => (answer['records'] as Json[]).map((record) => record['id'] as string);

const bulk = async (who: TestCaller, { base }: Table, body: object): Promise<string> => {
  const { operationId } = await api(who, 'POST', `${base}/records/bulk`, body);
  await finished(who, `/v3/operations/${operationId}`);
  return operationId as string;
};

const undo = async (who: TestCaller, id: string, more: object = {}): Promise<string> => {
  const answer = await api(who, 'POST', `/v3/undo/${id}`, more);
  if (answer['operationId'] !== undefined && answer['state'] === 'running')
    await finished(who, `/v3/operations/${answer['operationId']}`);
  return (answer['operationId'] ?? answer['commitId']) as string;
};

/** People who come, change, are kept out, come back and are forgotten; answers an API token that works. */
const fillPeople = async (stand: Stand): Promise<{ maren: TestCaller; berit: TestCaller; apiToken: string }> => {
  const { url } = stand;
  const set = await api(caller(url), 'POST', '/setup', {
    ...owner,
    ...(stand.setupCode !== undefined && { code: stand.setupCode }),
  });
  const maren = caller(url, set['token'] as string);
  const berit = await colleague({ url }, maren, { email: people[1][0], seat: 'builder', role: '2', name: 'Berit' });
  const dario = await colleague({ url }, maren, {
    email: 'dario@marlow.example',
    seat: 'member',
    role: '3',
    name: 'Dario Ünal',
  });
  await colleague({ url }, maren, { email: 'ines@marlow.example', seat: 'viewer', role: '3', name: 'Inês' });
  await api(dario, 'POST', '/auth/changePassword', { current: 'seven-oaks-43', password: 'tall-fjord-77' });
  const { secret } = await api(berit, 'POST', '/v3/second-factor/setup', { current: 'seven-oaks-43' });
  await api(berit, 'POST', '/v3/second-factor', { code: appCode(secret as string, 0) });
  await api(berit, 'POST', '/v3/second-factor/off', { current: 'seven-oaks-43' });
  await api(caller(url), 'POST', '/auth/reset-password', { email: 'dario@marlow.example' });
  const { users } = await api(maren, 'GET', '/v3/users');
  const idOf = (name: string): string => (users as Json[]).find((one) => one['name'] === name)!['id'] as string;
  await api(maren, 'PUT', `/v3/account/user/${idOf('Dario Ünal')}`, { seat: 'builder', role: '2' });
  await api(maren, 'PUT', `/v3/account/user/${idOf('Inês')}`, { active: false });
  await api(maren, 'PUT', `/v3/account/user/${idOf('Dario Ünal')}`, { active: false });
  await api(maren, 'PUT', `/v3/account/user/${idOf('Dario Ünal')}`, { active: true });
  for (const [email, seat] of [
    ['later@marlow.example', 'viewer'],
    ['never@marlow.example', 'member'],
  ]) {
    const made = await api(maren, 'POST', '/v3/invitations', { email, seat, role: '3' });
    if (seat === 'member') await api(maren, 'DELETE', `/v3/invitations/${made['id']}`);
  }
  const { token } = await api(maren, 'POST', '/v3/api-token', { name: 'Reports' });
  const { id_api_token: dropped } = await api(maren, 'POST', '/v3/api-token', { name: 'Of last year' });
  await api(maren, 'DELETE', `/v3/api-token/${dropped}`);
  const { id_api_token: shop } = await api(maren, 'POST', '/v3/api-token', {
    name: 'Shop',
    expires_at: '2126-01-01T00:00:00Z',
    scopes: [{ table: '*', access: 'view' }],
  });
  await api(maren, 'PUT', `/v3/api-token/${shop}`, { name: 'Price list to shop', ativo: 0 });
  await api(maren, 'PUT', `/v3/api-token/${shop}`, { ativo: 1 });
  await api(maren, 'POST', `/v3/api-token/${shop}/generate`);
  return { maren, berit, apiToken: token as string };
};

/** The views of a table: for all and of one's own, changed, deleted, brought back. */
const fillViews = async (maren: TestCaller, berit: TestCaller, table: Table): Promise<void> => {
  const { base, ids } = table;
  const is = (name: string, operator: string, value?: unknown) => ({
    fieldId: ids[name],
    operator,
    ...(value !== undefined && { value }),
  });
  const config = {
    fields: Object.values(ids).map((fieldId, i) => ({
      fieldId,
      ...(i === 2 && { hidden: true }),
      width: 100 + i,
      ...(fieldId === ids['Cost'] && { total: 'sum' }),
    })),
    frozen: 2,
    filter: {
      and: [
        is('Name', 'isNotEmpty'),
        {
          or: [
            is('Count', 'between', { from: -5, to: 1.5 }),
            { and: [is('Due', 'isWithin', { from: '2026-03-01', to: '2026-03-31' }), is('Paid', 'isTrue')] },
            is('Tags', 'isNotEmpty'),
          ],
        },
      ],
    },
    sort: [{ fieldId: ids['Stage'], order: 'desc' }, { fieldId: ids['Name'] }],
    rowHeight: 64,
    density: 'compact',
  };
  const { id } = await api(maren, 'POST', `${base}/views`, { label: 'Whole', config });
  await api(berit, 'POST', `${base}/views`, {
    label: 'Mine',
    personal: true,
    config: { fields: [], filter: is('Owner', 'equals', { currentUser: true }), rowHeight: 32 },
  });
  await api(maren, 'PATCH', `${base}/views/${id}`, { label: 'The whole', config: { ...config, rowHeight: 96 } });
  const other = await api(maren, 'POST', `${base}/views`, {
    label: 'Brought back',
    config: { fields: [], filter: is('Name', 'contains', 'row') },
  });
  await undo(maren, await commitOf(maren, 'DELETE', `${base}/views/${other['id']}`));
  const gone = await api(maren, 'POST', `${base}/views`, { label: 'Gone', config: { fields: [] } });
  await api(maren, 'DELETE', `${base}/views/${gone['id']}`);
};

/** One table with every type of field: its records changed in every way, its fields too. */
const fillEverything = async (stand: Stand, maren: TestCaller, berit: TestCaller): Promise<Table> => {
  const { users } = await api(maren, 'GET', '/v3/users');
  const active = (users as Json[]).filter((one) => one['active']);
  const table = await makeTable(maren, 'Every type', everyType(active[0]!['id'] as string), {
    icon: 'table',
    color: 'teal',
    description: 'All that a field can be.',
  });
  const { base, ids } = table;
  const made = idsOf(
    await api(maren, 'POST', `${base}/records?fieldKey=name`, {
      records: rowsOf(active).map((fields) => ({ fields })),
    }),
  );
  const patch = (who: TestCaller, at: number, fields: object) =>
    commitOf(who, 'PATCH', `${base}/records/${made[at]}?fieldKey=name`, { fields });
  await fillViews(maren, berit, table);

  // Records: changed by two people, taken back, taken back once more, deleted, restored.
  const first = await patch(berit, 0, { Count: '0.1', Stage: 'Won', Tags: ['new'], Seen: null });
  const redo = await undo(berit, first);
  await undo(berit, redo);
  await patch(maren, 1, { Paid: true, Site: 'marlow.example', Owner: active[1]!['id'] });
  await patch(maren, 1, { Owner: null });
  await undo(maren, await patch(maren, 2, { Note: null, Due: '2027-12-31', Price: 10 }));
  await api(berit, 'DELETE', `${base}/records`, { ids: made.slice(9, 13) });
  await api(maren, 'POST', `${base}/records/restore`, { ids: [made[9]!] });
  const all = await bulk(maren, table, {
    action: 'update',
    filter: { and: [{ fieldId: ids['Paid'], operator: 'isTrue' }] },
    fields: { [ids['Note']!]: 'paid, thank you' },
  });
  await undo(maren, await undo(maren, all));
  await bulk(berit, table, {
    action: 'update',
    filter: { and: [{ fieldId: ids['Stage'], operator: 'isNotEmpty' }] },
    mode: 'append',
    fields: { [ids['Tags']!]: ['west'] },
  });
  await undo(berit, await bulk(berit, table, { action: 'delete', ids: made.slice(3, 6) }));

  // Fields: renamed, moved, with other properties, other options, another type, deleted, restored.
  await api(maren, 'PATCH', `${base}/fields/${ids['Note']}`, {
    name: 'Remark',
    description: 'Anything',
    default: null,
  });
  await api(maren, 'PATCH', `${base}/fields/${ids['Share']}`, {
    type: 'number',
    props: { thousands: true, decimals: 3 },
  });
  const { fields } = await api(maren, 'GET', base);
  const options = (name: string): Json[] =>
    (fields as Json[]).find((field) => field['name'] === name)!['props'].options as Json[];
  const [open, won, lost, late] = options('Stage');
  await api(maren, 'PATCH', `${base}/fields/${ids['Stage']}`, {
    props: { options: [won, { ...open, label: 'Opened' }, lost, { label: 'Waiting', color: 'pink' }] },
    removeOptions: [late!['id']],
    replacements: { [late!['id']]: won!['id'] },
  });
  await patch(berit, 7, { Code: 'not a number' });
  const convert = async (name: string, body: object): Promise<string> => {
    const { operationId } = await api(maren, 'POST', `${base}/fields/${ids[name]}/convert`, body);
    await finished(maren, `/v3/operations/${operationId}`);
    return operationId as string;
  };
  await convert('Code', { type: 'number', props: { decimals: 1 } });
  await convert('Price', { props: { decimals: 3, currency_symbol: 'R$' } });
  await undo(maren, await convert('Site', { type: 'singleLineText' }));
  await api(maren, 'DELETE', `${base}/fields/${ids['Rate']}`);
  await api(maren, 'DELETE', `${base}/fields/${ids['Second']}`);
  await api(maren, 'POST', `${base}/fields/${ids['Second']}/restore`);
  const added = await api(maren, 'POST', `${base}/fields`, { name: 'Key', type: 'singleLineText', index: 1 });
  await api(maren, 'PUT', `${base}/fields/order`, {
    fieldIds: ((await api(maren, 'GET', base))['fields'] as Json[]).map((field) => field['id'] as string).toReversed(),
  });
  await api(maren, 'POST', `${base}/records?fieldKey=name`, {
    records: made.slice(0, 3).map((_, i) => ({ fields: { Name: `keyed ${i}`, Key: `k${i}` } })),
  });
  await api(maren, 'PATCH', base, { uniqueFieldId: added['id'], labelFieldId: ids['Code'] });
  await api(maren, 'POST', `${base}/records?fieldKey=name`, {
    records: [{ fields: { Key: 'K1', Name: 'keyed again' } }, { fields: { Key: 'k9', Name: 'keyed new' } }],
    upsert: true,
  });
  await api(maren, 'PATCH', base, { label: 'Every type there is', icon: 'star', color: 'amber', description: '' });
  await importInto(
    stand.url,
    berit,
    table.id,
    'Name,Key,Stage,Count,Due\nfrom a file,k1,Won,1.5,2026-04-01\nand another,k20,Brand new,x,2026-04-02\n,k21,Won,1,2026-04-03\n',
  );

  // What nobody may ever read again.
  const { records } = await api(maren, 'POST', `${base}/records?fieldKey=name`, {
    records: [{ fields: { Name: 'purged secret', Key: 'purged', Count: 1 } }],
  });
  const [purged] = records as Json[];
  await api(maren, 'PATCH', `${base}/records/${purged!['id']}?fieldKey=name`, { fields: { Count: 2 } });
  const { organization } = await api(maren, 'GET', '/v3/session');
  await stand.purgeRecords({
    organizationId: organization['id'] as string,
    tableId: table.id,
    recordIds: [purged!['id'] as string],
  });
  return table;
};

/** Tables in the trash, out of it again and gone for good; a unique field that duplicates stood in the way of. */
const fillTrash = async (maren: TestCaller, berit: TestCaller): Promise<void> => {
  const plain = [{ name: 'Name', type: 'singleLineText' }] as const;
  for (const label of ['In the trash', 'Out of the trash', 'Gone for good']) {
    const { base, id } = await makeTable(berit, label, plain);
    await api(berit, 'POST', `${base}/records?fieldKey=name`, { fields: { Name: `of ${label}` } });
    await api(maren, 'DELETE', base);
    if (label.startsWith('Out')) await api(maren, 'POST', `/v3/trash/${id}/restore`, { type: 'table' });
    if (label.startsWith('Gone')) await api(maren, 'DELETE', `/v3/trash/${id}?type=table`);
  }
  const { base, ids } = await makeTable(maren, 'Twice', plain);
  await api(maren, 'POST', `${base}/records?fieldKey=name`, {
    records: ['same', 'Same', 'other'].map((Name) => ({ fields: { Name } })),
  });
  const refused = await maren.call('PATCH', base, { uniqueFieldId: ids['Name'] });
  if (refused.status !== 409) throw new Error(`duplicates became unique: ${refused.status}`);
};

/** Imports that made a table: one as it came, one taken back, one taken back and brought again. */
const fillImports = async (url: string, maren: TestCaller): Promise<void> => {
  const csv = `No,Deal,Amount,Due,Stage,Done\n${Array.from({ length: 20 }, (_, i) => `${i},Deal ${i},"${i},000.5",2026-0${(i % 9) + 1}-11,${['Open', 'Won'][i % 2]},${i % 3 === 0}`).join('\n')}\n`;
  await importCsv(url, maren, 'Deals', csv);
  const back = await importCsv(url, maren, 'Deals taken back', csv);
  await undo(maren, back);
  const again = await importCsv(url, maren, 'Deals brought again', csv);
  await undo(maren, await undo(maren, again));
  await until('the table of the import', async () =>
    ((await api(maren, 'GET', '/v3/tables'))['tables'] as Json[]).some(({ label }) => label === 'Deals brought again'),
  );
};

/**
 * Uses an empty product as people and programs do, until its data has something of every kind of event, of every field
 * type with every property, and of every kind of value. Answers what the test signs in with besides passwords.
 */
export const fill = async (stand: Stand): Promise<{ readonly apiToken: string }> => {
  const { maren, berit, apiToken } = await fillPeople(stand);
  const table = await fillEverything(stand, maren, berit);
  await fillTrash(maren, berit);
  await fillImports(stand.url, maren);
  const caro = await colleague({ url: stand.url }, maren, {
    email: 'caro@marlow.example',
    seat: 'builder',
    role: '2',
    name: 'Caro Forgotten',
  });
  await api(caro, 'POST', `${table.base}/records?fieldKey=name`, { fields: { Name: 'of nobody', Key: 'caro' } });
  await stand.purgePerson('caro@marlow.example');
  await api(caller(stand.url, apiToken), 'POST', `${table.base}/records?fieldKey=name`, {
    fields: { Name: 'by a program', Key: 'program', Cost: '0.01' },
  });
  await api(maren, 'PUT', '/v3/preferences/theme', { value: 'dark' });
  await api(berit, 'PUT', '/v3/preferences/grid.last', { value: { table: table.id, rows: [1, 2], note: null } });
  await api(maren, 'POST', '/v3/recents', { type: 'table', id: table.id });
  await api(await signIn(stand.url, people[1]), 'POST', '/v3/recents', { type: 'table', id: table.id });
  await until('the end of the purges', stand.isPurged);
  return { apiToken };
};
