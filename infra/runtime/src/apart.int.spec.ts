import { mkdtempSync, rmSync } from 'node:fs';
import { createServer as createSocketServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { memoryBus } from '@tessera/live';
import { grpcClients } from '@tessera/rpc';
import { caller, owner } from './testing.ts';
import { startAlone, type Alone } from './testing/alone.ts';
import { createLogger } from '@tessera/telemetry';
import { apiInfo, openApi } from '@tessera/web';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { apps } from '../../../services/apps/src/index.ts';
import { auth } from '../../../services/auth/src/index.ts';
import { connectors } from '../../../services/connectors/src/index.ts';
import { tables } from '../../../services/tables/src/index.ts';
import { composeGateway } from '../../../services/gateway/src/compose.ts';
import type { Gateway } from '../../../services/gateway/src/gateway.ts';

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = createSocketServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });

describe('the gateway in front of services in processes of their own', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-apart-'));
  const key = 'k'.repeat(40);
  const definitions = [auth, tables, connectors, apps];
  const running = new Map<string, Alone>();
  const places = new Map<string, { http: number; grpc: number }>();
  let gateway: Gateway;
  let clients: ReturnType<typeof grpcClients>;
  let url = '';
  const startService = async (name: string): Promise<void> => {
    const place = places.get(name)!;
    const peers = Object.fromEntries([...places].map(([other, { grpc }]) => [other, `127.0.0.1:${grpc}`]));
    const definition = definitions.find((one) => one.name === name)!;
    running.set(
      name,
      await startAlone(
        definition,
        { port: place.http, grpcAddress: `127.0.0.1:${place.grpc}`, key, peers },
        join(folder, name),
      ),
    );
  };
  beforeAll(async () => {
    for (const { name } of definitions) places.set(name, { http: await freePort(), grpc: await freePort() });
    for (const { name } of definitions) await startService(name);
    clients = grpcClients({
      key,
      addressOf: (fullName) => `127.0.0.1:${places.get(fullName.split('.')[1] ?? '')?.grpc ?? 1}`,
    });
    gateway = composeGateway({
      upstreams: Object.fromEntries([...places].map(([name, { http }]) => [name, `127.0.0.1:${http}`])),
      key,
      rpc: clients,
      bus: memoryBus(),
      log: createLogger({ level: 'error' }),
      baseUrl: 'http://localhost',
      rateLimits: false,
      trustedProxies: 0,
      liveSockets: 5000,
      frontends: join(folder, 'none'),
      metricsToken: undefined,
    });
    const port = await gateway.listen(0, '127.0.0.1');
    url = `http://127.0.0.1:${port}`;
    await vi.waitFor(
      async () => {
        if ((await fetch(`${url}/readyz`)).status !== 200) throw new Error('not ready');
      },
      { timeout: 20_000, interval: 100 },
    );
  });
  afterAll(async () => {
    await gateway.drain();
    clients.close();
    for (const one of running.values()) await one.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  let token = '';
  it('lets the first person in with the code only, since no request of another process is this machine’s', async () => {
    expect((await caller(url).call('POST', '/setup', owner)).body).toMatchObject({ error: { code: 'setup_code' } });
    const code = await running.get('auth')!.setupCode();
    const made = await caller(url).call('POST', '/setup', { ...owner, code });
    expect(made.status).toBe(201);
    token = (made.body as { token: string }).token;
  });
  it('serves the API of all of them, checked and described as in one process', async () => {
    const admin = caller(url, token);
    const table = await admin.call('POST', '/v3/tables', {
      label: 'Deals',
      fields: [{ name: 'Name', type: 'singleLineText' }],
    });
    expect(table.status).toBe(201);
    const { id } = table.body as { id: string };
    expect(
      (await admin.call('POST', `/v3/tables/${id}/records?fieldKey=name`, { fields: { Name: 'One' } })).status,
    ).toBe(201);
    const read = await admin.call('GET', `/v3/tables/${id}/records?fieldKey=name`);
    expect(read.body).toMatchObject({ records: [{ fields: { Name: 'One' } }] });
    expect((await admin.call('GET', '/v3/home')).body).toMatchObject({ tables: [{ label: 'Deals' }] });
    expect((await admin.call('POST', `/v3/tables/${id}/records`, '{"fields":')).body).toMatchObject({
      error: { code: 'request.invalid' },
    });
    expect((await admin.call('GET', '/v3/tables?x=1')).status).toBe(400);
    expect((await caller(url).call('GET', '/v3/tables')).status).toBe(401);
    expect((await admin.call('PUT', '/v3/tables')).status).toBe(405);
    const text = await (await fetch(`${url}/api/openapi.json`)).text();
    const description = JSON.parse(text) as {
      paths: Record<string, object>;
      components: { schemas: Record<string, object> };
    };
    const own = openApi(
      definitions.flatMap(({ name }) => running.get(name)!.routes),
      apiInfo,
    ) as typeof description;
    expect(Object.keys(description.paths).toSorted()).toEqual(Object.keys(own.paths).toSorted());
    for (const [, name = ''] of text.matchAll(/"#\/components\/schemas\/([^"]+)"/g))
      expect(description.components.schemas).toHaveProperty([name]);
  });
  it('lets nobody speak in its name', async () => {
    const { signEdge } = await import('@tessera/rpc');
    const forged = signEdge({ actor: { organizationId: 'x' } as never, via: 'bearer' }, 'y'.repeat(40));
    expect((await caller(url).call('GET', '/v3/tables', undefined, { 'tessera-edge': forged })).status).toBe(401);
    expect((await caller(url, token).call('GET', '/v3/tables', undefined, { 'tessera-edge': forged })).status).toBe(
      200,
    );
    // A page elsewhere with the cookie in tow changes nothing.
    const foreign = await fetch(`${url}/api/v3/tables`, {
      method: 'POST',
      headers: { cookie: `tessera=${token}`, origin: 'https://evil.test', 'content-type': 'application/json' },
      body: '{}',
    });
    expect(foreign.status).toBe(403);
  });
  it('holds what comes while a service restarts, and says so when it stays away', async () => {
    const admin = caller(url, token);
    await running.get('tables')!.stop();
    const held = admin.call('GET', '/v3/tables');
    await startService('tables');
    expect((await held).status).toBe(200);
    expect(
      (await admin.call('POST', '/v3/tables', { label: 'After', fields: [{ name: 'Name', type: 'singleLineText' }] }))
        .status,
    ).toBe(201);
    await running.get('tables')!.stop();
    const refused = await admin.call('GET', '/v3/tables');
    expect({
      status: refused.status,
      code: (refused.body as { error: { code: string } }).error.code,
      after: refused.headers.get('retry-after'),
    }).toEqual({ status: 503, code: 'service.unavailable', after: '1' });
    await startService('tables');
  });
});
