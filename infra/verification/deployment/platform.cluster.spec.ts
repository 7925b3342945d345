import { execFileSync } from 'node:child_process';
import { startPlatform } from '@tessera/engines/platform';
import { startCollector } from '@tessera/engines/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch } from '../product/browser.ts';
import { findChromium } from '../product/chromium.ts';
import { client, owner } from '../product/product.ts';
import { observing, type Observed } from './observing.ts';

type Row = {
  readonly Name: string;
  readonly Service: string;
  readonly State: string;
  readonly Health: string;
  readonly ExitCode: number;
};

const docker = (...args: readonly string[]): string => execFileSync('docker', args, { encoding: 'utf8' }).trim();

describe('the platform of docker-compose.yml', () => {
  let stand: Observed;
  /** Status of a first run without the code that auth printed. */
  let withoutCode = 0;

  beforeAll(async () => {
    const [platform, collector, browser] = await Promise.all([
      startPlatform({ scale: { tables: 2 }, environment: { TESSERA_TRACES_TO: 'http://traces:4318' } }),
      startCollector(),
      findChromium() === undefined ? undefined : launch(),
    ]);
    const anyone = client(platform.url, '');
    stand = { platform, collector, browser, api: anyone };
    const [gateway = ''] = (await platform.compose('ps', '--quiet', 'gateway')).split('\n');
    const project = docker('inspect', '--format', '{{index .Config.Labels "com.docker.compose.project"}}', gateway);
    docker('network', 'connect', '--alias', 'traces', `${project}_engines`, collector.container.getId());
    withoutCode = (await anyone.raw('POST', 'setup', owner)).status;
    const code = /enter the code (\S+)/.exec(await platform.compose('logs', '--no-color', 'auth'))?.[1];
    const { token } = await anyone.call<{ token: string }>('POST', 'setup', { ...owner, code });
    stand = { ...stand, api: client(platform.url, token) };
  }, 900_000);
  afterAll(async () => {
    await stand?.browser?.close();
    // A network goes only when nobody is on it.
    await stand?.collector.stop();
    await stand?.platform.stop();
  }, 120_000);

  const rows = async (...names: readonly string[]): Promise<readonly Row[]> =>
    (await stand.platform.compose('ps', '--all', '--format', 'json', ...names))
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Row);

  it('is healthy as a whole, with two replicas of tables', async () => {
    const services = await rows('auth', 'tables', 'connectors', 'apps', 'gateway');
    expect(services.map(({ Service, Health }) => `${Service} ${Health}`).sort()).toEqual([
      'apps healthy',
      'auth healthy',
      'connectors healthy',
      'gateway healthy',
      'tables healthy',
      'tables healthy',
    ]);
  });

  it('shows the front ends, and routes of the services behind the gateway', async () => {
    const page = await fetch(stand.platform.url);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('<title>Tessera</title>');
    expect((await fetch(`${stand.platform.url}/api/v3/session`)).status).toBe(401);
  });

  it('keeps what is written through the gateway, whichever replica takes it', async () => {
    const post = async (
      path: string,
      body: object,
      token?: string,
    ): Promise<{ readonly status: number; readonly body: unknown }> => {
      const headers = {
        'content-type': 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      };
      const response = await fetch(`${stand.platform.url}/api${path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      });
      return { status: response.status, body: await response.json() };
    };
    expect(withoutCode).toBe(403);
    expect((await post('/setup', owner)).status).toBe(409);
    const { token } = stand.api;
    const table = (await post('/v3/tables', { label: 'Orders', fields: [{ name: 'Name', type: 'text' }] }, token))
      .body as { id: string };
    const written = await Promise.all(
      Array.from({ length: 40 }, async (_, i) =>
        post(`/v3/tables/${table.id}/records?fieldKey=name`, { fields: { Name: `order ${i}` } }, token),
      ),
    );
    expect(written.map(({ status }) => status)).toEqual(written.map(() => 201));
    const found = (await post(`/v3/tables/${table.id}/records/query?fieldKey=name`, { limit: 100, total: true }, token))
      .body as { total: number; records: { fields: { Name: string } }[] };
    expect(found.total).toBe(40);
    expect(new Set(found.records.map(({ fields }) => fields.Name)).size).toBe(40);
    expect(await stand.platform.compose('logs', '--no-color', 'tables')).not.toContain('"level":"error"');
  });

  it('shows its metrics to Prometheus, each replica for itself, and to nobody without the token', async () => {
    const up = async (): Promise<readonly string[]> => {
      const answer = JSON.parse(
        await stand.platform.compose(
          'exec',
          '-T',
          'prometheus',
          'wget',
          '-qO-',
          'http://127.0.0.1:9090/api/v1/query?query=up%3D%3D1',
        ),
      ) as { data: { result: { metric: { service: string } }[] } };
      return answer.data.result.map(({ metric }) => metric.service).sort();
    };
    await expect
      .poll(up, { timeout: 40_000, interval: 1000 })
      .toEqual(['apps', 'auth', 'connectors', 'gateway', 'tables', 'tables']);
    expect((await fetch(`${stand.platform.url}/metrics`)).status).not.toBe(200);
  });

  it('has a collector that takes traces, where services send them unless they are told otherwise', async () => {
    const span = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), name: 'asked', kind: 1 };
    const times = { startTimeUnixNano: '1700000000000000000', endTimeUnixNano: '1700000001000000000' };
    const body = { resourceSpans: [{ resource: {}, scopeSpans: [{ scope: {}, spans: [{ ...span, ...times }] }] }] };
    const send = `fetch('http://collector:4318/v1/traces', { method: 'POST', headers: { 'content-type': 'application/json' }, body: ${JSON.stringify(JSON.stringify(body))} }).then((answer) => process.stdout.write(String(answer.status)))`;
    expect(await stand.platform.compose('exec', '-T', 'auth', 'node', '--eval', send)).toBe('200');
    await expect
      .poll(() => stand.platform.compose('logs', '--no-color', 'collector'), { timeout: 20_000, interval: 1000 })
      .toMatch(/Traces\s+\{.*"spans": [1-9]/);
  });

  describe('that people click in', () => {
    observing(() => stand);
  });

  it('ends each service within its grace when it is told to', async () => {
    await stand.platform.compose('stop', 'auth', 'tables', 'connectors', 'apps', 'gateway');
    expect(
      (await rows('auth', 'tables', 'connectors', 'apps', 'gateway'))
        .map(({ Name, ExitCode }) => [Name, ExitCode])
        .filter(([, code]) => code !== 0),
    ).toEqual([]);
  });
});
