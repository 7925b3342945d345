import { setTimeout as pause } from 'node:timers/promises';
import { caller, colleague, firstRun, owner, type TestCaller } from '../testing.ts';

// A product with something of all that it keeps, and all of it read back: what a move, a backup or a rebuild must leave
// as it was.

export type Json = { readonly [key: string]: any }; // oxlint-disable-line typescript/no-explicit-any -- answers are looked into, path by path

/** Asks again, as a program should, while the answer is that it should be asked again; for what changes nothing. */
const reading = (who: TestCaller): TestCaller => ({
  token: who.token,
  call: async (...asked) => {
    for (let tries = 0; ; tries++) {
      const answer = await who.call(...asked);
      if (answer.status !== 503 || tries === 60) return answer;
      await pause(500);
    }
  },
});

/** Calls a route; throws where it refuses. */
export const api = async (who: TestCaller, method: string, path: string, body?: unknown): Promise<Json> => {
  const answer = await who.call(method, path, body);
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body as Json;
};

export const people = [
  [owner.email, owner.password],
  ['berit@marlow.example', 'seven-oaks-43'],
] as const;
export const signIn = async (
  url: string,
  [email, password]: readonly [string, string] = people[0],
): Promise<TestCaller> =>
  caller(url, (await api(caller(url), 'POST', '/auth/loginV2', { email, password }))['token'] as string);

/** Work on items, six at once, answers in their order. */
const each = async <T, A>(items: readonly T[], work: (item: T) => Promise<A>): Promise<A[]> => {
  const answers: A[] = [];
  let next = 0;
  await Promise.all(
    Array.from({ length: 6 }, async () => {
      for (let at = next++; at < items.length; at = next++) answers[at] = await work(items[at]!);
    }),
  );
  return answers;
};

/** All pages of a list. */
const pages = async (read: (next: string | undefined) => Promise<Json>, key: string): Promise<Json[]> => {
  const all: Json[] = [];
  for (let next: string | undefined; ;) {
    const page = await read(next);
    all.push(...(page[key] as Json[]));
    next = page['next'] as string | undefined;
    if (next === undefined) return all;
  }
};

const readTable = async (who: TestCaller, id: string, withHistory: boolean): Promise<Json> => {
  const base = `/v3/tables/${id}`;
  const told = async (method: string, path: string, body?: unknown): Promise<Json> => {
    const { status, body: answer } = await who.call(method, path, body);
    return { status, answer: status < 300 ? answer : (answer as Json)['error']?.code };
  };
  const query = (deleted: boolean) =>
    pages(
      (after) =>
        api(who, 'POST', `${base}/records/query`, {
          limit: 500,
          ...(deleted && { deleted }),
          ...(after !== undefined && { after }),
        }),
      'records',
    );
  const [live, trash] = [await query(false), await query(true)];
  const histories = await each(
    withHistory ? [...live, ...trash] : [],
    async (record) =>
      [
        record['id'],
        await pages(
          (before) =>
            api(
              who,
              'GET',
              `${base}/records/${record['id']}/history${before === undefined ? '' : `?before=${before}`}`,
            ),
          'entries',
        ),
      ] as const,
  );
  const actions = await pages(
    (before) => api(who, 'GET', `${base}/history${before === undefined ? '' : `?before=${before}`}`),
    'entries',
  );
  // What taking each action back would do reads all that the action wrote, and what has become of it since.
  const undo = await each(
    actions,
    async (one) =>
      [one['id'], await told('POST', `/v3/undo/${one['operationId'] ?? one['commitId']}`, { preview: true })] as const,
  );
  const operations = await each([...new Set(actions.flatMap((one) => one['operationId'] ?? []))], async (one) =>
    told('GET', `/v3/operations/${one}`),
  );
  const definition = await api(who, 'GET', base);
  const filtered = await each(
    definition['views'] as Json[],
    async (view) =>
      [
        view['id'],
        await told('POST', `${base}/records/query`, {
          limit: 500,
          total: true,
          filter: view['config']?.filter,
          sort: view['config']?.sort,
        }),
      ] as const,
  );
  return {
    definition,
    views: await api(who, 'GET', `${base}/views`),
    deletedFields: await told('GET', `${base}/fields/deleted`),
    live,
    trash,
    histories: Object.fromEntries(histories),
    actions,
    undo: Object.fromEntries(undo),
    operations,
    filtered: Object.fromEntries(filtered),
    undoStack: await api(who, 'GET', `${base}/undo-stack`),
    count: await told('POST', `${base}/records/count`, {}),
  };
};

/**
 * All that a product's people may read, each of them: tables, views, fields, every record with its version and its
 * whole history, the trash, what undo would do. Of a table with the label `withoutHistory`, which may be large, the
 * records' histories are left out.
 */
