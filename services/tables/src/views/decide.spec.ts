import { newId } from '@tessera/kernel';
import { describe, expect, it } from 'vitest';
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

  it('of one person are theirs alone, a viewer\'s too', () => {
    const mine = when(createView, table, view(true), mia).table();
    const { id } = mine.views[0]!;
    expect([labels({ ...mine, views: [...mine.views] as never[] }, mia), labels({ ...mine, views: [...mine.views] as never[] }, max)]).toEqual([['V'], []]);
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

  it('are bounded in number and size', () => {
    const full = { ...table, views: Array.from({ length: 200 }, () => ({ id: newId(), type: 'table', label: 'v', configJson: '{}', configVersion: 1, ownerUserId: '' })) };
    expect(when(createView, full, view(false)).refusal()).toBe('views.too_many');
    expect(when(createView, table, { ...view(false), config: { fields: Array.from({ length: 4000 }, () => ({ fieldId: newId() })) } }).refusal()).toBe('views.config_too_large');
    expect(when(createView, table, { ...view(false), label: '' }).refusal()).toBe('views.name_required');
  });
});
