import type { Field } from '@tessera/kit';
import { describe, expect, it } from 'vitest';
import { openTable, recordWith, settled } from '../workbench/testing.ts';
import { createGrid } from './grid.ts';
import { selectOne } from './model/selection.ts';

const name = { id: 'name', name: 'Name', type: 'singleLineText', props: {} } as Field;

/** A grid over a list that a test may change behind it. */
const open = async (...ids: string[]) => {
  const table = openTable({ records: ids.map((id) => recordWith(id)), fields: [name] });
  const list = table.bench.main;
  const grid = createGrid(table.bench, list);
  grid.attach({ newRecord: () => undefined, begin: () => undefined });
  grid.set({ columns: [{ field: name, width: 200 }], canEdit: true });
  list.begin({ sort: [], search: '' });
  list.rows.want(0, 10);
  await settled();
  return {
    list,
    grid,
    server: async (...now: string[]): Promise<void> => {
      table.records(now.map((id) => recordWith(id)));
      list.rows.refresh();
      await settled();
    },
  };
};

describe('the selection', () => {
  it('stays on its record when rows come and go above it', async () => {
    const { list, grid, server } = await open('a', 'b', 'c', 'd');
    const { rows } = list;
    grid.select(selectOne(2, 0));
    await server('x', 'y', 'a', 'b', 'c', 'd');
    expect([grid.active()?.record.id, grid.state().selection?.anchor.row]).toEqual(['c', 4]);
    await server('c', 'd');
    expect([grid.active()?.record.id, grid.state().selection?.anchor.row]).toEqual(['c', 0]);
    rows.insert(rows.size(), [recordWith('new')]);
    grid.select(selectOne(2, 0));
    rows.remove(['d']);
    list.changed();
    expect(grid.active()?.record.id).toBe('new');
  });

  it('keeps its place when its record is gone, and follows the one that is there then', async () => {
    const { grid, server } = await open('a', 'b', 'c', 'd');
    grid.select(selectOne(1, 0));
    await server('a', 'c', 'd');
    expect(grid.active()?.record.id).toBe('c');
    await server('a', 'x', 'c', 'd');
    expect(grid.active()?.record.id).toBe('c');
  });

  it('stays on its column when columns move, and on its place when its column is gone', async () => {
    const { list, grid } = await open('a');
    const column = (id: string) => ({ field: { ...name, id }, width: 200 });
    grid.set({ columns: ['one', 'two', 'three'].map(column) });
    grid.select(selectOne(0, 1));
    grid.set({ columns: ['one', 'three', 'two'].map(column) });
    expect(grid.active()?.column.field.id).toBe('two');
    grid.set({ columns: ['one', 'three'].map(column) });
    list.changed();
    expect(grid.active()?.column.field.id).toBe('three');
  });
});
