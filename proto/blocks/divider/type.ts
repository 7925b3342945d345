import type { BlockType } from '../type.ts';

/** A line between what is above and what is below. */
export const divider: BlockType = {
  id: 'divider',
  version: 1,
  shares: 'still',
  config: { title: { of: 'text', most: 200 } },
  first: { w: 120, h: 2 },
};
