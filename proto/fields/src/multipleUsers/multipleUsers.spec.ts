import type { Operand } from '@tessera/kernel';
import { expect, it } from 'vitest';
import { conversionsOf, convertCell, fieldType, readContextFor } from '../index.ts';
import { multipleUsers } from './type.ts';

const ids: Readonly<Record<string, string>> = { Ana: 'u1', 'Holt, Maren': 'u2', 'Bo "B" Lee': 'u3' };
const find = (text: string): string | undefined => ids[text] ?? Object.values(ids).find((id) => id === text);
const context = { ...readContextFor('en', 'UTC'), findUser: find };
const show = {
  locale: 'en',
  timezone: 'UTC',
  findUser: find,
  userName: (id: string) => Object.keys(ids).find((name) => ids[name] === id) ?? id,
};

it('are read by name or id, each once, and written so that they are read again', () => {
  expect(multipleUsers.fromText('Ana; "Holt, Maren"; u1', {}, context)).toEqual(['u1', 'u2']);
  expect(multipleUsers.fromText('Holt, Maren', {}, context)).toEqual(['u2']);
  const text = multipleUsers.toText(['u3', 'u2', 'u1'], {}, show);
  expect(text).toBe('"Bo ""B"" Lee", "Holt, Maren", Ana');
  expect(multipleUsers.fromText(text, {}, context)).toEqual(['u3', 'u2', 'u1']);
  expect(multipleUsers.fromJson(['u1', 'Ana'], {}, context)).toEqual(['u1']);
  expect(multipleUsers.fromJson([], {}, context)).toBeNull();
  expect(() => multipleUsers.fromText('Ana, Cid', {}, context)).toThrow('nobody here');
  expect(() => multipleUsers.fromJson([7], {}, context)).toThrow('list of people');
});

it('are filtered also by who asks', () => {
  const left: Operand = { kind: 'field', column: 'c1_0', storage: 'users' };
  const any = multipleUsers.operators.find(({ id }) => id === 'hasAnyOf')!;
  const asking = { now: 0, today: '2026-01-01', timezone: 'UTC', weekStart: 0, currentUserId: 'u2' } as const;
  expect(any.predicate(left, ['u1', { currentUser: true }], {}, asking)).toEqual({
    op: 'hasAny',
    left,
    values: ['u1', 'u2'],
  });
});

it('come from one person, and become the first of them, which is told', () => {
  const [one, many] = [
    { type: fieldType('user')!, props: {} },
    { type: multipleUsers, props: {} },
  ];
  expect(conversionsOf('user')).toContain('multipleUsers');
  expect(conversionsOf('multipleUsers')).toContain('user');
  expect(convertCell('u1', one, many, show)).toEqual({ cell: ['u1'], outcome: 'fits' });
  expect(convertCell(['u2'], many, one, show)).toEqual({ cell: 'u2', outcome: 'fits' });
  expect(convertCell(['u2', 'u1'], many, one, show)).toMatchObject({ cell: 'u2', outcome: 'changed' });
});
