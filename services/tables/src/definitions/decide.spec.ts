import { newId } from '@tessera/kernel';
import { given } from '@tessera/kernel/testing';
import { describe, expect, it } from 'vitest';
import { actorOf, metaOf } from '../testing/actors.ts';
import { ada, folded, madeTable, organization, when } from '../testing/definitions.ts';
import { archiveTable, createTable, describeTable, restoreTable } from './decide.ts';
import { evolveTable } from './evolve.ts';
import type { Definition } from './handler.ts';
import { indexesOf } from './projection.ts';
import { schemaOf } from './schema.ts';

const member = actorOf(organization, 'member');
const create = (command: object, actor = ada, version = 0) =>
  given<Definition>({ version, state: undefined }, { meta: metaOf(actor), newId }).when(createTable, {
    tableId: newId(),
    label: 'T',
    fields: [],
    ...command,
  });

describe('making a table', () => {
  it('numbers its fields, trims names, labels records by the first text', () => {
    const table = madeTable({
      label: '  Deals ',
      fields: [
        { name: ' Amount ', type: 'number' },
        { name: 'Name', type: 'singleLineText' },
      ],
    });
    expect(table).toMatchObject({
      label: 'Deals',
      version: 1,
      labelFieldId: table.fields[1]!.id,
      uniqueFieldId: '',
      lastNumber: 2,
    });
    expect(table.fields.map((f) => [f.name, f.number, f.generation])).toEqual([
      ['Amount', 1, 1],
      ['Name', 2, 1],
    ]);
  });
  it('begins with a compact view above ten fields', () => {
    const config = (fields: number): unknown =>
      JSON.parse(
        madeTable({ fields: Array.from({ length: fields }, (_, i) => ({ name: `f${i}`, type: 'text' })) }).views[0]!
          .configJson,
      );
    expect([config(10), config(11)]).toEqual([{ fields: [] }, { fields: [], density: 'compact' }]);
  });
  it('makes the named unique field unique', () => {
    const table = madeTable({ uniqueField: 'Code', fields: [{ name: 'Code', type: 'singleLineText' }] });
    expect(table).toMatchObject({ uniqueFieldId: table.fields[0]!.id, fields: [{ unique: true, uniqueEpoch: 1 }] });
  });
  it.each([
    ['without the right', {}, 'tables.create_forbidden', member],
    ['without a name', { label: ' ' }, 'tables.name_required', ada],
    ['with an id that is none', { tableId: 'x' }, 'tables.id_invalid', ada],
    ['with a unique field that is not there', { uniqueField: 'Nope' }, 'fields.not_found', ada],
    [
      'with 501 fields',
      { fields: Array.from({ length: 501 }, (_, i) => ({ name: `f${i}`, type: 'text' })) },
      'fields.too_many',
      ada,
    ],
    [
      'with two fields of one name',
      {
        fields: [
          { name: 'É', type: 'text' },
          { name: 'e', type: 'text' },
        ],
      },
      'fields.name_taken',
      ada,
    ],
  ])('is refused %s', (_why, command, code, actor) => expect(create(command, actor).rejection().code).toBe(code));
  it('is refused for an id that was used', () => expect(create({}, ada, 3).rejection().code).toBe('tables.exists'));
});

describe('describing a table', () => {
  const table = madeTable({
    uniqueField: 'Code',
    fields: [
      { name: 'Code', type: 'singleLineText' },
      { name: 'Name', type: 'text' },
    ],
  });
  const [code, name] = table.fields;
  it('carries what changed with what was', () => {
    expect(when(describeTable, table, { label: 'New', color: '' }).events()).toEqual([
      { $case: 'tableDescribed', value: { tableId: table.id, label: 'New', labelBefore: 'T' } },
    ]);
  });
  it('writes nothing when nothing differs', () =>
    expect(when(describeTable, table, { label: 'T', labelFieldId: code!.id }).events()).toEqual([]));
  it('chooses label and unique field', () => {
    expect(when(describeTable, table, { labelFieldId: name!.id, uniqueFieldId: null }).table()).toMatchObject({
      labelFieldId: name!.id,
      uniqueFieldId: '',
      version: 3,
    });
  });
  it('is refused for a field that is not unique or not there, and to members', () => {
    expect(when(describeTable, table, { uniqueFieldId: name!.id }).refusal()).toBe('fields.not_unique');
    expect(when(describeTable, table, { labelFieldId: newId() }).refusal()).toBe('fields.not_found');
    expect(when(describeTable, table, { label: 'x' }, member).refusal()).toBe('fields.manage_forbidden');
  });
});

