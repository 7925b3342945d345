import { passedOn, type Actor } from '@tessera/kernel';
import { TablesServiceDefinition } from '@tessera/proto/tables/v1/service';
import { grpcClients, signEdge, type RpcDefinition, type RpcRegistration } from '@tessera/rpc';
import { createLogger } from '@tessera/telemetry';
import { route } from '@tessera/web';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { createReadiness } from './cluster/engines.ts';
import { serveAlone, type Serving } from './serve.ts';

const key = 'k'.repeat(40);
const actor = { organizationId: 'o1', kind: 'user', id: 'u1' } as Actor;

describe('the process of one service, while what it needs has been away for long', () => {
  let serving: Serving;
  let clients: ReturnType<typeof grpcClients>;
  let away = false;
  let late = false;
  let asked = 0;
  beforeAll(async () => {
    serving = await serveAlone({
      port: 0,
      grpcAddress: '127.0.0.1:0',
      key,
      drainMs: 0,
      baseUrl: 'http://localhost',
      log: createLogger({ level: 'error' }),
      open: async () => ({
        routes: [
          route({
            method: 'get',
            path: '/v3/thing',
            summary: 'A thing',
            tag: 'Things',
            access: 'public',
            allows: 'none',
            responses: { 200: z.strictObject({ asked: z.number() }) },
            handle: async () => ({ body: { asked: ++asked } }),
          }),
        ],
        topics: [
          { head: 'things', id: false, mayHear: () => 'unnamed' },
          {
            head: 'thing',
            id: true,
            mayHear: (_, id) => {
              throw passedOn(id === 'gone' ? 'not_found' : 'unavailable', 'thing', 'No.');
            },
          },
        ],
        registrations: [
          {
            definition: TablesServiceDefinition as unknown as RpcDefinition,
            handlers: { listTables: async () => ({ tables: [] }) },
          } satisfies RpcRegistration,
        ],
        readiness: createReadiness(
          [
            { name: 'mongodb', needed: true, check: () => !away },
            { name: 'kafka', needed: false, check: () => !late },
          ],
          createLogger({ level: 'error' }),
        ),
        refusal: () =>
          away ? passedOn('unavailable', 'store.unavailable', 'The database does not answer.') : undefined,
      }),
    });
    clients = grpcClients({ key, addressOf: () => `127.0.0.1:${serving.grpcPort}` });
  });
  afterAll(async () => {
    clients.close();
    await serving.stop();
  });

  it.each([
    ['things', 200, { hearing: 'unnamed' }],
    ['things:gone', 200, { hearing: false }],
    ['thing:gone', 200, { hearing: false }],
    ['nothing', 200, { hearing: false }],
    ['thing:away', 503, { error: { code: 'thing' } }],
  ])('tells the gateway who may hear of a live topic: %s', async (topic, status, told) => {
    const headers = { 'tessera-edge': signEdge({ actor, via: 'bearer' }, key) };
    const url = `http://127.0.0.1:${serving.port}/topics/${encodeURIComponent(topic)}`;
    const answer = await fetch(url, { headers });
    expect({ status: answer.status, body: await answer.json() }).toMatchObject({ status, body: told });
    expect((await fetch(url)).status).toBe(401);
  });

  const get = (path: string) =>
    fetch(`http://127.0.0.1:${serving.port}${path}`, { headers: { 'tessera-edge': signEdge({ via: 'bearer' }, key) } });
  const list = () =>
    clients.client(TablesServiceDefinition as typeof TablesServiceDefinition & RpcDefinition).listTables({}, { actor });

  it('refuses requests and calls before anything is asked of it, and serves them when it is back', async () => {
    expect(await (await get('/v3/thing')).json()).toEqual({ asked: 1 });
    expect(await list()).toMatchObject({ tables: [] });
    away = true;
    const refused = await get('/v3/thing');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
    expect(await refused.json()).toMatchObject({ error: { code: 'store.unavailable' } });
    await expect(list()).rejects.toMatchObject({ kind: 'unavailable', code: 'store.unavailable' });
    expect(asked).toBe(1);
    away = false;
    expect(await (await get('/v3/thing')).json()).toEqual({ asked: 2 });
    expect(await list()).toMatchObject({ tables: [] });
  });

  const ready = async (path: string) => {
    const response = await get(path);
    return [response.status, await response.json()];
  };

  it('says meanwhile that it lives and is not ready, and that it serves while what no request needs is away', async () => {
    away = true;
    expect((await get('/healthz')).status).toBe(200);
    const nothing = [503, { ready: false, engines: { mongodb: 'away', kafka: 'up' } }];
    await vi.waitFor(async () => expect(await ready('/readyz')).toEqual(nothing), { timeout: 3000 });
    expect(await ready('/readyz/requests')).toEqual(nothing);
    [away, late] = [false, true];
    const engines = { mongodb: 'up', kafka: 'away' };
    await vi.waitFor(async () => expect(await ready('/readyz')).toEqual([503, { ready: false, engines }]), {
      timeout: 3000,
    });
    expect(await ready('/readyz/requests')).toEqual([200, { ready: true, engines }]);
    late = false;
    await vi.waitFor(
      async () =>
        expect(await ready('/readyz')).toEqual([200, { ready: true, engines: { mongodb: 'up', kafka: 'up' } }]),
      { timeout: 3000 },
    );
  });
});
