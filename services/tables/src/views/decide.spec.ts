import { newId } from '@tessera/kernel';
import { describe, expect, it } from 'vitest';
import { draftFieldId } from '../definitions/state.ts';
import { tableWire } from '../definitions/wire.ts';
import { actorOf } from '../testing/actors.ts';
import { ada, madeTable, organization, when } from '../testing/definitions.ts';
import { changeView, createView, deleteView } from './decide.ts';

const [mia, max] = [actorOf(organization, 'member'), actorOf(organization, 'member')];
const viewer = actorOf(organization, 'admin', 'viewer');
const table = { ...madeTable({ fields: [{ name: 'A', type: 'text' }] }), views: [] };
const view = (personal: boolean) => ({ viewId: newId(), label: 'V', type: 'table', personal, config: { fields: [] } });
const labels = (state: typeof table, actor = ada) => tableWire(state, actor).views.map((v) => v.label);

describe('views', () => {
  it('for everyone need the right to manage them, whoever made them', () => {
    const shared = when(createView, table, view(false)).table();
    const { id } = shared.views[0]!;
    expect(when(createView, table, view(false), mia).refusal()).toBe('views.manage_forbidden');
    expect(when(changeView, shared, { viewId: id, label: 'x' }, mia).refusal()).toBe('views.manage_forbidden');
    expect(when(deleteView, shared, { viewId: id }, viewer).refusal()).toBe('views.manage_forbidden');
    expect(when(changeView, shared, { viewId: id, label: 'x' }).table().views[0]!.label).toBe('x');
  });

  it("of one person are theirs alone, a viewer's too", () => {
    const mine = when(createView, table, view(true), mia).table();
    const { id } = mine.views[0]!;
    expect([
      labels({ ...mine, views: [...mine.views] as never[] }, mia),
      labels({ ...mine, views: [...mine.views] as never[] }, max),
    ]).toEqual([['V'], []]);
    expect(when(changeView, mine, { viewId: id, label: 'x' }, max).refusal()).toBe('view_not_found');
    expect(when(deleteView, mine, { viewId: id }).refusal()).toBe('view_not_found');
    expect(when(changeView, mine, { viewId: id, personal: false }, mia).refusal()).toBe('views.manage_forbidden');
    expect(when(createView, table, view(true), viewer).table().views).toHaveLength(1);
  });

  it('change only by what differs, and are not there after deletion', () => {
    const shared = when(createView, table, view(false)).table();
    const { id } = shared.views[0]!;
    expect(when(changeView, shared, { viewId: id, label: ' V ', config: { fields: [] } }).events()).toEqual([]);
    const gone = when(deleteView, shared, { viewId: id }).table();
    expect([gone.views, gone.deletedViews.length]).toEqual([[], 1]);
    expect(when(deleteView, gone, { viewId: id }).refusal()).toBe('view_not_found');
    expect(when(createView, gone, { ...view(false), viewId: id }).refusal()).toBe('views.exists');
  });

  it('speak of fields that are there and of what these can do; the refusal names each place', () => {
    const {
      fields: [a],
    } = table;
    const absent = newId();
    const config = {
      fields: [{ fieldId: a!.id, total: 'sum' }, { fieldId: absent }],
      filter: { and: [{ fieldId: a!.id, operator: 'isTrue' }, { or: [{ fieldId: absent, operator: 'isEmpty' }] }] },
      sort: [{ fieldId: 'A' }],
    };
    const places = [
      'fields.0.total',
      'fields.1.fieldId',
      'filter.and.0.operator',
      'filter.and.1.or.0.fieldId',
      'sort.0.fieldId',
    ].map((place) => expect.objectContaining({ path: `body.config.${place}` }));
    expect(when(createView, table, { ...view(true), config }).events).toThrow(
      expect.objectContaining({ code: 'request.invalid', kind: 'invalid', details: { issues: places } }),
    );
    const made = when(createView, table, {
      ...view(false),
      config: {
        fields: [{ fieldId: a!.id, width: 300 }, { fieldId: draftFieldId }],
        filter: { fieldId: draftFieldId, operator: 'equals', value: 1 },
        sort: [{ fieldId: a!.id }],
      },
    }).table();
    expect(when(changeView, made, { viewId: made.views[0]!.id, config }).refusal()).toBe('request.invalid');
    // A label alone is changed whatever became of the fields.
    expect(
      when(changeView, { ...made, fields: [] }, { viewId: made.views[0]!.id, label: 'x' }).table().views[0]!.label,
    ).toBe('x');
  });

  it('keep the column of a field in the trash, but neither filter nor sort by it', () => {
    const {
      fields: [a],
    } = table;
    const without = { ...table, fields: [], deletedFields: [{ field: a!, index: 0, deletedAt: 1 }] };
    expect(
      when(createView, without, { ...view(true), config: { fields: [{ fieldId: a!.id, width: 300 }] } }).table().views,
    ).toHaveLength(1);
    expect(
      when(createView, without, { ...view(true), config: { fields: [], sort: [{ fieldId: a!.id }] } }).refusal(),
    ).toBe('request.invalid');
  });

  it('are bounded in number and size', () => {
    const full = {
      ...table,
      views: Array.from({ length: 200 }, () => ({
        id: newId(),
        type: 'table',
        label: 'v',
        configJson: '{}',
        configVersion: 1,
        ownerUserId: '',
      })),
    };
    expect(when(createView, full, view(false)).refusal()).toBe('views.too_many');
    expect(
      when(createView, table, {
        ...view(false),
        config: { fields: Array.from({ length: 4000 }, () => ({ fieldId: table.fields[0]!.id })) },
      }).refusal(),
    ).toBe('views.config_too_large');
    expect(when(createView, table, { ...view(false), label: '' }).refusal()).toBe('views.name_required');
  });
});
