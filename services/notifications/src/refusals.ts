import { declareRefusals, requestRefusals } from '@tessera/kernel';

/** Every code that this service answers. */
export const { conflict, list, notFound, refuses } = declareRefusals({
  ...requestRefusals,
  'mails.not_found': ['not_found', 'There is no such mail.'],
  'mails.not_replayable': ['conflict', 'Only a mail that was kept or set aside can be sent again.'],
  'mails.not_waiting': ['conflict', 'This mail is not waiting to be sent.'],
});
