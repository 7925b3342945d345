import { describe, expect, it } from 'vitest';
import { lateness, linesOf, movedTo, plannedDays, rowsOf, turned } from './model.ts';
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
    expect(linesOf('- [ ] Call\n- [x] Write\n- \n-5 degrees')).toEqual(['Call', 'Write', '-5 degrees']);
  });
});

describe('a plan', () => {
  it('has the days of a week, or of all weeks of a month', () => {
    expect(plannedDays('week', '2026-11-27', 1)).toEqual([
      '2026-11-23',
      '2026-11-24',
      '2026-11-25',
      '2026-11-26',
      '2026-11-27',
      '2026-11-28',
      '2026-11-29',
    ]);
    expect(plannedDays('week', '2026-11-29', 0)[0]).toBe('2026-11-29');
    const november = plannedDays('month', '2026-11-27', 1);
    expect([november[0], november.at(-1), november.length]).toEqual(['2026-10-26', '2026-12-06', 42]);
    expect(plannedDays('month', '2027-02-03', 1)).toHaveLength(28);
  });
  it('is turned by weeks or months', () => {
    expect(turned('week', '2026-11-27', -1)).toBe('2026-11-20');
    expect([turned('month', '2026-01-31', 1), turned('month', '2026-01-31', -1)]).toEqual(['2026-02-01', '2025-12-01']);
  });
  it('moves the start of a task with its deadline', () => {
    expect(movedTo({ deadline: '2026-11-27', startedAt: '2026-11-25' }, '2026-12-01')).toEqual({
      deadline: '2026-12-01',
      startDate: '2026-11-29',
    });
    expect(movedTo({ deadline: null, startedAt: '2026-11-25' }, '2026-11-20')).toEqual({
      deadline: '2026-11-20',
      startDate: '2026-11-20',
    });
    expect(movedTo({ deadline: '2026-11-27', startedAt: '2026-11-25' }, null)).toEqual({ deadline: null });
    expect(movedTo({ deadline: '2026-11-27', startedAt: null }, '2026-12-01')).toEqual({ deadline: '2026-12-01' });
  });
});
