import { type Answered, api, type Asked, everyPage, type Id, type User } from '@tessera/kit';
import { queryOptions } from '@tanstack/react-query';

export type Task = Answered<'get_tasks'>['tasks'][number];
export type Status = Task['status'];
export type Priority = Task['priority'];
export type Recurrence = NonNullable<Task['recurrence']>;
export type Reminder = Task['reminders'][number];
export const cycles: readonly Recurrence['every'][] = ['daily', 'weekly', 'monthly', 'yearly'];
export type Change = Asked<'patch_tasks_id'>;

/** In the order in which a list shows them. */
export const statuses: readonly Status[] = ['doing', 'open', 'suggestion', 'done', 'ignored'];
export const priorities: readonly Priority[] = ['notPrioritized', 'low', 'medium', 'high', 'urgent'];
export const scopes = ['my-tasks', 'assigned', 'personal', 'all'] as const;
export type Scope = (typeof scopes)[number];
export const filters = ['all', 'to-do', 'completed', 'overdue'] as const;
export type Filter = (typeof filters)[number];

export type Asking = {
  readonly scope: Scope;
  readonly filter: Filter;
  readonly search: string;
  /** Of records of this table. */
  readonly tableId?: Id;
};
export const tasksQuery = ({ scope, filter, search, tableId }: Asking) =>
  queryOptions({
    queryKey: ['tasks', scope, filter, search, tableId ?? ''],
    queryFn: async ({ signal }) =>
      (
        await api.get('/v3/tasks', {
          query: { scope, filter, ...(search !== '' && { search }), ...(tableId !== undefined && { tableId }) },
          signal,
        })
      ).tasks,
    staleTime: 0,
    placeholderData: (previous: readonly Task[] | undefined) => previous as Task[] | undefined,
  });
/** What is to do for a record. */
export const recordTasksQuery = (recordId: Id) =>
  queryOptions({
    queryKey: ['tasks', 'record', recordId],
    queryFn: async ({ signal }) => (await api.get('/v3/tasks', { query: { recordId }, signal })).tasks,
    staleTime: 0,
  });
export const tableQuery = (id: Id) =>
  queryOptions({
    queryKey: ['table', id],
    queryFn: ({ signal }) => api.get('/v3/tables/{table}', { path: { table: id }, signal }),
    retry: false,
  });
export const taskQuery = (id: Id) =>
  queryOptions({
    queryKey: ['task', id],
    queryFn: ({ signal }) => api.get('/v3/tasks/{id}', { path: { id }, signal }),
    staleTime: 0,
  });

/** Everybody but those who were forgotten. */
export const peopleQuery = queryOptions({
  queryKey: ['users'],
  select: (users: readonly User[]) => users.filter((user) => !user.erased),
  queryFn: ({ signal }) =>
    everyPage(async (after) => {
      const { users: entries, next } = await api.get('/v3/users', { query: { after }, signal });
      return { entries, next };
    }),
});

export const tasksApi = {
  create: (body: Asked<'post_tasks'>) => api.send('post', '/v3/tasks', { body }),
  change: (id: Id, body: Change) => api.send('patch', '/v3/tasks/{id}', { path: { id }, body }),
  remove: (id: Id) => api.send('delete', '/v3/tasks/{id}', { path: { id } }),
  clone: (id: Id) => api.send('post', '/v3/tasks/{id}/clone', { path: { id }, body: {} }),
  undo: (commit: string) => api.post('/v3/undo/{id}', { path: { id: commit }, body: {} }),
};
