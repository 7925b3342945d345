import type { DocumentReader } from '@tessera/document-store';
import { findAll } from '@tessera/document-store/pages';
import { groupedMeta } from '@tessera/event-store/actions';
import { isId, newId, type Actor, type Clock } from '@tessera/kernel';
import { requireRight, userOf } from '@tessera/proto/rights';
import { FilesServiceDefinition } from '@tessera/proto/files/v1/service';
import type { ServicePorts } from '@tessera/runtime';
import type { Directory } from '@tessera/runtime/directory';
import { route, type RouteSet } from '@tessera/web';
import { z } from 'zod';
import { invalid, notFound, refuses } from '../refusals.ts';
import type { TasksStore } from '../store.ts';
import { changes, sees } from './access.ts';
import { dayIn } from './clock.ts';
import { priorities, statuses, type Parts } from './evolve.ts';
import type { PersonDocument, TaskDocument } from './projection.ts';
import { recurrence, reminder, task, wireTask } from './wire.ts';

const tag = 'Tasks';
/** Tasks of one answer. */
const atOnce = 500;
const id = z.string().refine(isId, 'not an id').meta({ description: '26-character id' });
const day = z.iso.date();
const people = z.array(id).max(100);
const parts = {
  title: z.string().max(500),
  description: z.string().max(20_000),
  status: z.enum(statuses),
  priority: z.enum(priorities),
  owners: people,
  followers: people,
  startDate: day.nullable(),
  deadline: day.nullable(),
  todos: z.array(z.strictObject({ title: z.string().trim().min(1).max(500), done: z.boolean() })).max(200),
  record: z.strictObject({ tableId: id, recordId: id }).nullable(),
  recurrence: recurrence.nullable(),
  reminders: z.array(reminder).max(5),
  files: z.array(id).max(20).meta({ description: 'All that it has: those that it had, and uploads of yours' }),
};
const some = z.strictObject(parts).partial();

const noRule = { every: '', interval: 0, days: [], workingDays: false, anchor: '' };
const partsOf = ({
  record,
  recurrence: rule,
  startDate,
  deadline,
  todos,
  ...rest
}: Omit<z.output<typeof some>, 'files'>): Partial<Parts> => ({
  ...(Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)) as Partial<Parts>),
  ...(startDate !== undefined && { startDate: startDate ?? '' }),
  ...(deadline !== undefined && { deadline: deadline ?? '' }),
  ...(todos !== undefined && { todos }),
  ...(rule !== undefined && { recurrence: rule === null ? noRule : { ...rule, anchor: '' } }),
  ...(record !== undefined && { tableId: record?.tableId ?? '', recordId: record?.recordId ?? '' }),
});

const deadlineMs = 10_000;
type Ports = Pick<ServicePorts, 'rpc'> & {
  readonly documents: DocumentReader;
  readonly store: TasksStore;
  readonly directory: Directory;
  readonly clock: Clock;
};
const ofTask = refuses('task_not_found', 'tasks.denied');

