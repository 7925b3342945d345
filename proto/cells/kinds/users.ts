import { isId } from '@tessera/kernel';
import { listOf } from './kind.ts';

export const users = listOf('users', 'userIds', 'a user is not an id', isId);
