import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemActor } from '@tessera/kernel';
import { AuthServiceDefinition } from '@tessera/proto/auth/v1/service';
import { RecordChanges, TablesServiceDefinition } from '@tessera/proto/tables/v1/service';
import { actorFromMessage } from '@tessera/rpc';
import { firstRun, startTestProduct, type TestCaller, type TestProduct } from '@tessera/runtime/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

/** Records that a table may come to: 40, and ten in a hundred more. */
const most = 44;
const plan = (id: string, rows: number | null) => ({
  id,
  prices: null,
  leastBuilders: 1,
  features: 'all',
  maxAutomationRuns: null,
  maxDatabaseRows: rows,
  lowcodeLimit: null,
  maxApiCalls: null,
  aiCredits: null,
  overUsageTolerance: rows === null ? 0 : 10,
  allowViewers: true,
});

const folder = mkdtempSync(join(tmpdir(), 'tessera-plans-'));
let product: TestProduct;
let admin: TestCaller;
let organizationId: string;
beforeAll(async () => {
  const path = join(folder, 'plans.json');
  const plans = [plan('trial', 40), plan('free', 40), plan('blocked', 0), plan('enterprise', null)];
  writeFileSync(path, JSON.stringify({ plans }));
  vi.stubEnv('TESSERA_PLANS', path);
  product = await startTestProduct({ environment: { TESSERA_BILLING: 'on' } });
  admin = await firstRun(product);
  ({
    organization: { id: organizationId },
  } = (await admin.call('GET', '/v3/session')).body as {
    organization: { id: string };
  });
  // The plan is announced as it is first asked for.
  const { state } = product.ports('tables');
  await vi.waitFor(async () => expect(await state.get(organizationId, 'tables-plans', 'plan')).toBeDefined(), {
    timeout: 10_000,
  });
});
afterAll(async () => {
  await product.stop();
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

type Table = { readonly id: string; readonly field: string };
const newTable = async (label: string): Promise<Table> => {
  const made = await admin.call('POST', '/v3/tables', { label, fields: [{ name: 'Name', type: 'singleLineText' }] });
  expect(made, JSON.stringify(made.body)).toMatchObject({ status: 201 });
  const { id, fields } = made.body as { id: string; fields: { id: string }[] };
  return { id, field: fields[0]!.id };
};
const add = ({ id, field }: Table, count: number, by: TestCaller = admin) =>
  by.call(
    'POST',
    `/v3/tables/${id}/records`,
    count === 1
      ? { fields: { [field]: 'One' } }
      : { records: Array.from({ length: count }, (_, at) => ({ fields: { [field]: `No. ${at}` } })) },
  );
const count = async ({ id }: Table): Promise<number> => {
  const answered = await admin.call('POST', `/v3/tables/${id}/records/count`, {});
  expect(answered, JSON.stringify(answered.body)).toMatchObject({ status: 200 });
  return (answered.body as { total: number }).total;
};
const refused = {
  status: 403,
  body: { error: { code: 'plan.records', message: "You can't add records on tables above limit." } },
};

describe('the records of a table', () => {
  it('come to the limit with what is tolerated, exactly, however many write at once', async () => {
    const table = await newTable('Full');
    const answers = await Promise.all(Array.from({ length: 16 * 5 }, () => add(table, 1)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(most);
    for (const one of answers) if (one.status !== 201) expect(one).toMatchObject(refused);
    expect(await count(table)).toBe(most);
  });
  it('of many at once are all written, or none', async () => {
    const table = await newTable('Many');
    expect(await add(table, 40)).toMatchObject({ status: 201 });
    expect(await add(table, 5)).toMatchObject(refused);
    expect(await add(table, 4)).toMatchObject({ status: 201 });
    expect(await count(table)).toBe(most);
  });
  it('make room as they go, and what is taken back passes and counts', async () => {
    const table = await newTable('Undone');
    expect((await add(table, 44)).status).toBe(201);
    const page = await admin.call('POST', `/v3/tables/${table.id}/records/query`, { limit: 2 });
    const ids = (page.body as { records: { id: string }[] }).records.map(({ id }) => id);
    const gone = await admin.call('DELETE', `/v3/tables/${table.id}/records`, { ids });
    expect(gone.status, JSON.stringify(gone.body)).toBeLessThan(300);
    expect((await add(table, 2)).status).toBe(201);
    const back = await admin.call('POST', `/v3/undo/${gone.headers.get('tessera-commit')}`, {});
    expect(back.status, JSON.stringify(back.body)).toBeLessThan(300);
    expect(await count(table)).toBe(most + 2);
    expect(await add(table, 1)).toMatchObject(refused);
  });
  it('that other services write are refused as well', async () => {
    const table = await newTable('Written');
    expect((await add(table, 44)).status).toBe(201);
    const tables = product.ports('automations').rpc.client(TablesServiceDefinition);
    const { user } = (await admin.call('GET', '/v3/session')).body as { user: { id: string } };
    const { actor } = await product
      .ports('automations')
      .rpc.client(AuthServiceDefinition)
      .getActor(
        { organizationId, userId: user.id, tokenId: '' },
        { actor: systemActor('automations', organizationId), deadlineMs: 5_000 },
      );
    const changes = RecordChanges.encode({
      create: { count: 1, recordIds: [], versions: [], columns: [] },
      update: undefined,
      delete: undefined,
    }).finish();
    const write = tables.writeRecords(
      {
        tableId: table.id,
        changes,
        operationId: '',
        idempotencyKey: 'a run',
        runAutomations: true,
        partial: false,
        origin: 'automation',
        schemaVersion: 0,
        causationId: '',
        causationDepth: 0,
      },
      { actor: actorFromMessage(actor!), deadlineMs: 5_000 },
    );
    await expect(write).rejects.toMatchObject({ code: 'plan.records' });
  });
});
