/* oxlint-disable unicorn/no-thenable -- the lanes of a condition are called so on the wire */
import { createServer, type Server } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  caller,
  colleague,
  firstRun,
  startTestProduct,
  type TestCaller,
  type TestProduct,
} from '@tessera/runtime/testing';
import { newId } from '@tessera/kernel';
import { AuthServiceDefinition } from '@tessera/proto/auth/v1/service';
import { createDirectory } from '@tessera/runtime/directory';
import { createTables } from './access/tables.ts';
import { createPayloads } from './runs/payloads.ts';
import { createSchedule } from './runs/schedule.ts';
import { createBench, type Detail, type Made } from './testing/bench.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

const dataFolder = mkdtempSync(join(tmpdir(), 'tessera-automations-'));
let product: TestProduct;
let admin: TestCaller;
let token: string;
let server: Server;
let asked: { readonly method: string; readonly key: string; readonly body: string }[] = [];
let answer = 200;

const start = async (): Promise<void> => {
  product = await startTestProduct({ dataFolder, environment: { TESSERA_DIAL_OPEN: '127.0.0.0/8' } });
};

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (bytes: Buffer) => (body += bytes.toString()));
    request.on('end', () => {
      asked.push({ method: request.method!, key: String(request.headers['idempotency-key']), body });
      response.writeHead(answer, { 'content-type': 'application/json' }).end('{"ok":true}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  await start();
  admin = await firstRun(product);
  ({ token } = admin);
});
afterAll(async () => {
  await product.stop();
  server.close();
  rmSync(dataFolder, { recursive: true, force: true });
});

const { send, makeTables, addDeal, titles, make, runsOf, ended } = createBench(() => admin);

describe('automations', () => {
  it('say what is missing, step by step, and are published only when nothing is', async () => {
    const tables = await makeTables();
    const made = await send<Made>(
      'POST',
      '/v3/automations',
      {
        label: 'Draft',
        trigger: { type: 'record_created', config: { tableId: tables.deals } },
        steps: [
          { id: 'make', type: 'create_record', config: { tableId: tables.tasks, values: { gone: 'x' } } },
          {
            id: 'change',
            type: 'update_record',
            config: { tableId: tables.deals, recordId: { ref: 'steps.x.record' } },
          },
        ],
      },
      201,
    );
    expect(made.issues).toEqual([
      { step: 'make', field: 'values', code: 'field_missing', name: 'gone' },
      { step: 'change', field: 'values', code: 'required' },
      { step: 'change', field: 'recordId', code: 'reference_missing', name: 'steps.x.record' },
    ]);
    expect(await admin.call('POST', `/v3/automations/${made.id}/publish`, {})).toMatchObject({
      status: 409,
      body: { error: { code: 'automations.not_ready' } },
    });
    expect(
      await admin.call('POST', '/v3/automations', {
        label: 'x',
        trigger: { type: 'manual', config: {} },
        steps: [{ id: 'a', type: 'nothing', config: {} }],
      }),
    ).toMatchObject({ status: 400, body: { error: { code: 'automations.malformed' } } });
  });

  it('have versions, a strict If-Match, an undo and a trash', async () => {
    const steps = [{ id: 'wait', type: 'delay', config: { seconds: 1 } }];
    const draft = { label: 'First', trigger: { type: 'manual', config: {} }, steps };
    const { id, revision } = await send<Made>('POST', '/v3/automations', draft, 201);
    await send('POST', `/v3/automations/${id}/publish`, {});
    expect(
      await admin.call('PUT', `/v3/automations/${id}`, { ...draft, label: 'x' }, { 'if-match': `"${revision}"` }),
    ).toMatchObject({ status: 412 });
    const changed = await admin.call('PUT', `/v3/automations/${id}`, { ...draft, label: 'Second' });
    expect(changed.body).toMatchObject({ label: 'Second', changed: true });
    await send('POST', `/v3/undo/${changed.headers.get('tessera-commit')}`, {});
    expect(await send('GET', `/v3/automations/${id}`)).toMatchObject({ label: 'First', changed: false });
    await send('PUT', `/v3/automations/${id}`, { ...draft, label: 'Third' });
    await send('POST', `/v3/automations/${id}/publish`, {});
    await send('POST', `/v3/automations/${id}/versions/1/restore`, {});
    expect(await send('GET', `/v3/automations/${id}`)).toMatchObject({ label: 'First', published: { version: 2 } });
    expect(await send('GET', `/v3/automations/${id}/versions`)).toMatchObject({
      versions: [{ version: 2, label: 'Third' }, { version: 1 }],
    });
    await send('DELETE', `/v3/automations/${id}`, undefined, 204);
    expect((await admin.call('GET', `/v3/automations/${id}`)).status).toBe(404);
    await send('POST', `/v3/automations/${id}/restore`, {});
    const log = await send<{ entries: { kind: string; entity_type: string; target: { label: string } }[] }>(
      'POST',
      '/historyLog/list',
      { filters: { entity_type: ['automation'] } },
    );
    expect(log.entries[0]).toMatchObject({ kind: 'automationRestored', target: { label: 'First' } });
  });

  it('are for those who manage automations, and change for their owner alone', async () => {
    const member = await colleague(product, admin, { email: 'mo@marlow.example', seat: 'member', role: '3' });
    expect((await member.call('GET', '/v3/automations')).status).toBe(403);
    const builder = await colleague(product, admin, { email: 'bea@marlow.example', seat: 'builder', role: '2' });
    const steps = [{ id: 'wait', type: 'delay', config: { seconds: 1 } }];
    const draft = { label: 'Of Maren', trigger: { type: 'manual', config: {} }, steps };
    const { id } = await send<Made>('POST', '/v3/automations', draft, 201);
    expect((await builder.call('GET', `/v3/automations/${id}`)).body).toMatchObject({ canChange: false });
    expect((await builder.call('PUT', `/v3/automations/${id}`, draft)).status).toBe(403);
    expect((await builder.call('POST', `/v3/automations/${id}/run`, {})).status).toBe(403);
    await send('POST', `/v3/automations/${id}/publish`, {});
    await send('POST', `/v3/automations/${id}/enabled`, { enabled: true });
    const { users } = await send<{ users: { id: string; email: string }[] }>('GET', '/v3/users');
    const user = users.find(({ email }) => email === 'bea@marlow.example')!;
    expect(await send('PUT', `/v3/automations/${id}/owner`, { userId: user.id })).toMatchObject({
      ownerId: user.id,
      enabled: false,
      offReason: 'given',
    });
  });
});

describe('a run', () => {
  it('is started once by a change, goes its way and writes what it is to', async () => {
    const tables = await makeTables();
    const id = await make({ type: 'record_updated', config: { tableId: tables.deals, fieldIds: [tables.value] } }, [
      {
        id: 'big',
        type: 'condition',
        config: {
          if: { and: [{ left: { ref: `trigger.record.${tables.value}` }, operator: 'greater', right: 100 }] },
        },
        then: [
          {
            id: 'task',
            type: 'create_record',
            config: { tableId: tables.tasks, values: { [tables.title]: { ref: `trigger.record.${tables.name}` } } },
          },
          {
            id: 'note',
            type: 'update_record',
            config: {
              tableId: tables.deals,
              recordId: { ref: 'trigger.record.id' },
              values: { [tables.note]: { ref: `steps.task.record.${tables.title}` } },
            },
          },
        ],
        else: [],
      },
    ]);
    const deal = await addDeal(tables, { [tables.name]: 'Renewal', [tables.value]: 5 });
    const change = (fields: object) => send('PATCH', `/v3/tables/${tables.deals}/records/${deal}`, { fields });
    await change({ [tables.name]: 'Renewal 2027' });
    await change({ [tables.value]: 500 });
    const [run] = await ended(id);
    expect(run).toMatchObject({ state: 'done', recordId: deal, cause: { kind: 'record' } });
    expect(run!.steps.map(({ id: step, state }) => [step, state])).toEqual([
      ['big', 'done'],
      ['task', 'done'],
      ['note', 'done'],
    ]);
    expect(await titles(tables)).toEqual(['Renewal 2027']);
    const record = await send<{ fields: Record<string, unknown> }>('GET', `/v3/tables/${tables.deals}/records/${deal}`);
    expect(record.fields[tables.note]).toBe('Renewal 2027');
    // The same event again, as a replay of the topic brings it.
    await change({ [tables.value]: 50 });
    const [second] = await ended(id, 2);
    expect(second!.steps.map(({ id: step }) => step)).toEqual(['big']);
    expect(await titles(tables)).toEqual(['Renewal 2027']);
    // What it changed is one operation, and taking it back starts nothing.
    await send('POST', `/v3/undo/${run!.id}`, { conflicts: 'overwrite' });
    expect(await titles(tables)).toEqual([]);
    expect(await runsOf(id)).toHaveLength(2);
  });

  it('goes over the records that it finds, and matches a condition only when it begins to', async () => {
    const tables = await makeTables();
    for (const name of ['One', 'Two', 'Three']) await addDeal(tables, { [tables.name]: name, [tables.value]: 1 });
    const filter = { and: [{ fieldId: tables.value, operator: 'greaterThan', value: 10 }] };
    const id = await make({ type: 'record_matches', config: { tableId: tables.deals, filter } }, [
      {
        id: 'find',
        type: 'find_records',
        config: {
          tableId: tables.deals,
          filter: { and: [{ fieldId: tables.value, operator: 'equals', value: 1 }] },
          limit: 10,
        },
      },
      {
        id: 'each',
        type: 'loop',
        config: { over: { ref: 'steps.find.records' } },
        each: [
          {
            id: 'task',
            type: 'create_record',
            config: {
              tableId: tables.tasks,
              values: { [tables.title]: { ref: `steps.each.item.${tables.name}` } },
            },
          },
        ],
      },
    ]);
    const deal = await addDeal(tables, { [tables.name]: 'Big', [tables.value]: 11 });
    const [run] = await ended(id);
    expect(run!.steps.map(({ path }) => path)).toEqual(['find', 'each', 'task@0', 'task@1', 'task@2']);
    expect(await titles(tables)).toEqual(['One', 'Two', 'Three']);
    await send('PATCH', `/v3/tables/${tables.deals}/records/${deal}`, { fields: { [tables.value]: 12 } });
    await send('PATCH', `/v3/tables/${tables.deals}/records/${deal}`, { fields: { [tables.value]: 1 } });
    await send('PATCH', `/v3/tables/${tables.deals}/records/${deal}`, { fields: { [tables.value]: 20 } });
    const runs = await ended(id, 2);
    expect(runs).toHaveLength(2);
  });

  it('fails with its reason, and goes on from there without doing again what was done', async () => {
    const tables = await makeTables();
    const { port } = server.address() as AddressInfo;
    const id = await make({ type: 'manual', config: { tableId: tables.deals } }, [
      {
        id: 'task',
        type: 'create_record',
        config: { tableId: tables.tasks, values: { [tables.title]: { ref: `trigger.record.${tables.name}` } } },
      },
      {
        id: 'call',
        type: 'http_request',
        config: { method: 'POST', url: `http://127.0.0.1:${port}/hook`, body: { deal: { ref: 'trigger.record.id' } } },
      },
    ]);
    const deal = await addDeal(tables, { [tables.name]: 'Hooked' });
    answer = 400;
    asked = [];
    const tested = await send<{ steps: { id: string; simulated: boolean; state: string }[] }>(
      'POST',
      `/v3/automations/${id}/test`,
      { recordId: deal },
    );
    expect(tested.steps.map(({ id: step, simulated, state }) => [step, simulated, state])).toEqual([
      ['task', true, 'done'],
      ['call', true, 'done'],
    ]);
    expect([await titles(tables), asked]).toEqual([[], []]);
    const { runId } = await send<{ runId: string }>('POST', `/v3/automations/${id}/run`, { recordId: deal }, 202);
    const [run] = await ended(id);
    expect(run).toMatchObject({ id: runId, state: 'failed', reason: 'The address answered 400.' });
    answer = 200;
    await send('POST', `/v3/runs/${runId}/rerun`, { fromStep: 'call' }, 202);
    const again = await vi.waitFor(async () => {
      const now = await send<Detail>('GET', `/v3/runs/${runId}`);
      expect(now.state).toBe('done');
      return now;
    });
    expect(again.steps.find((one) => one.id === 'call')!.output).toEqual({ status: 200, body: { ok: true } });
    expect(await titles(tables)).toEqual(['Hooked']);
    expect(asked.map(({ method, key, body }) => [method, key, JSON.parse(body)])).toEqual(
      [1, 2].map(() => ['POST', `${runId}:call`, { deal }]),
    );
    // Its owner heard of it, once.
    const { notifications } = await send<{ notifications: { title: string; link: string }[] }>(
      'GET',
      '/v3/notifications',
    );
    expect(notifications.map(({ title, link }) => [title, link])).toContainEqual([
      'Your automation Follow up failed',
      `/automations/automation-log/${runId}`,
    ]);
    // As a whole it is another run, which does everything anew.
    await send('POST', `/v3/runs/${runId}/rerun`, {}, 202);
    await ended(id, 2);
    expect(await titles(tables)).toEqual(['Hooked', 'Hooked']);
  });

  it('is started by a deletion, with nothing of the record but its id', async () => {
    const tables = await makeTables();
    const id = await make({ type: 'record_deleted', config: { tableId: tables.deals } }, [
      {
        id: 'task',
        type: 'create_record',
        config: { tableId: tables.tasks, values: { [tables.title]: { ref: 'trigger.record.id' } } },
      },
    ]);
    const deal = await addDeal(tables, { [tables.name]: 'Lost' });
    await send('DELETE', `/v3/tables/${tables.deals}/records/${deal}`, undefined, 204);
    await ended(id);
    expect(await titles(tables)).toEqual([deal]);
  });

  it('fails where a field is gone that it names, and its automation goes off', async () => {
    const tables = await makeTables();
    const id = await make({ type: 'record_created', config: { tableId: tables.deals } }, [
      {
        id: 'task',
        type: 'create_record',
        config: { tableId: tables.tasks, values: { [tables.title]: { ref: `trigger.record.${tables.note}` } } },
      },
    ]);
    await send('DELETE', `/v3/tables/${tables.deals}/fields/${tables.note}`, undefined, 204);
    await addDeal(tables, { [tables.name]: 'No note' });
    const [run] = await ended(id);
    expect(run).toMatchObject({ state: 'failed', steps: [] });
    expect(await titles(tables)).toEqual([]);
    expect(await send('GET', `/v3/automations/${id}`)).toMatchObject({
      enabled: false,
      offReason: 'broken',
      issues: [{ step: 'task', field: 'values', code: 'reference_missing' }],
    });
  });

  it('tells people, each once', async () => {
    const tables = await makeTables();
    const id = await make({ type: 'record_created', config: { tableId: tables.deals } }, [
      {
        id: 'tell',
        type: 'notify',
        config: { people: ['maren@marlow.example'], text: { ref: `trigger.record.${tables.name}` } },
      },
    ]);
    const deal = await addDeal(tables, { [tables.name]: 'A large deal came in' });
    await ended(id);
    await vi.waitFor(async () => {
      const told = await send<{ notifications: { kind: string; title: string; link: string }[] }>(
        'GET',
        '/v3/notifications',
      );
      expect(told.notifications[0]).toMatchObject({
        kind: 'automation',
        title: 'A large deal came in',
        link: `/object/${tables.deals}?recordId=${deal}`,
      });
    });
  });

  it('is due by the clock', async () => {
    const tables = await makeTables();
    const id = await make({ type: 'schedule', config: { cron: '* * * * *', zone: 'Europe/Lisbon' } }, [
      { id: 'task', type: 'create_record', config: { tableId: tables.tasks, values: { [tables.title]: 'Due' } } },
    ]);
    const { store, documents, ...ports } = product.ports('automations');
    const organizationId = (await store.organizations())[0]!;
    const later = Date.now() + 60_000;
    const schedules = [1, 2].map(() =>
      createSchedule({
        ...ports,
        documents,
        store: store as never,
        clock: () => later,
        payloads: createPayloads(ports),
        wake: () => undefined,
        tables: undefined as never,
        directory: undefined as never,
      }),
    );
    // Two processes that walk the same minute start one run.
    for (const schedule of schedules)
      await vi.waitFor(async () => {
        await ports.state.delete(organizationId, 'schedules-walked', 'until');
        await schedule.look();
        expect(await runsOf(id)).toHaveLength(1);
      });
    await send('POST', `/v3/automations/${id}/enabled`, { enabled: false });
  });

  it('changes nothing when a step is done again by its key, as after a crash', async () => {
    const tables = await makeTables();
    const ports = product.ports('automations');
    const directory = createDirectory(ports.rpc.client(AuthServiceDefinition), ports.clock, 'automations');
    const access = createTables(ports.rpc, directory);
    const { users } = await send<{ users: { id: string; email: string }[] }>('GET', '/v3/users');
    const { id: userId } = users.find(({ email }) => email === 'maren@marlow.example')!;
    const organizationId = (await ports.store.organizations())[0]!;
    const actor = (await directory.present({ organizationId, userId }))!;
    const cause = { runId: newId(), key: `${newId()}:task`, commitId: '', depth: 0 };
    const made = [];
    for (let time = 0; time < 3; time++)
      made.push(await access.create(actor, tables.tasks, { [tables.title]: 'Once' }, cause));
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    expect(await titles(tables)).toEqual(['Once']);
  });

  it('goes on behind a restart, and does nothing twice', async () => {
    const tables = await makeTables();
    const task = (step: string) => ({
      id: step,
      type: 'create_record',
      config: { tableId: tables.tasks, values: { [tables.title]: step } },
    });
    const id = await make({ type: 'record_created', config: { tableId: tables.deals } }, [
      task('first'),
      { id: 'wait', type: 'delay', config: { seconds: 2 } },
      task('second'),
    ]);
    await addDeal(tables, { [tables.name]: 'Slow' });
    await vi.waitFor(async () => expect((await runsOf(id))[0]).toMatchObject({ state: 'waiting' }), {
      timeout: 10_000,
    });
    await product.stop();
    await start();
    admin = caller(product.url, token);
    const [run] = await ended(id);
    expect(run!.steps.map(({ id: step, state }) => [step, state])).toEqual([
      ['first', 'done'],
      ['wait', 'done'],
      ['second', 'done'],
    ]);
    expect(await titles(tables)).toEqual(['first', 'second']);
  });

  it('is stopped where automations start one another without an end', async () => {
    const tables = await makeTables();
    const turn = (from: string, to: string, field: string) =>
      make({ type: 'record_created', config: { tableId: from } }, [
        { id: 'make', type: 'create_record', config: { tableId: to, values: { [field]: 'again' } } },
      ]);
    const there = await turn(tables.deals, tables.tasks, tables.title);
    const back = await turn(tables.tasks, tables.deals, tables.name);
    await addDeal(tables, { [tables.name]: 'Start' });
    await vi.waitFor(
      async () => {
        const all = [...(await runsOf(there)), ...(await runsOf(back))];
        expect(all.filter(({ state }) => state === 'stopped')).toHaveLength(1);
        expect(all.filter(({ state }) => state === 'done')).toHaveLength(8);
      },
      { timeout: 20_000 },
    );
  });
});

describe('an answer of a form', () => {
  it('starts what listens to that form or to any, from a stranger’s link and from a member', async () => {
    const tables = await makeTables();
    const formOf = async (label: string): Promise<string> => {
      const config = { fields: [{ fieldId: tables.name }] };
      const made = await send<{ id: string }>(
        'POST',
        `/v3/tables/${tables.deals}/views`,
        { label, type: 'form', config },
        201,
      );
      return made.id;
    };
    const [contact, other] = [await formOf('Contact us'), await formOf('Other')];
    const keep = { id: 'keep', type: 'set', config: { values: { name: { ref: `trigger.record.${tables.name}` } } } };
    const listen = (config: object) =>
      make({ type: 'form_answered', config: { tableId: tables.deals, ...config } }, [keep]);
    const [ofContact, ofAny] = [await listen({ formId: contact }), await listen({})];

    const { token: link } = await send<{ token: string }>('POST', '/public-view/create', {
      identifier: tables.deals,
      type: 'form',
      viewId: contact,
    });
    const stranger = caller(product.url);
    const { ticket } = (await stranger.call('GET', `/public/${link}`)).body as { ticket: string };
    const body = { fields: { [tables.name]: 'From the web' }, ticket };
    expect((await stranger.call('POST', `/public/${link}/records`, body)).status).toBe(201);
    // The same answer once more is none.
    expect((await stranger.call('POST', `/public/${link}/records`, body)).status).toBe(201);
    expect(await ended(ofContact)).toMatchObject([{ steps: [{ output: { name: 'From the web' } }] }]);

    const answer = (form: string, name: string) =>
      send('POST', `/v3/tables/${tables.deals}/records?form=${form}`, { fields: { [tables.name]: name } }, 201);
    await answer(other, 'By a member');
    await addDeal(tables, { [tables.name]: 'By hand' });
    await answer(contact, 'By a member too');
    await ended(ofAny, 3);
    await ended(ofContact, 2);
    const names = (await ended(ofAny, 3)).map(({ steps }) => (steps[0]!.output as { name: string }).name);
    expect(names.toSorted()).toEqual(['By a member', 'By a member too', 'From the web']);
    const wrong = await admin.call('POST', `/v3/tables/${tables.deals}/records?form=nothing`, { fields: {} });
    expect(wrong.status).toBe(400);
  });
});
