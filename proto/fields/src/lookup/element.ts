import { kinds, type Holds } from '@tessera/kernel/kinds';
import type { ResultType } from '../formula/result.ts';
import { typeOfField } from '../list.ts';
import type { RollupFunction } from './functions.ts';
import type { FieldProps } from '../type.ts';

/** What a value is one by one, by what its kind holds. People are not among them: their names change without the record. */
const results: Partial<Readonly<Record<Holds, ResultType>>> = {
  text: 'text',
  number: 'number',
  tick: 'boolean',
  day: 'date',
  moment: 'dateTime',
  choice: 'text',
};

/** What the values of a field are one by one, where others are computed from them; undefined where none are. */
export const elementOf = (field: { readonly type: string; readonly props: FieldProps }): ResultType | undefined => {
  const type = typeOfField(field);
  if (type === undefined || type.links !== undefined || type.apart !== undefined || type.countsBack) return undefined;
  const { result } = field.props as { readonly result?: ResultType };
  if (type.derived !== undefined && result !== undefined) return result;
  return results[kinds[type.storage].holds];
};

/** Whether a function takes values of a result. */
export const rollupTakes = (made: RollupFunction, result: ResultType): boolean => {
  switch (made) {
    case 'sum':
    case 'average':
      return result === 'number' || result === 'duration';
    case 'min':
    case 'max':
      return result !== 'text' && result !== 'boolean';
    case 'and':
    case 'or':
      return result === 'boolean';
    default:
      return true;
  }
};

/** What a function makes of values of a result. */
export const rolledResult = (made: RollupFunction, source: ResultType): ResultType => {
  switch (made) {
    case 'count':
    case 'counta':
      return 'number';
    case 'and':
    case 'or':
      return 'boolean';
    case 'join':
      return 'text';
    default:
      return source;
  }
};
