import { listOfIds } from './ids.ts';

/** A cell: ids of users. */
export const users = listOfIds('person');
