import { computedDefaultOf, maxOptions, readProps, storeProps, type SelectOption } from '@tessera/fields';
import {
  ambiguityOf,
  emptiedOf,
  fitOf,
  inferColumn,
  fileConventions,
  missingOptions,
  type ReadAs,
} from '@tessera/fields/infer';
import { fold, newId } from '@tessera/kernel';
import type { Field } from '@tessera/proto/tables/v1/events';
import type { Facts } from '../access/directory.ts';
import type { Into } from '../access/tables.ts';
import type { Analysis } from '../csv/analyse.ts';
import type { ColumnPlan } from '../csv/convert.ts';
import { columnNames } from '../csv/names.ts';
import { matchColumns } from './match.ts';
import {
  choicesByKey,
  columnKey,
  decidedIn,
  definedOf,
  isHidden,
  isSelect,
  newField,
  proposeColumns,
  readingIn,
  samplesOf,
  type ColumnChoice,
  type ProposedColumn,
} from './propose.ts';
import { conflict, forbidden, invalid } from '../refusals.ts';

/** A column of a file with the field of the table that it fills; `field` is absent where it fills none. */
export type IntoColumn = ProposedColumn & {
  readonly field: Field | undefined;
  /** The import adds the field. */
  readonly newField: boolean;
  readonly createOptions: boolean;
  /** Options that the field has not, and its values ask for. */
  readonly missing: readonly SelectOption[];
};

/**
 * Every column of a file with the field that it fills, by its header where nobody chose. How it is read comes from the
 * file; type and properties are the field's, and for a new field those of a new table. `idOf` names new fields by their
 * column. Throws `imports.field_twice`, `imports.unknown_field`, and what a type or property of a new field refuses.
 */
export const matchInto = (
  analysis: Analysis,
  facts: Facts,
  into: Into,
  choices: readonly ColumnChoice[] | undefined,
  idOf: (key: string) => string,
): readonly IntoColumn[] => {
  const names = columnNames(analysis.layout.header, analysis.layout.columns);
  const chosen = choicesByKey(choices, names.length);
  const said = new Map<number, string | null>();
  const users = new Map<string, string>();
  names.forEach((_, index) => {
    const choice = chosen.get(columnKey(index));
    const left = choice?.deleted === true || (choice === undefined && isHidden(analysis, index));
    if (left || choice?.field === null || choice?.newField === true) said.set(index, null);
    else if (choice?.field !== undefined) {
      const { field: wanted, key } = choice;
      const field = (into.fields.find((one) => one.id === wanted) ?? into.fields.find((one) => one.name === wanted))
        ?.id;
      if (field === undefined)
        throw invalid('imports.unknown_field', {
          key,
          field: wanted,
        });
      const other = users.get(field);
      if (other !== undefined) throw conflict('imports.field_twice', { key, other, field });
      users.set(field, key);
      said.set(index, field);
    }
  });
  const headers = names.map((_, index) => analysis.layout.header[index] ?? '');
  const matched = matchColumns(headers, into.fields, said);
  const wanted = choices?.filter((one) => one.newField === true && one.deleted !== true) ?? [];
  const made = new Map(
    wanted.length === 0 ? [] : proposeColumns(analysis, facts, wanted).map((one) => [one.key, one] as const),
  );
  const telling = analysis.withoutTotals ?? analysis.stats;
  const read = readingIn(analysis, fileConventions(telling, facts));
  return names.map((source, index) => {
    const conventions = read(index);
    const key = columnKey(index);
    const stats = analysis.stats[index]!;
    const choice = chosen.get(key);
    const proposed = choice?.newField === true && choice.deleted !== true ? made.get(key) : undefined;
    if (proposed !== undefined)
      return { ...proposed, field: fieldFor(proposed, idOf(key)), newField: true, createOptions: false, missing: [] };
    const field = into.fields.find((one) => one.id === matched[index]);
    const found = inferColumn(stats, {
      name: source.name,
      timezone: facts.timezone,
      ...conventions,
      optionId: () => newId(),
    });
    const readAs: ReadAs = { ...found.readAs, ...definedOf(choice?.readAs) };
    const type = field?.type ?? found.type;
    const own = field === undefined ? found.props : readProps(field.type, field);
    const selects = isSelect(type);
    const missing = field !== undefined && selects ? missingOptions(stats, type, own, () => newId()) : [];
    const createOptions = choice?.createOptions === true && into.mayAddOptions && missing.length > 0;
    const props = createOptions ? { ...own, options: [...(own.options ?? []), ...missing].slice(0, maxOptions) } : own;
    const fit = fitOf(stats, type, props, readAs, facts.timezone);
    const replacements = choice?.replacements ?? [];
    return {
      key,
      index,
      name: field?.name ?? source.name,
      source: { ...source, header: headers[index]!.trim() },
      type,
      props,
      readAs,
      deleted: field === undefined,
      hidden: isHidden(analysis, index),
      fit,
      emptied: emptiedOf(stats, type, props, readAs, fit, decidedIn({ type, props, readAs, replacements }, facts)),
      ambiguous: ambiguityOf(telling[index]!, type, conventions),
      staysText: undefined,
      samples: samplesOf(analysis, index),
      replacements,
      proposedType: found.type,
      asTable: false,
      repeats: undefined,
      field,
      newField: false,
      createOptions,
      missing,
    };
  });
};

