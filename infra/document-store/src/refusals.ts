import { awayRefusals, declareRefusals, queryRefusals } from '@tessera/kernel';

export const { invalid, rejection } = declareRefusals({
  ...queryRefusals,
  ...awayRefusals,
  // A short read that turns out to be long: it is begun again among the long ones.
  'query.not_short': ['unavailable', 'The query is a long one.', 'programs'],
});
