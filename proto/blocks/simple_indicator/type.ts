import type { BlockType } from '../type.ts';

/** One number that records come to. */
export const simpleIndicator: BlockType = {
  id: 'simple_indicator',
  version: 1,
  shares: 'shown',
  config: {
    tableId: { of: 'table' },
    title: { of: 'text', most: 200 },
    subtitle: { of: 'text', most: 200 },
    function: { of: 'choice', values: ['count', 'sum', 'average', 'median', 'min', 'max'] },
    fieldId: { of: 'field', takes: 'number' },
    period: { of: 'period' },
    /** Beside what the period before came to. */
    compare: { of: 'flag' },
    target: { of: 'number' },
    /** Which way a change is good. */
    good: { of: 'choice', values: ['up', 'down'] },
    filter: { of: 'filter' },
    colors: { of: 'colors', most: 10 },
  },
  first: { w: 30, h: 3 },
  least: { w: 12, h: 2 },
  half: true,
};
