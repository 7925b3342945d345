import { oneId } from './ids.ts';

/** A cell: the id of an option. */
export const option = oneId('choice');
