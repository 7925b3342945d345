import type { BlockType } from '../type.ts';

/** How far one number is on its way to a goal. */
export const speedometer: BlockType = {
  id: 'speedometer',
  version: 1,
  shares: 'shown',
  config: {
    tableId: { of: 'table' },
    title: { of: 'text', most: 200 },
    function: { of: 'choice', values: ['count', 'sum', 'average', 'median', 'min', 'max'] },
    fieldId: { of: 'field', takes: 'number' },
    period: { of: 'period' },
    target: { of: 'number' },
    filter: { of: 'filter' },
    colors: { of: 'colors', most: 10 },
  },
  first: { w: 30, h: 4 },
  least: { w: 20, h: 4 },
};
