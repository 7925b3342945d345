import { isId } from '@tessera/kernel';
import { listOf } from './kind.ts';

export const links = listOf('links', 'linkIds', 'a link is not an id', isId);
