import { oneId } from './ids.ts';

/** A cell: the id of a user. */
export const user = oneId('person');
