import { storeProps, fieldType } from '@tessera/fields';
import type { Field } from '@tessera/proto/tables/v1/events';
import { describe, expect, it } from 'vitest';
import { faultsOf } from './check.ts';
import { laterFields } from './later.ts';
import { templateSchema } from './schema.ts';
import { templateOfSource, type SourceTable } from './source.ts';

const given = new Map<string, string>();
const id = (name: string): string => {
  const known = given.get(name) ?? String(given.size + 1).padStart(26, '0');
  given.set(name, known);
  return known;
};
const field = (name: string, type: string, props: Record<string, unknown> = {}, rest: Partial<Field> = {}): Field => ({
  id: id(`f${name.toLowerCase()}`),
  name,
  type,
  required: false,
  unique: false,
  description: '',
  defaultValue: undefined,
  generation: 1,
  number: 1,
  uniqueEpoch: 0,
  keptScale: undefined,
  ...storeProps(type, fieldType(type)!.props(props)),
  ...rest,
});
const table = (name: string, fields: readonly Field[], rest: Partial<SourceTable> = {}): SourceTable => ({
  id: id(`t${name.toLowerCase()}`),
  label: name,
  color: '',
  description: '',
  labelFieldId: fields[0]!.id,
  fields,
  views: [],
  records: [],
  ...rest,
});
const words = {
  slug: 'mine',
  name: 'Mine',
  shortDescription: 'Mine',
  description: 'Mine',
  categories: ['sales'],
  language: 'en' as const,
  color: 'teal' as const,
  cover: 'list' as const,
  builder: 'Maren',
  changed: '2026-11-27',
};

const link = field('Customer', 'connectedRecord', { tableId: id('tcustomers'), multiple: false, other: {} });
const out = field('Elsewhere', 'connectedRecord', { tableId: id('tgone'), multiple: false, other: {} });
const back = field('Orders', 'reference', { tableId: id('torders'), ofFieldId: link.id });
const stage = field('Stage', 'select', { options: [{ id: id('owon'), label: 'Won!', color: 'green' }] });
const amount = field('Amount', 'number', {});
const customers = table(
  'Customers',
  [
    field('Name', 'singleLineText'),
    back,
    field('Sum', 'rollup', { linkFieldId: back.id, fieldId: amount.id, function: 'sum' }),
    field('Lost', 'lookup', { linkFieldId: out.id, fieldId: amount.id }),
  ],
  { records: [{ id: id('ra'), values: { [id('fname')]: '@home' } }] },
);
const orders = table(
  'Orders',
  [
    field('Title', 'singleLineText', {}, { required: true }),
    link,
    out,
    stage,
    amount,
    field('Owner', 'user', {}, { required: true }),
    field('Double', 'formula', { formula: `{${amount.id}} * 2` }),
  ],
  {
    views: [
      { id: id('vall'), type: 'table', label: 'All records', configJson: '{"fields":[]}' },
      {
        id: id('vboard'),
        type: 'kanban',
        label: 'Board',
        configJson: JSON.stringify({ fields: [{ fieldId: out.id }, { fieldId: amount.id }], kanban_field: stage.id }),
      },
      {
        id: id('velsewhere'),
        type: 'table',
        label: 'Elsewhere',
        configJson: JSON.stringify({ fields: [], filter: { fieldId: out.id, operator: 'isEmpty' } }),
      },
    ],
    records: [
      {
        id: id('rb'),
        values: {
          [id('ftitle')]: 'First',
          [link.id]: [id('ra')],
          [out.id]: [id('rz')],
          [stage.id]: id('owon'),
          [amount.id]: 12.5,
          [id('fowner')]: id('umaren'),
        },
      },
    ],
  },
);

describe('a template of tables as they stand', () => {
  const template = templateOfSource(words, [orders, customers], []);
  const [first, second] = template.tables;

  it('is one that can be installed, and holds no id', () => {
    expect(templateSchema.parse(template)).toEqual(template);
    expect(faultsOf(template)).toEqual([]);
    expect(JSON.stringify(template)).not.toMatch(/[0-9a-z]{24,}/);
  });
  it('has tables in the order of their links, without what leads elsewhere', () => {
    expect([first!.key, second!.key]).toEqual(['customers', 'orders']);
    expect(first!.fields.map(({ key }) => key)).toEqual(['name', 'sum']);
    expect(second!.fields.map(({ key }) => key)).toEqual(['title', 'customer', 'stage', 'amount', 'owner', 'double']);
    expect(second!.fields[1]!.props).toMatchObject({ tableId: '@customers', other: { name: 'Orders' } });
    expect(first!.fields[1]).toMatchObject({
      later: true,
      props: { linkFieldId: '@customers.Orders', fieldId: '@orders.amount' },
    });
    expect(second!.fields[5]!.props).toMatchObject({ formula: '{Amount} * 2' });
  });
  it('keeps views that mean the same without it', () => {
    expect(second!.views).toEqual([
      {
        type: 'kanban',
        label: 'Board',
        config: { fields: [{ fieldId: '@orders.amount' }], kanban_field: '@orders.stage' },
      },
    ]);
  });
  it('has values with references in the place of ids, and no person', () => {
    expect(first!.records).toEqual([{ key: 'r1', values: { name: '@@home' } }]);
    expect(second!.records).toEqual([
      { key: 'r1', values: { title: 'First', customer: ['@customers#r1'], stage: '@orders.stage.won', amount: 12.5 } },
    ]);
    expect(second!.fields.map(({ required }) => required === true)).toEqual([true, false, false, false, false, false]);
  });
  it('has automations over its tables alone, with references in the place of ids', () => {
    const change = (tableId: string) => ({
      id: 'one',
      type: 'create_record',
      config: { tableId, values: { [stage.id]: id('owon'), [id('fowner')]: id('umaren') } },
    });
    const form = { type: 'form_answered', config: { tableId: id('torders'), formId: id('vboard') } };
    const whole = templateOfSource(
      words,
      [orders, customers],
      [],
      [
        { label: 'Ours', program: { trigger: form, steps: [change(id('torders'))] } },
        { label: 'Theirs', program: { trigger: form, steps: [change(id('tgone'))] } },
      ],
    );
    expect(whole.automations).toEqual([
      {
        key: 'ours',
        label: 'Ours',
        trigger: { type: 'form_answered', config: { tableId: '@orders', formId: '@orders/0' } },
        steps: [
          {
            id: 'one',
            type: 'create_record',
            config: { tableId: '@orders', values: { '@orders.stage': '@orders.stage.won' } },
          },
        ],
      },
    ]);
    expect(templateSchema.parse(whole)).toEqual(whole);
    expect(faultsOf(whole)).toEqual([]);
    const [ours] = whole.automations!;
    const broken = { ...whole, automations: [{ ...ours!, trigger: { ...form, config: { tableId: '@nothing' } } }] };
    expect(faultsOf(broken)).toEqual(['automation ours: "@nothing" is no part of the template']);
    expect(faultsOf({ ...whole, automations: [{ ...ours!, steps: [{ ...ours!.steps[0]!, type: 'other' }] }] })).toEqual(
      ['automation ours: one.type: type_unknown'],
    );
  });
  it('adds what is computed after what it is computed from', () => {
    expect(laterFields(template).others.map(({ field: { key } }) => key)).toEqual(['sum']);
  });
});
