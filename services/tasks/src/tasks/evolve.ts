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
};

// Every fold sets absolute values, so that folding an event twice is folding it once.
export const taskAggregate: Aggregate<Task | undefined, TasksEvent> = {
  kind: 'task',
  version: 1,
  initial: undefined,
  evolve: (state, event, context) => {
    const told = { at: context.time, by: context.actorId };
    if (event.$case === 'taskCreated') {
      const { taskId, parts } = event.value;
      if (parts === undefined) return state;
      return {
        id: taskId,
        parts,
        createdAt: told.at,
        createdBy: told.by,
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
    }
  },
};
