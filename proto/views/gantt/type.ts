import type { ViewType } from '../type.ts';

/** A plan: each record in a row of its own, as a bar over its days, with what it waits for. */
export const gantt: ViewType = {
  id: 'gantt',
  version: 1,
  config: {
    fields: { of: 'columns', most: 600, required: true },
    filter: { of: 'filter' },
    sort: { of: 'sort' },
    /** The field of days: a day, a moment, or a range of days; or two, by which a record begins and ends. */
    gantt_date_range: { of: 'fields', most: 2, takes: 'day' },
    /** The field by whose option bars are coloured. */
    gantt_color_field: { of: 'field', takes: 'choice' },
    /** Fields whose values stand beside a record's name, left of the bars. */
    gantt_table_fields: { of: 'fields', most: 4 },
    /** A field of links to records of the same table: what a record waits for. */
    dependencies: { of: 'field' },
    /** A field of numbers from 0 to 100, or a percentage: how much of a record is done. */
    progress: { of: 'field' },
  },
};
