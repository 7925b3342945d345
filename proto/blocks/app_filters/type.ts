import type { BlockType } from '../type.ts';

/** Filters by fields of a table, for the blocks of the page that show it. */
export const appFilters: BlockType = {
  id: 'app_filters',
  version: 1,
  config: {
    tableId: { of: 'table' },
    fields: { of: 'fields', most: 8 },
    /** All blocks of that table where none is named. */
    blocks: { of: 'blocks', most: 100 },
  },
  first: { w: 120, h: 2 },
  least: { w: 30, h: 2 },
  aliases: ['appFilters'],
};
