import { typeOfField } from '@tessera/fields';
import type { AggregateFunction, Field } from '@tessera/kit';
import { isByDays } from './groups.ts';

/** Functions whose results can be drawn as lengths. */
const drawn: readonly AggregateFunction[] = ['sum', 'average', 'median', 'min', 'max', 'filled', 'distinct', 'checked'];
/** What a field's values can be drawn as: numbers only, no first or last day. */
export const functionsOf = (field: Field): readonly AggregateFunction[] =>
  (typeOfField(field)?.aggregates ?? []).filter(
    (fn) => drawn.includes(fn) && !(isByDays(field) && (fn === 'min' || fn === 'max')),
  );
export const canBeMeasured = (field: Field): boolean => functionsOf(field).length > 0;
