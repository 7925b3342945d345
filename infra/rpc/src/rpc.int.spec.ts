import { passedOn, type Actor } from '@tessera/kernel';
import { AuthServiceDefinition } from '@tessera/proto/auth/v1/service';
import { TablesServiceDefinition } from '@tessera/proto/tables/v1/service';
import { metricsText } from '@tessera/telemetry';
import { Metadata, createChannel, createClientFactory } from 'nice-grpc';
import { describe, expect, it } from 'vitest';
import { healthDefinition, serving } from './health.ts';
import {
  grpcClients,
  grpcServer,
  inProcess,
  signActor,
  verifyActor,
  type RpcDefinition,
  type RpcRegistration,
} from './index.ts';
import { rpcContract } from './testing/rpc.contract.ts';

const key = 'a key of this installation only';
const actor = { organizationId: 'o1', kind: 'user', id: 'u1' } as Actor;
const registration = (definition: unknown, handlers: object): RpcRegistration => ({
  definition: definition as RpcDefinition,
  handlers: handlers as Record<string, unknown>,
});

rpcContract('in the process', async (registrations) => {
  const faults: unknown[] = [];
  return {
    clients: inProcess(() => registrations, { onFault: (_method, error) => faults.push(error) }),
    faults,
    close: async () => undefined,
  };
});

rpcContract('over gRPC', async (registrations) => {
  const faults: unknown[] = [];
  const server = await grpcServer({
    registrations,
    address: '127.0.0.1:0',
    key,
    onFault: (_method, error) => faults.push(error),
  });
  const clients = grpcClients({ addressOf: () => `127.0.0.1:${server.port}`, key });
  return {
    clients,
    faults,
    close: async () => {
      clients.close();
      await server.drain();
    },
  };
});

describe('two services over real gRPC', () => {
  it('call each other with the actor of the first caller', async () => {
    const auth = await grpcServer({
      address: '127.0.0.1:0',
      key,
      registrations: [
        registration(AuthServiceDefinition, {
          listUsers: async (_request: unknown, context: { actor: Actor }) => ({
            users: [
              {
                id: context.actor.id,
                name: 'Ana',
                email: '',
                photoUrl: '',
                active: true,
                seat: '',
                roleId: '',
                roleName: '',
              },
            ],
            next: '',
            position: 0,
            unchanged: false,
          }),
        }),
      ],
    });
    const addresses = new Map([['tessera.auth.v1.AuthService', `127.0.0.1:${auth.port}`]]);
    const clients = grpcClients({ addressOf: (name) => addresses.get(name) ?? '127.0.0.1:1', key });
    const users = clients.client(AuthServiceDefinition as typeof AuthServiceDefinition & RpcDefinition);
    const tables = await grpcServer({
      address: '127.0.0.1:0',
      key,
      registrations: [
        registration(TablesServiceDefinition, {
          listTables: async (_request: unknown, context: { actor: Actor }) => {
            const found = await users.listUsers({ after: '', limit: 0, knownPosition: 0 }, { actor: context.actor });
            return {
              tables: found.users.map((user) => ({
                id: user.id,
                label: user.name,
                icon: '',
                color: '',
                createdAt: 0,
                updatedAt: 0,
                access: '',
              })),
            };
          },
        }),
      ],
    });
    addresses.set('tessera.tables.v1.TablesService', `127.0.0.1:${tables.port}`);
    const answer = await clients
      .client(TablesServiceDefinition as typeof TablesServiceDefinition & RpcDefinition)
      .listTables({}, { actor });
    expect(answer.tables[0]).toMatchObject({ id: 'u1', label: 'Ana' });
    clients.close();
    await tables.drain();
    await auth.drain();
  });

  it('refuse a call without an actor or with one that another key signed, and answer health without one', async () => {
    const server = await grpcServer({
      address: '127.0.0.1:0',
      key,
      registrations: [registration(TablesServiceDefinition, { listTables: async () => ({ tables: [] }) })],
    });
    const channel = createChannel(`127.0.0.1:${server.port}`);
    const bare = createClientFactory().create(TablesServiceDefinition, channel);
    await expect(bare.listTables({})).rejects.toThrow(/UNAUTHENTICATED/);
    await expect(
      bare.listTables({}, { metadata: new Metadata({ 'tessera-actor': signActor(actor, 'another key') }) }),
    ).rejects.toThrow(/UNAUTHENTICATED/);
    const health = createClientFactory().create(healthDefinition as never, channel) as unknown as {
      check(request: { service: string }): Promise<{ status: number }>;
    };
    expect(await health.check({ service: '' })).toEqual({ status: serving });
    channel.close();
    await server.drain();
  });

  it('are called again where the contract calls that harmless, and only there', async () => {
    const calls = { listTables: 0, archiveTable: 0 };
    const away = () => {
      throw passedOn('unavailable', 'store.busy', 'Busy.');
    };
    const server = await grpcServer({
      address: '127.0.0.1:0',
      key,
      registrations: [
        registration(TablesServiceDefinition, {
          listTables: async () => (++calls.listTables < 3 ? away() : { tables: [] }),
          archiveTable: async () => (++calls.archiveTable < 3 ? away() : {}),
        }),
      ],
    });
    const clients = grpcClients({ addressOf: () => `127.0.0.1:${server.port}`, key });
    const tables = clients.client(TablesServiceDefinition as typeof TablesServiceDefinition & RpcDefinition);
    expect(await tables.listTables({}, { actor })).toEqual({ tables: [] });
    await expect(tables.archiveTable({ tableId: 't' } as never, { actor })).rejects.toMatchObject({
      kind: 'unavailable',
      code: 'store.busy',
    });
    expect(calls).toEqual({ listTables: 3, archiveTable: 1 });
    const counted = (method: string, code: string) =>
      Number(
        new RegExp(
          `tessera_rpc_seconds_count\\{method="tessera.tables.v1.TablesService/${method}",code="${code}"\\} (\\d+)`,
        ).exec(metricsText())?.[1] ?? 0,
      );
    expect([
      counted('ListTables', 'UNAVAILABLE'),
      counted('ListTables', 'OK') > 0,
      counted('ArchiveTable', 'UNAVAILABLE'),
    ]).toEqual([2, true, 1]);
    clients.close();
    await server.drain();
  });

  it('say that nothing answers where nobody listens', async () => {
    const clients = grpcClients({ addressOf: () => '127.0.0.1:1', key });
    const tables = clients.client(TablesServiceDefinition as typeof TablesServiceDefinition & RpcDefinition);
    expect(await tables.listTables({}, { actor, deadlineMs: 3000 }).catch((e: unknown) => e)).toMatchObject({
      kind: 'unavailable',
      code: 'service.unavailable',
    });
    clients.close();
  });
});

describe("an actor's token", () => {
  it('holds for 30 s, for its key, unaltered', () => {
    const token = signActor(actor, key, 1000);
    expect(verifyActor(token, key, 2000)).toEqual(actor);
    expect(() => verifyActor(token, key, 32_000)).toThrow('no valid actor');
    expect(() => verifyActor(token, 'other', 2000)).toThrow('no valid actor');
    const [body = '', signature = ''] = token.split('.');
    const forged = Buffer.from(Buffer.from(body, 'base64url').toString().replace('u1', 'u2')).toString('base64url');
    expect(() => verifyActor(`${forged}.${signature}`, key, 2000)).toThrow('no valid actor');
    expect(() => verifyActor(undefined, key, 2000)).toThrow('no valid actor');
  });
});
