import { compileFormula, maxFormulaLength, namedById, type Problem } from '@tessera/formulas';
import { maskAllows, type Grant } from '@tessera/proto/rights';
import type { FieldState, TableState } from '../definitions/state.ts';
import { invalid } from '../refusals.ts';
import { isComputed, mostLevels, orderOf, resultOf, typeInFormula } from './settle.ts';
import { formulaProps } from './types.ts';

/** In which zone days and hours of formulas are told, and in which language names of months. */
export type FormulaZone = { readonly timezone: string; readonly locale: string };

const refuse = (problems: readonly Omit<Problem, 'params'>[], field: FieldState) =>
  invalid('fields.formula_invalid', problems[0]!.message, {
    fieldId: field.id,
    problems: problems.map(({ from, to, code, message }) => ({ from, to, code, message })),
  });

/**
 * A field of a table to be as it is kept: its formula read, checked and calling its fields by their ids. `fields` are
 * those of the table, it among them; others than a caller sees are as if they were not there. Throws
 * `fields.formula_invalid` with each mistake at its place.
 */
export const checkFormula = (
  field: FieldState,
  fields: readonly FieldState[],
  fieldMask: Grant['fieldMask'],
  zone: FormulaZone | undefined,
): FieldState => {
  if (!isComputed(field)) return field;
  const text = formulaProps(field).formula ?? '';
  const whole = (code: string, message: string): ReturnType<typeof refuse> =>
    refuse([{ from: 0, to: text.length, code, message }], field);
  const seen = fields.filter(({ id }) => maskAllows(fieldMask, id));
  const compiled = compileFormula(
    text,
    seen.map((one) => ({
      id: one.id,
      name: one.name,
      type: typeInFormula(one),
      read: () => null,
    })),
  );
  const kept = namedById(text, seen);
  const { timezone, locale } = zone ?? { timezone: 'UTC', locale: 'en', ...formulaProps(field) };
  const made: FieldState = {
    ...field,
    props: { ...field.props, formula: kept, timezone, locale } as FieldState['props'],
  };
  // A formula that uses itself has no type of its own: that is told first.
  const { cycles, levels } = orderOf([...fields.filter(({ id }) => id !== field.id), made]);
  const cycle = cycles.find((one) => one.some(({ id }) => id === field.id));
  if (cycle !== undefined) {
    // Told from this field around to itself.
    const at = cycle.findIndex(({ id }) => id === field.id);
    const around = [...cycle.slice(at, -1), ...cycle.slice(0, at), cycle[at]!];
    throw whole(
      'formula.circular',
      `The formula uses itself: ${around.map(({ id, name }) => (maskAllows(fieldMask, id) ? name : '…')).join(' → ')}`,
    );
  }
  if ('problems' in compiled) throw refuse(compiled.problems, field);
  if (compiled.formula.moving !== undefined)
    throw whole('formula.moving', 'NOW and TODAY change without the record: a field cannot keep what they make');
  if (kept.length > maxFormulaLength)
    throw whole(
      'formula.too_long',
      `A formula has at most ${maxFormulaLength} characters, its fields called by their ids`,
    );
  if (Math.max(...levels.values()) > mostLevels)
    throw whole('formula.levels', `Formulas use each other over at most ${mostLevels} levels`);
  return { ...made, props: { ...made.props, result: resultOf(compiled.formula.type) } as FieldState['props'] };
};

/** The same of all fields of a table that is made. */
export const checkFormulas = (fields: readonly FieldState[], zone: FormulaZone | undefined): readonly FieldState[] => {
  const named = new Map(fields.filter(isComputed).map((field) => [field.id, field]));
  // Each is typed by those before it, whichever order they were named in.
  let known = fields.map((one) =>
    named.has(one.id)
      ? ({ ...one, props: { ...one.props, formula: namedById(formulaProps(one).formula ?? '', fields) } } as FieldState)
      : one,
  );
  for (const { id } of new Set([...orderOf(known).sorted, ...known])) {
    const field = named.get(id);
    if (field === undefined || !named.delete(id)) continue;
    const checked = checkFormula(field, known, 'all', zone);
    known = known.map((one) => (one.id === id ? checked : one));
  }
  return known;
};

/** The table's fields with one of them as it is to be. */
export const withField = (table: TableState, field: FieldState): readonly FieldState[] =>
  table.fields.some(({ id }) => id === field.id)
    ? table.fields.map((one) => (one.id === field.id ? field : one))
    : [...table.fields, field];
