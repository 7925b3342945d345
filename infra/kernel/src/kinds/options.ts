import { listOfIds } from './ids.ts';

/** A cell: ids of options. */
export const options = listOfIds('choice');
