/* oxlint-disable unicorn/no-thenable -- the lanes of a condition are called so on the wire */
import { newId } from '@tessera/kernel';
import { AuthServiceDefinition } from '@tessera/proto/auth/v1/service';
import { createDirectory } from '@tessera/runtime/directory';
import { colleague, firstRun, startTestProduct, type TestCaller, type TestProduct } from '@tessera/runtime/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTables } from './access/tables.ts';
import { createPayloads } from './runs/payloads.ts';
import { createSchedule } from './runs/schedule.ts';
import { createBench, type Detail, type Made } from './testing/bench.ts';

let product: TestProduct;
let admin: TestCaller;
beforeAll(async () => {
  product = await startTestProduct();
  admin = await firstRun(product);
});
afterAll(() => product.stop());
const { send, makeTables, addDeal, make, runsOf, ended } = createBench(() => admin);

describe('the catalogue of steps', () => {
  const day = (by: number): string => new Date(Date.now() + by * 86_400_000).toISOString().slice(0, 10);
  /** Runs an automation by hand and answers its steps by their ids. */
  const runNow = async (
    id: string,
    count = 1,
    recordId?: string,
  ): Promise<Readonly<Record<string, Detail['steps'][number]>>> => {
    await send('POST', `/v3/automations/${id}/run`, recordId === undefined ? {} : { recordId }, 202);
    const [run] = await ended(id, count);
    return Object.fromEntries(run!.steps.map((one) => [one.id, one]));
  };

  it('updates or creates by a value, links, counts and sums, and computes formulas', async () => {
    const tables = await makeTables();
    const link = await send<{ id: string }>(
      'POST',
      `/v3/tables/${tables.tasks}/fields`,
      { name: 'Deals', type: 'connectedRecord', props: { tableId: tables.deals } },
      201,
    );
    const first = await addDeal(tables, { [tables.name]: 'Alder', [tables.value]: 40 });
    const second = await addDeal(tables, { [tables.name]: 'Birch', [tables.value]: 2.5 });
    const id = await make({ type: 'manual', config: {} }, [
      {
        id: 'known',
        type: 'upsert_record',
        config: {
          tableId: tables.deals,
          keyFieldId: tables.name,
          values: { [tables.name]: 'alder', [tables.note]: 'Known' },
        },
      },
      {
        id: 'fresh',
        type: 'upsert_record',
        config: {
          tableId: tables.deals,
          keyFieldId: tables.name,
          values: { [tables.name]: 'Cedar', [tables.value]: 1 },
        },
      },
      {
        id: 'sum',
        type: 'aggregate_records',
        config: { tableId: tables.deals, function: 'sum', fieldId: tables.value },
      },
      { id: 'count', type: 'aggregate_records', config: { tableId: tables.deals, function: 'count' } },
      {
        id: 'task',
        type: 'create_record',
        config: {
          tableId: tables.tasks,
          values: { [tables.title]: { formula: '{steps.count.value} & " deals of " & {steps.sum.value} * 2' } },
        },
      },
      {
        id: 'link',
        type: 'link_records',
        config: {
          tableId: tables.tasks,
          recordId: { ref: 'steps.task.record.id' },
          fieldId: link.id,
          linked: first,
        },
      },
      {
        id: 'more',
        type: 'link_records',
        config: { tableId: tables.tasks, recordId: { ref: 'steps.task.record.id' }, fieldId: link.id, linked: second },
      },
    ]);
    const steps = await runNow(id);
    expect(Object.values(steps).map(({ error }) => error)).toEqual(Array.from({ length: 7 }, () => null));
    expect(steps['known']!.output).toMatchObject({ record: { id: first, [tables.note]: 'Known' } });
    expect(steps['sum']!.output).toEqual({ value: 43.5 });
    expect(steps['count']!.output).toEqual({ value: 3 });
    expect(steps['task']!.output).toMatchObject({ record: { [tables.title]: '3 deals of 87' } });
    const linked = (steps['more']!.output as { record: Record<string, readonly unknown[]> }).record[link.id];
    expect(linked).toHaveLength(2);
    // Once more it finds what it created, and says so where several have the value.
    await addDeal(tables, { [tables.name]: 'Cedar' });
    const again = await runNow(id, 2);
    expect(again['fresh']!.error).toMatchObject({ code: 'automations.key_several' });
  });

  it('makes tasks, speaks in channels, sends e-mails and starts others, each once', async () => {
    const tables = await makeTables();
    const deal = await addDeal(tables, { [tables.name]: 'Dogwood' });
    const channel = await send<{ id: string }>(
      'POST',
      '/v3/conversations',
      { chatType: 'channel', name: 'sales' },
      201,
    );
    const keep = { id: 'keep', type: 'set', config: { values: { name: { ref: `trigger.record.${tables.name}` } } } };
    const other = await make({ type: 'manual', config: { tableId: tables.deals } }, [keep], 'Other');
    const id = await make({ type: 'manual', config: { tableId: tables.deals } }, [
      {
        id: 'task',
        type: 'create_task',
        config: {
          title: { formula: '"Call " & {trigger.record.NAME}'.replace('NAME', tables.name) },
          deadline: day(3),
          tableId: tables.deals,
          recordId: { ref: 'trigger.record.id' },
        },
      },
      { id: 'say', type: 'send_message', config: { conversationId: channel.id, text: 'Won.\nAll of it.' } },
      {
        id: 'mail',
        type: 'send_email',
        config: {
          to: ['Ann <x>', 'buyer@example.com, BUYER@example.com'],
          subject: 'Thanks',
          body: 'Dear buyer,\n\nthank you.',
        },
      },
      { id: 'start', type: 'run_automation', config: { automationId: other, recordId: { ref: 'trigger.record.id' } } },
    ]);
    const steps = await runNow(id, 1, deal);
    expect(Object.values(steps).map(({ error }) => error)).toEqual([null, null, null, null]);
    const { tasks } = await send<{ tasks: { title: string; deadline: string; record: object }[] }>('GET', '/v3/tasks');
    expect(tasks.filter(({ title }) => title === 'Call Dogwood')).toMatchObject([
      { deadline: day(3), record: { tableId: tables.deals, recordId: deal } },
    ]);
    const { messages } = await send<{ messages: { content: { blocks: object[] } }[] }>(
      'GET',
      `/v3/conversations/${channel.id}/messages`,
    );
    expect(messages).toHaveLength(1);
    expect(messages[0]!.content.blocks).toHaveLength(2);
    expect(await ended(other)).toMatchObject([
      { cause: { kind: 'automation' }, steps: [{ output: { name: 'Dogwood' } }] },
    ]);
    const mails = await vi.waitFor(
      async () => {
        const { mails: all } = await send<{ mails: { id: string; kind: string }[] }>('GET', '/v3/mails');
        const ours = all.filter(({ kind }) => kind === 'automation');
        expect(ours).toHaveLength(1);
        return ours;
      },
      { timeout: 10_000 },
    );
    const mail = await send<{ contents: { to: string; subject: string; text: string } }>(
      'GET',
      `/v3/mails/${mails[0]!.id}`,
    );
    expect(mail.contents).toMatchObject({ to: 'buyer@example.com', subject: 'Thanks' });
    expect(mail.contents.text).toMatch(/^Dear buyer,\n\nthank you\.\n\nSent by an automation of .+ on Tessera\.\n$/);
    // A test says what it would do, and does nothing.
    const tested = await send<{ steps: { id: string; state: string }[] }>('POST', `/v3/automations/${id}/test`, {
      recordId: deal,
    });
    expect(tested.steps.map(({ state }) => state)).toEqual(['done', 'done', 'done', 'done']);
    expect(await runsOf(other)).toHaveLength(1);
  });

  it('asks people, goes the way of the first answer, and tells nobody else what it asks', async () => {
    const mia = await colleague(product, admin, { email: 'mia@marlow.example', seat: 'member', role: '3' });
    const { users } = await send<{ users: { id: string; email: string }[] }>('GET', '/v3/users');
    const asked = users.find(({ email }) => email === 'mia@marlow.example')!.id;
    const lane = (way: string) => [{ id: way, type: 'set', config: { values: { way } } }];
    const id = await make({ type: 'manual', config: {} }, [
      {
        id: 'ask',
        type: 'approval',
        config: { people: [asked], text: 'May we buy it?', days: 2 },
        then: lane('yes'),
        else: lane('no'),
      },
      {
        id: 'keep',
        type: 'set',
        config: { values: { note: { ref: 'steps.ask.note' }, by: { ref: 'steps.ask.person' } } },
      },
    ]);
    const { runId } = await send<{ runId: string }>('POST', `/v3/automations/${id}/run`, {}, 202);
    const notices = await vi.waitFor(
      async () => {
        const { body } = await mia.call('GET', '/v3/notifications');
        const found = (body as { notifications: { title: string; link: string }[] }).notifications;
        expect(found.map(({ title }) => title)).toEqual(['May we buy it?']);
        return found;
      },
      { timeout: 10_000 },
    );
    expect(notices[0]!.link).toBe(`/automations/approval/${runId}/ask`);
    const question = `/v3/runs/${runId}/steps/ask/question`;
    expect((await mia.call('GET', question)).body).toMatchObject({
      text: 'May we buy it?',
      state: 'open',
      answer: null,
    });
    expect((await admin.call('GET', question)).status).toBe(404);
    const answer = (by: TestCaller, body: object) => by.call('POST', `/v3/runs/${runId}/steps/ask/answer`, body);
    expect((await answer(admin, { approved: true })).status).toBe(404);
    expect((await answer(mia, { approved: false, note: 'Too dear' })).status).toBe(204);
    expect((await answer(mia, { approved: true })).status).toBe(409);
    const [run] = await ended(id);
    expect(run!.steps.map(({ id: step }) => step)).toEqual(['ask', 'no', 'keep']);
    expect(run!.steps.at(-1)!.output).toEqual({ note: 'Too dear', by: asked });
    expect((await mia.call('GET', question)).body).toMatchObject({
      state: 'closed',
      answer: { approved: false, userId: asked, note: 'Too dear' },
    });
  });

  it('waits until a moment, and refuses what is none', async () => {
    const soon = new Date(Date.now() + 300).toISOString();
    const wait = (at: unknown) =>
      make({ type: 'manual', config: {} }, [{ id: 'wait', type: 'wait_until', config: { at } }]);
    expect((await runNow(await wait(soon)))['wait']).toMatchObject({ state: 'done' });
    expect((await runNow(await wait('2020-01-01')))['wait']).toMatchObject({ state: 'done' });
    expect((await runNow(await wait('soon')))['wait']).toMatchObject({ error: { code: 'automations.date_wrong' } });
    expect((await runNow(await wait(day(200))))['wait']).toMatchObject({
      error: { code: 'automations.wait_too_long' },
    });
  });
});

