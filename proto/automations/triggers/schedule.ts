import type { TriggerType } from '../type.ts';

export const schedule: TriggerType = {
  id: 'schedule',
  config: { cron: { of: 'cron', required: true }, zone: { of: 'zone', required: true } },
};
