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

/** So many days after a civil day. */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);

type WeekLocale = Intl.Locale & { getWeekInfo?: () => { firstDay: number }; weekInfo?: { firstDay: number } };
/** The first day of a week in a locale: 0 is Sunday. */
export const firstOfWeek = (locale: string): number => {
  const tag: WeekLocale = new Intl.Locale(locale);
  return ((tag.getWeekInfo?.() ?? tag.weekInfo)?.firstDay ?? 1) % 7;
};

/** The days of the week of a day, or of all weeks that its month touches. */
export const plannedDays = (span: 'week' | 'month', day: string, firstDay: number): readonly string[] => {
  const from = span === 'week' ? day : `${day.slice(0, 7)}-01`;
  const lead = (new Date(`${from}T00:00:00Z`).getUTCDay() - firstDay + 7) % 7;
  const first = dayAfter(from, -lead);
  const month = new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 0)).getUTCDate();
  const count = span === 'week' ? 7 : Math.ceil((lead + month) / 7) * 7;
  return Array.from({ length: count }, (_, i) => dayAfter(first, i));
};

/** The day from which a week or a month later or earlier is shown. */
export const turned = (span: 'week' | 'month', day: string, by: number): string =>
  span === 'week'
    ? dayAfter(day, 7 * by)
    : new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1 + by, 1)).toISOString().slice(0, 10);

/** What moves a task to another day: its start keeps its distance. */
export const movedTo = (
  { deadline, startedAt }: Pick<Task, 'deadline' | 'startedAt'>,
  day: string | null,
): { readonly deadline: string | null; readonly startDate?: string } => {
  if (startedAt === null || day === null) return { deadline: day };
  // Without a deadline there is no distance: it then starts on its day at the latest.
  const kept =
    deadline === null ? startedAt : dayAfter(startedAt, Math.round((Date.parse(day) - Date.parse(deadline)) / dayMs));
  return { deadline: day, startDate: kept > day ? day : kept };
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
    .map((line) =>
      `${line.trim()} `
        .replace(/^[-*] /, '')
        .trimStart()
        .replace(/^\[[ xX]\] /, '')
        .trim(),
    )
    .filter((line) => line !== '');
