import { Rejection, type Actor } from '@tessera/kernel';
import { TablesServiceDefinition } from '@tessera/proto/tables/v1/service';
import { grpcClients, signEdge, type RpcDefinition, type RpcRegistration } from '@tessera/rpc';
import { createLogger } from '@tessera/telemetry';
import { route } from '@tessera/web';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { serveAlone, type Serving } from './serve.ts';

const key = 'k'.repeat(40);
const actor = { organizationId: 'o1', kind: 'user', id: 'u1' } as Actor;

describe('the process of one service, while what it needs has been away for long', () => {
  let serving: Serving;
  let clients: ReturnType<typeof grpcClients>;
  let away = false;
  let asked = 0;
  beforeAll(async () => {
    serving = await serveAlone({
      port: 0, grpcAddress: '127.0.0.1:0', key, drainMs: 0, baseUrl: 'http://localhost', log: createLogger({ level: 'error' }),
      open: async () => ({
        routes: [route({ method: 'get', path: '/v3/thing', summary: 'A thing', tag: 'Things', access: 'public', allows: 'none', responses: { 200: z.strictObject({ asked: z.number() }) }, handle: async () => ({ body: { asked: ++asked } }) })],
        registrations: [{ definition: TablesServiceDefinition as unknown as RpcDefinition, handlers: { listTables: async () => ({ tables: [] }) } } satisfies RpcRegistration],
        readiness: async () => ({ mongodb: { up: !away, needed: true } }),
        refusal: () => (away ? new Rejection('unavailable', 'store.unavailable', 'The database does not answer.') : undefined),
      }),
    });
    clients = grpcClients({ key, addressOf: () => `127.0.0.1:${serving.grpcPort}` });
  });
  afterAll(async () => {
    clients.close();
    await serving.stop();
  });

  const get = (path: string) => fetch(`http://127.0.0.1:${serving.port}${path}`, { headers: { 'tessera-edge': signEdge({ via: 'bearer' }, key) } });
  const list = () => clients.client(TablesServiceDefinition as typeof TablesServiceDefinition & RpcDefinition).listTables({}, { actor });

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

  it('says meanwhile that it lives and is not ready', async () => {
    away = true;
    expect((await get('/healthz')).status).toBe(200);
    expect((await get('/readyz')).status).toBe(503);
    away = false;
  });
});
