import { findAll } from '@tessera/document-store/pages';
import { systemActor } from '@tessera/kernel';
import { TablesServiceDefinition } from '@tessera/proto/tables/v1/service';
import type { RpcClients } from '@tessera/rpc';
import type { ServicePorts } from '@tessera/runtime';
import type { FunctionSettings } from '../functions/evolve.ts';
import type { FunctionDocument } from '../functions/projection.ts';
import type { AutomationsStore } from '../store.ts';
import { isBefore } from './events.ts';

export const bucket = 'trigger-guards';
const everyMs = 60_000;
const againMs = 1_000;
const deadlineMs = 5_000;

type Ports = Pick<ServicePorts, 'documents' | 'state' | 'log'> & {
  readonly store: AutomationsStore;
  readonly rpc: RpcClients;
};

/** What a trigger is asked about before it is written, as tables call it. */
const befores = (events: readonly string[]): readonly string[] =>
  events.flatMap((one) => (isBefore(one) ? [one.slice('before'.length).toLowerCase()] : []));

/** The writes of each table that its before-triggers are asked about. */
export const guardsOf = (
  functions: readonly Pick<FunctionDocument, 'hears' | 'settings'>[],
): ReadonlyMap<string, readonly string[]> => {
  const guards = new Map<string, Set<string>>();
  for (const { hears, settings } of functions) {
    const events = befores(settings.triggerEvents);
    if (hears === '' || events.length === 0) continue;
    guards.set(hears, new Set([...(guards.get(hears) ?? []), ...events]));
  }
  return new Map([...guards].map(([tableId, events]) => [tableId, [...events].sort()]));
};

/** Tells tables which of their writes are asked about first. What could not be told is told again. */
export const createGuards = ({ store, documents, state, log, rpc }: Ports) => {
  const tables = rpc.client(TablesServiceDefinition);
  let timer: NodeJS.Timeout | undefined;
  let again: NodeJS.Timeout | undefined;
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
      if (stopping) return;
      log.warn('tables could not be told of their triggers', { error: String(error) });
      clearTimeout(again);
      again = setTimeout(() => void later(work), againMs);
      again.unref();
    });
    return telling;
  };
  const look = async (): Promise<void> => {
    for (const organizationId of await store.organizations()) if (!stopping) await walk(organizationId);
  };

  return {
    /**
     * Tells a table of a trigger that is about to be there: from then on its writes are asked about, so that none passes
     * between. Throws where the table cannot be told.
     */
    prepare: async (
      organizationId: string,
      { triggerTableId: tableId, triggerEvents }: Pick<FunctionSettings, 'triggerTableId' | 'triggerEvents'>,
    ): Promise<void> => {
      const more = befores(triggerEvents);
      if (tableId === '' || more.length === 0) return;
      const known = (await state.get<readonly string[]>(organizationId, bucket, tableId)) ?? [];
      const events = [...new Set([...known, ...more])].sort();
      if (events.join() === known.join()) return;
      await tables.guardTable({ tableId, events }, { actor: systemActor('automations', organizationId), deadlineMs });
      await state.put(organizationId, bucket, tableId, events);
    },
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
      clearTimeout(again);
      await telling;
    },
  };
};
export type Guards = ReturnType<typeof createGuards>;
