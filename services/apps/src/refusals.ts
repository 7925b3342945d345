import { declareRefusals, requestRefusals } from '@tessera/kernel';

/** Every code that this service answers. */
export const { conflict, list, notFound, refuses, rejection } = declareRefusals({
  ...requestRefusals,
  'preferences.too_large': ['too_large', 'The preference is too large.'],
  'preferences.too_many': ['conflict', 'Too many preferences are kept.'],
});
