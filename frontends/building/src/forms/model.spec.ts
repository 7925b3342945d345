import type { Field } from '@tessera/kit';
import { describe, expect, it } from 'vitest';
import {
  changedOf,
  firstAnswers,
  isMissing,
  leavesDrafts,
  pagesOf,
  prefillName,
  prefillOf,
  type Question,
  questionsOf,
  sentOf,
  unasked,
  withPart,
  withQuestion,
  withQuestionAt,
  withSaid,
} from './model.ts';

const field = (id: string, type: string, more: Partial<Field> = {}): Field => ({
  id,
  name: id.toUpperCase(),
  type,
  props: {},
  required: false,
  unique: false,
  description: '',
  ...more,
});
const table = {
  fields: [
    field('name', 'singleLineText', { required: true }),
    field('number', 'identifier'),
    field('agreed', 'checkbox'),
    field('value', 'number', { default: 5, required: true }),
    field('made', 'criado_em'),
    field('back', 'reference', { props: { writable: false } as Field['props'] }),
  ],
};
const ids = (fields: readonly Field[]): readonly string[] => fields.map(({ id }) => id);

describe('a form', () => {
  it('asks for what people write, in its order, and each once', () => {
    const config = {
      fields: [
        { fieldId: 'value', label: 'How much', help: 'In all' },
        { fieldId: 'number' },
        { fieldId: 'gone' },
        { fieldId: 'back' },
        { fieldId: 'name' },
        { fieldId: 'value' },
      ],
    };
    expect(questionsOf(table, config).map(({ label, help, required }) => [label, help, required])).toEqual([
      ['How much', 'In all', true],
      ['NAME', '', true],
    ]);
    expect(ids(unasked(table, config))).toEqual(['agreed']);
  });

  it('leaves drafts where it does not ask for what the table requires and has no default for', () => {
    expect(ids(leavesDrafts(table, { fields: [{ fieldId: 'agreed' }] }))).toEqual(['name']);
    expect(leavesDrafts(table, { fields: [{ fieldId: 'name' }] })).toEqual([]);
  });

  it('begins with defaults, and a box that it wants ticked is answered by its tick alone', () => {
    const [name, value, agreed, wanted] = [
      { fieldId: 'name' },
      { fieldId: 'value' },
      { fieldId: 'agreed' },
      { fieldId: 'agreed', required: true },
    ].map((one) => questionsOf(table, { fields: [one] })[0]!);
    expect(firstAnswers([name!, value!])).toEqual({ value: 5 });
    expect([null, '', 'x'].map((one) => isMissing(name!, one))).toEqual([true, true, false]);
    expect([undefined, false, true].map((one) => isMissing(wanted!, one))).toEqual([true, true, false]);
    expect(isMissing(agreed!, undefined)).toBe(false);
    expect(sentOf([name!, agreed!], { name: 'x', left: 'out' })).toEqual({ name: 'x', agreed: false });
  });
});

describe('a question that is hidden', () => {
  const hidden = { fieldId: 'name', hidden: true };

  it('is answered by its default or by the address, and is never missing', () => {
    const [plain] = questionsOf(table, { fields: [hidden] });
    const [given] = questionsOf(table, { fields: [{ ...hidden, default: 'Fair' }] });
    expect(isMissing(plain!, null)).toBe(false);
    expect(firstAnswers([given!])).toEqual({ name: 'Fair' });
    expect(ids(leavesDrafts(table, { fields: [hidden, { fieldId: 'value' }] }))).toEqual(['name']);
    expect(leavesDrafts(table, { fields: [{ ...hidden, default: 'Fair' }, { fieldId: 'value' }] })).toEqual([]);
  });

  it('and any other that is asked takes a text of the address', () => {
    const questions = questionsOf(table, { fields: [hidden, { fieldId: 'value' }] });
    const search = new URLSearchParams({
      [prefillName('name')]: 'Ana',
      [prefillName('value')]: ' ',
      [prefillName('agreed')]: 'yes',
    });
    expect(prefillOf(questions, search)).toEqual({ name: 'Ana' });
  });
});

