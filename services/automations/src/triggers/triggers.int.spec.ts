import { caller, firstRun, startTestProduct, type TestCaller, type TestProduct } from '@tessera/runtime/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

type Table = { readonly id: string; readonly fields: readonly { readonly id: string; readonly name: string }[] };
type Function = { readonly id: string; readonly isAsync: boolean; readonly trigger: object | null };

let product: TestProduct;
let admin: TestCaller;
let absent: string | null;
beforeAll(async () => {
  product = await startTestProduct();
  admin = await firstRun(product);
  const { languages } = await send<{ languages: { language: string; absent: string | null }[] }>(
    'GET',
    '/v3/low-code-languages',
  );
  absent = languages.find(({ language }) => language === 'python')!.absent;
});
afterAll(() => product.stop());

/** A sandbox may be missing where this runs; then what needs one says that it was not run. */
const needs = (skip: (note: string) => never): void => {
  if (absent !== null) skip(`python was not run here: ${absent}`);
};
const send = async <T>(method: string, path: string, body?: unknown, wanted = 200): Promise<T> => {
  const answered = await admin.call(method, path, body);
  expect(answered, JSON.stringify(answered.body)).toMatchObject({ status: wanted });
  return answered.body as T;
};
const makeTable = (label: string): Promise<Table> =>
  send(
    'POST',
    '/v3/tables',
    {
      label,
      fields: [
        { name: 'Name', type: 'singleLineText' },
        { name: 'Amount', type: 'number' },
      ],
    },
    201,
  );
const trigger = async (table: Table, event: readonly string[], code: string): Promise<string> => {
  const body = { label: 'Guard', language: 'python', trigger: { event, related_table: table.id } };
  const { id } = await send<Function>('POST', '/v3/low-code-functions', body, 201);
  const sourceCode = `def main(input, bridge):\n${code
    .split('\n')
    .map((line) => `    ${line}`)
    .join('\n')}`;
  await send('POST', `/v3/low-code-functions/${id}/version`, { sourceCode }, 201);
  return id;
};
const fieldsOf = (table: Table, values: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [table.fields.find((f) => f.name === name)!.id, value]),
  );
const add = (table: Table, values: Readonly<Record<string, unknown>>) =>
  admin.call('POST', `/v3/tables/${table.id}/records`, { fields: fieldsOf(table, values) });
const added = async (table: Table, values: Readonly<Record<string, unknown>>): Promise<string> => {
  const answered = await add(table, values);
  expect(answered, JSON.stringify(answered.body)).toMatchObject({ status: 201 });
  return (answered.body as { id: string }).id;
};
const records = async (table: Table): Promise<readonly Readonly<Record<string, unknown>>[]> => {
  const found = await send<{ records: { fields: Record<string, unknown> }[] }>(
    'POST',
    `/v3/tables/${table.id}/records/query`,
    {},
  );
  return found.records.map(({ fields }) =>
    Object.fromEntries(table.fields.map(({ id, name }) => [name, fields[id] ?? null])),
  );
};
const callsOf = async (id: string) =>
  (
    await send<{ calls: { state: string; trigger: string | null; code: string | null; callerId: string }[] }>(
      'GET',
      `/v3/low-code-functions/${id}/calls`,
    )
  ).calls;
const refused = (message: string) => ({
  status: 422,
  body: { error: { code: 'records.trigger_refused', message } },
});
const amountOf = (table: Table): string => table.fields.find(({ name }) => name === 'Amount')!.id;

