import type { BlockType } from '../type.ts';

/** Words with headings, lists and links. */
export const text: BlockType = {
  id: 'text',
  version: 1,
  shares: 'still',
  config: { content: { of: 'document' } },
  first: { w: 60, h: 4 },
};
