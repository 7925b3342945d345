import { awayRefusals, declareRefusals, requestRefusals } from '@tessera/kernel';

export const { rejection } = declareRefusals({
  ...awayRefusals,
  'request.too_large': requestRefusals['request.too_large'],
  'rpc.actor': ['unauthenticated', 'The call carries no valid actor.', 'programs'],
});
