import type { BlockType } from '../type.ts';

/** A button that leads to a page, to another app, or to a table's records. */
export const button: BlockType = {
  id: 'button',
  version: 1,
  shares: 'still',
  config: {
    label: { of: 'text', most: 60 },
    line: { of: 'text', most: 200 },
    action: { of: 'choice', values: ['link', 'openApp', 'openTable'] },
    href: { of: 'link' },
    appId: { of: 'app' },
    tableId: { of: 'table' },
    look: { of: 'choice', values: ['filled', 'plain'] },
  },
  first: { w: 30, h: 2 },
  least: { w: 8, h: 2 },
  half: true,
  aliases: ['singleTrickButton'],
};
