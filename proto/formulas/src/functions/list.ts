import * as decimals from '../decimals.ts';
import {
  elementOf,
  failure,
  listOf,
  maxTextLength,
  scalarText,
  type FormulaContext,
  type FormulaType,
  type Scalar,
  type Value,
} from '../values.ts';
import { many, optional, parameter, type FormulaFunction } from './function.ts';

const list = parameter('list', 'list');

const valuesOf = (value: Value): readonly Scalar[] =>
  value === null ? [] : Array.isArray(value) ? (value as readonly Scalar[]) : [value as Scalar];
const orBlank = (values: readonly Scalar[]): Value => (values.length === 0 ? null : values);
const texts = (value: Value, type: FormulaType, context: FormulaContext): readonly string[] =>
  valuesOf(value).map((one) => scalarText(one, elementOf(type), context));

const counted = (
  says: string,
  example: readonly [string, string],
  size: (value: Value) => number,
): FormulaFunction => ({
  group: 'list',
  parameters: [many('value', 'any')],
  says,
  example,
  gives: 'number',
  blanks: true,
  run: (values) => decimals.whole(values.reduce<number>((sum, value) => sum + size(value), 0)),
});

export const listFunctions: Readonly<Record<string, FormulaFunction>> = {
  ARRAYJOIN: {
    group: 'list',
    parameters: [list, optional('between', 'text')],
    says: 'The values of a list as one text.',
    example: ['ARRAYJOIN("a", "; ")', 'a'],
    gives: 'text',
    run: ([value, between], context, [type]) => {
      const made = texts(value!, type!, context).join((between as string | undefined) ?? ', ');
      return made.length > maxTextLength ? failure('too_long') : made;
    },
  },
  ARRAYUNIQUE: {
    group: 'list',
    parameters: [list],
    says: 'The list with each value once.',
    example: ['ARRAYJOIN(ARRAYUNIQUE("a"))', 'a'],
    gives: ([type]) => listOf(type!),
    run: ([value], context, [type]) => {
      const kept = new Map<string, Scalar>();
      for (const one of valuesOf(value!)) {
        const key = scalarText(one, elementOf(type!), context);
        if (!kept.has(key)) kept.set(key, one);
      }
      return orBlank([...kept.values()]);
    },
  },
  ARRAYCOMPACT: {
    group: 'list',
    parameters: [list],
    says: 'The list without empty texts.',
    example: ['ARRAYJOIN(ARRAYCOMPACT("a"))', 'a'],
    gives: ([type]) => listOf(type!),
    run: ([value]) => orBlank(valuesOf(value!).filter((one) => one !== '')),
  },
  COUNTA: counted('How many values there are, blanks left out.', ['COUNTA("a", BLANK(), 1)', '2'], (value) =>
    value === '' ? 0 : valuesOf(value).length,
  ),
  COUNTALL: counted('How many values there are, blanks included.', ['COUNTALL("a", BLANK(), 1)', '3'], (value) =>
    value === null ? 1 : valuesOf(value).length,
  ),
};
