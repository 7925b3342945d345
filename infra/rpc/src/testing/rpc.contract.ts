import { passedOn, type Actor } from '@tessera/kernel';
import { TablesServiceDefinition } from '@tessera/proto/tables/v1/service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallContext, RpcClients, RpcDefinition, RpcHandlers, RpcRegistration } from '../index.ts';

const actor: Actor = {
  organizationId: 'o1',
  kind: 'user',
  id: 'u1',
  seat: 'member',
  roleId: '3',
  permissionVersion: 2,
  permissions: {
    admin: false,
    tables_enabled: { '*': 'edit' },
    tables_disabled: ['t9'],
    dashboards_enabled: {},
    dashboards_disabled: [],
    flags: {
      manage_profile: 0,
      manage_users: 0,
      create_table: 1,
      create_dashboard: 0,
      create_doc_pages: 0,
      delete_doc_pages: 0,
      manage_tricks: 0,
      manage_workspaces: 0,
      development: 0,
      access_settings: 0,
      access_actions_history: 0,
      customize_org_theme: 0,
    },
  },
};

type Definition = typeof TablesServiceDefinition & RpcDefinition;
export type RpcUnderTest = {
  readonly clients: RpcClients;
  readonly faults: readonly unknown[];
  close(): Promise<void>;
};

/** What every way of calling a service keeps. `serve` brings the registration up and answers clients of it. */
export const rpcContract = (
  name: string,
  serve: (registrations: readonly RpcRegistration[]) => Promise<RpcUnderTest>,
): void => {
  describe(`calls ${name}`, () => {
    const seen: CallContext[] = [];
    let aborted = 0;
    const handlers = {
      listTables: async (_request: unknown, context: CallContext) => {
        seen.push(context);
        return {
          tables: [
            {
              id: 't1',
              label: 'Käse 🧀',
              icon: '',
              color: '',
              createdAt: 1_700_000_000_000,
              updatedAt: 0,
              access: 'edit',
            },
          ],
        };
      },
      createTable: async (request: { label: string }) => {
        if (request.label === 'rejected')
          throw passedOn('conflict', 'tables.taken', 'Taken.', { fieldId: 'f', rows: [1, 2] });
        if (request.label === 'broken') throw new Error('the secret');
        return { tableId: request.label, fields: [], schemaVersion: 1, commitId: '' };
      },
      getTable: (_request: unknown, context: CallContext) =>
        new Promise((_resolve, reject) =>
          context.signal?.addEventListener('abort', () => {
            aborted++;
            reject(new Error('stopped'));
          }),
        ),
      archiveTable: ({ tableId }: { tableId: string }, context: CallContext) =>
        tableId === 'slow'
          ? new Promise((_resolve, reject) =>
              context.signal?.addEventListener('abort', () => reject(new Error('stopped'))),
            )
          : Promise.resolve({ commitId: 'x'.repeat(5 * 1024 * 1024) }),
      appendRecords: async (request: { batch: Uint8Array }) => ({ commitId: '', appended: request.batch.length }),
    } as unknown as RpcHandlers<Definition>;

    let under: RpcUnderTest;
    let tables: RpcHandlers<Definition>;
    beforeAll(async () => {
      under = await serve([
        { definition: TablesServiceDefinition as unknown as RpcRegistration['definition'], handlers },
      ]);
      tables = under.clients.client(TablesServiceDefinition as Definition);
    });
    afterAll(() => under.close());

    it('carry messages and the actor, whole', async () => {
      const answer = await tables.listTables({}, { actor });
      expect(answer.tables).toEqual([
        { id: 't1', label: 'Käse 🧀', icon: '', color: '', createdAt: 1_700_000_000_000, updatedAt: 0, access: 'edit' },
      ]);
      expect(seen.at(-1)?.actor).toEqual(actor);
    });

    it('hand over copies: what a handler gets is not what the caller holds', async () => {
      const first = await tables.listTables({}, { actor });
      const second = await tables.listTables({}, { actor });
      expect(first.tables[0]).not.toBe(second.tables[0]);
    });

    it('refuse as the other side refused: kind, code, message, details', async () => {
      const error = await tables
        .createTable(
          { label: 'rejected', fields: [], operationId: '', uniqueFieldId: '', labelFieldId: '', idempotencyKey: '' },
          { actor },
        )
        .catch((e: unknown) => e);
      expect(error).toMatchObject({
        name: 'Rejection',
        kind: 'conflict',
        code: 'tables.taken',
        message: 'Taken.',
        details: { fieldId: 'f', rows: [1, 2] },
      });
    });

    it('tell nothing of a fault to the caller, everything to the log', async () => {
      const error = (await tables
        .createTable(
          { label: 'broken', fields: [], operationId: '', uniqueFieldId: '', labelFieldId: '', idempotencyKey: '' },
          { actor },
        )
        .catch((e: unknown) => e)) as Error & { code: string };
      expect(error.code).toBe('rpc.internal');
      expect(error.message).not.toContain('secret');
      expect(under.faults.at(-1)).toMatchObject({ message: 'the secret' });
    });

    it('end at their deadline, and tell the handler', async () => {
      const before = aborted;
      const error = await tables.getTable({ tableId: 't' }, { actor, deadlineMs: 50 }).catch((e: unknown) => e);
      expect(error).toMatchObject({ kind: 'unavailable', code: 'service.unavailable' });
      expect((error as Error).message).not.toMatch(/tables|getTable/i);
      await expect.poll(() => aborted).toBe(before + 1);
    });

    it('leave open whether it was done where the deadline passed on what may not be done twice', async () => {
      expect(
        await tables
          .archiveTable({ tableId: 'slow', operationId: '' }, { actor, deadlineMs: 50 })
          .catch((e: unknown) => e),
      ).toMatchObject({ kind: 'unavailable', code: 'service.interrupted' });
    });

    it('end when the caller gives up', async () => {
      const before = aborted;
      const abort = new AbortController();
      const call = tables.getTable({ tableId: 't' }, { actor, signal: abort.signal }).catch((e: unknown) => e);
      setImmediate(() => abort.abort());
      expect(await call).toMatchObject({ kind: 'unavailable', code: 'request.cancelled' });
      await expect.poll(() => aborted).toBeGreaterThanOrEqual(before);
    });

    it('refuse messages above the cap, both ways', async () => {
      const request = {
        tableId: 't',
        schemaVersion: 1,
        operationId: 'o',
        chunk: 0,
        count: 1,
        runAutomations: false,
        leaveOut: false,
      };
      expect(await tables.appendRecords({ ...request, batch: new Uint8Array(1_000_000) }, { actor })).toEqual({
        commitId: '',
        appended: 1_000_000,
      });
      expect(
        await tables
          .appendRecords({ ...request, batch: new Uint8Array(5 * 1024 * 1024) }, { actor })
          .catch((e: unknown) => e),
      ).toMatchObject({ kind: 'too_large', code: 'request.too_large' });
      expect(
        await tables.archiveTable({ tableId: 't', operationId: '' }, { actor }).catch((e: unknown) => e),
      ).toMatchObject({ kind: 'too_large', code: 'request.too_large' });
    });

    it('say that nothing answers a method without a handler', async () => {
      expect(
        await tables.undoOperation({ operationId: 'o', preview: false }, { actor }).catch((e: unknown) => e),
      ).toMatchObject({ kind: 'unavailable', code: 'service.unavailable' });
    });
  });
};