/** A field as a new table would have it, with the properties that the plan reads it by. */
const fieldFor = ({ name, type, props }: ProposedColumn, id: string): Field => ({
  ...newField,
  id,
  name,
  type,
  ...storeProps(type, props),
});

/** Columns that fill a field, ready for reading. */
export const intoPlans = (columns: readonly IntoColumn[]): readonly ColumnPlan[] =>
  columns.flatMap(({ field, index, type, props, readAs, replacements }) =>
    field === undefined
      ? []
      : [
          {
            index,
            fieldId: field.id,
            generation: field.generation,
            type,
            props,
            decimal: readAs.decimal,
            dayFirst: readAs.dayFirst,
            serialDates: readAs.serialDates ?? false,
            replacements,
            ...rulesOf(field),
          },
        ],
  );

const hasDefault = (field: Field): boolean =>
  field.defaultValue !== undefined ||
  computedDefaultOf({ type: field.type, props: readProps(field.type, field) }) !== undefined;

/** What the table asks of a field beside its type. */
export const rulesOf = (field: Field): Pick<ColumnPlan, 'required' | 'unique' | 'hasDefault' | 'keptScale'> => ({
  required: field.required,
  unique: field.unique,
  hasDefault: hasDefault(field),
  keptScale: field.keptScale,
});

/** Required fields that no column fills and that have no default: every record would lack them. */
export const unfilled = (into: Into, columns: readonly IntoColumn[]): readonly Field[] =>
  into.fields.filter((field) => field.required && !hasDefault(field) && !columns.some((one) => one.field === field));

/**
 * Throws unless the columns can fill the table: `imports.no_fields`, `imports.required_unfilled`, `imports.name_taken`,
 * `imports.name_too_long`, `forbidden`.
 */
export const requireFilling = (into: Into, columns: readonly IntoColumn[], choices: readonly ColumnChoice[]): void => {
  if (columns.every((one) => one.field === undefined)) throw invalid('imports.no_fields');
  const [lacking] = unfilled(into, columns);
  if (lacking !== undefined)
    throw invalid('imports.required_unfilled', `"${lacking.name}" is required: choose a column for it.`, {
      field: lacking.id,
      name: lacking.name,
    });
  if (!into.mayAddFields && columns.some((one) => one.newField)) throw forbidden('imports.fields_forbidden');
  const names = new Map(into.fields.map((field) => [fold(field.name), field.id]));
  for (const { newField, name, key } of columns) {
    if (!newField) continue;
    if (name.length > 255) throw invalid('imports.name_too_long', { key });
    const other = names.get(fold(name));
    if (other !== undefined) throw invalid('imports.name_taken', `Two fields are named "${name}".`, { key, other });
    names.set(fold(name), key);
  }
  if (!into.mayAddOptions && choices.some((one) => one.createOptions === true))
    throw forbidden('imports.options_forbidden');
};

/** The options of a column that the field has not: those that the import makes. */
export const newOptionsOf = ({ field, createOptions, props }: IntoColumn): readonly SelectOption[] => {
  if (!createOptions) return [];
  const there = new Set((field === undefined ? [] : (readProps(field.type, field).options ?? [])).map((one) => one.id));
  return (props.options ?? []).filter((one) => !there.has(one.id));
};
