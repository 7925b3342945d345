import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { firstRun, startTestProduct, type TestCaller, type TestProduct } from '@tessera/runtime/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

type Build = {
  readonly operationId: string;
  readonly state: string;
  readonly install: string | null;
  readonly error: { readonly id: string; readonly message: string } | null;
  readonly proposal: {
    readonly name: string;
    readonly parts: readonly { readonly id: string; readonly needs: readonly string[] }[];
  } | null;
};

/** What the model answers next; and what it was asked. */
const answers: { status: number; body: string }[] = [];
const asked: { readonly model: string; readonly messages: readonly { readonly content: string }[] }[] = [];
const says = (content: unknown): void => {
  const message = { role: 'assistant', content: JSON.stringify(content) };
  answers.push({ status: 200, body: JSON.stringify({ choices: [{ message }] }) });
};
const good = {
  name: 'Loans',
  description: 'Who has which scanner.',
  color: 'teal',
  tables: [
    {
      key: 'scanners',
      label: 'Scanners',
      fields: [
        { key: 'name', name: 'Scanner', type: 'singleLineText' },
        { key: 'state', name: 'State', type: 'select', options: [{ key: 'out', label: 'Out', color: 'amber' }] },
      ],
      views: [{ type: 'kanban', label: 'Board', config: { fields: [], kanban_field: '@scanners.state' } }],
      records: [{ key: 'one', values: { name: 'SC-001', state: '@scanners.state.out' } }],
    },
    {
      key: 'loans',
      label: 'Loans',
      fields: [
        { key: 'name', name: 'Loan', type: 'singleLineText' },
        {
          key: 'scanner',
          name: 'Scanner',
          type: 'connectedRecord',
          props: { tableId: '@scanners', other: { name: 'Loans' } },
        },
        { key: 'due', name: 'Due', type: 'date' },
      ],
      views: [],
      records: [{ values: { name: 'For the fair', scanner: ['@scanners#one'], due: { day: 7 } } }],
    },
  ],
  apps: [
    {
      key: 'desk',
      label: 'Loan desk',
      blocks: [{ key: 'list', type: 'table', config: { tableId: '@loans', title: 'Loans' }, at: [0, 0, 120, 8] }],
    },
  ],
};
const wrong = {
  ...good,
  apps: [{ ...good.apps[0], blocks: [{ ...good.apps[0]!.blocks[0], config: { tableId: '@gone' } }] }],
};

let server: Server;
let product: TestProduct;
let admin: TestCaller;
const code = (answer: { readonly body: unknown }): string => (answer.body as { error: { code: string } }).error.code;
const labels = async (): Promise<readonly string[]> =>
  ((await admin.call('GET', '/v3/tables')).body as { tables: { label: string }[] }).tables.map(({ label }) => label);
const ended = async (path: string): Promise<Build> =>
  vi.waitFor(
    async () => {
      const now = (await admin.call('GET', path)).body as Build;
      expect(now.state).not.toBe('running');
      return now;
    },
    { timeout: 20_000, interval: 50 },
  );
const ask = async (description = 'Who has which scanner, and until when'): Promise<Build> => {
  const begun = await admin.call('POST', '/builder/create-app', { description });
  expect({ status: begun.status, body: begun.body }).toMatchObject({ status: 202, body: { state: 'running' } });
  return ended(`/builder/create-app/${(begun.body as Build).operationId}`);
};

beforeAll(async () => {
  server = createServer((request, response) => {
    let text = '';
    request.on('data', (part: Buffer) => {
      text += part.toString('utf8');
    });
    request.on('end', () => {
      asked.push(JSON.parse(text) as (typeof asked)[number]);
      const { status, body } = answers.shift() ?? { status: 500, body: '' };
      response.writeHead(status, { 'content-type': 'application/json' }).end(body);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  vi.stubEnv('TESSERA_AI_URL', `http://127.0.0.1:${port}/v1`);
  vi.stubEnv('TESSERA_AI_MODEL', 'stand-in');
  product = await startTestProduct();
  admin = await firstRun(product);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await product.stop();
  server.close();
});

describe('the AI builder', () => {
  it('sends nothing before an administrator says so, and nothing that says too little', async () => {
    expect((await admin.call('GET', '/builder/create-app')).body).toEqual({ model: 'stand-in', on: false });
    expect(code(await admin.call('POST', '/builder/create-app', { description: 'an app' }))).toBe('ai.too_short');
    expect(code(await admin.call('POST', '/builder/create-app', { description: 'an app for loans' }))).toBe('ai.off');
    expect(asked).toEqual([]);
    expect((await admin.call('PATCH', '/v3/organization', { ai: true })).body).toMatchObject({ ai: true });
    await vi.waitFor(
      async () => expect((await admin.call('GET', '/builder/create-app')).body).toMatchObject({ on: true }),
      { timeout: 10_000, interval: 200 },
    );
  });

  it('proposes, and makes what is accepted as one operation', async () => {
    // A first answer that cannot be made is given back with what is wrong with it.
    says(wrong);
    says(good);
    const build = await ask();
    expect(build).toMatchObject({ state: 'proposed', proposal: { name: 'Loans' } });
    expect(build.proposal!.parts).toMatchObject([
      { id: 'table:scanners', needs: [] },
      { id: 'table:loans', needs: ['table:scanners'] },
      { id: 'app:desk', needs: ['table:loans'] },
    ]);
    expect(asked).toHaveLength(2);
    expect(asked[1]!.messages.at(-1)!.content).toContain('"@gone" is no part of the template');
    // Nothing is made before somebody accepts.
    expect(await labels()).toEqual([]);
    const path = `/builder/create-app/${build.operationId}`;
    expect(code(await admin.call('POST', `${path}/accept`, { without: ['table:scanners'] }))).toBe('ai.needed');
    const accepted = await admin.call('POST', `${path}/accept`, { without: ['app:desk'] });
    expect(accepted.status).toBe(202);
    const { install } = accepted.body as Build;
    expect((await ended(`/template/install/${install}`)).state).toBe('done');
    expect((await labels()).toSorted()).toEqual(['Loans', 'Scanners']);
    expect(code(await admin.call('POST', `${path}/accept`, {}))).toBe('ai.closed');
    expect((await admin.call('POST', `/v3/undo/apps.${install}`, {})).status).toBe(200);
    expect(await labels()).toEqual([]);
  });

  it('shows refusals and half answers, and makes nothing of them', async () => {
    answers.push({ status: 429, body: JSON.stringify({ error: { message: 'Quota exceeded' } }) });
    expect(await ask()).toMatchObject({ state: 'failed', error: { id: 'ai.refused', message: 'Quota exceeded' } });
    answers.push({ status: 200, body: '{"choices": [{"message": {"content": "{\\"name\\": \\"Lo' });
    expect(await ask()).toMatchObject({ error: { id: 'ai.json', message: 'Invalid JSON in api response' } });
    says(wrong);
    says(wrong);
    const last = await ask();
    expect(last).toMatchObject({ error: { id: 'ai.format', message: 'Invalid Response Format' } });
    expect(code(await admin.call('POST', `/builder/create-app/${last.operationId}/accept`, {}))).toBe(
      'ai.not_proposed',
    );
    expect((await admin.call('DELETE', `/builder/create-app/${last.operationId}`)).status).toBe(204);
    expect(await labels()).toEqual([]);
  });
});
