import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openReaderPool, openReaders, openStateStore } from '@tessera/document-store';
import { openStores, type Stores } from '@tessera/event-store';
import type { Actor, Clock } from '@tessera/kernel';
import { AuthServiceDefinition } from '@tessera/proto/auth/v1/service';
import { TablesServiceDefinition } from '@tessera/proto/tables/v1/service';
import { inProcess, type RpcHandlers, type RpcRegistration } from '@tessera/rpc';
import { nobodyForgets, type ComposedService, type ServicePorts } from '@tessera/runtime';
import { memoryLeases, memoryLimits } from '@tessera/shared-state';
import { createApi } from '@tessera/web';
import { compose } from '../compose.ts';
import type { TablesEvent } from '../events.ts';

export type Person = { readonly actor: Actor; readonly name: string; readonly email: string };

/** What auth would answer; the contract is what counts here, the service has its own tests. */
const authStandIn = (people: readonly Person[]): RpcRegistration => {
  const handlers: RpcHandlers<AuthServiceDefinition> = {
    resolveActor: async () => ({ actor: undefined, userName: '' }),
    async getActor({ organizationId, userId }) {
      const person = people.find((p) => p.actor.organizationId === organizationId && p.actor.id === userId);
      if (person === undefined) return { actor: undefined, userName: '' };
      const { actor } = person;
      const list = (map: Readonly<Record<string, string>>) =>
        Object.entries(map).map(([id, access]) => ({ id, access }));
      return {
        userName: person.name,
        actor: {
          organizationId,
          kind: actor.kind,
          id: actor.id,
          userId: actor.id,
          seat: actor.seat,
          roleId: actor.roleId,
          permissionVersion: 1,
          hides: [],
          lacks: '',
          permissions: {
            admin: actor.permissions.admin,
            flags: Object.entries(actor.permissions.flags)
              .filter(([, on]) => on === 1)
              .map(([flag]) => flag),
            tablesEnabled: list(actor.permissions.tables_enabled),
            tablesDisabled: [...actor.permissions.tables_disabled],
            dashboardsEnabled: list(actor.permissions.dashboards_enabled),
            dashboardsDisabled: [],
            tableFields: Object.entries(actor.permissions.table_fields ?? {}).map(
              ([tableId, { hidden, readOnly }]) => ({
                tableId,
                hidden: [...hidden],
                readOnly: [...readOnly],
              }),
            ),
            tableRows: Object.entries(actor.permissions.table_rows ?? {}).map(([tableId, rule]) => ({
              tableId,
              filterJson: JSON.stringify(rule),
            })),
            pages: undefined,
            docPages: undefined,
          },
          viewing: undefined,
        },
      };
    },
    listActions: async () => ({ page: undefined }),
    nameTokens: async () => ({ tokens: [] }),
    getInvitationMail: async () => {
      throw new Error('no invitation goes out by mail here');
    },
    getPasswordResetMail: async () => {
      throw new Error('no link to a new password goes out here');
    },
    listUsers: async (_request, { actor }) => ({
      users: people
        .filter((p) => p.actor.organizationId === actor.organizationId)
        .map(({ actor: { id, seat, roleId }, name, email }) => ({
          id,
          name,
          email,
          photoUrl: '',
          active: true,
          seat,
          roleId,
          roleName: roleId,
          erased: false,
        })),
      next: '',
      position: 0,
      unchanged: false,
    }),
    getOrganization: async (_request, { actor }) => ({
      id: actor.organizationId,
      name: 'Test',
      language: 'en',
      timezone: 'America/Sao_Paulo',
      currencySymbol: '$',
      hideTasks: false,
      workingDays: [1, 2, 3, 4, 5],
      holidays: [],
      importantEmails: [],
      shortName: '',
      ai: false,
    }),
  };
  return { definition: AuthServiceDefinition, handlers };
};

export type Answer = { readonly status: number; readonly body: any; readonly headers: Headers }; // oxlint-disable-line typescript/no-explicit-any -- a test looks into whatever came back

