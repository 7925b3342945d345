import { declareRefusals, requestRefusals } from '@tessera/kernel';

/** Every code that this service answers. */
export const { invalid, list, refuses } = declareRefusals({
  ...requestRefusals,
  'usage.invalid_days': ['invalid', 'The last day is before the first, or the time is longer than a year.'],
});
