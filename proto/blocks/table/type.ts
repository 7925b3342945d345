import type { BlockType } from '../type.ts';

/** Records of a table in rows. */
export const table: BlockType = {
  id: 'table',
  version: 1,
  shares: 'shown',
  config: {
    tableId: { of: 'table' },
    title: { of: 'text', most: 200 },
    fields: { of: 'fields', most: 50 },
    filter: { of: 'filter' },
    sort: { of: 'sort' },
    limit: { of: 'integer', min: 1, max: 500 },
    canAdd: { of: 'flag' },
  },
  first: { w: 120, h: 8 },
  least: { w: 20, h: 4 },
};
