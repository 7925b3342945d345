import type { BlockType } from '../type.ts';

/** Records as bars over days, in a lane for each option or person of a field. */
export const timeline: BlockType = {
  id: 'timeline',
  version: 1,
  config: {
    tableId: { of: 'table' },
    title: { of: 'text', most: 200 },
    start: { of: 'field', takes: 'day' },
    end: { of: 'field', takes: 'day' },
    lane: { of: 'field', takes: 'choice' },
    color: { of: 'field', takes: 'choice' },
    fields: { of: 'fields', most: 20 },
    filter: { of: 'filter' },
    sort: { of: 'sort' },
  },
  first: { w: 120, h: 12 },
  least: { w: 60, h: 8 },
};
