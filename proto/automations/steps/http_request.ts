import type { StepType } from '../type.ts';

export const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

export const httpRequest: StepType = {
  id: 'http_request',
  config: {
    method: { of: 'choice', values: methods, required: true },
    url: { of: 'value', required: true },
    headers: { of: 'names', most: 30 },
    body: { of: 'value' },
  },
  effect: 'outside',
  gives: ['status', 'body'],
};
