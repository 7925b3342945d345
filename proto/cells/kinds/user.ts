import { isId } from '@tessera/kernel';
import { asItIs } from './kind.ts';

export const user = asItIs('user', 'userId', (values) =>
  values.every((id) => isId(id as string)) ? undefined : { reason: 'a user is not an id' },
);
