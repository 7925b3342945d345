import { describe, expect, it } from 'vitest';
import { fieldType } from './index.ts';
import { canDecide, type ConditionalRule, type RuleField, ruledFields, rulePredicate } from './conditionals.ts';

const of = (type: string, props: object = {}): RuleField => ({ type: fieldType(type)!, props: props as never });
const fields: Readonly<Record<string, RuleField>> = {
  stage: of('select', {
    options: [
      { id: 'new', label: 'New', color: 'blue' },
      { id: 'won', label: 'Won', color: 'green' },
    ],
  }),
  value: of('number'),
  name: of('singleLineText'),
  made: of('criado_em'),
  moment: of('dateTime'),
};
const fieldOf = (id: string): RuleField | undefined => fields[id];
const rule = (parts: Partial<ConditionalRule>): ConditionalRule => ({
  id: 'r',
  action: 'show',
  fieldIds: ['name'],
  match: 'and',
  conditions: [{ fieldId: 'stage', operator: 'isAnyOf', value: ['won'] }],
  ...parts,
});
const state = (rules: readonly ConditionalRule[], cells: Readonly<Record<string, string | null>>) =>
  ruledFields(rules, fieldOf, cells).get('name');

describe('rules about fields', () => {
  it('show a field while they are met, and hide it before', () => {
    expect(state([rule({})], { stage: 'won' })).toEqual({ hidden: false, required: false, readOnly: false });
    expect(state([rule({})], { stage: 'new' })?.hidden).toBe(true);
    expect(state([rule({})], {})?.hidden).toBe(true);
  });
  it('hide, ask for and keep while they are met, the lower one last', () => {
    const all = (['hide', 'require', 'read_only'] as const).map((action) => rule({ action }));
    expect(state(all, { stage: 'won' })).toEqual({ hidden: true, required: true, readOnly: true });
    expect(state(all, { stage: 'new' })).toEqual({ hidden: false, required: false, readOnly: false });
    expect(state([rule({ action: 'hide' }), rule({})], { stage: 'won' })?.hidden).toBe(false);
  });
  it('join their conditions by and, or by or', () => {
    const conditions = [
      { fieldId: 'stage', operator: 'isAnyOf', value: ['won'] },
      { fieldId: 'value', operator: 'greaterThan', value: 100 },
    ];
    const met = (match: 'and' | 'or', value: string) =>
      state([rule({ match, conditions })], { stage: 'won', value })?.hidden;
    expect([met('and', '50'), met('and', '150'), met('or', '50')]).toEqual([true, false, false]);
  });
  it('do nothing while they are off, or ask what is gone or means another thing tomorrow', () => {
    const asks = (conditions: ConditionalRule['conditions']) =>
      rulePredicate(rule({ conditions }), fieldOf, (id) => ({
        kind: 'field',
        column: 'c1_0',
        storage: fields[id]?.type.storage ?? 'text',
      }));
    expect(state([rule({ off: true })], { stage: 'new' })).toBeUndefined();
    expect(asks([{ fieldId: 'gone', operator: 'isEmpty' }])).toBeUndefined();
    expect(asks([{ fieldId: 'stage', operator: 'nothing' }])).toBeUndefined();
    expect(asks([{ fieldId: 'name', operator: 'equals', value: { currentUser: true } }])).toBeUndefined();
    expect(asks([])).toBeUndefined();
    expect(asks([{ fieldId: 'name', operator: 'isEmpty' }])).toBeDefined();
    expect(['stage', 'made', 'moment'].map((id) => canDecide(fields[id]!))).toEqual([true, false, false]);
  });
});
