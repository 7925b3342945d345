import type { Field } from '@tessera/kit';
import { describe, expect, it } from 'vitest';
import type { AppBlock } from '../apps/apps.resource.ts';
import { addressOf, bothOf, filterFor, followersOf, pageOperator, searchFor, valuesIn } from './page-state.ts';

const field = (id: string, type: string, props: object = {}): Field =>
  ({ id, name: id, type, props }) as unknown as Field;
const stage = field('stage', 'select', { options: [{ id: 'won', label: 'Won' }] });
const name = field('name', 'singleLineText');
const day = field('day', 'date');
const table = { id: 'deals', fields: [stage, name, day] };
const block = (id: string, config: object): AppBlock => ({ id, config }) as unknown as AppBlock;
const app = {
  components: [
    block('f1', { type: 'app_filters', tableId: 'deals', fields: ['stage', 'name'] }),
    block('f2', { type: 'app_filters', tableId: 'deals', fields: ['day'], blocks: ['chart'] }),
    block('s1', { type: 'search', blocks: ['list'] }),
    block('list', { type: 'table', tableId: 'deals' }),
    block('chart', { type: 'bar_chart', tableId: 'deals' }),
  ],
};

describe('what is chosen on a page', () => {
  it('filters by any of several options, between two ends, or by what a text contains', () => {
    expect([stage, day, name].map((one) => pageOperator(one)?.id)).toEqual(['isAnyOf', 'between', 'contains']);
  });
  it('reaches the blocks of its table, or those it names', () => {
    const values = { f1: { stage: ['won'], name: '' }, f2: { day: { from: '2026-01-01', to: '2026-02-01' } } };
    expect(filterFor(app, values, 'list', table)).toEqual({ fieldId: 'stage', operator: 'isAnyOf', value: ['won'] });
    expect(filterFor(app, values, 'chart', table)).toMatchObject({ and: [{ fieldId: 'stage' }, { fieldId: 'day' }] });
    expect(filterFor(app, values, 'list', { ...table, id: 'other' })).toBeUndefined();
    // A field that is gone filters nothing.
    expect(filterFor(app, values, 'list', { ...table, fields: [name] })).toBeUndefined();
  });
  it('searches what a box names, and else as the heading says', () => {
    const values = { q: 'all', s1: ' these ' };
    expect(searchFor(app, values, 'list')).toBe('these');
    expect(searchFor(app, values, 'chart')).toBe('all');
  });
  it('stands in the address and comes back from it', () => {
    const values = { q: 'won', f1: { stage: ['won'] } };
    expect(valuesIn(addressOf(values))).toEqual(values);
    expect(addressOf({ q: ' ', f1: {} })).toBeNull();
    for (const broken of [null, '{', '[]', '3', '{"a":[1],"b":null}', `"${'x'.repeat(5000)}"`])
      expect(valuesIn(broken)).toEqual({});
  });
  it('is a record that the blocks of details of its table show, unless they follow others', () => {
    const details = {
      components: [
        ...app.components,
        block('d1', { type: 'record_details', tableId: 'deals' }),
        block('d2', { type: 'record_details', tableId: 'deals', follows: ['chart'] }),
        block('d3', { type: 'record_details', tableId: 'people' }),
      ],
    };
    expect(followersOf(details, 'list', 'deals')).toEqual(['d1']);
    expect(followersOf(details, 'chart', 'deals')).toEqual(['d1', 'd2']);
    expect(followersOf(app, 'list', 'deals')).toEqual([]);
  });
  it('is met beside the filter that a block has', () => {
    const one = { fieldId: 'a', operator: 'isEmpty' };
    expect(bothOf(undefined, one as never)).toBe(one);
    expect(bothOf(one as never, one as never)).toEqual({ and: [one, one] });
  });
});
