import type { BlockType } from '../type.ts';

/** One number, or what two numbers come to, beside what it was in the period before. */
export const complexIndicator: BlockType = {
  id: 'complex_indicator',
  version: 1,
  shares: 'shown',
  config: {
    tableId: { of: 'table' },
    title: { of: 'text', most: 200 },
    subtitle: { of: 'text', most: 200 },
    function: { of: 'choice', values: ['count', 'sum', 'average', 'median', 'min', 'max'] },
    fieldId: { of: 'field', takes: 'number' },
    filter: { of: 'filter' },
    /** What is done with the second number: x, x + y, x - y, x / y, x / (x + y). */
    operation: { of: 'choice', values: ['alone', 'plus', 'minus', 'share', 'part'] },
    secondFunction: { of: 'choice', values: ['count', 'sum', 'average', 'median', 'min', 'max', 'fixed'] },
    secondFieldId: { of: 'field', takes: 'number' },
    fixed: { of: 'number' },
    secondFilter: { of: 'filter' },
    period: { of: 'period' },
    /** Which way a change is good. */
    good: { of: 'choice', values: ['up', 'down'] },
    /** Of a part the numbers are percent. */
    colors: { of: 'colors', most: 10 },
  },
  first: { w: 30, h: 3 },
  least: { w: 16, h: 3 },
  half: true,
};
