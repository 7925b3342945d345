export * from './type.ts';
export { isChoice, isDated, isList, isMoment, isNumber, isPerson, kinds } from '@tessera/kernel/kinds';
export { elapsedText } from './elapsed.ts';
export { operandFormats, valueFormats } from './formats.ts';
export {
  anyLine,
  anyText,
  computedDefaultOf,
  fieldType,
  type FieldTypeId,
  fieldTypes,
  hasOptions,
  isWritten,
  typeOfField,
} from './list.ts';
export { resultTypes, type ResultType } from './formula/result.ts';
export { elementOf, rolledResult, rollupTakes } from './lookup/element.ts';
export { listCell, listValues } from './lookup/values.ts';
export { rollupFunctions, type RollupFunction } from './lookup/functions.ts';
export { readContextFor } from './locale.ts';
export {
  findOption,
  labelKey,
  maxOptions,
  isOptionColor,
  meantOptions,
  nextColor,
  nextColorAmong,
  optionColors,
  optionLabel,
  splitLabels,
  withColors,
} from './options.ts';
export {
  addDays,
  civil,
  dateFormats,
  dayIn,
  dateOfDay,
  dayFirstOf,
  dayNumber,
  type Period,
  periodOf,
  serialDate,
} from './dates.ts';
export { relativeDates, relativeRange, type RelativeDate } from './operators.ts';
export {
  compareDecimals,
  fitsScale,
  fromUnscaled,
  placesOf,
  roundDecimal,
  toCanonical,
  toUnscaled,
} from '@tessera/kernel/decimal';
export { formatDecimal, numberShape } from './numbers.ts';
export { instantOf, startOfDay, wallOf } from './zones.ts';
export { linkTexts, mostLinks, quoteName } from './links.ts';
export { sameItem } from './items.ts';
export { templateOf } from './template.ts';
export { clockText, type WireLap } from './laps.ts';
export { longestSignature, signatureSize } from './strokes.ts';
export { erasedPerson } from './people.ts';
export {
  conversionsOf,
  convertCell,
  countLabels,
  optionsFor,
  type Conversion,
  type ConvertContext,
  type Side,
} from './convert.ts';
export { maxDecimals } from './shared.ts';
export { exampleOf } from './property.ts';
export { checkDescribed, readProps, storeProps } from './stored.ts';
