import { fieldTypes } from '@tessera/fields';
import type { Field } from '@tessera/proto/tables/v1/events';
import { describe, expect, it } from 'vitest';
import { inputOf, isShowable, judged, questionsOf } from './questions.ts';

let numbers = 0;
const field = (id: string, type: string, props: object = {}, more: Partial<Field> = {}): Field =>
  ({
    id,
    number: ++numbers,
    name: `Field ${id}`,
    type,
    required: false,
    unique: false,
    description: '',
    generation: 0,
    propsJson: JSON.stringify(props),
    propsVersion: 1,
    ...more,
  }) as Field;

const options = [
  { id: 'o1', label: 'New', color: 'teal' },
  { id: 'o2', label: 'Won', color: 'rose' },
];
const fields = [
  field('name', 'singleLineText'),
  field('amount', 'number'),
  field('day', 'date'),
  field('stage', 'select', { options }),
  field('agreed', 'checkbox'),
  field('owner', 'user'),
  field('secret', 'singleLineText'),
];
const shared = fields.map(({ id }) => id);

describe('what strangers are asked', () => {
  it('is of no type that is not shown to them either', () => {
    const asked = fieldTypes.map((type) => field('x', type.id)).filter((one) => inputOf(one) !== undefined);
    expect(asked.length).toBeGreaterThan(5);
    expect(asked.filter((one) => !isShowable(one))).toEqual([]);
  });
  it('names no people, files or records of other tables', () => {
    for (const type of ['user', 'multipleUsers', 'files', 'image', 'connectedRecord', 'criado_por'])
      expect([type, isShowable(field('x', type)), inputOf(field('x', type))]).toEqual([type, false, undefined]);
  });
  it('is what the form asks, of the fields that the link names, and nothing that is hidden', () => {
    const asked = [
      { fieldId: 'name', label: 'Your name', required: true },
      { fieldId: 'secret', hidden: true, default: 'planted' },
      { fieldId: 'owner' },
      { fieldId: 'gone' },
      { fieldId: 'stage' },
    ];
    const { shown, answered } = questionsOf(asked, fields, shared);
    expect(shown.map(({ id, label, required }) => [id, label, required])).toEqual([
      ['name', 'Your name', true],
      ['stage', 'Field stage', false],
    ]);
    expect(JSON.stringify(shown)).not.toContain('planted');
    expect([...answered]).toEqual([['secret', 'planted']]);
    expect(questionsOf(asked, fields, ['stage']).shown.map(({ id }) => id)).toEqual(['stage']);
  });
});

describe('an answer', () => {
  const asked = questionsOf(
    [
      { fieldId: 'name', required: true },
      { fieldId: 'amount' },
      { fieldId: 'day' },
      { fieldId: 'stage' },
      { fieldId: 'agreed', required: true },
      { fieldId: 'secret', hidden: true, default: 'planted' },
    ],
    fields,
    shared,
  );
  const good = { name: 'Ada', amount: '12.5', day: '2026-11-27', stage: 'o1', agreed: true };
  const cellsOf = (answers: object) =>
    Object.fromEntries(
      [...judged(asked, fields, answers as Record<string, unknown>).cells].map(([one, cell]) => [one.id, cell]),
    );

  it('becomes the cells of a record, with what the form itself says', () => {
    expect(judged(asked, fields, good).faults).toEqual({});
    expect(cellsOf(good)).toMatchObject({ name: 'Ada', stage: 'o1', agreed: true, secret: 'planted' });
  });
  it.each([
    ['without a name', { ...good, name: '' }, { name: 'required' }],
    ['without its tick', { ...good, agreed: false }, { agreed: 'required' }],
    ['with a text for a number', { ...good, amount: 'many' }, { amount: 'invalid' }],
    ['with no day', { ...good, day: '2026-02-31' }, { day: 'invalid' }],
    ['with an option that is not there', { ...good, stage: 'o9' }, { stage: 'invalid' }],
    ['with an object', { ...good, name: { toString: 1 } }, { name: 'invalid' }],
  ])('%s is told so by its question', (_what, answers, faults) => {
    expect(judged(asked, fields, answers).faults).toEqual(faults);
  });
  it('to what is not asked is not looked at', () => {
    expect(cellsOf({ ...good, secret: 'mine', owner: 'x', __proto__: { name: 'y' } })).toMatchObject({
      secret: 'planted',
    });
    expect(cellsOf({ ...good, owner: 'x' })).not.toHaveProperty('owner');
  });
});
