import { newId } from '@tessera/kernel';
import { describe, expect, it } from 'vitest';
import { actorOf } from '../testing/actors.ts';
import { madeTable, organization, when } from '../testing/definitions.ts';
import { convertedField } from './convert.ts';
import { duplicateField } from './duplicate.ts';
import { addField, changeField, deleteField, reorderFields, restoreField } from './decide.ts';

const member = actorOf(organization, 'member');
const table = madeTable({
  uniqueField: 'Code',
  fields: [
    { name: 'Code', type: 'singleLineText' },
    { name: 'Name', type: 'text' },
    { name: 'Amount', type: 'number', props: { decimals: 2 } },
    { name: 'Stage', type: 'select', props: { options: [{ label: 'Open' }] } },
  ],
});
const [code, name, amount, stage] = table.fields.map((f) => f.id) as [string, string, string, string];

describe('adding a field', () => {
  it('gives it a number that no field ever had, where it is asked for', () => {
    const without = when(deleteField, table, { fieldId: stage }).table();
    const added = when(addField, without, { field: { name: 'New', type: 'date' }, index: 1 }).table();
    expect(added.fields.map((f) => f.name)).toEqual(['Code', 'New', 'Name', 'Amount']);
    expect(added.fields[1]!.number).toBe(5);
  });
  it('labels the records if nothing does yet', () => {
    const empty = madeTable();
    const added = when(addField, empty, { field: { name: 'Name', type: 'singleLineText' } }).table();
    expect(added.labelFieldId).toBe(added.fields[0]!.id);
  });
  it('is refused for a taken name or id, an unknown type, a unique field with a default, and to members', () => {
    const refusal = (field: object, actor?: typeof member) =>
      when(addField, table, { field: { name: 'New', type: 'text', ...field } }, actor).refusal();
    expect(refusal({ name: 'náme' })).toBe('fields.name_taken');
    expect(refusal({ id: code })).toBe('fields.exists');
    expect(refusal({ type: 'teleport' })).toBe('fields.type_unknown');
    expect(refusal({ unique: true, default: 'x' })).toBe('fields.unique_default');
    expect(refusal({}, member)).toBe('fields.manage_forbidden');
  });
  it('is refused where the table has no column left, since deleted and converted fields keep theirs', () => {
    const texts = (from: number, count: number) =>
      Array.from({ length: count }, (_, i) => ({ name: `T${from + i}`, type: 'text' }));
    const live = madeTable({ fields: texts(0, 500) });
    const gone = madeTable({ fields: texts(500, 493) }).fields.map((field, index) => ({ field, index, deletedAt: 1 }));
    // The flag of drafts takes one column, each text two: 1,987 of 1,988.
    const full = {
      ...live,
      fields: live.fields.slice(1),
      deletedFields: [...gone, { field: live.fields[0]!, index: 0, deletedAt: 1 }],
    };
    const field = (type: string) => ({ field: { name: 'One more', type } });
    expect(when(addField, full, field('text')).refusal()).toBe('fields.no_room');
    expect(when(duplicateField, full, { fieldId: full.fields[0]!.id }).refusal()).toBe('fields.no_room');
    expect(when(addField, full, field('number')).events()).toHaveLength(1);
    expect(when(addField, { ...full, deletedFields: gone }, field('text')).events()).toHaveLength(1);
    // A field that was converted has the column of its former type as well.
    const [first] = full.fields;
    const converted = { ...full, fields: [{ ...first!, generation: 2 }, ...full.fields.slice(1)] };
    expect(when(addField, converted, field('number')).refusal()).toBe('fields.no_room');
    expect(() =>
      convertedField(
        full,
        { fieldId: first!.id, type: 'singleLineText', props: {}, locale: 'en', timezone: 'UTC' },
        newId,
      ),
    ).toThrow(expect.objectContaining({ code: 'fields.no_room' }));
  });
  it('is refused beyond 500 live fields', () => {
    const full = madeTable({ fields: Array.from({ length: 500 }, (_, i) => ({ name: `f${i}`, type: 'checkbox' })) });
    expect(when(addField, full, { field: { name: 'one more', type: 'text' } }).refusal()).toBe('fields.too_many');
  });
});

