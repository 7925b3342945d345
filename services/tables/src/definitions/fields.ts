import { conflict, fold, invalid, isId, notFound, type Cell } from '@tessera/kernel';
import type { FieldProps, SelectOption } from '@tessera/fields';
import { isFieldError, neutralContext } from '../records/context.ts';
import { typeOf } from './types.ts';
import type { FieldState, TableState } from './state.ts';

export type OptionInput = {
  readonly id?: string | undefined;
  readonly label: string;
  readonly color?: string | undefined;
};
export type PropsInput = Partial<Omit<FieldProps, 'options'>> & {
  readonly options?: readonly OptionInput[] | undefined;
};

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
const palette = [
  'blue',
  'green',
  'amber',
  'violet',
  'teal',
  'rose',
  'cyan',
  'orange',
  'indigo',
  'lime',
  'pink',
  'olive',
  'neutral',
];

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

/** Options keep their ids by id or by label; new ones get an id and the next colour. */
export const completeOptions = (
  input: readonly OptionInput[],
  before: readonly SelectOption[],
  newId: () => string,
): readonly SelectOption[] => {
  const byId = new Map(before.map((o) => [o.id, o]));
  const byLabel = new Map(before.map((o) => [fold(o.label), o]));
  return input.map((option, i) => {
    if (option.id !== undefined && !isId(option.id))
      throw invalid('fields.option_id', 'An option has an id that is none.', { id: option.id });
    const known = option.id !== undefined ? byId.get(option.id) : byLabel.get(fold(option.label));
    return {
      id: option.id ?? known?.id ?? newId(),
      label: option.label.trim(),
      color: option.color ?? known?.color ?? palette[i % palette.length]!,
    };
  });
};

const isSelect = (type: string): boolean => typeOf(type)?.storage === 'option' || typeOf(type)?.storage === 'options';

/** Properties completed and checked by the field's type. */
export const checkProps = (
  type: string,
  input: PropsInput | undefined,
  before: FieldProps,
  newId: () => string,
): FieldProps => {
  const fieldType = typeOf(type);
  if (fieldType === undefined) throw invalid('fields.type_unknown', `There is no field type "${type}".`, { type });
  const { options, ...rest } = input ?? {};
  const completed: Partial<FieldProps> = {
    ...rest,
    ...(isSelect(type)
      ? { options: completeOptions(options ?? before.options ?? [], before.options ?? [], newId) }
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
  if (fieldType.system !== undefined)
    throw invalid('fields.default_refused', 'The system sets this field; it has no default.');
  try {
    return fieldType.fromJson(input.default, props, neutralContext);
  } catch (error) {
    if (isFieldError(error))
      throw invalid('fields.default_invalid', error.message, { reason: error.code, ...error.params });
    throw error;
  }
};

/** What holds between the parts of a field, however it came to be. */
export const checkField = (field: FieldState): FieldState => {
  const type = typeOf(field.type)!;
  if (field.unique && !type.keyable)
    throw invalid('fields.unique_refused', `A field of type ${field.type} cannot be unique.`, { type: field.type });
  if (field.unique && field.default !== null)
    throw invalid('fields.unique_default', 'A unique field cannot have a default.');
  if (field.required && type.system !== undefined)
    throw invalid('fields.required_refused', 'The system sets this field; it cannot be required.');
  return field;
};

export const makeField = (
  input: FieldInput,
  number: number,
  siblings: readonly FieldState[],
  newId: () => string,
): FieldState => {
  if (input.id !== undefined && input.id !== '' && !isId(input.id))
    throw invalid('fields.id_invalid', 'The id is none.', { id: input.id });
  const name = checkName(input.name, 'fields');
  checkNameFree(siblings, name);
  const props = checkProps(input.type, input.props, {}, newId);
  const unique = input.unique ?? false;
  return checkField({
    id: input.id || newId(),
    name,
    type: input.type,
    props,
    required: input.required ?? false,
    unique,
    description: checkDescription(input.description),
    default: checkDefault(input.type, props, input),
    generation: 1,
    number,
    uniqueEpoch: unique ? 1 : 0,
    keptScale: scaleOf(input.type, props),
  });
};

export const checkDescription = (description: string | undefined): string => {
  const text = description?.trim() ?? '';
  if (text.length > 2000)
    throw invalid('fields.description_too_long', 'A description has at most 2,000 characters.', { limit: 2000 });
  return text;
};

export const liveField = (table: TableState, fieldId: string): FieldState => {
  const field = table.fields.find((f) => f.id === fieldId);
  if (field === undefined) throw notFound('fields.not_found', 'The field does not exist.', { fieldId });
  return field;
};

/**
 * Types that keep their data as it is when one becomes the other. Everything else is a conversion, which there is none
 * of yet.
 */
const families: readonly (readonly string[])[] = [
  ['singleLineText', 'text'],
  ['number', 'percent', 'currency'],
];

/** Whether a change of type leaves the data as it is. */
export const isTrivialConversion = (from: string, to: string): boolean =>
  families.some((family) => family.includes(from) && family.includes(to));

export const scaleOf = (type: string, props: FieldProps): number | undefined => {
  const fieldType = typeOf(type);
  return fieldType?.storage === 'decimal' ? (fieldType.scale?.(props) ?? 0) : undefined;
};