describe('what else starts an automation', () => {
  it('is a record that comes into a view, a comment, and the end of another', async () => {
    const tables = await makeTables();
    const config = { fields: [], filter: { fieldId: tables.value, operator: 'greaterThan', value: 100 } };
    const view = await send<{ id: string }>(
      'POST',
      `/v3/tables/${tables.deals}/views`,
      { label: 'Large', type: 'table', config },
      201,
    );
    const keepName = {
      id: 'keep',
      type: 'set',
      config: { values: { name: { ref: `trigger.record.${tables.name}` } } },
    };
    const enters = await make({ type: 'enters_view', config: { tableId: tables.deals, viewId: view.id } }, [keepName]);
    const comments = await make({ type: 'comment', config: { tableId: tables.deals } }, [
      { id: 'keep', type: 'set', config: { values: { said: { ref: 'trigger.comment.text' } } } },
    ]);
    const ends = await make({ type: 'automation_ended', config: { automationId: comments, state: 'done' } }, [
      { id: 'keep', type: 'set', config: { values: { how: { ref: 'trigger.run.state' } } } },
    ]);
    const small = await addDeal(tables, { [tables.name]: 'Elm', [tables.value]: 5 });
    await addDeal(tables, { [tables.name]: 'Fir', [tables.value]: 500 });
    expect(await ended(enters)).toMatchObject([{ steps: [{ output: { name: 'Fir' } }] }]);
    await send('PATCH', `/v3/tables/${tables.deals}/records/${small}`, { fields: { [tables.value]: 101 } });
    await ended(enters, 2);
    await send('PATCH', `/v3/tables/${tables.deals}/records/${small}`, { fields: { [tables.value]: 102 } });
    await send('POST', `/v3/tables/${tables.deals}/records/${small}/comments`, { text: 'Large now' }, 201);
    expect(await ended(comments)).toMatchObject([
      { cause: { kind: 'comment' }, steps: [{ output: { said: 'Large now' } }] },
    ]);
    expect(await ended(ends)).toMatchObject([{ cause: { kind: 'automation' }, steps: [{ output: { how: 'done' } }] }]);
    expect(await ended(enters, 2)).toHaveLength(2);
    const gone = await admin.call('POST', '/v3/automations', {
      label: 'Gone',
      trigger: { type: 'enters_view', config: { tableId: tables.deals, viewId: newId() } },
      steps: [keepName],
    });
    expect((gone.body as Made).issues).toMatchObject([{ code: 'view_missing' }]);
  });

  it('is a day of a record, once', async () => {
    const { id: tableId, fields } = await send<{ id: string; fields: { id: string }[] }>(
      'POST',
      '/v3/tables',
      {
        label: 'Contracts',
        fields: [
          { name: 'Name', type: 'singleLineText' },
          { name: 'Ends', type: 'date' },
        ],
      },
      201,
    );
    const [name, ends] = fields.map(({ id }) => id) as [string, string];
    const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
    const { store, documents, rpc, ...ports } = product.ports('automations');
    const organizationId = (await store.organizations())[0]!;
    const later = Date.now() + 120_000;
    const at = new Date(later).toISOString().slice(11, 16);
    for (const [label, by] of [
      ['Due', 3],
      ['Not yet', 4],
    ] as const)
      await send(
        'POST',
        `/v3/tables/${tableId}/records`,
        { fields: { [name]: label, [ends]: dayOf(later + by * 86_400_000) } },
        201,
      );
    const id = await make(
      { type: 'date_reached', config: { tableId, fieldId: ends, offset: { value: -3, unit: 'days' }, at } },
      [{ id: 'keep', type: 'set', config: { values: { name: { ref: `trigger.record.${name}` } } } }],
    );
    const clock = () => later;
    const directory = createDirectory(rpc.client(AuthServiceDefinition), clock, 'test');
    const schedule = createSchedule({
      ...ports,
      documents,
      store: store as never,
      clock,
      directory,
      tables: createTables(rpc, directory),
      payloads: createPayloads(ports),
      wake: () => undefined,
    });
    for (let round = 0; round < 2; round++) {
      await ports.state.delete(organizationId, 'schedules-walked', 'until');
      await schedule.look();
    }
    await vi.waitFor(async () => expect(await runsOf(id)).toHaveLength(1));
    const [run] = await runsOf(id);
    expect(run).toMatchObject({ cause: { kind: 'date' } });
  });
});
