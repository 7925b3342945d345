import type { BlockType } from '../type.ts';

/** What two fields come to, as a table of numbers. */
export const pivot: BlockType = {
  id: 'pivot',
  version: 1,
  shares: 'shown',
  config: {
    tableId: { of: 'table' },
    title: { of: 'text', most: 200 },
    rows: { of: 'axis' },
    columns: { of: 'field', takes: 'choice' },
    value: { of: 'measure' },
    filter: { of: 'filter' },
  },
  tier: 'premium',
  first: { w: 60, h: 8 },
  least: { w: 24, h: 4 },
};
