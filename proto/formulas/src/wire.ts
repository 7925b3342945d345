import { decimalValue } from '@tessera/kernel/decimal';
import { canonicalOf, type Decimal } from './decimals.ts';
import { elementOf, Failure, failures, isList, type FormulaType, type Scalar, type Value } from './values.ts';

const scalarJson = (value: Scalar, type: FormulaType, asText: boolean): unknown => {
  if (type === 'number') return decimalValue(canonicalOf(value as Decimal), asText);
  if (type === 'dateTime') return new Date(value as number).toISOString();
  return type === 'duration' ? (value as number) / 1000 : value;
};

/**
 * A value as the API answers it: numbers of more than 15 digits, or all with `asText`, as texts, moments in ISO 8601,
 * durations in seconds, an error as `{error: code, message}`.
 */
export const valueJson = (value: Value, type: FormulaType, asText: boolean): unknown => {
  if (value === null) return null;
  if (value instanceof Failure) return { error: value.code, message: failures[value.code] };
  return isList(type)
    ? (value as readonly Scalar[]).map((one) => scalarJson(one, elementOf(type), asText))
    : scalarJson(value as Scalar, type, asText);
};
