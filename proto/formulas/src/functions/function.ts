import type { Failure, FormulaContext, FormulaType, Value } from '../values.ts';

/**
 * What a parameter takes. `text` takes every value, as its text; `day` a date or a moment; `numbers` numbers and lists of
 * them; `list` a list or one value; `any` everything.
 */
export type Takes = 'number' | 'text' | 'boolean' | 'day' | 'duration' | 'numbers' | 'list' | 'any';

export type Parameter = {
  readonly name: string;
  readonly takes: Takes;
  readonly optional?: true;
  /** The last one may stand any number of times, once at least. */
  readonly many?: true;
};

/** A function of formulas. Its values come without failures, and, unless `blanks` is set, without blanks. */
export type FormulaFunction = {
  readonly group: 'logic' | 'number' | 'text' | 'date' | 'list' | 'record';
  readonly parameters: readonly Parameter[];
  /** What it does, in one sentence. */
  readonly says: string;
  /** A formula and its answer as text, without fields; a test computes it. */
  readonly example: readonly [formula: string, answer: string];
  readonly gives:
    FormulaType | ((types: readonly FormulaType[], literals: readonly (string | undefined)[]) => FormulaType);
  /** It takes blanks as they are; without it a blank text is empty, and any other blank makes the answer blank. */
  readonly blanks?: true;
  /** It reads the clock: the formula is computed when it is read, anew each minute or day. */
  readonly moving?: 'minute' | 'day';
  /** Steps that it takes beside one for each character and value that it gets. */
  work?(values: readonly Exclude<Value, Failure>[]): number;
  /** `types` are those of its values, `gives` is that of its answer. */
  run(
    values: readonly Exclude<Value, Failure>[],
    context: FormulaContext,
    types: readonly FormulaType[],
    gives: FormulaType,
  ): Value;
};

export const parameter = (name: string, takes: Takes): Parameter => ({ name, takes });
export const optional = (name: string, takes: Takes): Parameter => ({ name, takes, optional: true });
export const many = (name: string, takes: Takes): Parameter => ({ name, takes, many: true });
