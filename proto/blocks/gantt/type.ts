import type { BlockType } from '../type.ts';

/** A plan: each record as a bar over its days, with what it waits for. */
export const gantt: BlockType = {
  id: 'gantt',
  version: 1,
  config: {
    tableId: { of: 'table' },
    title: { of: 'text', most: 200 },
    start: { of: 'field', takes: 'day' },
    end: { of: 'field', takes: 'day' },
    color: { of: 'field', takes: 'choice' },
    progress: { of: 'field', takes: 'number' },
    fields: { of: 'fields', most: 4 },
    filter: { of: 'filter' },
    sort: { of: 'sort' },
  },
  first: { w: 120, h: 12 },
  least: { w: 60, h: 8 },
};
