import type { BlockType } from '../type.ts';

/** A picture of the web, which may lead somewhere. */
export const image: BlockType = {
  id: 'image',
  version: 1,
  shares: 'still',
  config: {
    address: { of: 'address', shows: 'picture' },
    /** What it shows, for who does not see it; adorns the page alone where nothing is said. */
    alt: { of: 'text', most: 200 },
    fit: { of: 'choice', values: ['contain', 'cover'] },
    href: { of: 'link' },
  },
  first: { w: 60, h: 6 },
  least: { w: 8, h: 2 },
};
