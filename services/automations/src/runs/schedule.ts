import { findAll } from '@tessera/document-store/pages';
import { zoneOffset } from '@tessera/kernel/zones';
import { cronOf, dueBetween, type Trigger } from '@tessera/proto/automations';
import type { ServicePorts } from '@tessera/runtime';
import { holding } from '@tessera/shared-state';
import type { Directory } from '@tessera/runtime/directory';
import type { Tables } from '../access/tables.ts';
import type { Listener } from '../automations/projection.ts';
import { idOf } from '../named.ts';
import type { AutomationsStore } from '../store.ts';
import { asSystem } from '../system.ts';
import { dueDays } from './dates.ts';
import type { Start } from './decide.ts';
import { triggerPath, type Payloads } from './payloads.ts';

/** Moments that passed while nothing ran are caught up with: the last one of each automation, of so long. */
const caughtUpMs = 24 * 3_600_000;
const everyMs = 10_000;
export const bucket = 'schedules-walked';

type Ports = Pick<ServicePorts, 'documents' | 'leases' | 'clock' | 'log' | 'state'> & {
  readonly store: AutomationsStore;
  readonly payloads: Payloads;
  readonly tables: Tables;
  readonly directory: Directory;
  readonly wake: (organizationId: string) => void;
};

/** The runs that are due: one for the last moment of each schedule behind `after`. */
export const dueRuns = (
  organizationId: string,
  listeners: readonly Listener[],
  after: number,
  now: number,
): readonly Start[] =>
  listeners.flatMap(({ automationId, version, since, triggerJson }): readonly Start[] => {
    const { config } = JSON.parse(triggerJson) as Trigger;
    const cron = cronOf(String(config['cron'] ?? ''));
    const zone = String(config['zone'] ?? 'UTC');
    if (cron === undefined) return [];
    const from = Math.max(after, since, now - caughtUpMs);
    const due = dueBetween(cron, (instant) => zoneOffset(instant, zone), from, now, 1).at(-1);
    if (due === undefined) return [];
    const eventId = `schedule.${due.name}.${zone}`;
    const runId = idOf('run', organizationId, automationId, eventId, '');
    const none = { commitId: '', operationId: '', origin: 'system', actorId: '', depth: 0, runId: '' };
    const cause = { kind: 'schedule', eventId, at: due.at, ...none };
    return [{ runId, automationId, version, cause, tableId: '', recordId: '' }];
  });

/**
 * Starts what is due by the clock. One process at a time walks the schedules of an organization; a moment is claimed by
 * the name that clocks of its zone have for it, so it starts nothing twice however the clock goes.
 */
export const createSchedule = ({
  store,
  documents,
  leases,
  clock,
  log,
  state,
  payloads,
  tables,
  directory,
  wake,
}: Ports) => {
  let timer: NodeJS.Timeout | undefined;
  let walking: Promise<void> = Promise.resolve();
  let stopping = false;

  /** A run for each record whose day is there. Begun again, it starts none twice. */
  const startDated = async (organizationId: string, listener: Listener, after: number, now: number): Promise<void> => {
    const { automationId, ownerId, version, since, tableId, triggerJson } = listener;
    const trigger = JSON.parse(triggerJson) as Trigger;
    const owner = await directory.present({ organizationId, userId: ownerId });
    if (owner === undefined) {
      await store.execute(
        { type: 'stopAutomation', payload: { automationId, reason: 'owner' } },
        asSystem(organizationId),
      );
      return;
    }
    const { timezone } = await directory.facts(owner);
    const fieldId = String(trigger.config['fieldId']);
    for (const { at, name, days } of dueDays(trigger, timezone, { after, since, now })) {
      const filter = { or: days.map((day) => ({ fieldId, operator: 'equals', value: day })) };
      for await (const records of tables.pages(owner, tableId, filter)) {
        if (stopping) return;
        const eventId = `date.${fieldId}.${name}`;
        const none = { commitId: '', operationId: '', origin: 'system', actorId: '', depth: 0, runId: '' };
        const runs = records.map(({ id: recordId }): Start => ({
          runId: idOf('run', organizationId, automationId, eventId, recordId),
          automationId,
          version,
          cause: { kind: 'date', eventId, at, ...none },
          tableId,
          recordId,
        }));
        for (const [place, { runId }] of runs.entries())
          await payloads.put(organizationId, runId, triggerPath, {
            input: {},
            output: { at: new Date(at).toISOString(), record: records[place] },
          });
        if (runs.length > 0) await store.execute({ type: 'startRuns', payload: { runs } }, asSystem(organizationId));
      }
      wake(organizationId);
    }
  };

  const walk = async (organizationId: string): Promise<void> => {
    const where = { kind: 'schedule' };
    const listeners = await findAll<Listener>(documents, organizationId, 'listeners', where, (one) => one.automationId);
    const dated = await findAll<Listener>(
      documents,
      organizationId,
      'listeners',
      { kind: 'date_reached' },
      (one) => one.automationId,
    );
    if (listeners.length + dated.length === 0) return;
    const now = clock();
    const walked = (await state.get<number>(organizationId, bucket, 'until')) ?? 0;
    for (const listener of dated) await startDated(organizationId, listener, walked, now);
    const runs = dueRuns(organizationId, listeners, walked, now);
    for (const { runId, cause } of runs)
      await payloads.put(organizationId, runId, triggerPath, {
        input: {},
        output: { at: new Date(cause!.at).toISOString() },
      });
    if (runs.length > 0) {
      await store.execute({ type: 'startRuns', payload: { runs } }, asSystem(organizationId));
      wake(organizationId);
    }
    await state.put(organizationId, bucket, 'until', now);
  };
  const look = async (): Promise<void> => {
    for (const organizationId of await store.organizations())
      if (!stopping) await holding(leases, `schedules:${organizationId}`, () => walk(organizationId));
  };
  const tick = (): void => {
    walking = walking
      .then(look)
      .catch((error: unknown) => log.warn('schedules could not be walked', { error: String(error) }));
  };

  return {
    /** Starts what is due now. */
    look,
    start: (): void => {
      tick();
      timer = setInterval(tick, everyMs);
      timer.unref();
    },
    stop: async (): Promise<void> => {
      stopping = true;
      clearInterval(timer);
      await walking;
    },
  };
};
