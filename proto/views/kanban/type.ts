import type { ViewType } from '../type.ts';

/** A board: a column for each option or person of a field, with the records that have it as cards. */
export const kanban: ViewType = {
  id: 'kanban',
  version: 1,
  config: {
    fields: { of: 'columns', most: 600, required: true },
    filter: { of: 'filter' },
    sort: { of: 'sort' },
    /** The field whose values are the columns. */
    kanban_field: { of: 'field', takes: 'choice' },
    /** Their order, colours and limits, and which are hidden or folded; what is not said of stands as the field has it. */
    kanban_columns: { of: 'lanes', most: 500 },
    /** Leaves out the column of records without a value. */
    kanban_disable_default_column: { of: 'flag' },
    kanban_hide_add_button: { of: 'flag' },
    kanban_disable_drag_drop_cards: { of: 'flag' },
    /** The field whose picture a card begins with. */
    cover: { of: 'field' },
    /** The field by whose option cards are coloured. */
    color: { of: 'field', takes: 'choice' },
  },
  shortcut: 'pipe',
};
