import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '@tessera/telemetry';
import { expect, vi } from 'vitest';
import { readConfig } from '../../../../infra/runtime/src/config.ts';
import { startEmbedded, type Running } from '../../../../infra/runtime/src/embedded.ts';

export type Json = { [key: string]: any }; // oxlint-disable-line typescript/no-explicit-any -- answers are looked into, path by path

/** The product on a folder of its own, and what a wizard asks of it. It is begun with `start` and `setUp`. */
export const importsProduct = () => {
  const data = mkdtempSync(join(tmpdir(), 'tessera-connectors-'));
  let running: Running;
  let port = 0;
  let token = '';

  const freePort = (): Promise<number> =>
    new Promise((resolve) => {
      const server = createServer();
      server.listen(0, '127.0.0.1', () => {
        const { port: free } = server.address() as AddressInfo;
        server.close(() => resolve(free));
      });
    });
  const start = async (env: Record<string, string> = {}): Promise<void> => {
    port ||= await freePort();
    running = await startEmbedded(
      readConfig({ PORT: String(port), TESSERA_DATA: data, TESSERA_RATE_LIMITS: 'off', TESSERA_LOG: 'error', ...env }),
      createLogger({ level: 'error', service: 'test' }),
    );
  };
  const call = async (
    method: string,
    path: string,
    body?: object,
    as = token,
  ): Promise<{ readonly status: number; readonly body: Json }> => {
    const form = body instanceof FormData;
    const response = await fetch(`http://localhost:${port}/api/${path}`, {
      method,
      headers: {
        ...(as ? { authorization: `Bearer ${as}` } : {}),
        ...(body && !form ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: form ? body : JSON.stringify(body) } : {}),
    });
    const text = await response.text();
    return { status: response.status, body: text ? (JSON.parse(text) as Json) : {} };
  };
  const send = async (content: string | Uint8Array<ArrayBuffer>, name: string, as = token) => {
    const { body } = await call('POST', 'connector/identifier', { connector_id: 'csv' }, as);
    const form = new FormData();
    form.set('identifier', body['identifier'] as string);
    form.set('connector_id', 'csv');
    form.set('function', 'upload');
    form.set('file', new Blob([content]), name);
    const sent = await call('POST', 'connector/call', form, as);
    return { identifier: body['identifier'] as string, ...sent };
  };
  const configure = async (content: string, config: object = {}, as = token) => {
    const { identifier, body } = await send(content, 'Deals of 2026.csv', as);
    expect(body['error']).toBeNull();
    const answer = await call(
      'POST',
      'connector/config-table',
      { connector_id: 'csv', identifier, config: { filePath: body['filePath'], ...config } },
      as,
    );
    return { identifier, filePath: body['filePath'] as string, ...answer };
  };
  const begin = (
    from: { identifier: string; filePath: string; body: Json },
    label: string,
    choose: (field: Json) => object = () => ({}),
    config: object = {},
    as = token,
    connector = 'csv',
  ) =>
    call(
      'POST',
      'connector/import-table',
      {
        connector_id: connector,
        identifier: from.identifier,
        table_import_configs: [
          {
            label,
            fields: (from.body['fields'] as Json[]).map((field) => ({
              key: field['key'],
              name: field['name'],
              type: field['type'],
              props: field['props'],
              ...choose(field),
            })),
            config: {
              object: null,
              filePath: from.filePath,
              isRunAutomations: true,
              type: 'import_create_structure',
              primaryKey: null,
              ...config,
            },
          },
        ],
      },
      as,
    );
  const until = (operationId: string, test: (state: Json) => boolean): Promise<Json> =>
    vi.waitFor(
      async () => {
        const { body } = await call('GET', `connector/imports/${operationId}`);
        if (!test(body)) throw new Error(`the import is at ${JSON.stringify(body)}`);
        return body;
      },
      { interval: 20, timeout: 120_000 },
    );
  const ended = (operationId: string) => until(operationId, (state) => state['state'] !== 'running');

  const setUp = async (): Promise<void> => {
    const { body } = await call('POST', 'setup', {
      organization: 'Acme',
      name: 'Ana Souza',
      email: 'ana@acme.example',
      password: 'correct horse battery 9',
      language: 'en',
      timezone: 'America/Sao_Paulo',
    });
    token = body['token'] as string;
  };
  const end = async (): Promise<void> => {
    await running.stop();
    rmSync(data, { recursive: true, force: true });
  };
  return {
    data,
    start,
    setUp,
    end,
    call,
    send,
    configure,
    begin,
    until,
    ended,
    stop: () => running.stop(),
    port: () => port,
    token: () => token,
    vault: () => running.ports('connectors').vault,
  };
};