describe('a before-trigger', () => {
  it('refuses a record with its sentence, and changes another before it is written', async ({ skip }) => {
    needs(skip);
    const table = await makeTable('Orders');
    const amount = amountOf(table);
    const id = await trigger(
      table,
      ['beforeInsert', 'beforeUpdate'],
      `said = []
for one in input["records"]:
    value = one["record"]["${amount}"]
    if value is not None and value > 100:
        said.append({"refuse": "At most 100."})
    elif value is None:
        said.append({"values": {"Amount": 1}})
    else:
        said.append(None)
return {"records": said}`,
    );
    expect(await add(table, { Name: 'A', Amount: 101 })).toMatchObject(refused('At most 100.'));
    const recordId = await added(table, { Name: 'A' });
    expect(await records(table)).toEqual([{ Name: 'A', Amount: 1 }]);
    const path = `/v3/tables/${table.id}/records/${recordId}`;
    expect(await admin.call('PATCH', path, { fields: fieldsOf(table, { Amount: 200 }) })).toMatchObject(
      refused('At most 100.'),
    );
    await send('PATCH', path, { fields: fieldsOf(table, { Amount: null, Name: 'B' }) });
    expect(await records(table)).toEqual([{ Name: 'B', Amount: 1 }]);

    // Many at once: one that is refused refuses all, or is left out where the others may go on.
    const many = [{ Amount: 2 }, { Amount: 300 }, {}].map((one) => ({ fields: fieldsOf(table, one) }));
    const whole = await admin.call('POST', `/v3/tables/${table.id}/records`, { records: many });
    expect(whole).toMatchObject(refused('At most 100.'));
    const part = await send<{ records: object[]; errors: { index: number }[] }>(
      'POST',
      `/v3/tables/${table.id}/records`,
      { records: many, partial: true },
      201,
    );
    expect([part.records.length, part.errors.map(({ index }) => index)]).toEqual([2, [1]]);
    expect((await records(table)).map((one) => one['Amount'])).toEqual([1, 2, 1]);

    // Each of them by the same code: what was asked stands among the calls of the function.
    expect((await callsOf(id))[0]).toMatchObject({ state: 'done', trigger: 'beforeInsert', callerId: table.id });
  });

  it('is asked by all that changes many at once, and by other services', async ({ skip }) => {
    needs(skip);
    const table = await makeTable('Stock');
    const amount = amountOf(table);
    await added(table, { Name: 'keep', Amount: 1 });
    await added(table, { Name: 'other', Amount: 2 });
    await trigger(
      table,
      ['beforeInsert', 'beforeUpdate', 'beforeDelete'],
      `name = next(iter([k for k in input["records"][0]["record"] if k not in ("id", "${amount}")]))
return {"records": [{"refuse": "It stays."} if one["record"][name] == "keep" else ({"values": {"Amount": 7}} if input["event"] != "beforeDelete" else None) for one in input["records"]]}`,
    );
    const bulk = async (body: object) => {
      const { operationId } = await send<{ operationId: string }>(
        'POST',
        `/v3/tables/${table.id}/records/bulk`,
        body,
        202,
      );
      return vi.waitFor(
        async () => {
          const operation = await send<{ state: string; done: number; skipped: number }>(
            'GET',
            `/v3/operations/${operationId}`,
          );
          expect(operation.state).toBe('done');
          return operation;
        },
        { timeout: 15_000, interval: 40 },
      );
    };
    expect(await bulk({ action: 'update', fields: { [amount]: 5 } })).toMatchObject({ skipped: 1 });
    expect(await records(table)).toEqual([
      { Name: 'keep', Amount: 1 },
      { Name: 'other', Amount: 7 },
    ]);
    expect(await bulk({ action: 'delete' })).toMatchObject({ skipped: 1 });
    expect(await records(table)).toEqual([{ Name: 'keep', Amount: 1 }]);

    const hook = await send<{ id: string; url: string }>(
      'POST',
      '/v3/low-code-webhook',
      { name: 'In', tableId: table.id },
      201,
    );
    const path = new URL(hook.url).pathname.slice('/api'.length);
    for (const name of ['keep', 'sent']) await caller(product.url).call('POST', path, { name, amount: 3 });
    await vi.waitFor(
      async () =>
        expect(await send('GET', `/v3/low-code-webhook/${hook.id}/calls`)).toMatchObject({
          calls: [{ state: 'done' }, { state: 'failed', reason: expect.stringContaining('It stays.') }],
        }),
      { timeout: 15_000, interval: 40 },
    );
    expect(await records(table)).toEqual([
      { Name: 'keep', Amount: 1 },
      { Name: 'sent', Amount: 7 },
    ]);
  });

  it('is asked by an import, which leaves out what it refuses and goes on with the others', async ({ skip }) => {
    needs(skip);
    const table = await makeTable('Imported');
    await trigger(
      table,
      ['beforeInsert'],
      `amount = "${amountOf(table)}"
return {"records": [{"refuse": "Too much."} if one["record"][amount] > 5 else {"values": {amount: one["record"][amount] * 10}} for one in input["records"]]}`,
    );
    const form = new FormData();
    const { identifier } = await send<{ identifier: string }>('POST', '/connector/identifier', {
      connector_id: 'csv',
      object: table.id,
    });
    for (const [key, value] of Object.entries({ identifier, connector_id: 'csv', function: 'upload' }))
      form.set(key, value);
    form.set('file', new Blob(['Name,Amount\nA,1\nB,7\nC,3\n']), 'rows.csv');
    const sent = await fetch(`${product.url}/api/connector/call`, {
      method: 'POST',
      body: form,
      headers: { authorization: `Bearer ${admin.token}` },
    });
    const { filePath } = (await sent.json()) as { filePath: string };
    const config = { object: table.id, filePath, type: 'import_only', leaveOut: true };
    const { operationId } = await send<{ operationId: string }>(
      'POST',
      '/connector/import-table',
      {
        connector_id: 'csv',
        identifier,
        table_import_configs: [{ label: '', fields: [{ key: 'c0' }, { key: 'c1' }], config }],
      },
      202,
    );
    await vi.waitFor(
      async () =>
        expect(await send('GET', `/connector/imports/${operationId}`)).toMatchObject({
          state: expect.stringMatching(/done|finished|failed/),
        }),
      { timeout: 15_000, interval: 40 },
    );
    expect(await records(table)).toEqual([
      { Name: 'A', Amount: 10 },
      { Name: 'C', Amount: 30 },
    ]);
  });

  it('refuses clearly where it fails or is late, is not asked by an undo, and no more once it is off', async ({
    skip,
  }) => {
    needs(skip);
    const table = await makeTable('Late');
    const first = await admin.call('POST', `/v3/tables/${table.id}/records`, {
      fields: fieldsOf(table, { Name: 'A' }),
    });
    const recordId = (first.body as { id: string }).id;
    const removed = await admin.call('DELETE', `/v3/tables/${table.id}/records/${recordId}`);
    const id = await trigger(table, ['beforeInsert'], 'while True: pass');
    const began = Date.now();
    expect(await add(table, { Name: 'B' })).toMatchObject(refused('The trigger "Guard" took longer than 2 s.'));
    expect(Date.now() - began).toBeLessThan(8_000);
    const version = (sourceCode: string) => send('POST', `/v3/low-code-functions/${id}/version`, { sourceCode }, 201);
    await version('def main(input, bridge): raise ValueError("x")');
    expect(await add(table, { Name: 'B' })).toMatchObject(refused('The trigger "Guard" failed.'));
    await version('def main(input, bridge): return 7');
    expect(await add(table, { Name: 'B' })).toMatchObject(refused('The trigger "Guard" answered what it may not.'));
    await version(`def main(input, bridge): bridge.table("${table.id}").create({})`);
    expect(await add(table, { Name: 'B' })).toMatchObject(refused('The trigger "Guard" failed.'));
    await send('POST', `/v3/undo/${removed.headers.get('tessera-commit')}`, {});
    expect(await records(table)).toMatchObject([{ Name: 'A' }]);
    const found = await send<Function>('GET', `/v3/low-code-functions/${id}`);
    expect(found).toMatchObject({ isAsync: false, trigger: { event: ['beforeInsert'], related_table: table.id } });
    await send('PUT', `/v3/low-code-functions/${id}`, { label: 'Guard', language: 'python', active: false });
    await added(table, { Name: 'B' });
  });

  it('refuses what it guards where nothing runs its language', async ({ skip }) => {
    if (absent === null) skip('python runs here');
    const table = await makeTable('Guarded');
    await trigger(table, ['beforeInsert'], 'return None');
    expect((await add(table, { Name: 'A' })).status).toBe(422);
  });

  it('is of a table that is there', async () => {
    const { id } = await makeTable('X');
    const make = (part: object) =>
      admin.call('POST', '/v3/low-code-functions', { label: 'x', language: 'python', ...part });
    const other = `${id.slice(0, -1)}${id.endsWith('0') ? '1' : '0'}`;
    expect(await make({ trigger: { event: ['afterInsert'], related_table: other } })).toMatchObject({
      body: { error: { code: 'functions.table_missing' } },
    });
    expect((await make({ trigger: { event: [], related_table: id } })).status).toBe(400);
    const made = await make({ trigger: { event: ['afterInsert'], related_table: id }, isAsync: true });
    expect(made).toMatchObject({ status: 201, body: { isAsync: true } });
    const { functions } = await send<{ functions: Function[] }>('GET', '/v3/low-code-functions?trigger=1');
    expect(functions.every((one) => one.trigger !== null)).toBe(true);
    expect(functions.map((one) => one.id)).toContain((made.body as Function).id);
  });
});

