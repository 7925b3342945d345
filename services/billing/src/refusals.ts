import { declareRefusals, requestRefusals } from '@tessera/kernel';

/** Every code that this service answers. */
export const { invalid, list, notFound, refuses } = declareRefusals({
  ...requestRefusals,
  'plan.invalid_period': ['invalid', 'A plan is paid monthly or annual.'],
  'plan.not_found': ['not_found', 'Invalid plan selected.'],
  'usage.invalid_days': ['invalid', 'The last day is before the first, or the time is longer than a year.'],
});
