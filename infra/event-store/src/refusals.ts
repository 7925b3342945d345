import { awayRefusals, declareRefusals, undoRefusals, writeRefusals } from '@tessera/kernel';

export const { conflict, invalid, notFound, rejection } = declareRefusals({
  ...writeRefusals,
  ...awayRefusals,
  ...undoRefusals,
  'purge.items': ['invalid', 'A purge has too few or too many records.', 'programs'],
  'purge.stream': ['invalid', 'Only records can be purged.', 'programs'],
  'store.erasing': ['unavailable', 'Everything of this organization is being deleted. Come back in some minutes.'],
  'purge.unsupported': ['invalid', 'The records of this service cannot be purged.', 'programs'],
});