describe('an after-trigger', () => {
  it('is called behind the commit, once for each, never by what it writes, and not for an undo', async ({ skip }) => {
    needs(skip);
    const table = await makeTable('Deals');
    const log = await makeTable('Log');
    const name = table.fields.find((one) => one.name === 'Name')!.id;
    const note = log.fields.find((one) => one.name === 'Name')!.id;
    const id = await trigger(
      table,
      ['afterInsert', 'afterUpdate', 'afterDelete'],
      `for one in input["records"]:
    was = one["before"]["${name}"] if one["before"] else ""
    bridge.table("${log.id}").create({"${note}": input["event"] + " " + str(one["record"].get("${name}")) + " " + was})
    if input["event"] == "afterInsert" and one["record"]["${name}"] == "A":
        bridge.table("${table.id}").create({"${name}": "own"})`,
    );
    const recordId = await added(table, { Name: 'A' });
    const noted = (count: number) =>
      vi.waitFor(
        async () => {
          const all = (await records(log)).map((one) => one['Name']);
          expect(all).toHaveLength(count);
          return all;
        },
        { timeout: 15_000, interval: 40 },
      );
    expect(await noted(1)).toEqual(['afterInsert A']);
    const path = `/v3/tables/${table.id}/records/${recordId}`;
    await send('PATCH', path, { fields: { [name]: 'B' } });
    expect(await noted(2)).toContain('afterUpdate B A');
    const gone = await admin.call('DELETE', path);
    expect(await noted(3)).toContain('afterDelete None');
    await send('POST', `/v3/undo/${gone.headers.get('tessera-commit')}`, {});
    // Behind the undo in the same order: once this one is noted, the undo was passed over.
    await added(table, { Name: 'C' });
    expect(await noted(4)).toContain('afterInsert C');
    expect((await records(table)).map((one) => one['Name']).sort()).toEqual(['B', 'C', 'own']);
    // A call is counted once it has come to its end, which is behind what it wrote.
    await vi.waitFor(async () => {
      const triggers = (await callsOf(id)).map((one) => one.trigger);
      expect(triggers).toEqual(['afterInsert', 'afterDelete', 'afterUpdate', 'afterInsert']);
    });
  });

  it('ends a chain in which two of them start one another', async ({ skip }) => {
    needs(skip);
    const [ping, pong] = [await makeTable('Ping'), await makeTable('Pong')];
    const name = (table: Table) => table.fields[0]!.id;
    const to = (table: Table) => `bridge.table("${table.id}").create({"${name(table)}": "again"})`;
    const first = await trigger(ping, ['afterInsert'], to(pong));
    const second = await trigger(pong, ['afterInsert'], to(ping));
    await added(ping, { Name: 'begin' });
    await vi.waitFor(
      async () => {
        const calls = [...(await callsOf(first)), ...(await callsOf(second))];
        expect(calls.map(({ code }) => code)).toContain('automations.too_deep');
        expect(calls.filter(({ state }) => state === 'done')).toHaveLength(8);
      },
      { timeout: 20_000, interval: 40 },
    );
    expect((await records(ping)).length + (await records(pong)).length).toBe(9);
  });
});
