import { ids } from './ids.ts';

export const options = ids;
