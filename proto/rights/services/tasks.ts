import type { Announced } from '../rule.ts';

/** Who may do what with tasks. Which of them somebody sees or changes is decided by the task: docs/architecture.md. */
export const rights = {
  'tasks.read': { told: 'canViewTasks', hidden: 'task' },
  'tasks.write': { seat: 'member', hidden: 'task' },
  // Asked of each who made, owns or follows a task.
  'tasks.open': { own: true },
  'tasks.change': { seat: 'member', own: true },
} as const satisfies Announced;
