import { mkdtempSync, rmSync } from 'node:fs';
import { get } from 'node:https';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { createServer as createSocketServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { memoryBus } from '@tessera/live';
import { grpcClients } from '@tessera/rpc';
import { makeAuthority } from '../../rpc/src/testing/certificates.ts';
import { services as definitions } from './services.ts';
import { caller, owner } from './testing.ts';
import { startAlone, type Alone } from './testing/alone.ts';
import { createLogger } from '@tessera/telemetry';
import { apiInfo, openApi } from '@tessera/web';
import { everyVariant } from '@tessera/kernel/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { composeGateway } from '../../../services/gateway/src/compose.ts';
import type { Gateway } from '../../../services/gateway/src/gateway.ts';

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = createSocketServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });

describe.each(everyVariant ? ['in the clear', 'encrypted'] : ['encrypted'])(
  'the gateway in front of services in processes of their own, %s',
  (way) => {
    const authority = way === 'encrypted' ? makeAuthority('tessera-test') : undefined;
    const issued = authority?.issue(['DNS:localhost']);
    const tls = issued?.pems;
    const host = tls === undefined ? '127.0.0.1' : 'localhost';
    const folder = mkdtempSync(join(tmpdir(), 'tessera-apart-'));
    let key = 'k'.repeat(40);
    const running = new Map<string, Alone>();
    const places = new Map<string, { http: number; grpc: number; https: number }>();
    let gateway: Gateway;
    let clients: ReturnType<typeof grpcClients>;
    let url = '';
    const startService = async (name: string): Promise<void> => {
      const place = places.get(name)!;
      const peers = Object.fromEntries([...places].map(([other, { grpc }]) => [other, `${host}:${grpc}`]));
      const definition = definitions.find((one) => one.name === name)!;
      running.set(
        name,
        await startAlone(
          definition,
          { port: place.http, tlsPort: place.https, grpcAddress: `${host}:${place.grpc}`, key, peers, tls },
          join(folder, name),
        ),
      );
    };
    beforeAll(async () => {
      if (tls !== undefined) setDefaultCACertificates([...getCACertificates('default'), tls.ca.toString()]);
      for (const { name } of definitions)
        places.set(name, { http: await freePort(), grpc: await freePort(), https: await freePort() });
      for (const { name } of definitions) await startService(name);
      await startGateway();
    });
    const startGateway = async (): Promise<void> => {
      clients = grpcClients({
        key,
        tls,
        addressOf: (fullName) => `${host}:${places.get(fullName.split('.')[1] ?? '')?.grpc ?? 1}`,
      });
      gateway = composeGateway({
        billing: false,
        upstreams: Object.fromEntries(
          [...places].map(([name, { http, https }]) => [name, `${host}:${tls === undefined ? http : https}`]),
        ),
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
        tls,
      });
      const port = await gateway.listen(0, '127.0.0.1');
      url = `${tls === undefined ? 'http' : 'https'}://${host}:${port}`;
      await vi.waitFor(
        async () => {
          if ((await fetch(`${url}/readyz`)).status !== 200) throw new Error('not ready');
        },
        { timeout: 20_000, interval: 100 },
      );
    };
    afterAll(async () => {
      await gateway.drain();
      clients.close();
      for (const one of running.values()) await one.stop();
      authority?.remove();
      rmSync(folder, { recursive: true, force: true });
    });
    it.runIf(tls !== undefined)(
      'lets nobody read a password on its way: without a certificate there are probes alone',
      async () => {
        if (tls === undefined) return;
        const { http, https } = places.get('auth')!;
        expect((await fetch(`http://localhost:${http}/healthz`)).status).toBe(200);
        const { signEdge } = await import('@tessera/rpc');
        const plain = await fetch(`http://localhost:${http}/auth/loginV2`, {
          method: 'POST',
          headers: { 'tessera-edge': signEdge({ via: 'cookie' }, key), 'content-type': 'application/json' },
          body: JSON.stringify({ email: owner.email, password: owner.password }),
        });
        expect({ status: plain.status, body: await plain.json() }).toMatchObject({
          status: 403,
          body: { error: { code: 'tls.required' } },
        });
        const ask = (options: object): Promise<number | string> =>
          new Promise((resolve) => {
            const request = get(
              { host: 'localhost', port: https, path: '/healthz', agent: false, ...options },
              (answer) => {
                answer.resume();
                resolve(answer.statusCode ?? 0);
              },
            );
            request.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
          });
        const stranger = makeAuthority('somebody else');
        try {
          expect(await ask(tls)).toBe(200);
          expect(await ask({ ca: tls.ca })).toMatch(/CERTIFICATE_REQUIRED|ECONNRESET/);
          expect(await ask({ ...stranger.issue(['DNS:localhost']).pems, ca: tls.ca })).toMatch(/UNKNOWN_CA|ECONNRESET/);
        } finally {
          stranger.remove();
        }
      },
    );

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
      // One it answers itself.
      expect(Object.keys(description.paths).toSorted()).toEqual([...Object.keys(own.paths), '/mcp'].toSorted());
      for (const [, name = ''] of text.matchAll(/"#\/components\/schemas\/([^"]+)"/g))
        expect(description.components.schemas).toHaveProperty([name]);
    });
    it('undoes a commit where it was made, of whatever service it is', async () => {
      const admin = caller(url, token);
      const invited = await admin.call('POST', '/v3/invitations', { seat: 'member', role: '3' });
      const table = await admin.call('POST', '/v3/tables', {
        label: 'Undone',
        fields: [{ name: 'Name', type: 'singleLineText' }],
      });
      for (const [made, kind] of [
        [invited, 'invitationMade'],
        [table, 'tableCreated'],
      ] as const) {
        const undone = await admin.call('POST', `/v3/undo/${made.headers.get('tessera-commit')}`, {});
        expect({ status: undone.status, body: undone.body }).toMatchObject({ status: 200, body: { kind } });
      }
      expect((await admin.call('GET', '/v3/invitations')).body).toMatchObject({ invitations: [{ state: 'revoked' }] });
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
    it('lets those hear of a live topic to whom the service that announced it shows it', async () => {
      const { body } = await caller(url, token).call('GET', '/v3/tables');
      const [{ id }] = (body as { tables: [{ id: string }] }).tables;
      const socket = new WebSocket(`${url.replace('http', 'ws')}/api/live`);
      try {
        const frames: { type: string; topic?: string }[] = [];
        socket.addEventListener('message', ({ data }) =>
          frames.push(JSON.parse(String(data)) as (typeof frames)[number]),
        );
        await new Promise((resolve, reject) => {
          socket.addEventListener('open', resolve);
          socket.addEventListener('error', reject);
        });
        socket.send(JSON.stringify({ type: 'token', token }));
        await expect.poll(() => frames.some(({ type }) => type === 'ready'), { timeout: 20_000 }).toBe(true);
        const other = '0'.repeat(26);
        socket.send(
          JSON.stringify({ type: 'subscribe', topics: ['tables', `table:${id}`, `table:${other}`, `board:${other}`] }),
        );
        const denied = () => frames.filter(({ type }) => type === 'denied').map(({ topic }) => topic);
        await expect.poll(denied, { timeout: 20_000 }).toEqual([`table:${other}`, `board:${other}`]);
      } finally {
        socket.close();
      }
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

    it(
      'changes its keys while requests run: none is refused for the key of another process',
      { timeout: 120_000 },
      async () => {
        const [before, after] = [key, 'n'.repeat(40)];
        const told = new Map<number, number>();
        let ended = false;
        const work = (async () => {
          while (!ended) {
            const { status } = await caller(url, token).call('GET', '/v3/home');
            told.set(status, (told.get(status) ?? 0) + 1);
          }
        })();
        const take = async (step: string): Promise<void> => {
          key = step;
          for (const { name } of definitions) {
            await running.get(name)!.stop();
            await startService(name);
          }
          const [old, theirs] = [gateway, clients];
          await startGateway();
          await old.drain();
          theirs.close();
        };
        for (const step of [`${before},${after}`, `${after},${before}`, after]) await take(step);
        ended = true;
        await work;
        // A lone auth that starts anew is away for a moment; where it has two replicas nothing is refused (npm run test:k8s).
        expect([...told.keys()].filter((status) => status !== 200 && status !== 503)).toEqual([]);
        expect(told.get(200)).toBeGreaterThan(20);

        // Without the steps between, processes refuse each other.
        key = before;
        await running.get('apps')!.stop();
        await startService('apps');
        expect((await caller(url, token).call('GET', '/v3/home')).status).toBe(401);
        key = after;
        await running.get('apps')!.stop();
        await startService('apps');
        expect((await caller(url, token).call('GET', '/v3/home')).status).toBe(200);
      },
    );
  },
);
