import type { BlockType } from '../type.ts';

/** A board: records as cards in the columns of a field. */
export const smartKanban: BlockType = {
  id: 'smart_kanban',
  version: 1,
  shares: 'shown',
  config: {
    tableId: { of: 'table' },
    title: { of: 'text', most: 200 },
    kanban_field: { of: 'field', takes: 'choice' },
    fields: { of: 'fields', most: 20 },
    kanban_columns: { of: 'lanes', most: 500 },
    kanban_hide_add_button: { of: 'flag' },
    kanban_disable_drag_drop_cards: { of: 'flag' },
    filter: { of: 'filter' },
    sort: { of: 'sort' },
  },
  first: { w: 120, h: 10 },
  least: { w: 40, h: 6 },
};
