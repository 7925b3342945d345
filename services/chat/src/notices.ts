import type { Notice } from '@tessera/kernel';
import type { ChatEvent } from './events.ts';

/**
 * What browsers may be told of an event: that there is something in a conversation, to those who hear it. That there is
 * something somewhere goes to everybody, without saying where: each asks for what they hear.
 */
export const notices = ({ $case, value }: ChatEvent): readonly Notice[] => {
  // Who is meant hears of it by a notification; of files by the message.
  if ($case === 'peopleCalled' || $case === 'filesAttached') return [];
  if ($case === 'readerMoved') return [{ topic: 'conversations', kind: 'changed' }];
  const here: Notice = { topic: `conversation:${value.conversationId}`, kind: 'changed' };
  const elsewhere =
    $case === 'messageEdited' ||
    $case === 'messageDeleted' ||
    $case === 'reactionsChanged' ||
    $case === 'threadResolved';
  return elsewhere ? [here] : [here, { topic: 'conversations', kind: 'changed' }];
};
