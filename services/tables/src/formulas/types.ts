import type { ResultType } from '@tessera/fields';
import type { FormulaType, ScalarType } from '@tessera/formulas';
import { isList, kinds, type Holds, type StorageKind } from '@tessera/kernel';
import type { FieldState } from '../definitions/state.ts';

/** The part of a definition's properties that fields with a formula have. */
export type FormulaProps = FieldState['props'] & {
  readonly formula?: string;
  readonly result?: ResultType;
  readonly timezone?: string;
  readonly locale?: string;
};
export const formulaProps = ({ props }: Pick<FieldState, 'props'>): FormulaProps => props as FormulaProps;

/** What a value is in a formula, by what its kind holds. People are not among them: their names change without the record. */
const types: Partial<Readonly<Record<Holds, ScalarType>>> = {
  text: 'text',
  number: 'number',
  tick: 'boolean',
  day: 'date',
  moment: 'dateTime',
  choice: 'text',
};
/** What a field that is written is in a formula. */
export const formulaTypeOf = (kind: StorageKind): FormulaType | undefined => {
  const type = types[kinds[kind].holds];
  return type !== undefined && isList(kind) ? `${type}[]` : type;
};