describe('the trash', () => {
  const table = madeTable();
  it('takes a table and gives it back', () => {
    const archived = when(archiveTable, table, {}).table();
    expect(archived.archived).toBe(true);
    expect(when(archiveTable, archived, {}).refusal()).toBe('object_not_found');
    expect(when(restoreTable, archived, {}).table().archived).toBe(false);
    expect(when(restoreTable, table, {}).events()).toEqual([]);
  });
  it('is for those with full access', () => {
    expect(when(archiveTable, table, {}, member).refusal()).toBe('tables.archive_forbidden');
    expect(when(archiveTable, table, {}, actorOf(organization, 'none')).refusal()).toBe('unauthorized');
  });
});

describe('folding', () => {
  const table = madeTable({ fields: [{ name: 'A', type: 'text' }] });
  const context = {
    organizationId: organization,
    commitId: 'c',
    position: 9,
    index: 0,
    time: 9,
    actorId: 'x',
    origin: 'api',
    advances: [],
  };
  it('takes events of fields and views that are not there without an error', () => {
    const tableId = table.id;
    for (const event of [
      { $case: 'fieldDeleted', value: { tableId, fieldId: 'gone', index: 0 } },
      { $case: 'fieldRestored', value: { tableId, fieldId: 'gone', index: 0 } },
      { $case: 'viewDeleted', value: { tableId, viewId: 'gone', index: 0 } },
      { $case: 'viewRestored', value: { tableId, viewId: 'gone', index: 0 } },
      { $case: 'fieldAdded', value: { tableId, field: undefined } },
      { $case: 'viewCreated', value: { tableId, view: undefined } },
      { $case: 'fieldsReordered', value: { tableId, fieldIds: ['gone'], fieldIdsBefore: [] } },
      { $case: 'fieldChanged', value: { tableId, before: undefined, after: undefined } },
    ] as const)
      expect(evolveTable(table, event as never, context)?.fields).toEqual(table.fields);
    expect(evolveTable(undefined, { $case: 'tableArchived', value: { tableId } }, context)).toBeUndefined();
  });
  it('leaves the state as it is for events of records', () =>
    expect(
      evolveTable(
        table,
        { $case: 'recordsDeleted', value: { tableId: table.id, recordIds: [], versions: [] } },
        context,
      ),
    ).toBe(table));
});

describe('the indexes of a table', () => {
  it('follow its views: filtered fields first, then sorted ones, at most eight', () => {
    const table = madeTable({
      fields: [
        { name: 'A', type: 'text' },
        { name: 'B', type: 'number' },
        { name: 'C', type: 'number' },
      ],
    });
    const [a, b, c] = table.fields.map((f) => f.id);
    const view = (config: object, ownerUserId = '') => ({
      id: newId(),
      type: 'table',
      label: 'v',
      configJson: JSON.stringify({ fields: [], ...config }),
      configVersion: 1,
      ownerUserId,
    });
    const leaf = (fieldId: string | undefined) => ({ fieldId, operator: 'isEmpty' });
    const indexes = (...views: ReturnType<typeof view>[]) =>
      indexesOf(schemaOf({ ...table, views })).map((i) => i.columns);
    expect(indexes(view({ filter: { and: [leaf(a), leaf(b)] }, sort: [{ fieldId: c, order: 'asc' }] }))).toEqual([
      ['c1_1', 'c3_1'],
    ]);
    expect(indexes(view({ filter: { or: [leaf(a)] }, sort: [{ fieldId: 'gone' }] }))).toEqual([]);
    expect(
      indexes(
        view({ sort: [{ fieldId: a }] }, 'me'),
        view({ sort: [{ fieldId: b }] }),
        view({ sort: [{ fieldId: b }] }),
      ),
    ).toEqual([['c2_1'], ['c1_1']]);
    const many = [a, b, c].flatMap((x) => [a, b, c].map((y) => view({ filter: leaf(x), sort: [{ fieldId: y }] })));
    expect(indexes(...many)).toHaveLength(8);
    expect(indexes()).toEqual([]);
    expect(folded(table, { events: [] }, table.id)).toBe(table);
  });
});
