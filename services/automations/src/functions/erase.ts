import { findAll } from '@tessera/document-store/pages';
import type { CommandMeta } from '@tessera/kernel';
import type { ServicePorts } from '@tessera/runtime';
import { holding } from '@tessera/shared-state';
import type { AutomationsStore } from '../store.ts';
import type { Functions } from './call.ts';
import { asSystem } from '../system.ts';
import type { KeptCalls } from './kept.ts';
import type { FunctionDocument } from './projection.ts';
import type { FunctionSecrets } from './secrets.ts';

/** So long undo brings a deleted function back. */
const keptMs = 30 * 24 * 3_600_000;
const everyMs = 3_600_000;

type Ports = Pick<ServicePorts, 'documents' | 'leases' | 'clock' | 'log'> & {
  readonly store: AutomationsStore;
  readonly secrets: FunctionSecrets;
  readonly calls: KeptCalls;
  readonly functions: Pick<Functions, 'forget'>;
};

/** Takes deleted functions away for good: when somebody asks for it, and by itself after 30 days. */
export const createErasing = ({ store, documents, leases, clock, log, secrets, calls, functions }: Ports) => {
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> = Promise.resolve();
  let stopping = false;

  /** Its secrets first: what is written down as gone is gone, wherever the process ends. */
  const erase = async ({ id: functionId }: Pick<FunctionDocument, 'id'>, meta: CommandMeta): Promise<void> => {
    const { organizationId } = meta.actor;
    await secrets.forgetAll(organizationId, functionId);
    await calls.forget(organizationId, functionId);
    await functions.forget(organizationId, functionId);
    await store.execute({ type: 'eraseFunction', payload: { functionId } }, meta);
  };

  const walk = async (organizationId: string): Promise<void> => {
    const all = await findAll<FunctionDocument>(documents, organizationId, 'functions', {}, ({ id }) => id);
    const oldest = clock() - keptMs;
    for (const one of all)
      if (one.deleted !== undefined && one.erased === undefined && one.deleted.at < oldest && !stopping)
        await erase(one, asSystem(organizationId));
  };
  const look = async (): Promise<void> => {
    for (const organizationId of await store.organizations())
      if (!stopping) await holding(leases, `functions-erased:${organizationId}`, () => walk(organizationId));
  };
  const tick = (): void => {
    looking = looking
      .then(look)
      .catch((error: unknown) => log.warn('deleted functions could not be looked for', { error: String(error) }));
  };
  return {
    erase,
    start: (): void => {
      tick();
      timer = setInterval(tick, everyMs);
      timer.unref();
    },
    stop: async (): Promise<void> => {
      stopping = true;
      clearInterval(timer);
      await looking;
    },
  };
};
export type Erase = ReturnType<typeof createErasing>['erase'];