export const readWhole = async (
  url: string,
  options: { readonly withoutHistory?: string } = {},
): Promise<readonly Json[]> => {
  const all: Json[] = [];
  for (const person of people) {
    const who = reading(await signIn(url, person));
    const contents: (readonly [string, Json])[] = [];
    const [tables, archived] = [await api(who, 'GET', '/v3/tables'), await api(who, 'GET', '/v3/tables?archived=true')];
    for (const { id, label } of tables['tables'] as Json[])
      contents.push([id, await readTable(who, id, label !== options.withoutHistory)]);
    all.push({
      session: { ...(await api(who, 'GET', '/v3/session')), baseUrl: undefined },
      users: await api(who, 'GET', '/v3/users'),
      roles: await api(who, 'POST', '/profile/list', {}),
      home: await api(who, 'GET', '/v3/home'),
      preferences: await api(who, 'GET', '/v3/preferences'),
      archived,
      tables,
      contents: Object.fromEntries(contents),
    });
  }
  return all;
};

/** Figures of what was read, for people: how much a comparison compared. */
export const countWhole = (
  whole: readonly Json[],
): {
  readonly tables: number;
  readonly views: number;
  readonly fields: number;
  readonly records: number;
  readonly inTrash: number;
  readonly historyEntries: number;
  readonly actions: number;
} => {
  const [first] = whole;
  const contents = Object.values(first!['contents'] as Json) as Json[];
  const sum = (of: (one: Json) => number): number => contents.reduce((total, one) => total + of(one), 0);
  return {
    tables: contents.length + (first!['archived']['tables'] as Json[]).length,
    views: sum((one) => one['views'].views.length),
    fields: sum((one) => one['definition'].fields.length + (one['deletedFields'].answer.fields?.length ?? 0)),
    records: sum((one) => one['live'].length),
    inTrash: sum((one) => one['trash'].length),
    historyEntries: sum((one) =>
      (Object.values(one['histories'] as Json) as Json[][]).reduce((total, entries) => total + entries.length, 0),
    ),
    actions: sum((one) => one['actions'].length),
  };
};

export type Filled = {
  readonly token: string;
  readonly importId: string;
  readonly tableId: string;
  readonly archivedId: string;
  readonly amountId: string;
  /**
   * A record that was changed and taken back; one in the trash; an operation and a commit that nobody took back yet.
   */
  readonly record: string;
  readonly deleted: string;
  readonly operation: string;
  readonly commit: string;
};

export const finished = async (who: TestCaller, path: string, seconds = 60): Promise<void> => {
  for (let tries = 0; ; tries++) {
    const { state } = await api(who, 'GET', path);
    if (state === 'done') return;
    if (state !== 'running' || tries > seconds * 10) throw new Error(`${path} is ${state}`);
    await pause(100);
  }
};

/** Imports a file into a table that it makes; resolves with the import's id when all rows are written. */
export const importCsv = async (
  url: string,
  who: TestCaller,
  label: string,
  text: string,
  seconds = 60,
): Promise<string> => {
  const { identifier } = await api(who, 'POST', '/connector/identifier', { connector_id: 'csv' });
  const form = new FormData();
  for (const [key, value] of Object.entries({ identifier, connector_id: 'csv', function: 'upload' }))
    form.set(key, String(value));
  form.set('file', new Blob([text]), 'rows.csv');
  const { filePath } = (await (
    await fetch(`${url}/api/connector/call`, {
      method: 'POST',
      body: form,
      headers: { authorization: `Bearer ${who.token}` },
    })
  ).json()) as Json;
  const proposal = await api(who, 'POST', '/connector/config-table', {
    connector_id: 'csv',
    identifier,
    config: { filePath },
  });
  const { operationId } = await api(who, 'POST', '/connector/import-table', {
    connector_id: 'csv',
    identifier,
    table_import_configs: [
      {
        label,
        fields: (proposal['fields'] as Json[]).map(({ key, name, type, props }) => ({ key, name, type, props })),
        config: { object: null, filePath, isRunAutomations: true, type: 'import_create_structure', primaryKey: null },
      },
    ],
  });
  await finished(who, `/connector/imports/${operationId}`, seconds);
  return operationId as string;
};

/**
 * Two people's work on an empty product: rows written, changed, deleted, restored, undone, changed in bulk, imported;
 * views, options, a converted field, a deleted one, a table in the trash.
 */
