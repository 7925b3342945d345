import type { ViewType } from '../type.ts';

/** What the records of a table come to, drawn by the values of a field. */
export const chart: ViewType = {
  id: 'chart',
  version: 1,
  config: {
    fields: { of: 'columns', most: 600, required: true },
    filter: { of: 'filter' },
    kind: { of: 'choice', values: ['bar', 'line', 'area', 'pie'] },
    /** The field by whose values records are counted or summed. */
    x: { of: 'field' },
    /** Days together, where that field goes by days. */
    bucket: { of: 'choice', values: ['day', 'week', 'month', 'quarter', 'year'] },
    /** The field by whose options each of them is divided. */
    split: { of: 'field', takes: 'choice' },
    /** What is shown of them; how many they are, where nothing is said. */
    value: { of: 'aggregate' },
  },
};
