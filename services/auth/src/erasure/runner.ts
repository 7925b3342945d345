import { setTimeout as pause } from 'node:timers/promises';
import { findAll } from '@tessera/document-store/pages';
import { isRejection } from '@tessera/kernel';
import { holding } from '@tessera/shared-state';
import { erasePerson } from '../accounts/erase.ts';
import { asSystem, systemActor, type Context } from '../context.ts';
import { systemOrganization } from '../events.ts';
import { organizationsOf, type Forgetting } from '../evolve.ts';
import type { MemberDocument } from '../projection.ts';

const everyMs = 30_000;
/** Between two rounds over the services. */
const roundMs = 1_000;
const own = 'auth';
const meta = { actor: systemActor(systemOrganization), origin: 'system' } as const;

/**
 * Erases organizations whose time has come: every service forgets what it has, round by round, until a round finds
 * nothing. What is under way stands in the log of the system organization, so that a process that ends leaves nothing
 * half done: the next look goes on.
 */
export const createErasures = (context: Context) => {
  const { ports } = context;
  const { documents, store, leases, clock, log, forgetters } = ports;
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> = Promise.resolve();
  const stopping = new AbortController();

  /** Whether every other service had nothing left of it. */
  const forgotten = async ({ id, all }: Forgetting): Promise<boolean> => {
    let nothing = true;
    for (const service of forgetters.services) {
      if (service === own) continue;
      const { done, left } = await forgetters.forget(service, id, all);
      nothing &&= done && left === 0;
    }
    return nothing;
  };

  /** Its people come in no more; who comes into no other organization is forgotten as a person. */
  const leavePeople = async (organizationId: string): Promise<void> => {
    const members = await findAll<MemberDocument>(documents, organizationId, 'members', {}, (one) => one.userId);
    for (const { userId: accountId } of members) {
      stopping.signal.throwIfAborted();
      await context.execute('leaveOrganization', { accountId, organizationId }, meta);
      const account = await context.account(accountId);
      if (account === undefined || organizationsOf(account).length > 0) continue;
      await erasePerson(ports, { id: account.id, addresses: [account.emailKey], organizations: [] });
    }
  };

  /** One round; answers whether all of it is gone. */
  const round = async (one: Forgetting): Promise<boolean> => {
    const { id, all, since } = one;
    if (!(await forgotten(one)) || clock() - since < forgetters.settleMs) return false;
    if (all) {
      await leavePeople(id);
      const { done, left } = await forgetters.forget(own, id, all);
      if (!done || left > 0) return false;
      // What the installation itself says of it: its names.
      await store.purge({ person: { id, addresses: [] } }, meta);
    } else await context.execute('endErasure', {}, asSystem(meta, id));
    await context.execute('endForgetting', { organizationId: id }, meta);
    return true;
  };

  const run = async (one: Forgetting): Promise<void> => {
    log.warn('an organization is being erased', { organizationId: one.id, all: one.all });
    while (!(await round(one))) await pause(roundMs, undefined, { signal: stopping.signal, ref: false });
    log.warn('an organization is erased', { organizationId: one.id, all: one.all });
  };

  /** Begins those whose time has come. */
  const begin = async (): Promise<void> => {
    for (const id of await store.organizations()) {
      const erasure = id === systemOrganization ? undefined : (await context.organization(id))?.erasure;
      if (erasure === undefined || erasure.at > clock()) continue;
      await context.execute('beginErasure', {}, asSystem(meta, id));
      // Told once more where the process ended in between.
      const all = erasure.kind === 'organization';
      await context.execute('beginForgetting', { organizationId: id, all }, meta);
    }
  };
  const look = async (): Promise<void> => {
    await holding(leases, 'erasures', async () => {
      await begin();
      const running = await documents.find<Forgetting>(systemOrganization, 'forgettings', { state: 'running' });
      for (const one of running) await run(one);
    });
  };
  const wake = (): void => {
    looking = looking.then(look).catch((error: unknown) => {
      // The next look does it.
      const waits = isRejection(error) && error.kind === 'unavailable';
      if (!stopping.signal.aborted)
        log[waits ? 'warn' : 'error']('organizations could not be erased yet', { error: String(error) });
    });
  };

  return {
    wake,
    start: (): void => {
      wake();
      timer = setInterval(wake, everyMs);
      timer.unref();
    },
    stop: async (): Promise<void> => {
      clearInterval(timer);
      stopping.abort();
      await looking;
    },
  };
};
export type Erasures = ReturnType<typeof createErasures>;
