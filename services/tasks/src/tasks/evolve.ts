import type { Aggregate } from '@tessera/kernel';
import type { EventOf, TasksEvent } from '../events.ts';

export type Parts = NonNullable<EventOf<'taskCreated'>['parts']>;
export const statuses = ['open', 'doing', 'suggestion', 'done', 'ignored'] as const;
export const priorities = ['notPrioritized', 'low', 'medium', 'high', 'urgent'] as const;

/** A task as its events tell it; times in ms. */
export type Task = {
  readonly id: string;
  readonly parts: Parts;
  readonly createdAt: number;
  readonly createdBy: string;
  readonly completed?: { readonly at: number; readonly by: string };
  readonly deleted?: { readonly at: number; readonly by: string };
  /** Of one that comes again: the next one. */
  readonly nextId?: string;
  /** The reminders of its deadline that were told. */
  readonly reminded?: readonly string[];
};

export const reminderKey = (deadline: string, days: number, workingDays: boolean): string =>
  `${deadline} ${days}${workingDays ? ' working' : ''}`;

// Every fold sets absolute values, so that folding an event twice is folding it once.
export const taskAggregate: Aggregate<Task | undefined, TasksEvent> = {
  kind: 'task',
  version: 3,
  initial: undefined,
  evolve: (state, event, context) => {
    const told = { at: context.time, by: context.actorId };
    if (event.$case === 'taskCreated') {
      const { taskId, parts, madeBy } = event.value;
      if (parts === undefined) return state;
      return {
        id: taskId,
        parts,
        createdAt: told.at,
        createdBy: madeBy === '' ? told.by : madeBy,
        ...(parts.status === 'done' && { completed: told }),
      };
    }
    if (state === undefined) return state;
    switch (event.$case) {
      case 'taskChanged': {
        const { parts, before } = event.value;
        if (parts === undefined) return state;
        const { completed, ...rest } = state;
        const kept = before?.status === 'done' ? completed : told;
        return { ...rest, parts, ...(parts.status === 'done' && kept !== undefined && { completed: kept }) };
      }
      case 'taskDeleted':
        return { ...state, deleted: told };
      case 'taskRestored': {
        const { deleted: _, ...live } = state;
        return live;
      }
      case 'taskContinued': {
        const { nextId: _, ...rest } = state;
        return event.value.nextId === '' ? rest : { ...rest, nextId: event.value.nextId };
      }
      case 'taskReminded': {
        const { deadline, days, workingDays } = event.value;
        const key = reminderKey(deadline, days, workingDays);
        // Those of an earlier deadline are over.
        const others = (state.reminded ?? []).filter((one) => one.startsWith(`${deadline} `) && one !== key);
        return { ...state, reminded: [...others, key] };
      }
    }
  },
};
