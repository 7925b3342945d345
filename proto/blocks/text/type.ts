import type { BlockType } from '../type.ts';

/** Words with headings, lists and links, and with places for what is known of their reader and of a record. */
export const text: BlockType = {
  id: 'text',
  version: 1,
  shares: 'still',
  config: {
    content: { of: 'document' },
    /** Of which table the record is that it tells of. */
    tableId: { of: 'table' },
  },
  first: { w: 60, h: 4 },
};
