import { select } from '../select/type.ts';
import type { FieldType } from '../type.ts';

/** One of few options: what a select keeps, with all options in sight where it is entered. */
export const radioSelect: FieldType = { ...select, id: 'radioSelect' };