/** Tasks: what people have to do, alone or for a record. */
export const taskRoutes = ({ documents, store, directory, clock, rpc }: Ports): RouteSet => {
  const files = rpc.client(FilesServiceDefinition);
  /** The files that are asked for, of those that the task has already or that the actor may read. Throws for others. */
  const filesOf = async (
    actor: Actor,
    taskId: string,
    ids: readonly string[] | undefined,
  ): Promise<Pick<Parts, 'files'> | undefined> => {
    if (ids === undefined) return undefined;
    const fileIds = [...new Set(ids)];
    if (fileIds.length === 0) return { files: [] };
    const asked = { fileIds, tableId: 'task', fieldIds: [], recordIds: [taskId] };
    const { files: found } = await files.describeFiles(asked, { actor, deadlineMs });
    if (found.length < fileIds.length) throw invalid('tasks.file_missing');
    return { files: [...found] };
  };
  /** Days as they are where the organization is. */
  const daysOf = async (actor: Actor): Promise<(ms: number) => string> => {
    const { timezone } = await directory.facts(actor);
    return (ms) => dayIn(timezone, ms);
  };
  const find = async (actor: Actor, taskId: string): Promise<TaskDocument> => {
    const found = await documents.get<TaskDocument>(actor.organizationId, 'tasks', taskId);
    if (found === undefined || found.state === 'gone' || !sees(actor, found)) throw notFound('task_not_found');
    return found;
  };
  const answered = async (actor: Actor, taskId: string, commitId: string | undefined, status = 200) => {
    const found = await find(actor, taskId);
    return {
      status,
      body: wireTask(found, changes(actor, found), await daysOf(actor)),
      ...(commitId !== undefined && { headers: { 'tessera-commit': commitId } }),
    };
  };
  const change = async (
    actor: Actor,
    taskId: string,
    given: Partial<Parts>,
    meta: Parameters<typeof store.execute>[1],
  ): Promise<string | undefined> => {
    // Only what is done is followed by its next one.
    const { timezone, workingDays, holidays } = await directory.facts(actor);
    const calendar = { workingDays, holidays };
    const next = given.status === 'done' ? { nextId: newId(), today: dayIn(timezone, clock()), calendar } : {};
    const { commitId } = await store.execute({ type: 'changeTask', payload: { taskId, parts: given, ...next } }, meta);
    return commitId;
  };
  /** The tasks that somebody owns or made. */
  const own = async (actor: Actor): Promise<readonly TaskDocument[]> => {
    const mine = await findAll<PersonDocument>(
      documents,
      actor.organizationId,
      'people',
      { userId: userOf(actor) },
      (one) => one.id,
    );
    const found = await Promise.all(
      mine.map((one) => documents.get<TaskDocument>(actor.organizationId, 'tasks', one.taskId)),
    );
    return found.filter((one) => one !== undefined);
  };
  const where = (actor: Actor, by: Readonly<Record<string, string>>): Promise<readonly TaskDocument[]> =>
    findAll<TaskDocument>(documents, actor.organizationId, 'tasks', { state: 'there', ...by }, (one) => one.id);

  return [
    route({
      method: 'get',
      path: '/v3/tasks',
      tag,
      summary: 'Tasks that you may see, newest first',
      description:
        'Scopes: `my-tasks` are those that you own, `assigned` those that you made for others, `personal` those that are yours alone, `all` every one. `to-do` is neither done nor ignored; `overdue` has a deadline before the day that it is where the organization is. `before` is the `next` of the answer before.',
      access: 'api',
      allows: 'tasks.read',
      query: z.strictObject({
        scope: z.enum(['my-tasks', 'assigned', 'personal', 'all']).optional(),
        filter: z.enum(['all', 'to-do', 'completed', 'overdue']).optional(),
        status: z.enum(statuses).optional(),
        tableId: id.optional(),
        recordId: id.optional(),
        search: z.string().max(200).optional(),
        before: id.optional(),
      }),
      responses: { 200: z.strictObject({ tasks: z.array(task), next: z.string().optional() }) },
      handle: async ({ actor, query }) => {
        requireRight(actor, 'tasks.read');
        const me = userOf(actor);
        const scope = query.scope ?? 'all';
        const all =
          query.recordId !== undefined
            ? await where(actor, { recordId: query.recordId })
            : scope === 'all'
              ? await where(actor, {})
              : await own(actor);
        const dayAt = await daysOf(actor);
        const today = dayAt(clock());
        const words = (query.search ?? '').trim().toLocaleLowerCase();
        const found = all
          .filter((one) => {
            const { owners, status, deadline, title, description, tableId } = one.parts;
            if (one.state === 'gone' || !sees(actor, one)) return false;
            if (scope === 'my-tasks' && !owners.includes(me)) return false;
            if (scope === 'assigned' && !(one.createdBy === me && owners.some((owner) => owner !== me))) return false;
            if (scope === 'personal' && !(one.createdBy === me && owners.every((owner) => owner === me))) return false;
            const closed = status === 'done' || status === 'ignored';
            if (query.filter === 'to-do' && closed) return false;
            if (query.filter === 'completed' && status !== 'done') return false;
            if (query.filter === 'overdue' && (closed || deadline === '' || deadline >= today)) return false;
            if (query.status !== undefined && status !== query.status) return false;
            if (query.tableId !== undefined && tableId !== query.tableId) return false;
            if (query.before !== undefined && one.id >= query.before) return false;
            return words === '' || `${title} ${description}`.toLocaleLowerCase().includes(words);
          })
          .toSorted((a, b) => (a.id < b.id ? 1 : -1));
        const page = found.slice(0, atOnce);
        const last = page.at(-1);
        return {
          body: {
            tasks: page.map((one) => wireTask(one, changes(actor, one), dayAt)),
            ...(found.length > atOnce && last !== undefined && { next: last.id }),
          },
        };
      },
    }),
    route({
      method: 'post',
      path: '/v3/tasks',
      tag,
      summary: 'Make a task',
      description:
        'Without owners it is yours. `parentId` makes it a subtask. One with a `recurrence` is followed by its next one once it is done or its deadline is there; `reminders` tell its owners and followers before its deadline. Both need a deadline. `id` may be given, so that a second try makes no second task.',
      access: 'api',
      allows: 'tasks.write',
      body: some.extend({ id: id.optional(), parentId: id.nullable().optional() }),
      refuses: refuses(
        'task_not_found',
        'tasks.dates',
        'tasks.denied',
        'tasks.file_missing',
        'tasks.no_deadline',
        'tasks.no_owner',
        'tasks.no_title',
        'tasks.owner_follows',
        'tasks.part_of_part',
      ),
      responses: { 201: task },
      handle: async ({ actor, body, meta }) => {
        const { id: given, parentId, files: asked, ...rest } = body;
        const taskId = given ?? newId();
        const parts = { ...partsOf(rest), ...(await filesOf(actor, taskId, asked)), parentId: parentId ?? '' };
        const payload = { taskId, parts };
        const { answer, commitId } = await store.execute({ type: 'createTask', payload }, meta);
        return answered(actor, answer.id, commitId, 201);
      },
    }),
    ...(['/v3/tasks/{id}', '/task/{id}/get'] as const).map((path) =>
      route({
        method: 'get',
        path,
        tag,
        summary: path.startsWith('/v3') ? 'A task' : 'A task, by its older address',
        description: 'Who made, owns or follows it sees it, and of a task of a record whoever may read the table.',
        access: 'api',
        allows: 'tasks.read',
        params: z.strictObject({ id }),
        refuses: refuses('task_not_found'),
        responses: { 200: task },
        handle: async ({ actor, params }) => {
          requireRight(actor, 'tasks.read');
          return answered(actor, params.id, undefined);
        },
      }),
    ),
    route({
      method: 'patch',
      path: '/v3/tasks/{id}',
      tag,
      summary: 'Change a task',
      description: 'Send only what changes; null takes a date or the record away.',
      access: 'api',
      allows: 'tasks.write',
      params: z.strictObject({ id }),
      body: some,
      refuses: refuses(
        'task_not_found',
        'tasks.dates',
        'tasks.denied',
        'tasks.file_missing',
        'tasks.no_deadline',
        'tasks.no_owner',
        'tasks.no_title',
        'tasks.owner_follows',
      ),
      responses: { 200: task },
      handle: async ({ actor, params, body, meta: headed, headers }) => {
        const meta = await groupedMeta(store, headed, headers);
        const { files: asked, ...rest } = body;
        const given = { ...partsOf(rest), ...(await filesOf(actor, params.id, asked)) };
        const commitId = await change(actor, params.id, given, meta);
        return answered(actor, params.id, commitId);
      },
    }),
    route({
      method: 'post',
      path: '/v3/tasks/{id}/complete',
      tag,
      summary: 'Complete a task, or open it again',
      description:
        '`completed: false` opens a task that is done. One that comes again is followed by its next one, once.',
      access: 'api',
      allows: 'tasks.write',
      params: z.strictObject({ id }),
      body: z.strictObject({ completed: z.boolean().optional() }),
      refuses: ofTask,
      responses: { 200: task },
      handle: async ({ actor, params, body, meta: headed, headers }) => {
        const meta = await groupedMeta(store, headed, headers);
        const commitId = await change(actor, params.id, { status: body.completed === false ? 'open' : 'done' }, meta);
        return answered(actor, params.id, commitId);
      },
    }),
    route({
      method: 'post',
      path: '/v3/tasks/{id}/clone',
      tag,
      summary: 'Copy a task',
      description: 'The copy is open, with its to-dos not done, and does not come again.',
      access: 'api',
      allows: 'tasks.write',
      params: z.strictObject({ id }),
      body: z.strictObject({}),
      refuses: refuses('task_not_found', 'tasks.denied', 'tasks.part_of_part'),
      responses: { 201: task },
      handle: async ({ actor, params, meta }) => {
        const from = await find(actor, params.id);
        const copy = {
          ...from.parts,
          status: 'open',
          todos: from.parts.todos.map((one) => ({ ...one, done: false })),
          recurrence: noRule,
        };
        const payload = { taskId: newId(), parts: copy };
        const { answer, commitId } = await store.execute({ type: 'createTask', payload }, meta);
        return answered(actor, answer.id, commitId, 201);
      },
    }),
    route({
      method: 'delete',
      path: '/v3/tasks/{id}',
      tag,
      summary: 'Delete a task',
      description: 'Undo brings it back.',
      access: 'api',
      allows: 'tasks.write',
      params: z.strictObject({ id }),
      refuses: ofTask,
      responses: { 204: 'empty' },
      handle: async ({ params, meta: headed, headers }) => {
        const meta = await groupedMeta(store, headed, headers);
        const { commitId } = await store.execute({ type: 'deleteTask', payload: { taskId: params.id } }, meta);
        return { status: 204, ...(commitId !== undefined && { headers: { 'tessera-commit': commitId } }) };
      },
    }),
  ];
};
