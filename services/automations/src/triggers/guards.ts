import { findAll } from '@tessera/document-store/pages';
import { systemActor } from '@tessera/kernel';
import { TablesServiceDefinition } from '@tessera/proto/tables/v1/service';
import type { RpcClients } from '@tessera/rpc';
import type { ServicePorts } from '@tessera/runtime';
import type { FunctionDocument } from '../functions/projection.ts';
import type { AutomationsStore } from '../store.ts';

export const bucket = 'trigger-guards';
const everyMs = 60_000;
const deadlineMs = 5_000;

type Ports = Pick<ServicePorts, 'documents' | 'state' | 'log'> & {
  readonly store: AutomationsStore;
  readonly rpc: RpcClients;
};

/** The writes of each table that its before-triggers are asked about. */
export const guardsOf = (
  functions: readonly Pick<FunctionDocument, 'hears' | 'settings'>[],
): ReadonlyMap<string, readonly string[]> => {
  const guards = new Map<string, Set<string>>();
  for (const { hears, settings } of functions) {
    const events = settings.triggerEvents.flatMap((one) =>
      one.startsWith('before') ? [one.slice('before'.length).toLowerCase()] : [],
    );
    if (hears === '' || events.length === 0) continue;
    guards.set(hears, new Set([...(guards.get(hears) ?? []), ...events]));
  }
  return new Map([...guards].map(([tableId, events]) => [tableId, [...events].sort()]));
};

/** Tells tables which of their writes are asked about first. What could not be told is told again. */
export const createGuards = ({ store, documents, state, log, rpc }: Ports) => {
  const tables = rpc.client(TablesServiceDefinition);
  let timer: NodeJS.Timeout | undefined;
  let telling: Promise<void> = Promise.resolve();
  let stopping = false;

  const walk = async (organizationId: string): Promise<void> => {
    const functions = await findAll<FunctionDocument>(documents, organizationId, 'functions', {}, ({ id }) => id);
    const wanted = guardsOf(functions);
    const told = await state.list<readonly string[]>(organizationId, bucket, '', 10_000);
    const known = new Map(told.map(({ key, value }) => [key, value]));
    const actor = systemActor('automations', organizationId);
    for (const tableId of new Set([...wanted.keys(), ...known.keys()])) {
      const events = wanted.get(tableId) ?? [];
      if (events.join() === (known.get(tableId) ?? []).join()) continue;
      try {
        await tables.guardTable({ tableId, events: [...events] }, { actor, deadlineMs });
      } catch (error) {
        // A table that is gone for good is written by nobody.
        if (typeof error !== 'object' || error === null || !('kind' in error) || error.kind !== 'not_found')
          throw error;
      }
      if (events.length === 0) await state.delete(organizationId, bucket, tableId);
      else await state.put(organizationId, bucket, tableId, events);
    }
  };
  const later = (work: () => Promise<void>): Promise<void> => {
    telling = telling.then(work).catch((error: unknown) => {
      if (!stopping) log.warn('tables could not be told of their triggers', { error: String(error) });
    });
    return telling;
  };
  const look = async (): Promise<void> => {
    for (const organizationId of await store.organizations()) if (!stopping) await walk(organizationId);
  };

  return {
    /** Tells what changed in an organization, and waits for it. */
    tell: (organizationId: string): Promise<void> => later(() => walk(organizationId)),
    start: (): void => {
      void later(look);
      timer = setInterval(() => void later(look), everyMs);
      timer.unref();
    },
    stop: async (): Promise<void> => {
      stopping = true;
      clearInterval(timer);
      await telling;
    },
  };
};
export type Guards = ReturnType<typeof createGuards>;
