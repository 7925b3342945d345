import type { BlockType } from '../type.ts';

/** The head of a page: its heading, a search over its blocks, a button. */
export const titleBar: BlockType = {
  id: 'title_bar',
  version: 1,
  shares: 'still',
  config: {
    heading: { of: 'text', most: 200 },
    line: { of: 'text', most: 500 },
    search: { of: 'flag' },
    button: { of: 'button' },
  },
  first: { w: 120, h: 2 },
  least: { w: 30, h: 2 },
  once: true,
  aliases: ['titleBar'],
};
