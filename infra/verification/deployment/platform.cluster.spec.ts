import { execFileSync } from 'node:child_process';
import { request, type IncomingHttpHeaders } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { startPlatform } from '@tessera/engines/platform';
import { startCollector } from '@tessera/engines/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { programs } from '../../generate/src/descriptions.ts';
import { launch } from '../product/browser.ts';
import { findChromium } from '../product/chromium.ts';
import { startImport } from '../load/import-figures.ts';
import { client, invite, owner, type Client } from '../product/product.ts';
import { observing, type Observed } from './observing.ts';

type Row = {
  readonly Name: string;
  readonly Service: string;
  readonly State: string;
  readonly Health: string;
  readonly ExitCode: number;
};

type Answer = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly bytes: Buffer };
/** Asks without taking apart what the server packed. */
const ask = (
  { url, token }: Client,
  path: string,
  headers: Readonly<Record<string, string>>,
  body?: object,
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const sent = request(
      `${url}${path}`,
      {
        method: body === undefined ? 'GET' : 'POST',
        headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }), ...headers },
      },
      (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, bytes: Buffer.concat(parts) }),
        );
      },
    );
    sent.on('error', reject);
    sent.on('upgrade', (answer, socket) => {
      socket.destroy();
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, bytes: Buffer.alloc(0) });
    });
    sent.end(body && JSON.stringify(body));
  });

const docker = (...args: readonly string[]): string => execFileSync('docker', args, { encoding: 'utf8' }).trim();

