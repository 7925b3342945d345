import { dateFunctions } from './date.ts';
import type { FormulaFunction } from './function.ts';
import { listFunctions } from './list.ts';
import { logicFunctions, recordFunctions } from './logic.ts';
import { numberFunctions } from './number.ts';
import { textFunctions } from './text.ts';

/** Every function that computes from its values, by its name in capitals. */
export const functions: ReadonlyMap<string, FormulaFunction> = new Map(
  [logicFunctions, numberFunctions, textFunctions, dateFunctions, listFunctions, recordFunctions].flatMap((group) =>
    Object.entries(group),
  ),
);

/** Names that people bring from elsewhere. */
export const aliases: Readonly<Record<string, string>> = {
  CONCAT: 'CONCATENATE',
  AVG: 'AVERAGE',
  DATEDIF: 'DATETIME_DIFF',
  LENGTH: 'LEN',
};
