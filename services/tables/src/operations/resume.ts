import type { Actor, Origin, PermissionFlag, RolePermissions, Seat, TableAccess, AppAccess } from '@tessera/kernel';
import { permissionFlags } from '@tessera/kernel';
import type { DocumentReader, StateStore } from '@tessera/document-store';
import type { RpcClients } from '@tessera/rpc';
import { AuthServiceDefinition, type ActorMessage } from '@tessera/proto/auth/v1/service';
import type { Logger } from '@tessera/telemetry';
import type { Runner } from './runner.ts';
import type { OperationState } from './state.ts';

const bucket = 'running-operations';

/** Which operations run, for whom: kept beside the log, because a restart begins without knowing any organization. */
export type RunningEntry = { readonly organizationId: string; readonly userId: string; readonly origin: Origin };

export const createRunningList = (state: StateStore) => ({
  add: (operationId: string, entry: RunningEntry): Promise<void> => state.put('', bucket, operationId, entry),
  remove: (operationId: string): Promise<void> => state.delete('', bucket, operationId),
  all: () => state.list<RunningEntry>('', bucket, '', 10_000),
});

export type RunningList = ReturnType<typeof createRunningList>;

const noFlags = Object.fromEntries(permissionFlags.map((flag) => [flag, 0])) as Record<PermissionFlag, 0 | 1>;

const permissionsOf = (message: ActorMessage['permissions']): RolePermissions => ({
  admin: message?.admin ?? false,
  flags: { ...noFlags, ...Object.fromEntries((message?.flags ?? []).filter((flag) => flag in noFlags).map((flag) => [flag, 1 as const])) },
  tables_enabled: Object.fromEntries((message?.tablesEnabled ?? []).map(({ id, access }) => [id, access as TableAccess])),
  tables_disabled: message?.tablesDisabled ?? [],
  dashboards_enabled: Object.fromEntries((message?.dashboardsEnabled ?? []).map(({ id, access }) => [id, access as AppAccess])),
  dashboards_disabled: message?.dashboardsDisabled ?? [],
});

const actorOf = (message: ActorMessage): Actor => ({
  organizationId: message.organizationId, kind: message.kind as Actor['kind'], id: message.id, ...(message.userId !== '' && { userId: message.userId }),
  seat: message.seat as Seat, roleId: message.roleId, permissionVersion: message.permissionVersion, permissions: permissionsOf(message.permissions),
});

const systemActor = (organizationId: string): Actor => ({
  organizationId, kind: 'system', id: 'tables', seat: 'viewer', roleId: '', permissionVersion: 0, permissions: permissionsOf(undefined),
});

export type ResumePorts = { readonly rpc: RpcClients; readonly documents: DocumentReader; readonly running: RunningList; readonly runner: Runner; readonly log: Logger };

/** Takes up the operations that a stop or a crash interrupted, with today's rights of who began them. */
export const createResumer = ({ rpc, documents, running, runner, log }: ResumePorts) => {
  const auth = rpc.client(AuthServiceDefinition);

  const resume = async (operationId: string, { organizationId, userId, origin }: RunningEntry): Promise<void> => {
    const operation = await documents.get<OperationState>(organizationId, 'operations', operationId);
    if (operation === undefined || operation.state !== 'running') return running.remove(operationId);
    const { actor } = await auth.getActor({ organizationId, userId }, { actor: systemActor(organizationId), deadlineMs: 5_000 });
    if (actor === undefined) {
      log.warn('an operation stays stopped: whoever began it is gone', { operationId, organizationId });
      return running.remove(operationId);
    }
    log.info('an operation goes on', { operationId, kind: operation.kind, done: operation.done });
    await runner.run(operation, { actor: actorOf(actor), origin });
  };

  return {
    /** Returns at once; the operations go on beside requests. */
    async start(): Promise<void> {
      for (const { key, value } of await running.all()) {
        resume(key, value).catch((error: unknown) => log.error('an operation could not go on', { operationId: key, error }));
      }
    },
  };
};