describe('changing a field', () => {
  it('keeps the places of its column when fewer are shown, and refuses more', () => {
    const fewer = when(changeField, table, { fieldId: amount, props: { decimals: 0 } }).table();
    expect(fewer.fields[2]).toMatchObject({ props: { decimals: 0 }, keptScale: 2 });
    expect(when(changeField, fewer, { fieldId: amount, props: { decimals: 2 } }).table().fields[2]!.keptScale).toBe(2);
    expect(when(changeField, table, { fieldId: amount, props: { decimals: 3 } }).refusal()).toBe('fields.scale_fixed');
  });
  it('keeps options by id and by label', () => {
    const before = table.fields[3]!.props.options!;
    const { options } = when(changeField, table, {
      fieldId: stage,
      props: { options: [{ label: 'New' }, { label: 'OPEN' }] },
    }).table().fields[3]!.props;
    expect(options!.map((o) => [o.label, o.id === before[0]!.id])).toEqual([
      ['New', false],
      ['OPEN', true],
    ]);
  });
  it('deletes options only by name of their ids, and takes a new one that somebody else has just made for the same', () => {
    const [open] = table.fields[3]!.props.options!;
    expect(when(changeField, table, { fieldId: stage, props: { options: [] } }).events()).toEqual([]);
    expect(
      when(changeField, table, { fieldId: stage, removeOptions: [open!.id] }).table().fields[3]!.props.options ?? [],
    ).toEqual([]);
    expect(when(changeField, table, { fieldId: stage, removeOptions: [newId()] }).events()).toEqual([]);
    expect(
      when(changeField, table, {
        fieldId: stage,
        props: { options: [{ id: newId(), label: 'Open' }] },
        base: { options: [] },
      }).events(),
    ).toEqual([]);
  });
  it("takes the table's unique field away with the uniqueness", () =>
    expect(when(changeField, table, { fieldId: code, unique: false }).table()).toMatchObject({ uniqueFieldId: '' }));
  it('writes nothing when nothing differs', () =>
    expect(when(changeField, table, { fieldId: name, name: 'Name', required: false }).events()).toEqual([]));
  it('is refused for fields that are not there, bad options and unchecked uniqueness', () => {
    expect(when(changeField, table, { fieldId: newId(), name: 'x' }).refusal()).toBe('fields.not_found');
    expect(
      when(changeField, table, { fieldId: stage, props: { options: [{ label: 'a' }, { label: ' a ' }] } }).refusal(),
    ).toBe('fields.props_invalid');
    expect(when(changeField, table, { fieldId: name, unique: true }).refusal()).toBe('fields.not_unique');
  });
});

describe('the order of fields', () => {
  it('names every field once', () => {
    expect(
      when(reorderFields, table, { fieldIds: [stage, amount, name, code] })
        .table()
        .fields.map((f) => f.name),
    ).toEqual(['Stage', 'Amount', 'Name', 'Code']);
    expect(when(reorderFields, table, { fieldIds: [code, name, amount, stage] }).events()).toEqual([]);
    for (const fieldIds of [
      [code, name, amount],
      [code, code, amount, stage],
      [code, name, amount, newId()],
    ])
      expect(when(reorderFields, table, { fieldIds }).refusal()).toBe('fields.order_incomplete');
  });
});

describe('deleting and restoring', () => {
  it('lets go of label and unique field, and comes back to its place', () => {
    const without = when(deleteField, table, { fieldId: code }).table();
    expect(without).toMatchObject({ labelFieldId: name, uniqueFieldId: '' });
    const again = when(restoreField, without, { fieldId: code }).table();
    expect(again.fields.map((f) => f.name)).toEqual(['Code', 'Name', 'Amount', 'Stage']);
    expect(again.fields[0]!.unique).toBe(true);
  });
  it('is refused for what is not there, for a name that was taken, and to members', () => {
    expect(when(deleteField, table, { fieldId: newId() }).refusal()).toBe('fields.not_found');
    expect(when(restoreField, table, { fieldId: code }).refusal()).toBe('fields.not_found');
    const taken = when(addField, when(deleteField, table, { fieldId: name }).table(), {
      field: { name: 'name', type: 'text' },
    }).table();
    expect(when(restoreField, taken, { fieldId: name }).refusal()).toBe('fields.name_taken');
    expect(when(deleteField, table, { fieldId: name }, member).refusal()).toBe('fields.manage_forbidden');
  });
});
