import type { BlockType } from '../type.ts';

/** Several buttons beside or below each other. */
export const buttonGroup: BlockType = {
  id: 'button_group',
  version: 1,
  shares: 'still',
  config: {
    title: { of: 'text', most: 200 },
    buttons: { of: 'buttons', most: 12 },
    direction: { of: 'choice', values: ['row', 'column'] },
  },
  first: { w: 60, h: 2 },
  least: { w: 8, h: 2 },
};
