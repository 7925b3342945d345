import type { BlockType } from '../type.ts';

/** How much comes through from one option of a field to the next. */
export const funnel: BlockType = {
  id: 'funnel',
  version: 1,
  shares: 'shown',
  config: {
    tableId: { of: 'table' },
    title: { of: 'text', most: 200 },
    field: { of: 'field', takes: 'option' },
    /** All options in their order where none is named. */
    steps: { of: 'options', field: 'field', most: 50 },
    value: { of: 'measure' },
    /** What is at a step has come through those before it. */
    cumulative: { of: 'flag' },
    filter: { of: 'filter' },
  },
  first: { w: 60, h: 6 },
  least: { w: 24, h: 4 },
};
