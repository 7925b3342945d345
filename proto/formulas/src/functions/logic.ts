import { failure, type FormulaType, type Value } from '../values.ts';
import { many, optional, parameter, type FormulaFunction } from './function.ts';
import { isZero, type Decimal } from '../decimals.ts';

/** Whether a condition holds: true, a number other than 0, any other value that is not blank or the empty text. */
export const holds = (value: Value, type: FormulaType): boolean =>
  type === 'boolean'
    ? value === true
    : type === 'number'
      ? value !== null && !isZero(value as Decimal)
      : value !== null && value !== '';

const together = (
  says: string,
  example: readonly [string, string],
  judge: (truths: readonly boolean[]) => boolean,
): FormulaFunction => ({
  group: 'logic',
  parameters: [many('condition', 'any')],
  says,
  example,
  gives: 'boolean',
  blanks: true,
  run: (values, _, types) => judge(values.map((value, i) => holds(value, types[i]!))),
});
const constant = (name: string, says: string, gives: FormulaType, value: Value): FormulaFunction => ({
  group: 'logic',
  parameters: [],
  says,
  example: [`${name}()`, value === null ? '' : String(value)],
  gives,
  run: () => value,
});

/** Functions of conditions that compute all their values; those that choose among them are forms of the language. */
export const logicFunctions: Readonly<Record<string, FormulaFunction>> = {
  AND: together('Whether all conditions hold.', ['AND(1 < 2, 2 < 3)', 'true'], (truths) => truths.every(Boolean)),
  OR: together('Whether one condition holds.', ['OR(1 > 2, 2 < 3)', 'true'], (truths) => truths.some(Boolean)),
  XOR: together(
    'Whether an odd number of conditions holds.',
    ['XOR(TRUE, TRUE)', 'false'],
    (truths) => truths.filter(Boolean).length % 2 === 1,
  ),
  NOT: {
    group: 'logic',
    parameters: [parameter('condition', 'any')],
    says: 'Whether a condition does not hold.',
    example: ['NOT(1 > 2)', 'true'],
    gives: 'boolean',
    blanks: true,
    run: ([value], _, [type]) => !holds(value!, type!),
  },
  ISBLANK: {
    group: 'logic',
    parameters: [parameter('value', 'any')],
    says: 'Whether a value is blank or an empty text.',
    example: ['ISBLANK("")', 'true'],
    gives: 'boolean',
    blanks: true,
    run: ([value]) => value === null || value === '',
  },
  TRUE: constant('TRUE', 'What holds.', 'boolean', true),
  FALSE: constant('FALSE', 'What does not hold.', 'boolean', false),
  BLANK: constant('BLANK', 'No value.', 'blank', null),
  ERROR: {
    group: 'logic',
    parameters: [optional('reason', 'text')],
    says: 'An error, for values that must not be.',
    example: ['IFERROR(ERROR(), "none")', 'none'],
    gives: 'blank',
    run: () => failure('error'),
  },
};

export const recordFunctions: Readonly<Record<string, FormulaFunction>> = {
  RECORD_ID: {
    group: 'record',
    parameters: [],
    says: 'The id of the record.',
    example: ['LEFT(RECORD_ID(), 0)', ''],
    gives: 'text',
    run: (_, context) => context.recordId,
  },
};
