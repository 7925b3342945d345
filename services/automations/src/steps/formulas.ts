import {
  compileFormula,
  decimalOf,
  Failure,
  failures,
  valueJson,
  type FormulaField,
  type FormulaType,
  type Value,
} from '@tessera/formulas';
import {
  formulasIn,
  everyStep,
  isDate,
  lookUp,
  refsOfFormula,
  type Compute,
  type Issue,
  type Program,
  type Scope,
} from '@tessera/proto/automations';
import { invalid } from '../refusals.ts';

/** What one formula may spend, in steps of about ten nanoseconds. */
const budget = 5_000_000;
const moment = /^\d{4}-\d{2}-\d{2}T.+(?:Z|[+-]\d{2}:?\d{2})$/i;

/** A value of JSON as formulas know it: numbers, ticks, days, moments, texts, and lists of texts. */
const typed = (value: unknown): readonly [FormulaType, Value] => {
  if (value === null || value === undefined || value === '') return ['blank', null];
  if (typeof value === 'number') {
    const known = decimalOf(String(value));
    return known === undefined ? ['text', String(value)] : ['number', known];
  }
  if (typeof value === 'boolean') return ['boolean', value];
  if (isDate(value)) return ['date', value];
  if (typeof value === 'string')
    return moment.test(value) && !Number.isNaN(Date.parse(value)) ? ['dateTime', Date.parse(value)] : ['text', value];
  if (Array.isArray(value))
    return ['text[]', value.map((one) => (typeof one === 'object' ? JSON.stringify(one) : String(one)))];
  return ['text', JSON.stringify(value)];
};

type Here = { readonly now: number; readonly timezone: string; readonly locale: string };

/** Computes formulas over what a run knows; the types of what they name are those of the values that are there. */
export const computing =
  ({ now, timezone, locale }: Here): Compute =>
  (formula, scope: Scope) => {
    const fields = refsOfFormula(formula).map((one): FormulaField<null> => {
      const [type, value] = typed(lookUp(one, scope));
      return { id: one.ref, name: one.ref, type, read: () => value };
    });
    const compiled = compileFormula(formula.formula, fields);
    if ('problems' in compiled) throw invalid('automations.formula_wrong', compiled.problems[0]?.message ?? '');
    const { formula: made } = compiled;
    const value = made.compute(null, { now, timezone, locale, recordId: '', budget: { left: budget } });
    if (value instanceof Failure) throw invalid('automations.formula_wrong', failures[value.code]);
    return valueJson(value, made.type, false);
  };

/** Formulas of steps that cannot be right whatever the values are that they name. */
export const formulaIssues = ({ steps }: Program): readonly Issue[] =>
  everyStep(steps).flatMap(({ step }) =>
    formulasIn(step.config).flatMap(({ formula, at }): readonly Issue[] => {
      const fields = refsOfFormula({ formula }).map(({ ref }): FormulaField<null> => ({
        id: ref,
        name: ref,
        type: 'blank',
        read: () => null,
      }));
      const compiled = compileFormula(formula, fields);
      if (!('problems' in compiled)) return [];
      return [
        { step: step.id, field: at.split('.')[0]!, code: 'formula_wrong', name: compiled.problems[0]?.message ?? '' },
      ];
    }),
  );
