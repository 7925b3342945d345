import { z } from 'zod';
import { priorities, statuses } from './evolve.ts';
import type { TaskDocument } from './projection.ts';

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
    canChange: z.boolean(),
  })
  .meta({ id: 'Task' });
export type WireTask = z.output<typeof task>;

const orNull = (text: string): string | null => (text === '' ? null : text);

/** A task as programs and screens have it. */
export const wireTask = (
  { id, parts, createdAt, createdBy, completed }: TaskDocument,
  canChange: boolean,
): WireTask => ({
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
  canChange,
});
