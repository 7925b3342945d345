import type { ViewType } from '../type.ts';

/** Records as bars over days, in a lane for each option or person of a field. */
export const timeline: ViewType = {
  id: 'timeline',
  version: 1,
  config: {
    fields: { of: 'columns', most: 600, required: true },
    filter: { of: 'filter' },
    sort: { of: 'sort' },
    /** The field of days: a day, a moment, or a range of days. */
    start: { of: 'field', takes: 'day' },
    /** The field by which a record ends, where that is another one. */
    end: { of: 'field', takes: 'day' },
    /** The field whose values are the lanes; one lane of all where there is none. */
    lane: { of: 'field', takes: 'choice' },
    /** The field by whose option bars are coloured. */
    color: { of: 'field', takes: 'choice' },
  },
};
