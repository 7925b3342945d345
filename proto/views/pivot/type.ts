import type { ViewType } from '../type.ts';

/** What records come to by two fields: a table of numbers, each of which leads to its records. */
export const pivot: ViewType = {
  id: 'pivot',
  version: 1,
  config: {
    fields: { of: 'columns', most: 600, required: true },
    filter: { of: 'filter' },
    /** The field whose values are the rows. */
    rows: { of: 'field' },
    /** Days together, where that field goes by days. */
    bucket: { of: 'choice', values: ['day', 'week', 'month', 'quarter', 'year'] },
    /** The field whose options are the columns. */
    columns: { of: 'field', takes: 'choice' },
    /** What each number is; how many records, where nothing is said. */
    value: { of: 'aggregate' },
  },
};
