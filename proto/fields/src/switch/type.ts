import { checkbox } from '../checkbox/type.ts';
import type { FieldType } from '../type.ts';

/** On or off: what a checkbox keeps. */
export const switchType: FieldType = {
  ...checkbox,
  id: 'switch',
  conversions: { group: 'check', to: ['text', 'number', 'options', 'check'], from: ['check'] },
};
