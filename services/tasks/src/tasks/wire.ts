import { z } from 'zod';
import { cycles, daysBetween } from './days.ts';
import { priorities, statuses } from './evolve.ts';
import type { TaskDocument } from './projection.ts';

/** How a task comes again, as it is sent. */
export const recurrence = z
  .strictObject({
    every: z.enum(cycles),
    interval: z.int().min(1).max(365).default(1),
    days: z.array(z.int().min(1).max(7)).max(7).default([]),
    workingDays: z.boolean().default(false),
  })
  .meta({
    description:
      '`days` are those of a weekly one, 1 is Monday. With `workingDays` a day on which nobody of the organization works moves to the next one on which they do.',
  });
export const reminder = z.strictObject({ days: z.int().min(0).max(60), workingDays: z.boolean().default(false) }).meta({
  description: 'So many days before the deadline; with `workingDays` only those count on which the organization works.',
});

export const task = z
  .strictObject({
    id: z.string(),
    title: z.string(),
    description: z.string(),
    status: z.enum(statuses),
    priority: z.enum(priorities),
    record: z.strictObject({ tableId: z.string(), recordId: z.string() }).nullable(),
    owners: z.array(z.string()),
    followers: z.array(z.string()),
    createdAt: z.string(),
    createdBy: z.string(),
    startedAt: z.string().nullable(),
    deadline: z.string().nullable(),
    completedAt: z.string().nullable(),
    completedBy: z.string().nullable(),
    isCompleted: z.boolean(),
    todos: z.array(z.strictObject({ title: z.string(), done: z.boolean() })),
    parentId: z.string().nullable(),
    recurrence: z
      .strictObject({
        every: z.enum(cycles),
        interval: z.number(),
        days: z.array(z.number()),
        workingDays: z.boolean(),
      })
      .nullable(),
    reminders: z.array(z.strictObject({ days: z.number(), workingDays: z.boolean() })),
    daysTaken: z.number().nullable(),
    daysLate: z.number().nullable(),
    files: z.array(
      z.strictObject({ id: z.string(), name: z.string(), size: z.number(), type: z.string(), url: z.string() }),
    ),
    canChange: z.boolean(),
  })
  .meta({ id: 'Task' });
export type WireTask = z.output<typeof task>;

const orNull = (text: string): string | null => (text === '' ? null : text);

/** A task as programs and screens have it; its days are those of a zone. */
export const wireTask = (
  { id, parts, createdAt, createdBy, completed }: TaskDocument,
  canChange: boolean,
  dayAt: (ms: number) => string,
): WireTask => {
  const rule = parts.recurrence;
  const every = cycles.find((one) => one === rule?.every);
  const doneOn = completed === undefined ? undefined : dayAt(completed.at);
  return {
    id,
    title: parts.title,
    description: parts.description,
    status: statuses.find((one) => one === parts.status) ?? 'open',
    priority: priorities.find((one) => one === parts.priority) ?? 'notPrioritized',
    record: parts.recordId === '' ? null : { tableId: parts.tableId, recordId: parts.recordId },
    owners: [...parts.owners],
    followers: [...parts.followers],
    createdAt: new Date(createdAt).toISOString(),
    createdBy,
    startedAt: orNull(parts.startDate),
    deadline: orNull(parts.deadline),
    completedAt: completed === undefined ? null : new Date(completed.at).toISOString(),
    completedBy: completed?.by ?? null,
    isCompleted: parts.status === 'done',
    todos: parts.todos.map(({ title, done }) => ({ title, done })),
    parentId: orNull(parts.parentId),
    recurrence:
      rule === undefined || every === undefined
        ? null
        : { every, interval: rule.interval, days: [...rule.days], workingDays: rule.workingDays },
    reminders: parts.reminders.map(({ days, workingDays }) => ({ days, workingDays })),
    // From the day that it starts, or was made, to that on which it was done.
    daysTaken:
      doneOn === undefined
        ? null
        : Math.max(0, daysBetween(parts.startDate === '' ? dayAt(createdAt) : parts.startDate, doneOn)),
    daysLate: doneOn === undefined || parts.deadline === '' ? null : Math.max(0, daysBetween(parts.deadline, doneOn)),
    files: parts.files.map((one) => ({ ...one, url: `/api/v3/files/${one.id}` })),
    canChange,
  };
};
