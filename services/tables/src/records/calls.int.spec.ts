import { newId, type Actor } from '@tessera/kernel';
import { RecordChanges } from '@tessera/proto/tables/v1/service';
import { grpcClients, grpcServer } from '@tessera/rpc';
import { TablesServiceDefinition } from '@tessera/proto/tables/v1/service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actorOf } from '../testing/actors.ts';
import { narrowFields as f, narrowRole } from '../testing/narrow.ts';
import { recordsContract } from '../testing/records.contract.ts';
import { startTables, type TestTables } from '../testing/service.ts';
import { toColumn } from '@tessera/proto/cells';

const key = 'a key of this installation only';

recordsContract('in the process', async () => {
  const owner = actorOf(newId(), 'admin');
  const t = await startTables([{ actor: owner, name: 'Ada', email: 'ada@example.com' }]);
  return { owner, client: t.tables, close: () => t.stop() };
});

recordsContract('over gRPC', async () => {
  const owner = actorOf(newId(), 'admin');
  const t = await startTables([{ actor: owner, name: 'Ada', email: 'ada@example.com' }]);
  const server = await grpcServer({ registrations: t.service.rpc ?? [], address: '127.0.0.1:0', key });
  const clients = grpcClients({ addressOf: () => `127.0.0.1:${server.port}`, key });
  return {
    owner,
    client: clients.client(TablesServiceDefinition),
    close: async () => {
      clients.close();
      await server.drain();
      await t.stop();
    },
  };
});

describe('a right that shows some records and fields, in calls of other services', () => {
  const organization = newId();
  const ada = actorOf(organization, 'admin');
  /** May do everything, on the records of her own making and without the secret. */
  const nia: Actor = { ...actorOf(organization, 'builder'), roleId: narrowRole };
  let t: TestTables;
  let tableId: string;
  beforeAll(async () => {
    t = await startTables(
      [
        { actor: ada, name: 'Ada', email: 'ada@example.com' },
        { actor: nia, name: 'Nia', email: 'nia@example.com' },
      ],
      { writeModule: new URL('../testing/narrow.write.ts', import.meta.url) },
    );
    const made = await t.call(ada, 'POST', '/v3/tables', {
      label: 'T',
      uniqueField: 'Code',
      fields: [
        { id: f.name, name: 'Name', type: 'singleLineText' },
        { id: f.code, name: 'Code', type: 'singleLineText' },
        { id: f.amount, name: 'Amount', type: 'number' },
        { id: f.secret, name: 'Secret', type: 'singleLineText', unique: true },
      ],
    });
    tableId = made.body.id;
  });
  afterAll(() => t.stop());

  const make = async (actor: Actor, fields: Readonly<Record<string, unknown>>): Promise<string> =>
    (await t.call(actor, 'POST', `/v3/tables/${tableId}/records`, { fields })).body.id;
  const write = (actor: Actor, changes: Partial<RecordChanges>, partial = true) =>
    t.tables.writeRecords(
      {
        tableId,
        changes: RecordChanges.encode({ create: undefined, update: undefined, delete: undefined, ...changes }).finish(),
        operationId: '',
        idempotencyKey: newId(),
        runAutomations: false,
        partial,
        origin: '',
        causationId: '',
        causationDepth: 0,
        schemaVersion: 0,
      },
      { actor },
    );
  const update = (id: string, fieldId: string, text: string) => ({
    update: { count: 1, recordIds: [id], versions: [], columns: [toColumn(fieldId, 1, 'text', [text])] },
  });

  it('holds for what is read, found, counted and summed', async () => {
    const theirs = await make(ada, { [f.name]: 'of Ada', [f.amount]: 100, [f.secret]: 'hush' });
    const own = await make(nia, { [f.name]: 'of Nia', [f.amount]: 5 });
    await t.call(ada, 'PATCH', `/v3/tables/${tableId}/records/${own}`, { fields: { [f.secret]: 'hush too' } });
    const got = await t.tables.getRecords(
      { tableId, recordIds: [theirs, own], fieldIds: [], after: '' },
      { actor: nia },
    );
    const asked = { tableId, selection: undefined, sort: [], fieldIds: [], limit: 0, after: '', withTotal: true };
    const found = await t.tables.queryRecords(asked, { actor: nia });
    for (const { page } of [got, found]) {
      expect(page!.recordIds).toEqual([own]);
      expect(page!.columns.map(({ fieldId }) => fieldId)).not.toContain(f.secret);
    }
    expect(found.total).toBe(1);
    const sum = { tableId, selection: undefined, aggregates: [{ fieldId: f.amount, function: 'sum' }] };
    const { values } = await t.tables.aggregateRecords(sum, { actor: nia });
    expect(values).toEqual([{ value: { $case: 'decimal', value: '5' } }]);
    const hidden = { ...sum, aggregates: [{ fieldId: f.secret, function: 'filled' }] };
    await expect(t.tables.aggregateRecords(hidden, { actor: nia })).rejects.toMatchObject({ code: 'fields.not_found' });
    await expect(t.tables.queryRecords({ ...asked, fieldIds: [f.secret] }, { actor: nia })).rejects.toMatchObject({
      code: 'fields.not_found',
    });
  });

  it('holds for what is written: a hidden record is as one that is not there, a hidden field as none of the table', async () => {
    const theirs = await make(ada, { [f.name]: 'theirs', [f.secret]: 'kept' });
    const own = await make(nia, { [f.name]: 'own' });
    const changed = await write(nia, update(theirs, f.name, 'stolen'));
    expect(changed.refusals).toMatchObject([{ change: 'update', code: 'records.not_found' }]);
    const gone = await write(nia, { delete: { recordIds: [theirs], versions: [] } });
    expect(gone.refusals).toMatchObject([{ change: 'delete', code: 'records.not_found' }]);
    await expect(write(nia, update(own, f.secret, 'seen'))).rejects.toMatchObject({ code: 'records.schema_changed' });
    expect((await t.call(ada, 'GET', `/v3/tables/${tableId}/records/${theirs}`)).body.fields[f.name]).toBe('theirs');
    // What stands in the way is not told by its name where it is hidden.
    await t.call(ada, 'PATCH', `/v3/tables/${tableId}/fields/${f.secret}`, { required: true });
    const columns = [toColumn(f.name, 1, 'text', ['x'])];
    const made = await write(nia, { create: { count: 1, recordIds: [], versions: [], columns } });
    expect(made.refusals).toMatchObject([{ code: 'records.required', fieldId: '' }]);
    expect(JSON.stringify(made)).not.toContain('Secret');
    await t.call(ada, 'PATCH', `/v3/tables/${tableId}/fields/${f.secret}`, { required: false });
  });
});
