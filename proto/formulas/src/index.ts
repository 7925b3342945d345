export { compileFormula, type Formula, type FormulaField } from './compile.ts';
export { aliases, functions } from './functions/index.ts';
export { canonicalOf, decimalOf, type Decimal } from './decimals.ts';
export { namedById, namedByName, namesIn } from './names.ts';
export { valueJson } from './wire.ts';
export { maxFormulaLength, parseFormula, type Node, type Problem } from './syntax.ts';
export {
  durationText,
  elementOf,
  Failure,
  type FailureCode,
  failure,
  failures,
  isList,
  textOf,
  type FormulaContext,
  type FormulaType,
  type Scalar,
  type ScalarType,
  type Value,
} from './values.ts';
