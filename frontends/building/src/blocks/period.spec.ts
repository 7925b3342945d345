import { expect, it } from 'vitest';
import { filterOf } from './period.ts';

it('all days leave a filter alone', () => {
  const filter = { fieldId: 'a', operator: 'isEmpty' };
  expect(filterOf(filter, 'd', undefined)).toBe(filter);
  expect(filterOf(filter, 'd', { from: '2026-01-01', to: '2026-01-31' })).toEqual({
    and: [filter, { fieldId: 'd', operator: 'between', value: { from: '2026-01-01', to: '2026-01-31' } }],
  });
});
