import { itemsType } from '../items.ts';

/** What is left to do in a record, in lines that whoever may edit it writes and ticks. */
export const todoList = itemsType({ id: 'todoList' });
