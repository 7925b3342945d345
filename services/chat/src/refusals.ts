import { declareRefusals, requestRefusals, undoRefusals } from '@tessera/kernel';

/** Every code that this service answers. */
export const { conflict, invalid, notFound, refuses, rejection } = declareRefusals({
  ...requestRefusals,
  ...undoRefusals,
  conversation_not_found: ['not_found', 'There is no such conversation.'],
  message_not_found: ['not_found', 'There is no such message.'],
  'chat.denied': ['forbidden', 'Only who made it may change it.'],
  'chat.empty': ['invalid', 'A message has a text.'],
  'chat.fixed': ['conflict', 'What two people say to each other has no name and no other members.'],
  'chat.name_required': ['invalid', 'A channel needs a name.'],
  'chat.too_long': ['too_large', 'A message has at most 40 kB.'],
  'chat.with_yourself': ['invalid', 'A conversation is with somebody else.'],
});
