import type { StepType } from '../type.ts';

/** Says something in a channel, as the automation's owner. */
export const sendMessage: StepType = {
  id: 'send_message',
  config: { conversationId: { of: 'conversation', required: true }, text: { of: 'value', required: true } },
  effect: 'records',
  gives: ['id'],
};
