import { describe, expect, it } from 'vitest';
import { ruleIn, withFieldLevel, withLevel, withRows, type Data, type RowRule } from './model.ts';
import { me, operatorsOf, ruleOf, rowsOf, type FieldOf } from './rows.ts';

const field = (id: string, type: string): FieldOf => ({ id, name: id, type, props: {} }) as unknown as FieldOf;
const fields = [
  field('name', 'singleLineText'),
  field('amount', 'number'),
  field('owner', 'user'),
  field('team', 'multipleUsers'),
  field('done', 'checkbox'),
  field('customer', 'connectedRecord'),
];
const mine: RowRule = { fieldId: 'owner', operator: 'equals', value: { currentUser: true } };
const data: Data = {
  admin: false,
  flags: {} as Data['flags'],
  tables_enabled: { '*': 'view' },
  tables_disabled: [],
  dashboards_enabled: {},
  dashboards_disabled: [],
  pages_enabled: {},
  pages_disabled: [],
  doc_pages_enabled: {},
  doc_pages_disabled: [],
};

describe('the records that a role shows', () => {
  it('are asked of fields of the records themselves, with what there are words for', () => {
    expect(operatorsOf(fields[5])).toEqual([]);
    expect(operatorsOf(undefined)).toEqual([]);
    expect(operatorsOf(fields[4]).map(({ id }) => id)).toEqual(['isTrue', 'isFalse']);
    expect(operatorsOf(fields[2]).map(({ id }) => id)).toContain('equals');
  });
  it('come back as they were built', () => {
    const rules: readonly RowRule[] = [
      { and: [mine] },
      { or: [mine, { fieldId: 'amount', operator: 'greaterThan', value: 3 }] },
      { and: [{ fieldId: 'team', operator: 'hasAnyOf', value: [{ currentUser: true }] }] },
      {
        and: [
          { fieldId: 'done', operator: 'isTrue' },
          { fieldId: 'name', operator: 'contains', value: 'x' },
        ],
      },
    ];
    for (const rule of rules) expect(ruleOf(rowsOf(rule, fields)!, fields)).toEqual(rule);
    expect(rowsOf(mine, fields)).toEqual({ joint: 'and', rows: [{ fieldId: 'owner', operator: 'equals', value: me }] });
  });
  it('are left to whoever writes JSON where they are more than rows of conditions', () => {
    const rules: readonly RowRule[] = [
      { and: [{ or: [mine] }] },
      { fieldId: 'gone', operator: 'equals', value: 'x' },
      { fieldId: 'name', operator: 'isAnyOf', value: ['a', 'b'] },
      { fieldId: 'name', operator: 'equals', value: { currentUser: true } },
      { fieldId: 'team', operator: 'hasAnyOf', value: ['a', 'b'] },
    ];
    for (const rule of rules) expect([rule, rowsOf(rule, fields)]).toEqual([rule, undefined]);
  });
  it('are no rule until every condition is complete: it would show more', () => {
    const whole = { fieldId: 'owner', operator: 'equals', value: me };
    for (const row of [
      { fieldId: '', operator: '', value: '' },
      { fieldId: 'name', operator: 'equals', value: ' ' },
      { fieldId: 'amount', operator: 'equals', value: 'many' },
    ])
      expect(ruleOf({ joint: 'and', rows: [whole, row] }, fields)).toBeUndefined();
    expect(ruleOf({ joint: 'and', rows: [] }, fields)).toBeUndefined();
  });
  it('stay with other levels and fields of their table, and go alone', () => {
    const ruled = withRows(data, 'a', mine);
    expect(ruled.tables_enabled).toEqual({ '*': 'view', a: { access: 'view', rows: mine } });
    const fixed = withFieldLevel(withLevel(ruled, 'tables', 'a', 'edit'), 'a', 'name', 'hidden');
    expect(fixed.tables_enabled['a']).toMatchObject({ access: 'edit', rows: mine, hidden_fields: ['name'] });
    expect(ruleIn(withFieldLevel(fixed, 'a', 'name', 'write'), 'a')).toEqual(mine);
    expect(withRows(fixed, 'a', undefined).tables_enabled['a']).toMatchObject({
      access: 'edit',
      hidden_fields: ['name'],
    });
    expect(withRows(ruled, 'a', undefined)).toEqual(data);
  });
});
