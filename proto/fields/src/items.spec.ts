import type { Operand } from '@tessera/kernel';
import { expect, it } from 'vitest';
import { checklist } from './checklist/type.ts';
import { changesBetween, itemsIn, withChanges } from './items.ts';
import { readContextFor } from './locale.ts';
import { todoList } from './todoList/type.ts';

const context = readContextFor('en', 'UTC');
const amending = { now: 0, by: undefined, newId: () => 'n' };
const one = (id: string, label: string, checked = false) => ({ id, label, checked });

it('several lines are several items, ticked where they say so', () => {
  const read = (text: string) =>
    itemsIn(todoList.fromText(text, {}, context)).map(({ label, checked }) => [label, checked]);
  expect(read('[x] Sign\n- [ ] Send\n\n* Call\n☑ Paid\nplain')).toEqual([
    ['Sign', true],
    ['Send', false],
    ['Call', false],
    ['Paid', true],
    ['plain', false],
  ]);
  expect(todoList.fromText(' \n ', {}, context)).toBeNull();
  expect(() => todoList.fromText('x\n'.repeat(201), {}, context)).toThrow('at most 200 items');
});

it('what queries ask stands beside the items, and they are told as a list', () => {
  const cell = todoList.fromJson([one('a', 'Sign', true), { label: 'Send' }, 'Call'], {}, context)!;
  expect(cell).toMatchObject({ done: '1', total: '3', share: '33', lines: '[x] Sign\n[ ] Send\n[ ] Call' });
  expect(todoList.toJson(cell, {})).toEqual([one('a', 'Sign', true), one('2', 'Send'), one('3', 'Call')]);
  expect(todoList.fromJson([one('a', ' ')], {}, context)).toBeNull();
  for (const wrong of [
    [one('a', 'x'), one('a', 'y')],
    [{ label: 1 }],
    [{ id: 'a b', label: 'x' }],
    [{ label: 'x', done: true }],
    {},
    7,
  ])
    expect(() => todoList.fromJson(wrong, {}, context), JSON.stringify(wrong)).toThrow('no list of items');
  const left: Operand = { kind: 'field', column: 'c1_0', storage: 'parts' };
  const asking = { now: 0, today: '2026-01-01', timezone: 'UTC', weekStart: 0 } as const;
  expect(todoList.operators[0]!.predicate(left, undefined, {}, asking)).toEqual({
    op: 'eq',
    left: { kind: 'field', column: 'c1_0_share', storage: 'decimal', scale: 0 },
    value: '100',
  });
});

it('what two people do to different lines is there in the end, in whichever order it comes', () => {
  const base = [one('a', 'A'), one('b', 'B'), one('c', 'C')];
  const mine = [one('a', 'A', true), one('c', 'C'), one('d', 'D')];
  const theirs = [one('x', 'X'), one('a', 'A'), one('b', 'B', true), one('c', 'See')];
  const [my, their] = [changesBetween(base, mine), changesBetween(base, theirs)];
  expect(my).toEqual([
    { id: 'b', removed: true },
    { id: 'a', checked: true },
    { id: 'd', label: 'D', after: 'c' },
  ]);
  const merged = [one('x', 'X'), one('a', 'A', true), one('c', 'See'), one('d', 'D')];
  expect(withChanges(withChanges(base, their), my)).toEqual(merged);
  expect(withChanges(withChanges(base, my), their)).toEqual(merged);
  expect(withChanges(base, changesBetween(base, [...base].reverse()))).toEqual([...base].reverse());
  expect(changesBetween(base, base)).toEqual([]);
});

it('a change is read strictly, and takes nothing that somebody else took away', () => {
  const present = todoList.fromJson([one('a', 'A')], {}, context);
  const apply = (changes: unknown) => itemsIn(todoList.amend!.apply(present, { changes }, amending));
  expect(
    apply([
      { id: 'b', checked: true },
      { id: 'a', checked: true },
    ]),
  ).toEqual([one('a', 'A', true)]);
  expect(apply([{ id: 'b', label: 'B', after: 'gone' }])).toEqual([one('a', 'A'), one('b', 'B')]);
  expect(todoList.amend!.apply(present, { changes: [{ id: 'a', removed: true }] }, amending)).toBeNull();
  for (const wrong of [[], [{ label: 'x' }], [{ id: 'a', removed: false }], [{ id: 'a', color: 'red' }], 'x'])
    expect(() => apply(wrong), JSON.stringify(wrong)).toThrow('no list of items');
});

it('a checklist begins with the items of its field', () => {
  const props = checklist.props({ template: ' * Sign \nSend\n\nsend' } as object);
  expect(props).toEqual({ template: '* Sign\nSend' });
  expect(itemsIn(checklist.begins!(props))).toEqual([one('1', 'Sign'), one('2', 'Send')]);
  expect(checklist.begins!(checklist.props({}))).toBeNull();
});
