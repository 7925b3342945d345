import type { Field, Filter } from '@tessera/kit';
import { fieldTypes } from '@tessera/fields';
import { describe, expect, it } from 'vitest';
import { carried, concerns, filterOf, known, listOf, prefill, savable, treeOf } from './filters.ts';

const field = (id: string, type: string): Field => ({
  id,
  name: id,
  type,
  props: {},
  required: false,
  unique: false,
  description: '',
});
const fields = [
  field('name', 'singleLineText'),
  field('stage', 'select'),
  field('owner', 'user'),
  field('done', 'checkbox'),
  field('due', 'date'),
  field('stay', 'dateRange'),
];

describe('filters', () => {
  it('leave out rows that are not finished, and groups without rows', () => {
    const tree = treeOf({
      and: [
        { fieldId: 'name', operator: 'contains', value: '' },
        { or: [{ fieldId: 'stage', operator: 'isAnyOf', value: [] }] },
        { fieldId: 'due', operator: 'isEmpty' },
      ],
    });
    expect(filterOf(tree, fields)).toEqual({ and: [{ fieldId: 'due', operator: 'isEmpty' }] });
    expect(filterOf(treeOf(undefined), fields)).toBeUndefined();
  });

  it('keep the part that a condition is on, and are not finished where its operator is none of the part', () => {
    const filter: Filter = {
      and: [
        { fieldId: 'stay', part: 'end', operator: 'onOrAfter', value: '2026-03-01' },
        { fieldId: 'stay', part: 'end', operator: 'isEmpty' },
        { fieldId: 'stay', operator: 'isEmpty' },
        { fieldId: 'stay', part: 'middle', operator: 'isEmpty' },
        { fieldId: 'stay', part: 'start', operator: 'contains', value: 'x' },
      ],
    };
    expect(known(filter, fields)).toEqual({ and: (filter as { and: unknown[] }).and.slice(0, 3) });
    expect(prefill({ fieldId: 'stay', part: 'start', operator: 'equals', value: '2026-03-01' }, fields, 'me')).toEqual(
      {},
    );
    expect(
      savable(
        {
          sort: [
            { fieldId: 'stay', part: 'end', order: 'asc' },
            { fieldId: 'due', part: 'end', order: 'asc' },
          ],
        },
        fields,
      ).sort,
    ).toEqual([{ fieldId: 'stay', part: 'end', order: 'asc' }]);
  });

  it('keep what was chosen under an operator that takes one or several, or a range, of it', () => {
    expect(carried('won', 'option', 'options')).toEqual(['won']);
    expect(carried(['won', 'lost'], 'options', 'option')).toBe('won');
    expect(carried({ currentUser: true }, 'user', 'users')).toEqual([{ currentUser: true }]);
    expect(carried('Ana', 'text', 'texts')).toEqual(['Ana']);
    expect(carried('12.5', 'number', 'range')).toEqual(['12.5', '']);
    expect(carried(['', '2026-03-02'], 'range', 'date')).toBe('2026-03-02');
    expect([carried('', 'option', 'options'), carried([], 'options', 'option')]).toEqual([undefined, undefined]);
    expect([carried({ relative: 'today' }, 'date', 'range'), carried('won', 'option', 'none')]).toEqual([
      undefined,
      undefined,
    ]);
  });

  it('take lists where an operator asks for one', () => {
    expect([listOf(' a, b,,a , c d'), listOf(' , ')]).toEqual([['a', 'b', 'c d'], undefined]);
    const context = { now: 0, today: '2026-01-01', timezone: 'UTC', weekStart: 1 as const, currentUserId: 'me' };
    const typed: Record<string, unknown> = {
      none: undefined,
      text: 'a',
      texts: ['a', 'b'],
      number: '1.5',
      option: 'o1',
      options: ['o1'],
      date: '2026-01-02',
      user: 'u',
      users: ['u', { currentUser: true }],
      records: ['r'],
      boolean: false,
      time: '14:30',
    };
    for (const type of fieldTypes) {
      for (const { id, value, predicate } of type.operators) {
        const given =
          value === 'range'
            ? type.storage === 'decimal'
              ? ['1', '']
              : ['', type.storage === 'text' ? '14:30' : '2026-01-02']
            : typed[value];
        const left = { kind: 'field', column: 'c1_1', storage: type.storage, scale: 2 } as never;
        expect(
          () => predicate(left, given, { options: [{ id: 'o1', label: 'One', color: 'blue' }] } as never, context),
          `${type.id} ${id}`,
        ).not.toThrow();
      }
    }
  });

  it('keep nested groups', () => {
    const filter: Filter = {
      or: [
        { fieldId: 'name', operator: 'equals', value: 'x' },
        {
          and: [
            { fieldId: 'done', operator: 'isTrue' },
            { fieldId: 'due', operator: 'isWithin', value: { relative: 'thisWeek' } },
          ],
        },
      ],
    };
    expect(filterOf(treeOf(filter), fields)).toEqual(filter);
  });

  it('drop fields that were deleted since', () => {
    expect(
      known(
        {
          and: [
            { fieldId: 'gone', operator: 'equals', value: 'x' },
            { fieldId: 'done', operator: 'isFalse' },
          ],
        },
        fields,
      ),
    ).toEqual({ and: [{ fieldId: 'done', operator: 'isFalse' }] });
  });

  it('keep what a program filters by beside the fields, as the draft flag', () => {
    const filter: Filter = {
      and: [
        { fieldId: 'draft_flag', operator: 'equals', value: 0 },
        { fieldId: 'done', operator: 'isTrue' },
      ],
    };
    expect(known(filter, fields)).toEqual(filter);
    expect(savable({ filter, rowHeight: 64 }, fields)).toMatchObject({ filter, rowHeight: 64 });
    expect(prefill(filter, fields, 'me')).toEqual({ done: true });
  });

  it('give a new record the values that it needs', () => {
    const filter: Filter = {
      and: [
        { fieldId: 'stage', operator: 'isAnyOf', value: ['won'] },
        { fieldId: 'owner', operator: 'equals', value: { currentUser: true } },
        { fieldId: 'done', operator: 'isTrue' },
        { fieldId: 'due', operator: 'isWithin', value: { relative: 'today' } },
        { fieldId: 'name', operator: 'contains', value: 'x' },
      ],
    };
    expect(prefill(filter, fields, 'me')).toEqual({ stage: 'won', owner: 'me', done: true });
    expect(
      prefill(
        {
          or: [
            { fieldId: 'done', operator: 'isTrue' },
            { fieldId: 'stage', operator: 'equals', value: 'won' },
          ],
        },
        fields,
        'me',
      ),
    ).toEqual({});
  });

  it('say whether an edit can move a record', () => {
    expect(concerns(['name'], { fieldId: 'stage', operator: 'isEmpty' }, [{ fieldId: 'due', order: 'asc' }])).toBe(
      false,
    );
    expect(concerns(['due'], undefined, [{ fieldId: 'due', order: 'asc' }])).toBe(true);
  });
});
