import type { BlockType } from '../type.ts';

/** A page of the web within the page. */
export const embed: BlockType = {
  id: 'embed',
  version: 1,
  shares: 'still',
  config: {
    title: { of: 'text', most: 200 },
    address: { of: 'address', shows: 'page' },
  },
  tier: 'dev',
  first: { w: 120, h: 10 },
  least: { w: 20, h: 4 },
};
