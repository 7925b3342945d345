import { declareRefusals } from '@tessera/kernel';

export const { rejection } = declareRefusals({
  'subscriptions.ahead': ['unavailable', 'The log of a service ends before what was handled of it.', 'programs'],
  'subscriptions.state': ['unavailable', 'The record of handled events cannot be read at the moment.', 'programs'],
});
