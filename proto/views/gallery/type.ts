import type { ViewType } from '../type.ts';

/** Cards of records, with a picture where a field has one. */
export const gallery: ViewType = {
  id: 'gallery',
  version: 1,
  config: {
    fields: { of: 'columns', most: 600, required: true },
    filter: { of: 'filter' },
    sort: { of: 'sort' },
    /** The field whose picture a card begins with. */
    cover: { of: 'field' },
    /** How wide cards are at least. */
    size: { of: 'choice', values: ['small', 'medium', 'large'] },
  },
};
