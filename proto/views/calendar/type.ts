import type { ViewType } from '../type.ts';

/** Records on the days that they have. */
export const calendar: ViewType = {
  id: 'calendar',
  version: 1,
  config: {
    fields: { of: 'columns', most: 600, required: true },
    filter: { of: 'filter' },
    sort: { of: 'sort' },
    /** The field of days: a day, a moment, or a range of days. */
    start: { of: 'field', takes: 'day' },
    /** The field by which a record ends, where that is another one. */
    end: { of: 'field', takes: 'day' },
    /** The field by whose option records are coloured. */
    color: { of: 'field', takes: 'choice' },
  },
};
