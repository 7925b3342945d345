import type { BlockType } from '../type.ts';

/** What the values of a field come to, as areas on each other. */
export const areaChart: BlockType = {
  id: 'area_chart',
  version: 1,
  shares: 'shown',
  config: {
    tableId: { of: 'table' },
    title: { of: 'text', most: 200 },
    x: { of: 'axis' },
    value: { of: 'measure' },
    /** The field by whose options each of them is divided. */
    split: { of: 'field', takes: 'choice' },
    filter: { of: 'filter' },
  },
  first: { w: 60, h: 8 },
  least: { w: 24, h: 5 },
};
