import type { StepType } from '../type.ts';

/** Sends an e-mail to people of the organization and to addresses. */
export const sendEmail: StepType = {
  id: 'send_email',
  config: {
    to: { of: 'people', required: true },
    subject: { of: 'value', required: true },
    body: { of: 'value', required: true },
  },
  effect: 'records',
  gives: ['count'],
};
