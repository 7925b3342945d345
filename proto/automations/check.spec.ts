/* oxlint-disable unicorn/no-thenable -- the lanes of a condition are called so on the wire */
import { describe, expect, it } from 'vitest';
import {
  everyStep,
  issuesOf,
  shapeIssues,
  stepsBefore,
  stepTypes,
  tablesIn,
  triggerTypes,
  type KnownTables,
  type Program,
  type Step,
} from './index.ts';

const field = (id: string, more: { readonly isReadOnly?: boolean; readonly isComputed?: boolean } = {}) => ({
  id,
  isReadOnly: false,
  isComputed: false,
  operators: ['equals', 'contains'],
  isDate: id === 'day',
  isLinks: id === 'linked',
  ...more,
});
const tables: KnownTables = new Map([
  ['deals', [field('name'), field('value'), field('sum', { isReadOnly: true, isComputed: true })]],
  ['tasks', [field('title')]],
]);
const step = (id: string, type: string, config: object = {}, lanes: Partial<Step> = {}): Step =>
  ({ id, type, config, ...lanes }) as Step;
const task = (id: string, title: unknown = 'x'): Step =>
  step(id, 'create_record', { tableId: 'tasks', values: { title } });
const program = (steps: readonly Step[], type = 'record_created', config: object = { tableId: 'deals' }): Program => ({
  trigger: { type, config: config as Program['trigger']['config'] },
  steps,
});
const told = (one: Program) => issuesOf(one, tables).map(({ step: at, field: of, code }) => `${at}.${of} ${code}`);

describe('the types', () => {
  it('have ids that are told apart, and parts that the checks know', () => {
    const ids = [...triggerTypes, ...stepTypes].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { config } of [...triggerTypes, ...stepTypes])
      for (const part of Object.values(config)) expect(part.of).toMatch(/^[a-z]+$/);
  });
});

describe('what is wrong with an automation', () => {
  it('is nothing where everything is there', () => {
    expect(
      told(program([task('a', { ref: 'trigger.record.name' }), task('b', { ref: 'steps.a.record.title' })])),
    ).toEqual([]);
  });
  it.each<readonly [string, Program, string]>([
    ['no step', program([]), 'trigger.steps no_steps'],
    ['no table', program([task('a')], 'record_created', {}), 'trigger.tableId required'],
    ['a table that is gone', program([task('a')], 'record_created', { tableId: 'x' }), 'trigger.tableId table_missing'],
    [
      'a field that is gone',
      program([task('a')], 'record_updated', { tableId: 'deals', fieldIds: ['x'] }),
      'trigger.fieldIds field_missing',
    ],
    ['a part that is not known', program([task('a')], 'manual', { speed: 1 }), 'trigger.speed unknown'],
    ['no cron', program([task('a')], 'schedule', { zone: 'UTC' }), 'trigger.cron required'],
    ['a wrong cron', program([task('a')], 'schedule', { cron: '61 * * * *', zone: 'UTC' }), 'trigger.cron wrong'],
    ['a wrong zone', program([task('a')], 'schedule', { cron: '1 * * * *', zone: 'Mars' }), 'trigger.zone wrong'],
    [
      'an empty filter',
      program([task('a')], 'record_matches', { tableId: 'deals', filter: { and: [] } }),
      'trigger.filter required',
    ],
    [
      'a filter on what is computed',
      program([task('a')], 'record_matches', {
        tableId: 'deals',
        filter: { fieldId: 'sum', operator: 'equals', value: 1 },
      }),
      'trigger.filter field_computed',
    ],
    [
      'a filter on a relative day',
      program([task('a')], 'record_matches', {
        tableId: 'deals',
        filter: { fieldId: 'name', operator: 'equals', value: { relative: 'today' } },
      }),
      'trigger.filter condition_relative',
    ],
    [
      'a filter on who looks',
      program([task('a')], 'record_matches', {
        tableId: 'deals',
        filter: { fieldId: 'name', operator: 'equals', value: { currentUser: true } },
      }),
      'trigger.filter condition_relative',
    ],
    [
      'a filter that asks what cannot be asked',
      program([task('a')], 'record_matches', {
        tableId: 'deals',
        filter: { fieldId: 'name', operator: 'isOlderThan', value: 1 },
      }),
      'trigger.filter wrong',
    ],
    [
      'a filter in a trigger that refers to something',
      program([task('a')], 'record_matches', {
        tableId: 'deals',
        filter: { fieldId: 'name', operator: 'equals', value: { ref: 'trigger.record.name' } },
      }),
      'trigger.filter reference_missing',
    ],
    [
      'a field that nobody writes',
      program([step('a', 'create_record', { tableId: 'deals', values: { sum: 1 } })]),
      'a.values field_read_only',
    ],
    [
      'no record',
      program([step('a', 'update_record', { tableId: 'deals', values: { name: 1 } })]),
      'a.recordId required',
    ],
    ['no condition', program([step('a', 'condition', { if: { and: [] } })]), 'a.if required'],
    ['a wrong condition', program([step('a', 'condition', { if: { left: 1, operator: 'like' } })]), 'a.if wrong'],
    ['a wait that is too long', program([step('a', 'delay', { seconds: 8_000_000 })]), 'a.seconds wrong'],
    [
      'a method that there is not',
      program([step('a', 'http_request', { method: 'LOOK', url: 'x' })]),
      'a.method wrong',
    ],
    [
      'a step behind it',
      program([task('a', { ref: 'steps.b.record.title' }), task('b')]),
      'a.values reference_missing',
    ],
    [
      'a field of the record that is gone',
      program([task('a', { ref: 'trigger.record.x' })]),
      'a.values reference_missing',
    ],
    [
      'anything of a deleted record but its id',
      program([task('a', { ref: 'trigger.record.name' })], 'record_deleted'),
      'a.values reference_missing',
    ],
    [
      'a record where none comes along',
      program([task('a', { ref: 'trigger.record.name' })], 'schedule', { cron: '0 8 * * 1', zone: 'UTC' }),
      'a.values reference_missing',
    ],
    [
      'an item outside of its loop',
      program([step('each', 'loop', { over: [] }, { each: [] }), task('a', { ref: 'steps.each.item.title' })]),
      'a.values reference_missing',
    ],
    [
      'a step of another lane',
      program([
        step('if', 'condition', { if: { left: 1, operator: 'filled' } }, { then: [task('a')], else: [] }),
        task('b', { ref: 'steps.a.record.title' }),
      ]),
      'b.values reference_missing',
    ],
    ['an answer to nobody', program([step('a', 'respond')]), 'a.type nobody_waits'],
    ['an answer that is none', program([step('a', 'respond', { status: 99 })], 'webhook', {}), 'a.status wrong'],
    [
      'a record that no call brings',
      program([task('a', { ref: 'trigger.record.name' })], 'webhook', {}),
      'a.values reference_missing',
    ],
    ['a call where none comes', program([task('a', { ref: 'trigger.body.name' })]), 'a.values reference_missing'],
    [
      'a name that was not set',
      program([step('s', 'set', { values: { x: 1 } }), task('a', { ref: 'steps.s.y' })]),
      'a.values reference_missing',
    ],
  ])('is told: %s', (_name, one, issue) => {
    expect(told(one)).toContain(issue);
  });
  it('takes what is known at a step', () => {
    const each = step(
      'each',
      'loop',
      { over: { ref: 'steps.find.records' } },
      { each: [task('a', { ref: 'steps.each.item.title' })] },
    );
    const find = step('find', 'find_records', { tableId: 'tasks' });
    const set = step('s', 'set', { values: { x: { ref: 'trigger.at' } } });
    expect(told(program([find, each, set, task('b', { ref: 'steps.s.x' })]))).toEqual([]);
    const answer = step('r', 'respond', { status: 201, body: { ref: 'trigger.headers.x-shop' } });
    const called = [task('a', { ref: 'trigger.body.order.0.name' }), answer];
    expect(told(program(called, 'webhook', {}))).toEqual([]);
  });
});

