import type { BlockType } from '../type.ts';

/** Apps to go on to. */
export const appMenu: BlockType = {
  id: 'app_menu',
  version: 1,
  shares: 'still',
  config: {
    title: { of: 'text', most: 200 },
    /** All that the reader may open where none is named. */
    apps: { of: 'apps', most: 100 },
    shape: { of: 'choice', values: ['tiles', 'list'] },
  },
  first: { w: 60, h: 4 },
  least: { w: 16, h: 2 },
};
