import type { BlockType } from '../type.ts';

/** Records by their names, with a few of their values. */
export const smartList: BlockType = {
  id: 'smart_list',
  version: 1,
  shares: 'shown',
  config: {
    tableId: { of: 'table' },
    title: { of: 'text', most: 200 },
    fields: { of: 'fields', most: 4 },
    filter: { of: 'filter' },
    sort: { of: 'sort' },
    limit: { of: 'integer', min: 1, max: 100 },
  },
  first: { w: 40, h: 6 },
  least: { w: 20, h: 3 },
};