/** What runs: one of each, and two of tables. */
const replicas = [...programs, 'tables'].toSorted();

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
    const health = async (): Promise<readonly string[]> =>
      (await rows(...programs)).map(({ Service, Health }) => `${Service} ${Health}`).toSorted();
    // The engine looks every ten seconds.
    await expect.poll(health, { timeout: 120_000, interval: 500 }).toEqual(replicas.map((name) => `${name} healthy`));
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

  it('packs long answers once, leaves short ones and live channels, and answers 304 however it packed before', async () => {
    const { api } = stand;
    const table = await api.call<{ id: string; fields: { id: string }[] }>('POST', 'v3/tables', {
      label: 'Long',
      fields: [{ name: 'Note', type: 'text' }],
    });
    const fields = { [table.fields[0]!.id]: 'A line of a long note that says much the same. '.repeat(100) };
    const { id } = await api.call<{ id: string }>('POST', `v3/tables/${table.id}/records`, { fields });
    const path = `/api/v3/tables/${table.id}/records/${id}`;
    const plain = await ask(api, path, {});
    expect([plain.status, plain.headers['content-encoding']]).toEqual([200, undefined]);
    const open = { br: brotliDecompressSync, gzip: gunzipSync };
    for (const encoding of ['br', 'gzip'] as const) {
      const accept = { 'accept-encoding': encoding };
      const packed = await ask(api, path, accept);
      expect(packed.headers).toMatchObject({ 'content-encoding': encoding, etag: plain.headers.etag });
      expect(String(packed.headers.vary).toLowerCase()).toContain('accept-encoding');
      expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 5);
      expect(open[encoding](packed.bytes).equals(plain.bytes)).toBe(true);
      const again = await ask(api, path, { ...accept, 'if-none-match': packed.headers.etag ?? '' });
      expect([again.status, again.bytes.length, again.headers['content-encoding']]).toEqual([304, 0, undefined]);
      const page = await ask(api, `/api/v3/tables/${table.id}/records/query`, accept, { limit: 10 });
      expect(page.headers['content-encoding']).toBe(encoding);
      expect(JSON.parse(open[encoding](page.bytes).toString())).toMatchObject({ records: [{ id, fields }] });
      const first = await ask(api, '/', { ...accept, accept: 'text/html' });
      expect(first.headers['content-encoding']).toBe(encoding);
      expect(open[encoding](first.bytes).toString()).toContain('<title>Tessera</title>');
    }
    const short = await ask(api, '/api/v3/tables/none', { 'accept-encoding': 'br' });
    expect([short.status, short.headers['content-encoding']]).toEqual([404, undefined]);
    const live = await ask(api, '/api/live', {
      'accept-encoding': 'br',
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    });
    expect([live.status, live.headers['content-encoding']]).toEqual([101, undefined]);
  });

  describe('work that goes on', () => {
    const rows = 20_000;
    let table: string;
    let field: string;
    beforeAll(async () => {
      const made = await stand.api.call<{ id: string; fields: { id: string }[] }>('POST', 'v3/tables', {
        label: 'Much',
        fields: [{ name: 'Name', type: 'singleLineText' }],
      });
      [table, field] = [made.id, made.fields[0]!.id];
      const records = Array.from({ length: 1000 }, (_, n) => ({ fields: { [field]: `row ${n}` } }));
      for (let i = 0; i < rows / 1000; i++) await stand.api.call('POST', `v3/tables/${table}/records`, { records });
    }, 120_000);

    const count = async (of: string, filter?: object): Promise<number> =>
      (await stand.api.call<{ total: number }>('POST', `v3/tables/${of}/records/count`, filter ? { filter } : {}))
        .total;
    const file = `No,Name\n${Array.from({ length: rows }, (_, n) => `${n},row ${n}\n`).join('')}`;
    const importBy = async (who: Client, label: string) => {
      const { identifier } = await who.call<{ identifier: string }>('POST', 'connector/identifier', {
        connector_id: 'csv',
      });
      const form = new FormData();
      for (const [name, value] of Object.entries({ identifier, connector_id: 'csv', function: 'upload' }))
        form.set(name, value);
      form.set('file', new Blob([file], { type: 'text/csv' }), 'much.csv');
      const { filePath } = await who.call<{ filePath: string }>('POST', 'connector/call', form);
      const proposal = await who.call<Parameters<typeof startImport>[2]['proposal']>('POST', 'connector/config-table', {
        connector_id: 'csv',
        identifier,
        config: { filePath },
      });
      return startImport(who, label, { identifier, filePath, proposal });
    };

    it.each(['their session', 'an API token'] as const)(
      'stops at its next slice when its person is disabled: an operation and an import begun by %s',
      { timeout: 120_000 },
      async (means) => {
        const email = `${means.split(' ').at(-1)}@marlow.example`;
        const person = await invite(stand.api, { name: 'Bo Lindqvist', email }, 'Builder');
        const { user } = await person.call<{ user: { id: string } }>('GET', 'v3/session');
        const token =
          means === 'their session'
            ? person.token
            : (await person.call<{ token: string }>('POST', 'v3/api-token', { name: 'script' })).token;
        const who = client(stand.platform.url, token);
        const imported = await importBy(who, `By ${means}`);
        const { operationId } = await who.call<{ operationId: string }>('POST', `v3/tables/${table}/records/bulk`, {
          action: 'update',
          fields: { [field]: `by ${means}` },
        });
        type State = { readonly state: string; readonly done: number };
        const operation = () => stand.api.call<State>('GET', `v3/operations/${operationId}`);
        const importing = () => stand.api.call<{ state: string }>('GET', `connector/imports/${imported.operationId}`);
        await expect.poll(async () => (await operation()).done, { interval: 10, timeout: 60_000 }).toBeGreaterThan(0);
        await expect.poll(() => count(imported.tableId), { interval: 10, timeout: 60_000 }).toBeGreaterThan(0);
        await stand.api.call('PUT', `v3/account/user/${user.id}`, { active: false });
        await expect.poll(async () => (await operation()).state, { timeout: 60_000 }).toBe('failed');
        await expect.poll(async () => (await importing()).state, { timeout: 60_000 }).toBe('failed');
        const changed = await count(table, { fieldId: field, operator: 'equals', value: `by ${means}` });
        expect(changed).toBeLessThan(rows);
        expect(await count(imported.tableId)).toBeLessThan(rows);
        expect((await who.raw('GET', 'v3/tables')).status).toBe(401);
      },
    );
  });

  it('loses nothing that was acknowledged when a replica is killed, and answers 503 at worst', async () => {
    const { api, platform } = stand;
    const made = await api.call<{ id: string; fields: { id: string }[] }>('POST', 'v3/tables', {
      label: 'Kept',
      fields: [{ name: 'Name', type: 'singleLineText' }],
    });
    const [table, field] = [made.id, made.fields[0]!.id];
    const acknowledged: string[] = [];
    const statuses = new Set<number>();
    const write = async (worker: number): Promise<void> => {
      for (let n = 0; n < 40; n++) {
        const name = `${worker}-${n}`;
        const { status } = await api.raw('POST', `v3/tables/${table}/records`, { fields: { [field]: name } });
        statuses.add(status);
        if (status === 201) acknowledged.push(name);
      }
    };
    const writing = Promise.all([0, 1, 2, 3].map(write));
    await expect.poll(() => acknowledged.length, { interval: 5 }).toBeGreaterThan(20);
    const [victim = ''] = (await platform.compose('ps', '--quiet', 'tables')).split('\n');
    docker('kill', '--signal', 'KILL', victim);
    await writing;
    docker('start', victim);
    expect([...statuses].filter((status) => status !== 201 && status !== 503)).toEqual([]);
    expect(acknowledged.length).toBeGreaterThan(40);
    const { records } = await api.call<{ records: { fields: Record<string, string> }[] }>(
      'POST',
      `v3/tables/${table}/records/query`,
      { limit: 500 },
    );
    const kept = records.map(({ fields }) => fields[field]);
    expect(acknowledged.filter((name) => !kept.includes(name))).toEqual([]);
    expect(new Set(kept).size).toBe(kept.length);
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
    await expect.poll(up, { timeout: 90_000, interval: 500 }).toEqual(replicas);
    expect((await fetch(`${stand.platform.url}/metrics`)).status).not.toBe(200);
  });

  it('has a collector that takes traces, where services send them unless they are told otherwise', async () => {
    const span = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), name: 'asked', kind: 1 };
    const times = { startTimeUnixNano: '1700000000000000000', endTimeUnixNano: '1700000001000000000' };
    const body = { resourceSpans: [{ resource: {}, scopeSpans: [{ scope: {}, spans: [{ ...span, ...times }] }] }] };
    const send = `fetch('http://collector:4318/v1/traces', { method: 'POST', headers: { 'content-type': 'application/json' }, body: ${JSON.stringify(JSON.stringify(body))} }).then((answer) => process.stdout.write(String(answer.status)))`;
    expect(await stand.platform.compose('exec', '-T', 'auth', 'node', '--eval', send)).toBe('200');
    await expect
      .poll(() => stand.platform.compose('logs', '--no-color', 'collector'), { timeout: 60_000, interval: 500 })
      .toMatch(/Traces\s+\{.*"spans": [1-9]/);
  });

  describe('that people click in', () => {
    observing(() => stand);
  });

  it('ends each service within its grace when it is told to', async () => {
    await stand.platform.compose('stop', ...programs);
    expect(
      (await rows(...programs)).map(({ Name, ExitCode }) => [Name, ExitCode]).filter(([, code]) => code !== 0),
    ).toEqual([]);
  });
});
