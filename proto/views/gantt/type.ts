import type { ViewType } from '../type.ts';

/** A plan: each record in a row of its own, as a bar over its days, with what it waits for. */
export const gantt: ViewType = {
  id: 'gantt',
  version: 1,
  config: {
    fields: { of: 'columns', most: 600, required: true },
    filter: { of: 'filter' },
    sort: { of: 'sort' },
    /** The field of days: a day, a moment, or a range of days. */
    start: { of: 'field', takes: 'day' },
    /** The field by which a record ends, where that is another one. */
    end: { of: 'field', takes: 'day' },
    /** The field by whose option bars are coloured. */
    gantt_color_field: { of: 'field', takes: 'choice' },
    /** A field of links to records of the same table: what a record waits for. */
    dependencies: { of: 'field' },
    /** A field of numbers from 0 to 100, or a percentage: how much of a record is done. */
    progress: { of: 'field' },
  },
};
