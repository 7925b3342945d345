import { isChoice, isNumber } from '@tessera/kernel/kinds';
import { fold, isId, type Cell } from '@tessera/kernel';
import {
  computedDefaultOf,
  findOption,
  isWritten,
  labelKey,
  typeOfField,
  withColors,
  type FieldProps,
  type SelectOption,
} from '@tessera/fields';
import { isFieldError, neutralContext } from '../records/context.ts';
import { typeOf } from './types.ts';
import type { FieldState, TableState } from './state.ts';
import { conflict, invalid, notFound } from '../refusals.ts';

export type OptionInput = {
  readonly id?: string | undefined;
  readonly label: string;
  readonly color?: string | undefined;
};
export type PropsInput = {
  readonly [K in Exclude<keyof FieldProps, 'options'>]?: FieldProps[K] | undefined;
} & { readonly options?: readonly OptionInput[] | undefined };

/**
 * A field as a caller describes it. `default` is wire JSON; `defaultCell` a cell that was checked already (other
 * services send cells).
 */
export type FieldInput = {
  readonly id?: string | undefined;
  readonly name: string;
  readonly type: string;
  readonly props?: PropsInput | undefined;
  readonly required?: boolean | undefined;
  readonly unique?: boolean | undefined;
  readonly description?: string | undefined;
  readonly default?: unknown;
  readonly defaultCell?: Cell | null | undefined;
};

export const maxFields = 500;
const maxNameLength = 255;

/** A trimmed name of 1 to 255 characters. */
export const checkName = (name: string, what: 'fields' | 'tables' | 'views'): string => {
  const trimmed = name.trim();
  if (trimmed === '') throw invalid(`${what}.name_required`, 'A name is required.');
  if (trimmed.length > maxNameLength)
    throw invalid(`${what}.name_too_long`, `A name has at most ${maxNameLength} characters.`, { limit: maxNameLength });
  return trimmed;
};

export const checkNameFree = (fields: readonly FieldState[], name: string, exceptId?: string): void => {
  const key = fold(name);
  const taken = fields.find((f) => f.id !== exceptId && fold(f.name) === key);
  if (taken !== undefined)
    throw conflict('fields.name_taken', `There is already a field named "${taken.name}".`, { name, fieldId: taken.id });
};

/**
 * Options keep their ids by id or by label; new ones get an id and the next colour. `firstColor`: where a new field
 * begins on the circle of colours.
 */
export const completeOptions = (
  input: readonly OptionInput[],
  before: readonly SelectOption[],
  newId: () => string,
  firstColor = 0,
): readonly SelectOption[] => {
  const byId = new Map(before.map((o) => [o.id, o]));
  const exact = new Set(input.map((option) => labelKey(option.label)));
  // A label in another writing is still the option that it was, unless that one is listed as well: "OPEN" for "Open".
  const byLabel = (label: string): SelectOption | undefined => {
    const id = findOption({ options: before }, label);
    const found = id === undefined ? undefined : byId.get(id);
    return found && (labelKey(found.label) === labelKey(label) || !exact.has(labelKey(found.label)))
      ? found
      : undefined;
  };
  const completed = input.map((option) => {
    if (option.id !== undefined && !isId(option.id)) throw invalid('fields.option_id', { id: option.id });
    const known = option.id !== undefined ? byId.get(option.id) : byLabel(option.label);
    return {
      id: option.id ?? known?.id ?? newId(),
      label: option.label.trim(),
      color: option.color ?? known?.color,
    };
  });
  // Those that the caller leaves out stay, and keep their colours: new ones take others while there are some.
  const listed = new Set(completed.map((option) => option.id));
  const staying = before.filter((option) => !listed.has(option.id));
  return withColors([...staying, ...completed], firstColor).slice(staying.length);
};

const isSelect = (type: string): boolean => isChoice(typeOf(type)?.storage);

