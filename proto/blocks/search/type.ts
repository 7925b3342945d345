import type { BlockType } from '../type.ts';

/** A box that searches other blocks of the page. */
export const search: BlockType = {
  id: 'search',
  version: 1,
  config: {
    placeholder: { of: 'text', most: 100 },
    /** All of the page where none is named. */
    blocks: { of: 'blocks', most: 100 },
  },
  first: { w: 40, h: 2 },
  least: { w: 16, h: 2 },
};