export const fillWhole = async (url: string): Promise<Filled> => {
  const maren = await firstRun({ url });
  const berit = await colleague({ url }, maren, { email: people[1][0], seat: 'builder', role: '2', name: 'Berit' });
  const table = await api(maren, 'POST', '/v3/tables', {
    label: 'Orders',
    fields: [
      { name: 'Name', type: 'singleLineText' },
      { name: 'Amount', type: 'currency', props: { decimals: 2 } },
      { name: 'Stage', type: 'select', props: { options: [{ label: 'Open' }, { label: 'Won' }, { label: 'Löst' }] } },
      {
        name: 'Tags',
        type: 'multipleSelect',
        props: { options: [{ label: 'new' }, { label: 'late' }, { label: 'east' }] },
      },
      { name: 'Due', type: 'date' },
      { name: 'Seen', type: 'dateTime' },
      { name: 'Paid', type: 'checkbox' },
      { name: 'Owner', type: 'user' },
      { name: 'Note', type: 'text' },
      { name: 'Code', type: 'singleLineText' },
      { name: 'Spare', type: 'number' },
    ],
    uniqueField: 'Name',
  });
  const ids = Object.fromEntries((table['fields'] as Json[]).map((field) => [field['name'], field['id']])) as Readonly<
    Record<string, string>
  >;
  const base = `/v3/tables/${table['id']}`;
  const { users } = await api(maren, 'GET', '/v3/users');
  const rows = Array.from({ length: 60 }, (_, i) => ({
    Name: `order ${i}`,
    Amount: i + 0.25,
    Stage: ['Open', 'Won', 'Löst'][i % 3],
    Tags: ['new', 'late', 'east'].slice(i % 3),
    Due: `2026-03-${String((i % 28) + 1).padStart(2, '0')}`,
    Seen: `2026-03-01T10:${String(i).padStart(2, '0')}:00Z`,
    Paid: i % 2 === 0,
    Owner: users[i % 2].id,
    Note: i % 5 === 0 ? `Zeile 1\nZeile 2 🧀 ${i}` : null,
    Code: String(i * 7),
    Spare: i / 8,
  }));
  const made = (
    await api(maren, 'POST', `${base}/records?fieldKey=name`, { records: rows.map((fields) => ({ fields })) })
  )['records'] as Json[];
  const change = (who: TestCaller, at: number, fields: object) =>
    api(who, 'PATCH', `${base}/records/${made[at]!['id']}?fieldKey=name`, { fields });
  for (let i = 0; i < 8; i++) await change(i % 2 ? berit : maren, i, { Amount: 1000 + i, Stage: 'Won' });
  for (let i = 0; i < 40; i++) await change(i % 2 ? berit : maren, 9, { Note: `version ${i}` });
  for (const { id } of made.slice(50, 56)) await api(maren, 'DELETE', `${base}/records`, { ids: [id] });
  await api(berit, 'POST', `${base}/records/restore`, { ids: [made[55]!['id']] });
  const [newest] = (await api(maren, 'GET', `${base}/records/${made[3]!['id']}/history`))['entries'] as Json[];
  await api(berit, 'POST', `/v3/undo/${newest!['commitId']}`, {});

  // Definitions that changed: a view of one's own and one for all, options, an order, a conversion with a value that
  // did not fit, a deleted field.
  const config = {
    fields: Object.values(ids).map((fieldId) => ({ fieldId })),
    filter: { and: [{ fieldId: ids['Amount'], operator: 'greaterThan', value: 10 }] },
    sort: [{ fieldId: ids['Name'], order: 'desc' }],
  };
  await api(maren, 'POST', `${base}/views`, { label: 'Large ones', config });
  await api(berit, 'POST', `${base}/views`, { label: 'Mine', personal: true, config: { ...config, rowHeight: 64 } });
  const stages = (table['fields'] as Json[]).find((field) => field['name'] === 'Stage')!['props'].options as Json[];
  await api(maren, 'PATCH', `${base}/fields/${ids['Stage']}`, {
    props: {
      options: [
        ...stages.map((one) => ({ ...one, label: one['label'] === 'Won' ? 'Gained' : one['label'] })),
        { label: 'Waiting' },
      ],
    },
  });
  await change(maren, 10, { Code: 'not a number' });
  const converted = await api(maren, 'POST', `${base}/fields/${ids['Code']}/convert`, { type: 'number' });
  await finished(maren, `/v3/operations/${converted['operationId']}`);
  await api(maren, 'DELETE', `${base}/fields/${ids['Spare']}`);
  const { operationId: operation } = await api(berit, 'POST', `${base}/records/bulk`, {
    action: 'update',
    filter: { and: [{ fieldId: ids['Paid'], operator: 'isTrue' }] },
    fields: { [ids['Note']!]: 'paid, thank you' },
  });
  await finished(berit, `/v3/operations/${operation}`);
  const gone = await api(berit, 'POST', '/v3/tables', {
    label: 'Old orders',
    fields: [{ name: 'Name', type: 'singleLineText' }],
  });
  await api(berit, 'POST', `/v3/tables/${gone['id']}/records?fieldKey=name`, { fields: { Name: 'from before' } });
  await api(maren, 'DELETE', `/v3/tables/${gone['id']}`);

  await api(berit, 'PUT', '/v3/preferences/theme', { value: 'dark' });
  await api(maren, 'POST', '/v3/recents', { type: 'table', id: table['id'] });
  const importId = await importCsv(
    url,
    maren,
    'Deals',
    `No,Deal,Stage\n${Array.from({ length: 300 }, (_, i) => `${i},Deal ${i},${['Open', 'Won'][i % 2]}`).join('\n')}\n`,
  );
  const last = await change(maren, 20, { Amount: 0.01 });
  const [commit] = (await api(maren, 'GET', `${base}/records/${last['id']}/history`))['entries'] as Json[];
  return {
    token: maren.token,
    importId,
    tableId: table['id'] as string,
    archivedId: gone['id'] as string,
    amountId: ids['Amount']!,
    record: made[3]!['id'] as string,
    deleted: made[50]!['id'] as string,
    operation: operation as string,
    commit: commit!['commitId'] as string,
  };
};
