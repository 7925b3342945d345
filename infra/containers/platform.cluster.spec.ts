import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPlatform, type Platform } from '../engines/src/platform.ts';

type Row = {
  readonly Name: string;
  readonly Service: string;
  readonly State: string;
  readonly Health: string;
  readonly ExitCode: number;
};

describe('the platform of docker-compose.yml', () => {
  let platform: Platform;
  beforeAll(async () => {
    platform = await startPlatform({ scale: { tables: 2 } });
  }, 900_000);
  afterAll(() => platform?.stop(), 120_000);

  const rows = async (...names: readonly string[]): Promise<readonly Row[]> =>
    (await platform.compose('ps', '--all', '--format', 'json', ...names))
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
    const page = await fetch(platform.url);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('<title>Tessera</title>');
    expect((await fetch(`${platform.url}/api/v3/session`)).status).toBe(401);
  });

  it('keeps what is written through the gateway, whichever replica takes it', async () => {
    const code = /enter the code (\S+)/.exec(await platform.compose('logs', '--no-color', 'auth'))?.[1];
    const post = async (
      path: string,
      body: object,
      token?: string,
    ): Promise<{ readonly status: number; readonly body: unknown }> => {
      const headers = {
        'content-type': 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      };
      const response = await fetch(`${platform.url}/api${path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      });
      return { status: response.status, body: await response.json() };
    };
    const owner = { organization: 'Acme', name: 'Ann', email: 'ann@acme.test', password: 'correct horse battery 9' };
    expect((await post('/setup', owner)).status).toBe(403);
    const { token } = (await post('/setup', { ...owner, code })).body as { token: string };
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
    expect(await platform.compose('logs', '--no-color', 'tables')).not.toContain('"level":"error"');
  });

  it('shows its metrics to Prometheus, each replica for itself, and to nobody without the token', async () => {
    const up = async (): Promise<readonly string[]> => {
      const answer = JSON.parse(
        await platform.compose(
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
    expect((await fetch(`${platform.url}/metrics`)).status).not.toBe(200);
  });

  it('sends traces to the collector', async () => {
    await expect
      .poll(() => platform.compose('logs', '--no-color', 'collector'), { timeout: 20_000, interval: 1000 })
      .toMatch(/Traces\s+\{.*"spans": [1-9]/);
  });

  it('ends each service within its grace when it is told to', async () => {
    await platform.compose('stop', 'auth', 'tables', 'connectors', 'apps', 'gateway');
    expect(
      (await rows('auth', 'tables', 'connectors', 'apps', 'gateway'))
        .map(({ Name, ExitCode }) => [Name, ExitCode])
        .filter(([, code]) => code !== 0),
    ).toEqual([]);
  });
});
