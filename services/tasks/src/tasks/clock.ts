import { findAll } from '@tessera/document-store/pages';
import { isRejection, newId, systemActor, type CommandMeta } from '@tessera/kernel';
import { zoneOffset } from '@tessera/kernel/zones';
import type { ServicePorts } from '@tessera/runtime';
import type { Directory } from '@tessera/runtime/directory';
import { holding } from '@tessera/shared-state';
import type { TasksStore } from '../store.ts';
import type { Calendar } from './days.ts';
import { dueReminders } from './decide.ts';
import type { TaskDocument } from './projection.ts';

const everyMs = 30_000;
/** People are told of their tasks from this hour of the day on. */
const fromHour = 8;

const civil = (zone: string, ms: number): string => new Date(ms + zoneOffset(ms, zone)).toISOString();
export const dayIn = (zone: string, ms: number): string => civil(zone, ms).slice(0, 10);

type Ports = Pick<ServicePorts, 'documents' | 'leases' | 'clock' | 'log'> & {
  readonly store: TasksStore;
  readonly directory: Directory;
};

/** What is to be done for tasks at a moment: which of them are followed by their next one, and which remind. */
export const dueAt = (tasks: readonly TaskDocument[], zone: string, now: number, calendar?: Calendar) => {
  const today = dayIn(zone, now);
  const mayTell = Number(civil(zone, now).slice(11, 13)) >= fromHour;
  return {
    today,
    followed: tasks.filter(
      ({ parts, nextId }) => (parts.recurrence?.every ?? '') !== '' && nextId === undefined && parts.deadline <= today,
    ),
    reminding: tasks.filter((one) => mayTell && dueReminders(one, { today, calendar }).length > 0),
  };
};

/**
 * Brings about what days bring: the next one of a task that comes again, and reminders. One process at a time looks after
 * an organization; what was brought about says so itself, so that a second look brings nothing twice.
 */
export const createClock = ({ store, documents, leases, clock, log, directory }: Ports) => {
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> = Promise.resolve();
  let stopping = false;

  const walk = async (organizationId: string): Promise<void> => {
    const where = { clocked: 'yes' };
    const tasks = await findAll<TaskDocument>(documents, organizationId, 'tasks', where, (one) => one.id);
    if (tasks.length === 0) return;
    const meta: CommandMeta = { origin: 'system', actor: systemActor('tasks', organizationId) };
    const { timezone, workingDays, holidays } = await directory.facts(meta.actor);
    const calendar = { workingDays, holidays };
    const { today, followed, reminding } = dueAt(tasks, timezone, clock(), calendar);
    for (const { id: taskId } of followed)
      await store.execute({ type: 'continueTask', payload: { taskId, nextId: newId(), today, calendar } }, meta);
    for (const { id: taskId } of reminding)
      await store.execute({ type: 'remindOfTask', payload: { taskId, today, calendar } }, meta);
  };
  const look = async (): Promise<void> => {
    for (const organizationId of await store.organizations())
      if (!stopping) await holding(leases, `tasks:${organizationId}`, () => walk(organizationId));
  };
  const tick = (): void => {
    looking = looking.then(look).catch((error: unknown) => {
      // The next look does it.
      const waits = isRejection(error) && error.kind === 'unavailable';
      if (!stopping) log[waits ? 'warn' : 'error']('tasks could not be looked after', { error: String(error) });
    });
  };

  return {
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
