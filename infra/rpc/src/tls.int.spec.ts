import { TablesServiceDefinition } from '@tessera/proto/tables/v1/service';
import type { Actor } from '@tessera/kernel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  grpcServer,
  peerClients,
  type GrpcServer,
  type GrpcTls,
  type RpcDefinition,
  type RpcRegistration,
} from './index.ts';
import { makeAuthority } from './testing/certificates.ts';
import { rpcContract } from './testing/rpc.contract.ts';

const key = 'a key of this installation only';
const actor = { organizationId: 'o1', kind: 'user', id: 'u1' } as Actor;
const ours = makeAuthority('ours');
const theirs = makeAuthority('theirs');
const own = ours.issue(['DNS:localhost']).pems;
afterAll(() => {
  ours.remove();
  theirs.remove();
});

rpcContract('over gRPC with TLS', async (registrations) => {
  const faults: unknown[] = [];
  const server = await grpcServer({
    registrations,
    address: '127.0.0.1:0',
    key,
    tls: own,
    onFault: (_method, error) => faults.push(error),
  });
  const clients = peerClients({ peers: { tables: `localhost:${server.port}` }, key, tls: own });
  return {
    clients,
    faults,
    close: async () => {
      clients.close();
      await server.drain();
    },
  };
});

describe('a service that has a certificate of its installation', () => {
  let calls = 0;
  let server: GrpcServer;
  beforeAll(async () => {
    const registrations = [
      {
        definition: TablesServiceDefinition,
        handlers: {
          listTables: async () => {
            calls += 1;
            return { tables: [] };
          },
        },
      } as unknown as RpcRegistration,
    ];
    server = await grpcServer({ registrations, address: '127.0.0.1:0', key, tls: own });
  });
  afterAll(() => server.drain());

  const ask = async (tls: GrpcTls | undefined): Promise<unknown> => {
    const clients = peerClients({ peers: { tables: `localhost:${server.port}` }, key, tls });
    try {
      return await clients
        .client(TablesServiceDefinition as typeof TablesServiceDefinition & RpcDefinition)
        .listTables({}, { actor, deadlineMs: 3000 });
    } catch (error) {
      return error;
    } finally {
      clients.close();
    }
  };

  it('answers a caller that has one too', async () => {
    expect(await ask(own)).toEqual({ tables: [] });
    expect(calls).toBe(1);
  });
  it('is not believed by a caller that trusts another authority', async () => {
    expect(await ask({ ...own, ca: theirs.issue(['DNS:localhost']).pems.ca })).toMatchObject({ kind: 'unavailable' });
    expect(calls).toBe(1);
  });
  it('does not let in whom another authority vouches for, nobody vouches for, or who speaks in the clear, though they have the key', async () => {
    const foreign = theirs.issue(['DNS:localhost']).pems;
    expect(await ask({ ...foreign, ca: own.ca })).toMatchObject({ kind: 'unavailable' });
    expect(await ask(undefined)).toMatchObject({ kind: 'unavailable' });
    expect(calls).toBe(1);
  });
  it('is not believed when its certificate names somebody else', async () => {
    const elsewhere = await grpcServer({
      registrations: [],
      address: '127.0.0.1:0',
      key,
      tls: ours.issue(['DNS:elsewhere']).pems,
    });
    const clients = peerClients({ peers: { tables: `localhost:${elsewhere.port}` }, key, tls: own });
    await expect(
      clients
        .client(TablesServiceDefinition as typeof TablesServiceDefinition & RpcDefinition)
        .listTables({}, { actor, deadlineMs: 3000 }),
    ).rejects.toMatchObject({ kind: 'unavailable' });
    clients.close();
    await elsewhere.drain();
  });
});
