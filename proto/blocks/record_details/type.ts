import type { BlockType } from '../type.ts';

/** One record: the one that is picked in another block of the page, else the one that the address names. */
export const recordDetails: BlockType = {
  id: 'record_details',
  version: 1,
  config: {
    tableId: { of: 'table' },
    title: { of: 'text', most: 200 },
    fields: { of: 'fields', most: 50 },
    /** In which blocks it is picked; in all of that table where none is named. */
    follows: { of: 'blocks', most: 100 },
  },
  first: { w: 60, h: 10 },
  least: { w: 24, h: 4 },
};
