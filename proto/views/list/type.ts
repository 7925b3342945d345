import type { ViewType } from '../type.ts';

/** Records one under the other, each in a line with the best of its values. */
export const list: ViewType = {
  id: 'list',
  version: 1,
  config: {
    fields: { of: 'columns', most: 600, required: true },
    filter: { of: 'filter' },
    sort: { of: 'sort' },
    /** The field by whose option records are coloured. */
    color: { of: 'field', takes: 'choice' },
  },
};
