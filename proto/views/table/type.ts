import type { ViewType } from '../type.ts';

/** A table with more fields than this begins compact: at the standard width most of them would be out of sight. */
const standardFields = 10;

/** The grid: rows and columns. */
export const table: ViewType = {
  id: 'table',
  version: 1,
  config: {
    fields: { of: 'columns', most: 600, required: true },
    frozen: { of: 'integer', min: 0, max: 50 },
    filter: { of: 'filter' },
    sort: { of: 'sort' },
    group: { of: 'group', most: 3 },
    rowHeight: { of: 'choice', values: [32, 48, 64, 96] },
    /** Columns are 260 px or wider and begin with 270; compact ones are 80 px or wider and begin with 180. */
    density: { of: 'choice', values: ['standard', 'compact'] },
  },
  first: (fields) => ({ fields: [], ...(fields > standardFields && { density: 'compact' }) }),
};
