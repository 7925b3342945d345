import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { everyVariant } from '@tessera/kernel/testing';
import { afterAll, expect, it } from 'vitest';

type Json = { [key: string]: any }; // oxlint-disable-line typescript/no-explicit-any -- answers are looked into, path by path
const path = (file: string): string => fileURLToPath(new URL(file, import.meta.url));
const main = path('../../../infra/runtime/src/main.ts');
const cli = path('../../../infra/runtime/src/cli.ts');
const ends = new URL('./testing/ends.ts', import.meta.url).href;
const data = mkdtempSync(join(tmpdir(), 'tessera-aside-'));
let port = 0;
let token = '';
let child: ChildProcess | undefined;
let exited: Promise<number | null>;

afterAll(async () => {
  child?.kill('SIGKILL');
  await exited;
  rmSync(data, { recursive: true, force: true });
});

// A server takes no setting that it does not know, such as those of the test's own run.
const around = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('TESSERA_')));
const environment = { ...around, TESSERA_DATA: data, TESSERA_RATE_LIMITS: 'off', TESSERA_LOG: 'error' };
/** Starts the server; resolves when it serves, or when it ended without. */
const start = async (...options: readonly string[]): Promise<void> => {
  const started = spawn(process.execPath, [...options, main], {
    env: { ...environment, PORT: '0' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  child = started;
  exited = new Promise((resolve) => started.on('exit', (code) => resolve(code)));
  const ready = new Promise<void>((resolve) => {
    started.stdout.on('data', (bytes: Buffer) => {
      const [, found] = /Tessera is ready: http:\/\/localhost:(\d+)/.exec(bytes.toString()) ?? [];
      if (found === undefined) return;
      port = Number(found);
      resolve();
    });
  });
  await Promise.race([ready, exited]);
};
const operator = (...words: readonly string[]): Promise<string> =>
  new Promise((resolve) => {
    let said = '';
    const command = spawn(process.execPath, [cli, 'operations', ...words], { env: environment });
    for (const stream of [command.stdout, command.stderr])
      stream.on('data', (bytes: Buffer) => (said += bytes.toString()));
    command.on('exit', () => resolve(said));
  });
const call = async (method: string, route: string, body?: object): Promise<{ status: number; body: Json }> => {
  const form = body instanceof FormData;
  const response = await fetch(`http://localhost:${port}/api/${route}`, {
    method,
    headers: {
      ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
      ...(body && !form ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: form ? body : JSON.stringify(body) } : {}),
  });
  const text = await response.text();
  return { status: response.status, body: text ? (JSON.parse(text) as Json) : {} };
};

/** Begins an import, with which the process ends before it can answer. */
const begin = async (): Promise<string> => {
  const { identifier } = (await call('POST', 'connector/identifier', { connector_id: 'csv' })).body;
  const form = new FormData();
  form.set('identifier', identifier as string);
  form.set('connector_id', 'csv');
  form.set('function', 'upload');
  form.set('file', new Blob(['Name,Size\nOne,1\nTwo,2\n']), 'things.csv');
  const { filePath } = (await call('POST', 'connector/call', form)).body;
  const proposed = await call('POST', 'connector/config-table', {
    connector_id: 'csv',
    identifier,
    config: { filePath },
  });
  // Its answer may go down with the process.
  await call('POST', 'connector/import-table', {
    connector_id: 'csv',
    identifier,
    table_import_configs: [
      {
        label: 'Things',
        fields: (proposed.body['fields'] as Json[]).map(({ key, name, type, props }) => ({ key, name, type, props })),
        config: { object: null, filePath, isRunAutomations: true, type: 'import_create_structure', primaryKey: null },
      },
    ],
  }).catch(() => undefined);
  return identifier as string;
};

it('an import that ended the process twice is set aside, the third start serves, and an operator decides', async () => {
  await start('--import', ends);
  const setup = await call('POST', 'setup', {
    organization: 'Acme',
    name: 'Ana Souza',
    email: 'ana@acme.example',
    password: 'correct horse battery 9',
    language: 'en',
    timezone: 'America/Sao_Paulo',
  });
  token = setup.body['token'] as string;
  const identifier = await begin();
  expect(await exited).toBe(70);
  await start('--import', ends);
  expect(await exited).toBe(70);

  await start('--import', ends);
  const found = async (wizard = identifier): Promise<Json> =>
    ((await call('GET', `connector/imports?identifier=${wizard}`)).body['imports'] as Json[])[0]!;
  await expect.poll(async () => (await found())['error'], { timeout: 20_000 }).not.toBeNull();
  const aside = await found();
  expect(aside).toMatchObject({ state: 'running', done: 0, error: { code: 'operations.set_aside' } });
  const made = await call('POST', 'v3/tables', { label: 'Other', fields: [{ name: 'Name', type: 'singleLineText' }] });
  expect(made.status).toBe(201);
  if (everyVariant) expect(await operator('list')).toContain(`${aside['operationId'] as string}  import`);

  // Whoever began one need not wait for the operator: another, which ends two more processes, is stopped by its person.
  if (everyVariant) {
    const other = await begin();
    expect(await exited).toBe(70);
    await start('--import', ends);
    expect(await exited).toBe(70);
    await start('--import', ends);
    await expect.poll(async () => (await found(other))['error'], { timeout: 20_000 }).not.toBeNull();
    const { operationId } = await found(other);
    const stopped = await call('POST', `connector/imports/${operationId as string}/cancel`);
    expect(stopped.body).toMatchObject({ state: 'cancelled', error: null });
  }

  expect(await operator('resume', aside['operationId'] as string)).toContain('is tried again');
  child?.kill('SIGTERM');
  await exited;
  await start();
  await expect.poll(async () => (await found())['state'], { timeout: 20_000 }).toBe('done');
  const { body } = await call('POST', `v3/tables/${aside['tableId'] as string}/records/count`, {});
  expect(body['total']).toBe(2);
  if (everyVariant) expect(await operator('list')).toContain('no operation is set aside');
}, 180_000);
