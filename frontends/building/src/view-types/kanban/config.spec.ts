import type { Field, User, ViewConfig } from '@tessera/kit';
import { describe, expect, it } from 'vitest';
import { boardField, columnsOf, filterOfColumn, isIn, movedValue, totalOf, withLane, withLaneAt } from './config.ts';

const options = [
  { id: 'new', label: 'New', color: 'blue' },
  { id: 'won', label: 'Won', color: 'green' },
];
const field = (id: string, type: string, props: object = {}): Field => ({ id, name: id, type, props }) as Field;
const stage = field('stage', 'select', { options });
const labels = field('labels', 'multipleSelect', { options });
const owner = field('owner', 'user');
const name = field('name', 'singleLineText');
const table = { fields: [name, owner, labels, stage] };
const person = (id: string, more: object = {}): User =>
  ({ id, name: id, active: true, erased: false, ...more }) as User;
const keys = (config: ViewConfig, of = stage, users: readonly User[] = [], present: readonly string[] = []) =>
  columnsOf(of, config, users, new Set(present)).map(({ key }) => key);

describe('the columns of a board', () => {
  it('are by the chosen field, else by the first that takes one option, whatever stands before it', () => {
    expect(boardField(table, {})).toBe(stage);
    expect(boardField(table, { kanban_field: 'owner' })).toBe(owner);
    expect(boardField(table, { kanban_field: 'name' })).toBe(stage);
    expect(boardField({ fields: [name, owner, labels] }, {})).toBe(labels);
    expect(boardField({ fields: [name] }, {})).toBeUndefined();
  });

  it('are the options in their order after records without a value, and as the view has them', () => {
    expect(keys({})).toEqual([null, 'new', 'won']);
    expect(keys({ kanban_disable_default_column: true })).toEqual(['new', 'won']);
    const config = { kanban_columns: [{ key: 'won', color: 'rose', limit: 3 }, { key: 'gone' }, { key: null }] };
    expect(keys(config)).toEqual(['won', null, 'new']);
    expect(columnsOf(stage, config, [], new Set())[0]).toMatchObject({ name: 'Won', color: 'rose', limit: 3 });
  });

  it('of people are those who are here, and of many those who have records or are named', () => {
    const few = [person('ada'), person('max', { active: false }), person('mia')];
    expect(keys({}, owner, few)).toEqual([null, 'ada', 'mia']);
    expect(keys({}, owner, few, ['max'])).toEqual([null, 'ada', 'max', 'mia']);
    const many = Array.from({ length: 40 }, (_, i) => person(`p${i}`));
    expect(keys({ kanban_columns: [{ key: 'p7' }] }, owner, many, ['p3'])).toEqual(['p7', null, 'p3']);
  });

  it('are changed and moved one by one, and the rest stays as it is', () => {
    const columns = columnsOf(stage, {}, [], new Set());
    const hidden = withLane({}, columns, 'new', (lane) => ({ ...lane, hidden: true, limit: 2 }));
    expect(hidden['kanban_columns']).toEqual([{ key: null }, { key: 'new', hidden: true, limit: 2 }, { key: 'won' }]);
    const moved = withLaneAt(hidden, columnsOf(stage, hidden, [], new Set()), 'won', 0);
    expect(moved['kanban_columns']).toEqual([{ key: 'won' }, { key: null }, { key: 'new', hidden: true, limit: 2 }]);
    expect(withLane(hidden, columns, 'new', ({ key }) => ({ key }))['kanban_columns']).toEqual([
      { key: null },
      { key: 'new' },
      { key: 'won' },
    ]);
  });
});

describe('a record', () => {
  it('is in the column of its value, and of several in each of theirs', () => {
    expect([isIn(stage, 'new', 'new'), isIn(stage, 'won', 'new'), isIn(stage, undefined, null)]).toEqual([
      true,
      false,
      true,
    ]);
    expect([isIn(labels, ['new', 'won'], 'won'), isIn(labels, [], null), isIn(labels, ['new'], null)]).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('gets the value of the column that it goes to; of several values it gives up that of the column it leaves', () => {
    expect([movedValue(stage, 'new', 'new', 'won'), movedValue(stage, 'new', 'new', null)]).toEqual(['won', null]);
    expect(movedValue(labels, ['new', 'old'], 'new', 'won')).toEqual(['old', 'won']);
    expect(movedValue(labels, ['new', 'won'], 'new', 'won')).toEqual(['won']);
    expect(movedValue(labels, ['new'], 'new', null)).toEqual([]);
    expect(movedValue(labels, undefined, null, 'new')).toEqual(['new']);
  });

  it('is asked for by its value beside what the view filters', () => {
    const filter = { fieldId: 'name', operator: 'isNotEmpty' };
    expect(filterOfColumn(stage, 'new', undefined)).toEqual({ fieldId: 'stage', operator: 'equals', value: 'new' });
    expect(filterOfColumn(stage, null, filter)).toEqual({
      and: [{ fieldId: 'stage', operator: 'isEmpty' }, filter],
    });
    expect(filterOfColumn(labels, 'won', undefined)).toEqual({
      fieldId: 'labels',
      operator: 'hasAnyOf',
      value: ['won'],
    });
  });
});

it('the total over a column is that of the first field that the view totals', () => {
  expect(totalOf(table, { fields: [{ fieldId: 'name' }, { fieldId: 'gone', total: 'sum' }] })).toBeUndefined();
  expect(totalOf(table, { fields: [{ fieldId: 'name' }, { fieldId: 'stage', total: 'filled' }] })).toEqual({
    field: stage,
    fn: 'filled',
  });
});