describe('how it is put together', () => {
  const codes = (one: Program) => shapeIssues(one).map(({ code }) => code);
  it.each<readonly [string, Program, readonly string[]]>([
    ['well', program([task('a')]), []],
    ['a trigger that there is not', program([task('a')], 'moon'), ['type_unknown']],
    ['a step that there is not', program([step('a', 'moon')]), ['type_unknown']],
    ['an id twice', program([task('a'), task('a')]), ['id_twice']],
    ['an id with other letters', program([task('a.b')]), ['id_wrong']],
    ['a lane that the type has not', program([step('a', 'set', {}, { then: [] })]), ['lane_unknown']],
    ['too many steps', program(Array.from({ length: 101 }, (_, i) => task(`a${i}`))), ['too_many']],
  ])('%s', (_name, one, expected) => {
    expect(codes(one)).toEqual(expected);
  });
  it('is bounded in its depth', () => {
    let deep = [task('z')];
    for (let i = 0; i < 5; i++) deep = [step(`l${i}`, 'loop', { over: [] }, { each: deep })];
    expect(codes(program(deep))).toEqual(['too_deep']);
  });
  it('names every step with its place, its tables, and what comes before', () => {
    const steps = [task('a'), step('c', 'condition', {}, { then: [task('t')], else: [task('e')] }), task('z')];
    expect(everyStep(steps).map(({ at }) => at)).toEqual([
      'steps.0',
      'steps.1',
      'steps.1.then.0',
      'steps.1.else.0',
      'steps.2',
    ]);
    expect(tablesIn(program(steps))).toEqual(['deals', 'tasks']);
    const before = (id: string) => stepsBefore(steps, id).map((one) => one.id);
    expect([before('a'), before('t'), before('e'), before('z'), before('none')]).toEqual([
      [],
      ['a', 'c'],
      ['a', 'c'],
      ['a', 'c'],
      [],
    ]);
  });
});
