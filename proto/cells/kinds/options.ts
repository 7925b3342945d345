import { listOf } from './kind.ts';

export const options = listOf('options', 'optionIds', 'an option is not of the field', (id, { isOption }) =>
  isOption(id),
);
