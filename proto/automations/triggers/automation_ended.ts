import type { TriggerType } from '../type.ts';

export const endings = ['done', 'failed', 'stopped'] as const;

/** Another automation came to its end: a certain one or any, in a certain way or any. */
export const automationEnded: TriggerType = {
  id: 'automation_ended',
  config: { automationId: { of: 'automation' }, state: { of: 'choice', values: endings } },
};
