import type { BlockType } from '../type.ts';

/** What was said and done about the record that is picked in other blocks. */
export const comments: BlockType = {
  id: 'comments',
  version: 1,
  config: {
    tableId: { of: 'table' },
    title: { of: 'text', most: 200 },
    /** In which blocks it is picked; in all of that table where none is named. */
    follows: { of: 'blocks', most: 100 },
  },
  first: { w: 60, h: 10 },
  least: { w: 24, h: 4 },
};
