import type { BlockType } from '../type.ts';

/** A video of YouTube or Vimeo, or a file; nothing of it is asked for before somebody plays it. */
export const video: BlockType = {
  id: 'video',
  version: 1,
  shares: 'still',
  config: {
    title: { of: 'text', most: 200 },
    address: { of: 'address', shows: 'video' },
  },
  first: { w: 60, h: 8 },
  least: { w: 20, h: 4 },
};
