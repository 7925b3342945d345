import { asItIs } from './kind.ts';

export const option = asItIs('option', 'optionId', (values, { isOption }) =>
  values.every((id) => isOption(id as string)) ? undefined : { reason: 'an option is not of the field' },
);