describe('a form that is built', () => {
  const config = { fields: [{ fieldId: 'name', label: 'Who' }, { fieldId: 'gone' }, { fieldId: 'agreed' }] };

  it('moves questions among those that are asked', () => {
    expect(withQuestionAt(table, config, 'agreed', 0).fields).toEqual([
      { fieldId: 'agreed' },
      { fieldId: 'name', label: 'Who' },
    ]);
    expect(withQuestionAt(table, config, 'gone', 0)).toBe(config);
    expect(withQuestion(config, 'value').fields?.at(-1)).toEqual({ fieldId: 'value' });
  });

  it('says nothing of what is empty', () => {
    const said = withSaid(config, 'name', { label: '', help: 'First and last', required: true });
    expect(said.fields?.[0]).toEqual({ fieldId: 'name', help: 'First and last', required: true });
    expect(withSaid(said, 'name', { required: false, help: '' }).fields?.[0]).toEqual({ fieldId: 'name' });
    expect(withSaid(config, 'agreed', { hidden: true, default: false }).fields?.at(-1)).toEqual({
      fieldId: 'agreed',
      hidden: true,
      default: false,
    });
    expect(withPart(withPart({}, 'title', 'Request'), 'title', '')).toEqual({});
  });
});

it('a form has a page for each title, without those on which nothing is shown', () => {
  const question = (id: string, more: Partial<Question> = {}): Question => ({
    field: { id } as Question['field'],
    label: id,
    help: '',
    required: false,
    hidden: false,
    asked: { fieldId: id },
    ...more,
  });
  const asked = [
    question('a'),
    question('b', { page: 'Second', hidden: true }),
    question('c', { out: true }),
    question('d', { page: 'Third' }),
  ];
  expect(pagesOf(asked).map(({ title, questions }) => [title, questions.map(({ field }) => field.id)])).toEqual([
    ['', ['a']],
    ['Third', ['d']],
  ]);
  expect(pagesOf([])).toEqual([{ title: '', questions: [] }]);
});

describe('a form of records that are there', () => {
  it('shows what nobody writes, and asks nothing of it', () => {
    const config = { fields: [{ fieldId: 'number', required: true }, { fieldId: 'name' }] };
    expect(questionsOf(table, config, true).map(({ field: { id }, required, fixed }) => [id, required, fixed])).toEqual(
      [
        ['number', false, true],
        ['name', true, undefined],
      ],
    );
    expect(ids(unasked(table, config, true))).toEqual(['agreed', 'value', 'made', 'back']);
    expect(questionsOf(table, config).map(({ field: { id } }) => id)).toEqual(['name']);
  });

  it('changes what differs, and empties what its answers hide', () => {
    const [name, agreed, value] = questionsOf(table, {
      fields: [{ fieldId: 'name' }, { fieldId: 'agreed' }, { fieldId: 'value' }],
    }) as [Question, Question, Question];
    const all = [name, agreed, value];
    const record = { name: 'Crate', agreed: true, value: 7 };
    expect(changedOf(all, all, {}, record)).toEqual({});
    expect(changedOf(all, all, { name: 'Crate', value: 8 }, record)).toEqual({ value: 8 });
    expect(changedOf(all, all, { value: null }, record)).toEqual({ value: null });
    // What another answer hides goes; what was hidden before stays.
    const hides = [name, agreed, { ...value, out: true }];
    expect(changedOf(hides, all, { value: 8 }, record)).toEqual({ value: null });
    expect(changedOf(hides, hides, { value: 8 }, record)).toEqual({});
    expect(changedOf(hides, all, {}, { ...record, value: null })).toEqual({});
    // What is kept, or not shown by the form, is nobody's here.
    expect(changedOf([{ ...value, fixed: true }], all, { value: 8 }, record)).toEqual({});
    expect(changedOf([{ ...value, hidden: true }], all, { value: 8 }, record)).toEqual({});
  });
});
