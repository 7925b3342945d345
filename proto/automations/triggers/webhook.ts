import type { TriggerType } from '../type.ts';

/** A program calls an address that the automation has for itself. */
export const webhook: TriggerType = { id: 'webhook', config: {} };
