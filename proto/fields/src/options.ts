import { fold } from '@tessera/kernel/cells';
import { emptiness, not, unfit } from './operators.ts';
import { FieldError, type FieldProps, type FilterOperator, type SelectOption } from './type.ts';

/** The twelve hues of options and neutral, in the order in which new options take them: neighbours differ. */
export const optionColors = [
  'blue',
  'amber',
  'green',
  'violet',
  'rose',
  'cyan',
  'olive',
  'pink',
  'orange',
  'teal',
  'indigo',
  'lime',
  'neutral',
] as const;

/** The colour of the n-th option: walks the circle of hues, without neutral. */
export const optionColor = (index: number): string => optionColors[index % 12]!;

export const maxOptions = 1000;
const maxLabel = 200;
/** Longer ones are no label, however many of their characters are blanks. */
const longestTyped = 2000;
/** As many labels as a field may have, with what stands between them. */
export const longestList = maxOptions * (maxLabel + 4);

const lookups = new WeakMap<readonly SelectOption[], ReadonlyMap<string, string>>();

/** The id of the option with this id or (folded) label. */
export const findOption = (props: FieldProps, text: string): string | undefined => {
  const options = props.options;
  if (!options) return undefined;
  let lookup = lookups.get(options);
  if (!lookup) {
    const made = new Map<string, string>();
    for (const option of options) if (!made.has(fold(option.label))) made.set(fold(option.label), option.id);
    for (const option of options) made.set(option.id, option.id);
    lookup = made;
    lookups.set(options, lookup);
  }
  return lookup.get(text) ?? lookup.get(fold(text));
};

export const optionLabel = (props: FieldProps, id: string): string | undefined =>
  props.options?.find((option) => option.id === id)?.label;

/** Options as a definition gives them: labels trimmed and distinct, colours known. Throws FieldError. */
export const checkOptions = (options: readonly SelectOption[]): readonly SelectOption[] => {
  if (options.length > maxOptions)
    throw new FieldError('select.too_many_options', `A field has at most ${maxOptions} options`, { limit: maxOptions });
  const seen = new Set<string>();
  return options.map((option, index) => {
    const label = option.label.replace(/\s+/g, ' ').trim();
    if (label === '') throw new FieldError('select.option_label', 'An option needs a label', { index });
    if (label.length > maxLabel)
      throw new FieldError('select.option_too_long', `An option has at most ${maxLabel} characters`, {
        limit: maxLabel,
        index,
      });
    const key = fold(label);
    if (seen.has(key)) throw new FieldError('select.option_twice', `The option "${label}" is there twice`, { label });
    seen.add(key);
    const color = optionColors.find((known) => known === option.color) ?? optionColor(index);
    return { id: option.id, label, color };
  });
};

/** A typed or sent text as an option's id, made anew where the context allows. Throws `select.unknown`. */
export const readOption = (
  text: string,
  props: FieldProps,
  onNewOption: ((label: string) => string) | undefined,
): string => {
  if (text.length > longestTyped)
    throw new FieldError('select.option_too_long', `An option has at most ${maxLabel} characters`, { limit: maxLabel });
  const label = text.replace(/\s+/g, ' ').trim();
  const found = findOption(props, label);
  if (found !== undefined) return found;
  if (label.length > maxLabel)
    throw new FieldError('select.option_too_long', `An option has at most ${maxLabel} characters`, { limit: maxLabel });
  if (onNewOption) return onNewOption(label);
  throw new FieldError('select.unknown', `"${label}" is not one of the options`, { label });
};

const idShape = /^[0-7][0-9a-hjkmnp-tv-z]{25}$/;

/**
 * An option in a filter: by id or label. An id whose option was deleted matches nothing, so that a saved filter goes on
 * working.
 */
const filterOption = (value: unknown, props: FieldProps): string => {
  if (typeof value !== 'string' || value === '' || value.length > longestTyped) throw unfit('an option');
  const found = findOption(props, value);
  if (found !== undefined) return found;
  if (idShape.test(value)) return value;
  throw new FieldError('select.unknown', `"${value}" is not one of the options`, { label: value });
};
const filterOptions = (value: unknown, props: FieldProps): readonly string[] => {
  const list = typeof value === 'string' ? [value] : value;
  if (!Array.isArray(list) || list.length === 0 || list.length > 1000) throw unfit('a list of options');
  return list.map((one) => filterOption(one, props));
};

export const optionOperators: readonly FilterOperator[] = [
  {
    id: 'equals',
    value: 'option',
    predicate: (left, value, props) => ({ op: 'eq', left, value: filterOption(value, props) }),
  },
  {
    id: 'notEquals',
    value: 'option',
    predicate: (left, value, props) => ({ op: 'ne', left, value: filterOption(value, props) }),
  },
  {
    id: 'isAnyOf',
    value: 'options',
    predicate: (left, value, props) => ({ op: 'in', left, values: filterOptions(value, props) }),
  },
  {
    id: 'isNoneOf',
    value: 'options',
    predicate: (left, value, props) => not({ op: 'in', left, values: filterOptions(value, props) }),
  },
  ...emptiness,
];

export const optionsOperators: readonly FilterOperator[] = [
  {
    id: 'hasAnyOf',
    value: 'options',
    predicate: (left, value, props) => ({ op: 'hasAny', left, values: filterOptions(value, props) }),
  },
  {
    id: 'hasAllOf',
    value: 'options',
    predicate: (left, value, props) => ({ op: 'hasAll', left, values: filterOptions(value, props) }),
  },
  {
    id: 'hasNoneOf',
    value: 'options',
    predicate: (left, value, props) => ({ op: 'hasNone', left, values: filterOptions(value, props) }),
  },
  ...emptiness,
];
