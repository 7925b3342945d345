import { declareRefusals, requestRefusals, undoRefusals } from '@tessera/kernel';

/** Every code that this service answers. */
export const { conflict, invalid, notFound, refuses, rejection } = declareRefusals({
  ...requestRefusals,
  ...undoRefusals,
  conversation_not_found: ['not_found', 'There is no such conversation.'],
  message_not_found: ['not_found', 'There is no such message.'],
  'chat.denied': ['forbidden', 'Only who made it may change it.'],
  'chat.empty': ['invalid', 'A message has a text.'],
  'chat.file_missing': ['invalid', 'One of the files is not there any more, or not yours.'],
  'chat.fixed': ['conflict', 'Of what two people say to each other, and of a record or a page, this does not change.'],
  'chat.no_anchor': ['invalid', 'Only what is said of a doc page is about words of it.'],
  'chat.no_files': ['invalid', 'The files of a record stand in its fields.'],
  'chat.name_required': ['invalid', 'A channel needs a name.'],
  'chat.too_long': ['too_large', 'A message has at most 40 kB.'],
  'chat.with_yourself': ['invalid', 'A conversation is with somebody else.'],
});