/** Properties completed and checked by the field's type. */
export const checkProps = (
  type: string,
  input: PropsInput | undefined,
  before: FieldProps,
  newId: () => string,
  firstColor = 0,
): FieldProps => {
  const fieldType = typeOf(type);
  if (fieldType === undefined) throw invalid('fields.type_unknown', `There is no field type "${type}".`, { type });
  const { options, ...rest } = input ?? {};
  const said = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  const completed: Partial<FieldProps> = {
    ...said,
    ...(isSelect(type)
      ? { options: completeOptions(options ?? before.options ?? [], before.options ?? [], newId, firstColor) }
      : options !== undefined && { options: completeOptions(options, [], newId) }),
  };
  try {
    return fieldType.props(completed);
  } catch (error) {
    if (isFieldError(error))
      throw invalid('fields.props_invalid', error.message, { reason: error.code, ...error.params });
    throw error;
  }
};

/** A default as wire JSON, or a cell, checked against the type; null for none. */
export const checkDefault = (
  type: string,
  props: FieldProps,
  input: Pick<FieldInput, 'default' | 'defaultCell'>,
): Cell | null => {
  if (input.defaultCell !== undefined) return input.defaultCell;
  if (input.default === undefined || input.default === null) return null;
  const fieldType = typeOf(type)!;
  if (fieldType.links !== undefined) throw invalid('fields.default_refused', 'A link has no default.');
  if (!isWritten(fieldType)) throw invalid('fields.default_refused');
  try {
    return fieldType.fromJson(input.default, props, neutralContext);
  } catch (error) {
    if (isFieldError(error))
      throw invalid('fields.default_invalid', error.message, { reason: error.code, ...error.params });
    throw error;
  }
};

/**
 * The default of a field: what its properties say where its type has it so, else what the caller gave; none beside one
 * that is found out for each record.
 */
export const defaultOf = (
  type: string,
  props: FieldProps,
  input: Pick<FieldInput, 'default' | 'defaultCell'>,
): Cell | null => {
  if (computedDefaultOf({ type, props }) !== undefined) {
    if (checkDefault(type, props, input) === null) return null;
    throw invalid('fields.default_computed');
  }
  const { begins } = typeOf(type) ?? {};
  return begins === undefined ? checkDefault(type, props, input) : begins(props);
};

/** What holds between the parts of a field, however it came to be. */
export const checkField = (field: FieldState): FieldState => {
  const type = typeOf(field.type)!;
  if (field.unique && !type.keyable)
    throw invalid('fields.unique_refused', `A field of type ${field.type} cannot be unique.`, { type: field.type });
  if (field.unique && field.default !== null) throw invalid('fields.unique_default');
  if (field.required && !isWritten(type)) throw invalid('fields.required_refused');
  return field;
};

/** `linking`: it is made with the other side of its links (links/definitions.ts), without which no link is. */
export const makeField = (
  input: FieldInput,
  number: number,
  siblings: readonly FieldState[],
  newId: () => string,
  linking = false,
): FieldState => {
  if (!linking && typeOf(input.type)?.links !== undefined) throw invalid('links.made_alone', { type: input.type });
  if (input.id !== undefined && input.id !== '' && !isId(input.id))
    throw invalid('fields.id_invalid', { id: input.id });
  const name = checkName(input.name, 'fields');
  checkNameFree(siblings, name);
  const props = checkProps(input.type, input.props, {}, newId, siblings.filter((field) => isSelect(field.type)).length);
  const unique = input.unique ?? false;
  return checkField({
    id: input.id || newId(),
    name,
    type: input.type,
    props,
    required: input.required ?? false,
    unique,
    description: checkDescription(input.description),
    default: defaultOf(input.type, props, input),
    generation: 1,
    number,
    uniqueEpoch: unique ? 1 : 0,
    keptScale: scaleOf(input.type, props),
  });
};

export const checkDescription = (description: string | undefined): string => {
  const text = description?.trim() ?? '';
  if (text.length > 2000) throw invalid('fields.description_too_long', { limit: 2000 });
  return text;
};

export const liveField = (table: TableState, fieldId: string): FieldState => {
  const field = table.fields.find((f) => f.id === fieldId);
  if (field === undefined) throw notFound('fields.not_found', { fieldId });
  return field;
};

/** Whether a change of type leaves the data as it is. */
export const isTrivialConversion = (from: string, to: string): boolean => {
  const family = typeOf(from)?.family;
  return family !== undefined && family === typeOf(to)?.family;
};

export const scaleOf = (type: string, props: FieldProps): number | undefined => {
  const fieldType = typeOfField({ type, props });
  return fieldType !== undefined && isNumber(fieldType.storage) ? (fieldType.scale?.(props) ?? 0) : undefined;
};
