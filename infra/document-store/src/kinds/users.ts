import { ids } from './ids.ts';

export const users = ids;