/** The service over the real embedded store, reached over HTTP as a program would, in a folder of its own. */
export const startTables = async (
  people: readonly Person[],
  options: {
    readonly folder?: string;
    readonly clock?: Clock;
    readonly writeModule?: URL;
    /** Heaps in MB, so that few records are too many. */
    readonly heaps?: { readonly writer?: number; readonly reader?: number };
    readonly onFatal?: (error: Error) => void;
  } = {},
) => {
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'tessera-tables-'));
  const stores: Stores = await openStores({
    dataFolder: folder,
    services: [{ name: 'tables', writeModuleUrl: options.writeModule ?? new URL('../write.ts', import.meta.url) }],
    onFatal:
      options.onFatal ??
      ((error) => {
        throw error;
      }),
    limits: {
      ...(options.heaps?.writer !== undefined && { writerHeapMb: options.heaps.writer }),
      ...(options.heaps?.reader !== undefined && { readerHeapMb: options.heaps.reader }),
    },
  });
  const pool = openReaderPool({ ...(options.heaps?.reader !== undefined && { heapMb: options.heaps.reader }) });
  const readers = openReaders(join(folder, 'tables', 'model.db'), pool);
  const clock = options.clock ?? Date.now;
  const state = openStateStore({ path: join(folder, 'state.db'), clock });
  const registrations: RpcRegistration[] = [authStandIn(people)];
  const faults: unknown[] = [];
  const rpc = inProcess(() => registrations, { onFault: (_method, error) => faults.push(error) });
  const log = {
    info: () => undefined,
    warn: () => undefined,
    error: (_message: string, facts?: object) => void faults.push(facts),
  };
  const ports: ServicePorts<TablesEvent> = {
    store: stores.store<TablesEvent>('tables'),
    documents: readers.documents,
    records: readers.records,
    state,
    vault: state,
    rpc,
    dialer: undefined as never,
    clock,
    log,
    files: undefined as never,
    leases: memoryLeases(),
    limits: memoryLimits(),
    live: { notify: () => undefined, send: () => undefined },
    settings: {
      baseUrl: 'http://localhost',
      dataFolder: folder,
      rateLimits: false,
      development: true,
      billing: false,
      openOrganizations: false,
      erasesAfterMs: 0,
    },
    forgetters: nobodyForgets,
  };
  const service: ComposedService = compose(ports);
  registrations.push(...(service.rpc ?? []));
  await service.start?.();
  const byId = new Map(people.map((p) => [p.actor.id, p.actor]));
  const api = createApi(service.routes, {
    log,
    rateLimits: false,
    authenticate: (request) => {
      const [, id, via] = /^Bearer (\S+?)(?:;(\w+))?$/.exec(request.headers.authorization ?? '') ?? [];
      const actor = byId.get(id ?? '');
      return actor && { actor, via: via === 'cookie' ? 'cookie' : 'bearer' };
    },
  });
  const server = createServer((request, response) => api(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const call = async (
    actor: Actor,
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer> => {
    const response = await fetch(`${base}/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${actor.id}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') !== false;
    return {
      status: response.status,
      body: text === '' ? undefined : isJson ? JSON.parse(text) : text,
      headers: response.headers,
    };
  };

  return {
    call,
    stores,
    ports,
    service,
    folder,
    faults,
    base,
    tables: rpc.client(TablesServiceDefinition),
    /** As the interface would: with its cookie, so that drafts may be made. */
    interfaceCall: (actor: Actor, method: string, path: string, body?: unknown) =>
      call(actor, method, path, body, {
        authorization: `Bearer ${actor.id};cookie`,
        'x-requested-with': 'tessera',
        'sec-fetch-site': 'same-origin',
        origin: base,
      }),
    async stop(keep = false): Promise<void> {
      await service.stop?.();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
      await stores.close();
      readers.close();
      await pool.close();
      await state.close();
      if (!keep) rmSync(folder, { recursive: true, force: true });
    },
  };
};

export type TestTables = Awaited<ReturnType<typeof startTables>>;

/** Waits until a condition holds, looking again as soon as the event loop is free. */
export const until = async <T>(look: () => Promise<T | undefined | false>, within = 20_000): Promise<T> => {
  const deadline = performance.now() + within;
  for (;;) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    if (performance.now() > deadline) throw new Error('it never came to pass');
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  }
};
