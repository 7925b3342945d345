import { noPermissions, systemActor, type Actor, type DecideEnv } from '@tessera/kernel';
import { describe, expect, it } from 'vitest';
import type { TasksEvent } from '../events.ts';
import { dueAt } from './clock.ts';
import { blank, changeTask, continueTask, createTask, isClocked, remindOfTask } from './decide.ts';
import { taskAggregate, type Parts, type Task } from './evolve.ts';
import type { TaskDocument } from './projection.ts';

const person: Actor = {
  organizationId: 'o',
  kind: 'user',
  id: 'mo',
  userId: 'mo',
  seat: 'member',
  roleId: '3',
  permissionVersion: 1,
  permissions: noPermissions,
};
const as = (actor: Actor): DecideEnv => ({ now: 0, meta: { actor } }) as unknown as DecideEnv;
const system = as(systemActor('tasks', 'o'));
const nothing = { version: 0, state: undefined };
const daily = { every: 'daily', interval: 1, days: [], workingDays: false, anchor: '' };

const events = (decided: unknown): readonly TasksEvent[] =>
  (decided as { events: { event: TasksEvent }[] }).events.map(({ event }) => event);
const folded = (all: readonly TasksEvent[], state?: Task): Task =>
  all.reduce<Task | undefined>(
    (before, one) =>
      taskAggregate.evolve(before, one, { time: 0, actorId: 'mo' } as Parameters<typeof taskAggregate.evolve>[2]),
    state,
  )!;
const made = (parts: Partial<Parts>): Task =>
  folded(
    events(
      createTask.decide(
        { taskId: 't', parts: { title: 'Water', ...parts } },
        { task: nothing, parent: nothing },
        as(person),
      ),
    ),
  );
const changed = (state: Task, parts: Partial<Parts>, nextId = 'n') =>
  events(
    changeTask.decide(
      { taskId: 't', parts, nextId, today: '2026-11-27' },
      { task: { version: 1, state }, next: nothing },
      as(person),
    ),
  );
const code = (run: () => unknown): unknown => {
  try {
    return run();
  } catch (error) {
    return (error as { code: string }).code;
  }
};

describe('a task', () => {
  it('has no owner who follows it, and a deadline where it comes again or reminds', () => {
    expect(code(() => made({ owners: ['mo'], followers: ['mo'] }))).toBe('tasks.owner_follows');
    expect(code(() => made({ recurrence: daily }))).toBe('tasks.no_deadline');
    expect(code(() => made({ reminders: [{ days: 1, workingDays: false }] }))).toBe('tasks.no_deadline');
    const task = made({ recurrence: daily, deadline: '2026-11-27' });
    expect(code(() => changed(task, { deadline: '' }))).toBe('tasks.no_deadline');
    expect(folded(changed(task, { deadline: '', recurrence: { ...daily, every: '' } }), task).parts).toMatchObject({
      deadline: '',
      recurrence: undefined,
    });
  });
});

describe('a task that comes again', () => {
  const task = made({
    recurrence: daily,
    startDate: '2026-11-25',
    deadline: '2026-11-27',
    todos: [{ title: 'Fill', done: true }],
  });
  it('is followed by its next one when it is done, once', () => {
    const all = changed(task, { status: 'done' });
    expect(all.map(({ $case }) => $case)).toEqual(['taskChanged', 'taskContinued', 'taskCreated']);
    expect(all[2]).toMatchObject({
      value: {
        taskId: 'n',
        madeBy: 'mo',
        parts: {
          title: 'Water',
          status: 'open',
          startDate: '2026-11-26',
          deadline: '2026-11-28',
          todos: [{ title: 'Fill', done: false }],
          recurrence: { ...daily, anchor: '2026-11-27' },
        },
      },
    });
    const after = folded(all.slice(0, 2), task);
    const opened = folded(changed(after, { status: 'open' }, 'm'), after);
    expect(changed(opened, { status: 'done' }, 'm')).toHaveLength(1);
    expect(
      events(
        continueTask.decide(
          { taskId: 't', nextId: 'm', today: '2026-11-28' },
          { task: { version: 3, state: after }, next: nothing },
          system,
        ),
      ),
    ).toEqual([]);
  });
  it('is followed on its day, not before, and never where it was deleted', () => {
    const follow = (state: Task, today: string) =>
      events(
        continueTask.decide(
          { taskId: 't', nextId: 'n', today },
          { task: { version: 1, state }, next: nothing },
          system,
        ),
      ).map(({ $case }) => $case);
    expect(follow(task, '2026-11-26')).toEqual([]);
    expect(follow(task, '2026-11-27')).toEqual(['taskContinued', 'taskCreated']);
    expect(follow({ ...task, deleted: { at: 0, by: 'mo' } }, '2026-11-27')).toEqual([]);
    const by = (actor: DecideEnv) => () =>
      continueTask.decide({ taskId: 't', nextId: 'n', today: '2026-11-27' }, { task: nothing, next: nothing }, actor);
    expect(code(by(as(person)))).toBe('forbidden');
  });
});

describe('the clock', () => {
  const reminders = [{ days: 1, workingDays: false }];
  const task = made({ deadline: '2026-11-27', followers: ['vi'], reminders });
  const documentOf = (one: Task): TaskDocument => ({
    ...one,
    state: 'there',
    recordId: '',
    parentId: '',
    clocked: 'yes',
  });
  const at = (time: string, one = task) => dueAt([documentOf(one)], 'America/Sao_Paulo', Date.parse(time));
  it('is that of the organization, and tells people in the morning', () => {
    expect(at('2026-11-26T02:59:00Z').today).toBe('2026-11-25');
    expect(at('2026-11-26T10:59:00Z').reminding).toEqual([]);
    expect(at('2026-11-26T11:00:00Z').reminding).toHaveLength(1);
    expect(at('2026-11-28T11:00:00Z').reminding).toEqual([]);
  });
  it('tells owners and followers once, and again of another deadline', () => {
    const remind = (state: Task, today: string) =>
      events(remindOfTask.decide({ taskId: 't', today }, { version: 1, state }, system));
    const told = remind(task, '2026-11-26');
    expect(told).toMatchObject([{ $case: 'taskReminded', value: { userIds: ['mo', 'vi'], days: 1 } }]);
    const after = folded(told, task);
    expect(folded(told, after)).toEqual(after);
    expect([remind(after, '2026-11-26'), isClocked(task), isClocked(after)]).toEqual([[], true, false]);
    const moved = { ...after, parts: { ...after.parts, deadline: '2026-12-24' } };
    expect([remind(moved, '2026-12-22'), remind(moved, '2026-12-23').length]).toEqual([[], 1]);
    expect(remind({ ...task, parts: { ...task.parts, status: 'done' } }, '2026-11-26')).toEqual([]);
    expect(blank.reminders).toEqual([]);
  });
});
