import { declareRefusals, requestRefusals } from '@tessera/kernel';

/** Every code that this service answers. */
export const { conflict, forbidden, invalid, list, notFound, refuses } = declareRefusals({
  ...requestRefusals,
  'mails.not_found': ['not_found', 'There is no such mail.'],
  'mails.not_replayable': ['conflict', 'Only a mail that was kept or set aside can be sent again.'],
  'notifications.not_found': ['not_found', 'There is no such notification.'],
  'notifications.not_readable': ['forbidden', 'This person cannot open what it tells of.'],
  'notifications.person': ['not_found', 'There is no such person.'],
  'notifications.snooze_time': ['invalid', 'The time must be in the future, and within a year.'],
  'notifications.to_self': ['invalid', 'It is told to you already.'],
  'settings.value': ['invalid', 'This setting cannot have this value.'],
  'mails.not_waiting': ['conflict', 'This mail is not waiting to be sent.'],
});
