import type { Field, View } from '@tessera/kit';
import { describe, expect, it } from 'vitest';
import { entriesOf, moveField, sameConfig, setHidden, setTotal, viewFor } from './view-state.ts';
import { columnsOf, setWidth, setWidths, usualGrid } from '../grid/columns.ts';

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
  it('are at least 80 wide where the view is compact, and keep their widths while it is not', () => {
    const narrow = setWidth(table, { density: 'compact' }, 'a', 120);
    const widths = (config: typeof narrow) => columnsOf(table, config).map((column) => column.width);
    expect(widths(narrow)).toEqual([180, 120, 180, 180]);
    expect(widths({ ...narrow, density: 'standard' })).toEqual([270, 260, 270, 270]);
    expect(
      widths(
        setWidths(
          table,
          narrow,
          new Map([
            ['b', 20],
            ['c', 300],
          ]),
        ),
      ),
    ).toEqual([180, 120, 80, 300]);
    expect(sameConfig(table, {}, { density: 'standard' }, usualGrid)).toBe(true);
    expect(sameConfig(table, {}, { density: 'compact' }, usualGrid)).toBe(false);
  });
  it('that are asked for are those that are named, with what is said of them', () => {
    const asked = (...fields: { fieldId: string; label?: string }[]) => ({ fields });
    const same = (a: ReturnType<typeof asked>, b: ReturnType<typeof asked>) => sameConfig(table, a, b, {}, 'form');
    expect(same(asked({ fieldId: 'a' }), asked({ fieldId: 'a' }))).toBe(true);
    expect(same(asked({ fieldId: 'a' }), asked({ fieldId: 'a' }, { fieldId: 'b' }))).toBe(false);
    expect(same(asked({ fieldId: 'a' }), asked({ fieldId: 'a', label: 'A?' }))).toBe(false);
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
      sameConfig(
        table,
        {},
        { frozen: 1, rowHeight: 48, sort: [], fields: [{ fieldId: 'name' }, { fieldId: 'a' }] },
        usualGrid,
      ),
    ).toBe(true);
    expect(sameConfig(table, {}, setTotal(table, {}, 'a', 'filled'), usualGrid)).toBe(false);
    expect(sameConfig(table, {}, setTotal(table, setTotal(table, {}, 'a', 'filled'), 'a', null), usualGrid)).toBe(true);
  });
});

describe('the view of an address', () => {
  const view = (id: string): View => ({ id, type: 'table', label: id, personal: false, version: 1, config: {} });
  const views = [view('v1'), view('v2')];
  it('is the named one, the last used, or the first', () => {
    expect(viewFor(views, 'v2', 'v1')?.id).toBe('v2');
    expect(viewFor(views, 'list', 'v2')?.id).toBe('v2');
    expect(viewFor(views, undefined, 'gone')?.id).toBe('v1');
    expect(viewFor(views, 'gone', 'v1')).toBeNull();
    const board = { ...view('v3'), type: 'kanban' };
    expect(viewFor([...views, board], 'pipe', 'v1')).toBe(board);
    expect(viewFor(views, 'pipe', 'v1')).toBeNull();
  });
});
