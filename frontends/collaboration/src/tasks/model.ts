import type { Status, Task } from './tasks.resource.ts';

const dayMs = 86_400_000;

export const isClosed = ({ status }: Pick<Task, 'status'>): boolean => status === 'done' || status === 'ignored';

/** By how many days a deadline is over, 0 on its day; undefined for one that is not, or where nothing is to be done. */
export const lateness = (task: Pick<Task, 'status' | 'deadline'>, today: string): number | undefined => {
  if (task.deadline === null || isClosed(task) || task.deadline > today) return undefined;
  return Math.round((Date.parse(today) - Date.parse(task.deadline)) / dayMs);
};

/** The civil day of this machine. */
export const todayHere = (): string => {
  const now = new Date();
  return `${now.getFullYear()}-${String(now.getMonth() + 1).padStart(2, '0')}-${String(now.getDate()).padStart(2, '0')}`;
};

export type Row = { readonly task: Task; readonly parts: readonly Task[] };

/** What one status shows: its tasks by deadline, those without one last, with their subtasks beneath. */
export const rowsOf = (tasks: readonly Task[], status: Status, subtasks: boolean): readonly Row[] => {
  const known = new Set(tasks.map(({ id }) => id));
  return tasks
    .filter((task) => task.status === status && (task.parentId === null || !known.has(task.parentId)))
    .toSorted((a, b) => (a.deadline ?? '9').localeCompare(b.deadline ?? '9') || a.createdAt.localeCompare(b.createdAt))
    .map((task) => ({
      task,
      parts: subtasks
        ? tasks
            .filter(({ parentId }) => parentId === task.id)
            .toSorted((a, b) => a.createdAt.localeCompare(b.createdAt))
        : [],
    }));
};

/** Lines that were pasted into a to-do: each is one. */
export const linesOf = (text: string): readonly string[] =>
  text
    .split(/\r?\n/)
    .map((line) => line.replace(/^\s*(?:[-*]|\[[ x]\])\s+/, '').trim())
    .filter((line) => line !== '');
