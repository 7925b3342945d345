import { listOfIds } from './ids.ts';

/** A cell: ids of records of another table, or of the same. */
export const links = listOfIds('record');
