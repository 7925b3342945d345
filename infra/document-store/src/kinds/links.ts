import { ids } from './ids.ts';

export const links = ids;
