import type { Field, View } from '@tessera/kit';
import { describe, expect, it } from 'vitest';
import { columnsOf, entriesOf, moveField, sameConfig, setHidden, setTotal, setWidth, viewFor } from './view-state.ts';

const field = (id: string): Field => ({
  id,
  name: id,
  type: 'singleLineText',
  props: {},
  required: false,
  unique: false,
  description: '',
});
const table = { fields: ['name', 'a', 'b', 'c'].map(field), labelFieldId: 'name' };
const ids = (config: Parameters<typeof columnsOf>[1]) => columnsOf(table, config).map((column) => column.field.id);

describe('columns of a view', () => {
  it('put the label first, then the view order, then fields added since', () => {
    expect(ids({ fields: [{ fieldId: 'b' }, { fieldId: 'name' }, { fieldId: 'gone' }] })).toEqual([
      'name',
      'b',
      'a',
      'c',
    ]);
  });
  it('leave out what is hidden, but never the label', () => {
    const config = setHidden(table, setHidden(table, {}, 'a', true), 'name', true);
    expect(ids(config)).toEqual(['name', 'b', 'c']);
    expect(entriesOf(table, config).find((entry) => entry.fieldId === 'a')?.hidden).toBe(true);
  });
  it('are at least 260 wide', () => {
    expect(columnsOf(table, setWidth(table, {}, 'a', 12))[1]?.width).toBe(260);
    expect(columnsOf(table, {})[1]?.width).toBe(270);
  });
  it('move before another visible column, never before the label', () => {
    const hidden = setHidden(table, {}, 'a', true);
    expect(ids(moveField(table, hidden, 'c', 1, true))).toEqual(['name', 'c', 'b']);
    expect(ids(moveField(table, {}, 'c', 0, true))).toEqual(['name', 'c', 'a', 'b']);
    expect(ids(moveField(table, {}, 'a', 3, true))).toEqual(['name', 'b', 'c', 'a']);
    expect(ids(moveField(table, {}, 'name', 2, true))).toEqual(['name', 'a', 'b', 'c']);
  });
});

describe('changes of a view', () => {
  it('are none when only defaults are written out', () => {
    expect(
      sameConfig(table, {}, { frozen: 1, rowHeight: 48, sort: [], fields: [{ fieldId: 'name' }, { fieldId: 'a' }] }),
    ).toBe(true);
    expect(sameConfig(table, {}, setTotal(table, {}, 'a', 'filled'))).toBe(false);
    expect(sameConfig(table, {}, setTotal(table, setTotal(table, {}, 'a', 'filled'), 'a', null))).toBe(true);
  });
});

describe('the view of an address', () => {
  const view = (id: string): View => ({ id, type: 'table', label: id, personal: false, config: {} });
  const views = [view('v1'), view('v2')];
  it('is the named one, the last used, or the first', () => {
    expect(viewFor(views, 'v2', 'v1')?.id).toBe('v2');
    expect(viewFor(views, 'list', 'v2')?.id).toBe('v2');
    expect(viewFor(views, undefined, 'gone')?.id).toBe('v1');
    expect(viewFor(views, 'gone', 'v1')).toBeNull();
  });
});
