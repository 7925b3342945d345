import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '@tessera/telemetry';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readConfig } from '../../../../infra/runtime/src/config.ts';
import { startEmbedded, type Running } from '../../../../infra/runtime/src/embedded.ts';

type Json = { [key: string]: any }; // oxlint-disable-line typescript/no-explicit-any -- answers are looked into, path by path
const hour = 3_600_000;
const megabyte = 1024 * 1024;
const data = mkdtempSync(join(tmpdir(), 'tessera-kept-'));
let running: Running;
let token = '';

const start = async (): Promise<void> => {
  running = await startEmbedded(
    readConfig({ PORT: '0', TESSERA_DATA: data, TESSERA_RATE_LIMITS: 'off', TESSERA_LOG: 'error' }),
    createLogger({ level: 'error', service: 'test' }),
  );
};
/** The next start is so much later for the process: what is due then is done then. */
const startLater = async (ms: number): Promise<void> => {
  await running.stop();
  vi.useFakeTimers({ toFake: ['Date'], shouldAdvanceTime: true, now: Date.now() + ms });
  await start();
};
const call = async (method: string, path: string, body?: object): Promise<Json> => {
  const form = body instanceof FormData;
  const response = await fetch(`http://localhost:${running.port}/api/${path}`, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body && !form ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: form ? body : JSON.stringify(body) } : {}),
  });
  const text = await response.text();
  return (text === '' ? {} : JSON.parse(text)) as Json;
};
const upload = async (content: string, how = 'upload'): Promise<{ identifier: string; sent: Json }> => {
  const { identifier } = await call('POST', 'connector/identifier', { connector_id: 'csv' });
  const form = new FormData();
  form.set('identifier', identifier as string);
  form.set('connector_id', 'csv');
  form.set('function', how);
  form.set('file', new Blob([content]), 'deals.csv');
  return { identifier: identifier as string, sent: await call('POST', 'connector/call', form) };
};
/** Uploads a file, imports it as a table, and answers the import's end. */
const importTable = async (content: string): Promise<Json> => {
  const { identifier, sent } = await upload(content);
  const config = { filePath: sent['filePath'] as string };
  const proposed = await call('POST', 'connector/config-table', { connector_id: 'csv', identifier, config });
  const { operationId } = await call('POST', 'connector/import-table', {
    connector_id: 'csv',
    identifier,
    table_import_configs: [
      {
        label: 'Deals',
        fields: (proposed['fields'] as Json[]).map(({ key, name, type, props }) => ({ key, name, type, props })),
        config: {
          ...config,
          object: null,
          isRunAutomations: true,
          type: 'import_create_structure',
          primaryKey: null,
        },
      },
    ],
  });
  const told = () => call('GET', `connector/imports/${operationId}`);
  await expect.poll(async () => (await told())['state'], { timeout: 20_000 }).toBe('done');
  return told();
};
/** Sizes of the files that are kept, in order. */
const kept = (): number[] =>
  readdirSync(join(data, 'files'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(?:db(?:-\w+)?|position)$|^store/.test(entry.name))
    .map((entry) => statSync(join(entry.parentPath, entry.name)).size)
    .sort((a, b) => a - b);
const rows = (bytes: number): string => `Name\n${'x'.repeat(99)}\n`.padEnd(bytes, `${'y'.repeat(99)}\n`);

beforeAll(async () => {
  vi.stubEnv('TESSERA_UPLOADS_MB', '4');
  await start();
  const setup = await call('POST', 'setup', {
    organization: 'Acme',
    name: 'Ana Souza',
    email: 'ana@acme.example',
    password: 'correct horse battery 9',
    language: 'en',
    timezone: 'America/Sao_Paulo',
  });
  token = setup['token'] as string;
});
afterAll(async () => {
  await running.stop();
  vi.useRealTimers();
  rmSync(data, { recursive: true, force: true });
});

describe('uploads that are kept', () => {
  it('take no more room than an organization has; what was refused takes none', async () => {
    expect((await upload(rows(3 * megabyte), 'no such function'))['sent']['error']['code']).toBe('object_not_found');
    expect((await upload(`%PDF-1.7\n${rows(3 * megabyte)}`))['sent']['error']['id']).toBe('review_spreadsheet');
    expect(kept()).toEqual([]);
    expect((await upload(rows(3 * megabyte)))['sent']['error']).toBeNull();
    expect((await upload(rows(2 * megabyte)))['sent']).toMatchObject({
      filePath: null,
      error: { id: 'uploads_full', message: expect.stringContaining('4 MB') },
    });
    const together = await Promise.all([upload(rows(megabyte * 0.6)), upload(rows(megabyte * 0.6))]);
    expect(together.filter(({ sent }) => sent['error'] === null).length).toBeLessThan(2);
    expect(kept().reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(4 * megabyte);
    await startLater(8 * 24 * hour);
    await expect.poll(kept).toEqual([]);
    expect((await upload(rows(3.5 * megabyte)))['sent']['error']).toBeNull();
  });

  it('go a day after their import ended; one that waits for its import stays a week', async () => {
    await startLater(8 * 24 * hour);
    await expect.poll(kept).toEqual([]);
    const [imported, waiting] = ['Name\nimported\n', 'Name\nwaits for its import\n'];
    await upload(waiting);
    await importTable(imported);
    await startLater(23 * hour);
    expect(kept()).toEqual([imported.length, waiting.length]);
    await startLater(2 * hour);
    await expect.poll(kept).toEqual([waiting.length]);
    await startLater(7 * 24 * hour);
    await expect.poll(kept).toEqual([]);
  });

  it('go at once when the table that was made of them is deleted forever', async () => {
    const content = 'Name\nof a table that goes\n';
    const { tableId } = await importTable(content);
    expect(kept()).toContain(content.length);
    await call('DELETE', `v3/tables/${tableId as string}`);
    expect(kept()).toContain(content.length);
    await call('DELETE', `v3/trash/${tableId as string}?type=table`);
    await expect.poll(kept, { timeout: 10_000 }).not.toContain(content.length);
  });
});
