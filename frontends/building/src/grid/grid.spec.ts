import type { Field, RecordData } from '@tessera/kit';
import { describe, expect, it } from 'vitest';
import { createEdits } from '../data/edits.ts';
import { createRows } from '../data/rows.ts';
import { createGrid } from './grid.ts';
import { selectOne } from './model/selection.ts';

const record = (id: string): RecordData => ({ id, version: 1, fields: {}, createdAt: '', updatedAt: '' });
const name = { id: 'name', name: 'Name', type: 'singleLineText', props: {} } as Field;

const settle = async (): Promise<void> => {
  for (let i = 0; i < 50; i++) await Promise.resolve();
};

/** A grid over a list that a test may change behind it. */
const open = async (...ids: string[]) => {
  let list = ids;
  const rows = createRows(
    {
      page: async () => ({ records: list.map(record) }),
      count: async () => ({ total: list.length }),
    },
    { onChange: () => grid.changed(), onError: (error) => expect.fail(String(error)) },
  );
  const edits = createEdits({
    send: async () => ({ records: [] }),
    failure: () => ({ kind: 'later' }),
    onChange: () => undefined,
    onSaved: () => undefined,
    onRefused: () => undefined,
  });
  const grid = createGrid(() => ({ rows, edits }));
  grid.set({ columns: [{ field: name, width: 200 }], canEdit: true });
  rows.want(0, 10);
  await settle();
  return {
    rows,
    grid,
    server: async (...now: string[]): Promise<void> => {
      list = now;
      rows.refresh();
      await settle();
    },
  };
};

describe('the selection', () => {
  it('stays on its record when rows come and go above it', async () => {
    const { rows, grid, server } = await open('a', 'b', 'c', 'd');
    grid.select(selectOne(2, 0));
    await server('x', 'y', 'a', 'b', 'c', 'd');
    expect([grid.active()?.record.id, grid.state().selection?.anchor.row]).toEqual(['c', 4]);
    await server('c', 'd');
    expect([grid.active()?.record.id, grid.state().selection?.anchor.row]).toEqual(['c', 0]);
    rows.insert(rows.size(), [record('new')]);
    grid.select(selectOne(2, 0));
    rows.remove(['d']);
    grid.changed();
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
});
