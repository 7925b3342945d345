import type { BlockType } from '../type.ts';

/** HTML and JavaScript of a builder, in a frame of no origin that reaches one table by a bridge. */
export const customCode: BlockType = {
  id: 'custom_code',
  version: 1,
  tier: 'dev',
  config: {
    title: { of: 'text', most: 200 },
    html: { of: 'text', most: 20_000 },
    script: { of: 'text', most: 30_000 },
    /** The table that it may read, as its reader may. */
    tableId: { of: 'table' },
    /** Whether it may add and change records of that table, as its reader may. */
    canWrite: { of: 'flag' },
  },
  first: { w: 60, h: 8 },
  least: { w: 8, h: 2 },
};
