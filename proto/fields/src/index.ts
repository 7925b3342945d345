export * from './type.ts';
export { fieldType, fieldTypes } from './list.ts';
export { readContextFor } from './locale.ts';
export { findOption, maxOptions, optionColor, optionColors, optionLabel } from './options.ts';
export { addDays, dateFormats, dateOfDay, dayFirstOf, dayNumber, periodOf, serialDate } from './dates.ts';
export { relativeDates, relativeRange, type RelativeDate } from './operators.ts';
export { compareDecimals, fromUnscaled, placesOf, roundDecimal, toCanonical, toUnscaled } from './decimal.ts';
export { formatDecimal, numberShape } from './numbers.ts';
export { instantOf, startOfDay, wallOf } from './zones.ts';
export { splitLabels } from './multipleSelect/type.ts';
export {
  conversionsOf,
  convertCell,
  countLabels,
  optionsFor,
  type Conversion,
  type ConvertContext,
  type Side,
} from './convert.ts';
