import { describe, expect, it } from 'vitest';
import { lateness, linesOf, rowsOf } from './model.ts';
import type { Task } from './tasks.resource.ts';

const task = (id: string, more: Partial<Task> = {}): Task =>
  ({ id, title: id, status: 'open', deadline: null, parentId: null, createdAt: id, ...more }) as Task;

describe('tasks', () => {
  it('are late from the day of their deadline on, until they are closed', () => {
    expect(lateness(task('a', { deadline: '2026-11-26' }), '2026-11-26')).toBe(0);
    expect(lateness(task('a', { deadline: '2026-11-23' }), '2026-11-26')).toBe(3);
    expect(lateness(task('a', { deadline: '2026-11-27' }), '2026-11-26')).toBeUndefined();
    expect(lateness(task('a', { deadline: '2026-11-23', status: 'done' }), '2026-11-26')).toBeUndefined();
    expect(lateness(task('a'), '2026-11-26')).toBeUndefined();
  });
  it('stand by their deadline, with their subtasks beneath them, whatever their status', () => {
    const all = [
      task('a'),
      task('b', { deadline: '2026-12-01' }),
      task('c', { parentId: 'a', status: 'done' }),
      task('d', { status: 'done' }),
      task('e', { parentId: 'gone' }),
    ];
    expect(rowsOf(all, 'open', true).map((row) => [row.task.id, row.parts.map(({ id }) => id)])).toEqual([
      ['b', []],
      ['a', ['c']],
      ['e', []],
    ]);
    expect(rowsOf(all, 'done', true).map((row) => row.task.id)).toEqual(['d']);
    expect(rowsOf(all, 'open', false)[1]?.parts).toEqual([]);
  });
  it('take several to-dos from several lines', () => {
    expect(linesOf(' - Call\n\n* Write \r\n[x] Meet')).toEqual(['Call', 'Write', 'Meet']);
  });
});
