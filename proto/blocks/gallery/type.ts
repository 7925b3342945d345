import type { BlockType } from '../type.ts';

/** Records as cards with a picture. */
export const gallery: BlockType = {
  id: 'gallery',
  version: 1,
  shares: 'shown',
  config: {
    tableId: { of: 'table' },
    title: { of: 'text', most: 200 },
    cover: { of: 'field', takes: 'file' },
    size: { of: 'choice', values: ['small', 'medium', 'large'] },
    fields: { of: 'fields', most: 20 },
    filter: { of: 'filter' },
    sort: { of: 'sort' },
  },
  first: { w: 120, h: 10 },
  least: { w: 30, h: 6 },
};
