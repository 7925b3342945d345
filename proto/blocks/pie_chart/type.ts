import type { BlockType } from '../type.ts';

/** The shares of the values of a field. */
export const pieChart: BlockType = {
  id: 'pie_chart',
  version: 1,
  shares: 'shown',
  config: {
    tableId: { of: 'table' },
    title: { of: 'text', most: 200 },
    x: { of: 'axis' },
    value: { of: 'measure' },
    filter: { of: 'filter' },
  },
  first: { w: 40, h: 8 },
  least: { w: 24, h: 5 },
};
