import type { BlockType } from '../type.ts';

/** Records on the days that they have. */
export const calendar: BlockType = {
  id: 'calendar',
  version: 1,
  config: {
    tableId: { of: 'table' },
    title: { of: 'text', most: 200 },
    start: { of: 'field', takes: 'day' },
    end: { of: 'field', takes: 'day' },
    color: { of: 'field', takes: 'choice' },
    fields: { of: 'fields', most: 20 },
    filter: { of: 'filter' },
  },
  first: { w: 120, h: 14 },
  least: { w: 60, h: 10 },
};
