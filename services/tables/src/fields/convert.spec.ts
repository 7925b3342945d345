import { newId, type Row } from '@tessera/kernel';
import { describe, expect, it } from 'vitest';
import { evolveTable } from '../definitions/evolve.ts';
import { schemaOf } from '../definitions/schema.ts';
import type { TableState } from '../definitions/state.ts';
import type { TablesEvent } from '../events.ts';
import { namedPeople } from '../records/context.ts';
import { fromColumn } from '@tessera/proto/cells';
import { planChange } from '../records/change.ts';
import { folded, madeTable, when } from '../testing/definitions.ts';
import {
  checkConvertible,
  conversionEnded,
  conversionStarted,
  convertedField,
  fillColumn,
  type ConvertPlan,
} from './convert.ts';
import { changeField } from './decide.ts';

const table = madeTable({
  fields: [
    { name: 'X', type: 'text', default: '7' },
    { name: 'N', type: 'currency', props: { decimals: 2 } },
  ],
});
const [x, n] = table.fields;
const plan = (type: string, more: Partial<ConvertPlan> = {}): ConvertPlan => ({
  fieldId: x!.id,
  type,
  locale: 'en',
  timezone: 'UTC',
  ...more,
});
const fold = (state: TableState, event: TablesEvent): TableState =>
  folded(state, { events: [{ event, advances: [] }] }, state.id);
const begun = (wanted: ConvertPlan, state = table): TableState =>
  fold(state, { $case: 'fieldConversionStarted', value: conversionStarted(state, wanted, 'op', newId) });
const ended = (state: TableState, converted = true): TableState =>
  fold(state, { $case: 'fieldConversionEnded', value: conversionEnded(state, 'op', converted)! });
const codeOf = (work: () => unknown): string => {
  try {
    work();
    return 'accepted';
  } catch (error) {
    return (error as { code: string }).code;
  }
};
const row = (cells: Row['cells'], more: Partial<Row> = {}): Row => ({
  id: newId(),
  version: 3,
  deleted: false,
  createdAt: 5,
  createdBy: 'u',
  updatedAt: 5,
  updatedBy: 'u',
  cells,
  ...more,
});

describe('a conversion', () => {
  it('leaves the field as it is until it has ended, then gives it type, column and default of the new kind', () => {
    const running = begun(plan('number'));
    expect([
      running.fields[0]!.type,
      running.fields[0]!.generation,
      schemaOf(running).byId.get(x!.id)!.next!.field.column,
    ]).toEqual(['text', 1, 'c1_2']);
    expect(ended(running).fields[0]).toMatchObject({
      name: 'X',
      type: 'number',
      generation: 2,
      keptScale: 6,
      default: '7',
    });
    expect(ended(running).converting).toEqual([]);
    expect(ended(running, false).fields[0]).toEqual(table.fields[0]);
  });
  it('never uses a column twice, whatever came of the one before', () => {
    const second = begun(plan('date'), ended(begun(plan('number')), false));
    expect(schemaOf(second).byId.get(x!.id)!.next!.field.column).toBe('c1_3');
  });
  it('keeps what was renamed meanwhile, and lets nobody change type or properties', () => {
    const running = begun(plan('number'));
    const renamed = when(changeField, running, { fieldId: x!.id, name: 'Y' }).table();
    expect(ended(renamed).fields[0]).toMatchObject({ name: 'Y', type: 'number' });
    expect(when(changeField, running, { fieldId: x!.id, type: 'singleLineText' }).refusal()).toBe('fields.converting');
    expect(codeOf(() => checkConvertible(running, x!.id, 'date'))).toBe('fields.converting');
  });
  it('of decimals is needed only for more places than the column keeps', () => {
    expect(convertedField(table, { ...plan('currency'), fieldId: n!.id, props: { decimals: 4 } }, newId)).toMatchObject(
      { keptScale: 4, generation: 2 },
    );
    expect(
      codeOf(() => convertedField(table, { ...plan('currency'), fieldId: n!.id, props: { decimals: 1 } }, newId)),
    ).toBe('fields.conversion_needless');
  });
  it('fills the new column with what became of the old, for records in the trash too, and leaves out what stands there already', () => {
    const schema = schemaOf(begun(plan('number')));
    const rows = [
      row({ c1_1: '12' }),
      row({ c1_1: 'abc' }),
      row({ c1_1: '5' }, { deleted: true }),
      row({ c1_1: '7', c1_2: '7' }),
      row({}),
    ];
    const event = fillColumn(schema, plan('number'), rows, namedPeople({}))!;
    expect(event.recordIds).toEqual([rows[0]!.id, rows[2]!.id]);
    expect([event.after[0]!.generation, fromColumn(event.after[0]!, 2), event.versions]).toEqual([
      2,
      ['12', '5'],
      [4, 4],
    ]);
    expect(fillColumn(schema, plan('number'), [rows[3]!], namedPeople({}))).toBeUndefined();
  });
  it('has every write of the field go to both columns, a value that does not fit as nothing', () => {
    const schema = schemaOf(begun(plan('number')));
    const field = schema.byId.get(x!.id)!;
    const rows = [row({ c1_1: '1', c1_2: '1' }), row({ c1_1: '2', c1_2: '2' })];
    const { event, errors } = planChange(
      { rows, columns: new Map([[field, ['30', 'no']]]) },
      { schema, owner: () => undefined },
    );
    expect(errors).toEqual([]);
    expect(event!.after.map((column) => [column.generation, fromColumn(column, 2)])).toEqual([
      [1, ['30', 'no']],
      [2, ['30', null]],
    ]);
  });
});

describe('a conversion taken back', () => {
  const converted = ended(begun(plan('number')));
  const back = (edited: 'keep' | 'overwrite'): ConvertPlan => plan('text', { back: { field: x!, edited, since: 10 } });
  const made = (edited: 'keep' | 'overwrite', cells: Row['cells'], createdAt = 5): unknown => {
    const schema = schemaOf(begun(back(edited), converted));
    const event = fillColumn(schema, back(edited), [row(cells, { createdAt })], namedPeople({}));
    return event === undefined ? 'as it was' : fromColumn(event.after[0]!, 1)[0];
  };
  it('finds the old values where they were: lost ones as well', () => {
    expect([made('keep', { c1_1: ' 12 ', c1_2: '12' }), made('keep', { c1_1: 'abc' })]).toEqual([
      'as it was',
      'as it was',
    ]);
    expect(ended(begun(back('keep'), converted)).fields[0]).toMatchObject({
      type: 'text',
      generation: 1,
      default: '7',
    });
  });
  it('keeps what was changed since in the old form, or overwrites it, and never drops what was added since', () => {
    expect([made('keep', { c1_1: 'abc', c1_2: '99' }), made('overwrite', { c1_1: 'abc', c1_2: '99' })]).toEqual([
      '99',
      'as it was',
    ]);
    expect([made('keep', { c1_2: '5' }, 20), made('overwrite', { c1_2: '5' }, 20)]).toEqual(['5', '5']);
  });
  it('is the same event for who folds it twice', () => {
    const event: TablesEvent = {
      $case: 'fieldConversionEnded',
      value: conversionEnded(begun(plan('number')), 'op', true)!,
    };
    const once = fold(begun(plan('number')), event);
    const context = {
      organizationId: 'o',
      commitId: 'c',
      position: 1,
      index: 0,
      time: 1,
      actorId: 'a',
      origin: 'api',
      advances: [],
    };
    expect(evolveTable(once, event, context)!.fields).toEqual(once.fields);
  });
});
