import { fold } from '@tessera/kernel/cells';
import { emptiness, not, unfit } from './operators.ts';
import { lineBreaks } from './shared.ts';
import { FieldError, type FieldProps, type FilterOperator, type SelectOption } from './type.ts';

/**
 * The twelve hues of options and neutral, in the order in which new options take them. The first six are two steps
 * apart on the circle of hues, and each is three steps or more from the next.
 */
export const optionColors = [
  'blue',
  'amber',
  'teal',
  'rose',
  'lime',
  'violet',
  'orange',
  'indigo',
  'olive',
  'cyan',
  'pink',
  'green',
  'neutral',
] as const;
export type OptionColor = (typeof optionColors)[number];
const hues = 12;

/** The colour of the n-th option: walks the circle of hues, without neutral. */
const optionColor = (index: number): OptionColor => optionColors[index % hues]!;

export const isOptionColor = (color: string): color is OptionColor => optionColors.some((known) => known === color);

type Colored = { readonly color?: string | undefined };

/**
 * Options with a colour each: one without gets the next on the circle after the option before it, of those that the
 * fewest options have. `start`: where a field begins whose first option has none.
 */
export const withColors = <T extends object>(
  options: readonly (T & Colored)[],
  start = 0,
): readonly (T & { readonly color: string })[] => {
  const uses = new Array<number>(hues).fill(0);
  const place = (color: string | undefined): number => optionColors.findIndex((known) => known === color);
  for (const { color } of options) {
    const at = place(color);
    if (at >= 0 && at < hues) uses[at]!++;
  }
  let from = start;
  return options.map((option) => {
    let color = option.color;
    if (color === undefined || color === '') {
      const least = Math.min(...uses);
      while (uses[from % hues] !== least) from++;
      uses[from % hues]!++;
      color = optionColor(from++);
    } else {
      const at = place(color);
      if (at >= 0 && at < hues) from = at + 1;
    }
    return { ...option, color };
  });
};

/** The colour of an option that is added to others. */
export const nextColor = (options: readonly Colored[], start = 0): OptionColor =>
  withColors([...options, {}], start).at(-1)!.color as OptionColor;

type Neighbour = { readonly id: string; readonly props: { readonly options?: readonly Colored[] | undefined } };

/**
 * The colour of an option that is added to those of a field among others: the first one of a field differs from that
 * with which the select fields before and after it begin. `id`: the field's, null for one that comes after all.
 */
export const nextColorAmong = (options: readonly Colored[], fields: readonly Neighbour[], id: string | null) => {
  const first = (field: Neighbour): string | undefined => field.props.options?.find(({ color }) => color)?.color;
  const at = fields.findIndex((field) => field.id === id);
  const before = (at < 0 ? fields : fields.slice(0, at)).map(first).filter((color) => color !== undefined);
  const after = (at < 0 ? [] : fields.slice(at + 1)).map(first).find((color) => color !== undefined);
  const taken = [before.at(-1), after];
  let start = before.length;
  while (taken.includes(optionColor(start))) start++;
  return nextColor(options, start);
};

export const maxOptions = 1000;
const maxLabel = 200;
/** Longer ones are no label, however many of their characters are blanks. */
const longestTyped = 2000;
/** As many labels as a field may have, with what stands between them. */
export const longestList = maxOptions * (maxLabel + 4);

/** A label as it is kept: on one line, trimmed. Blanks within it count. */
export const labelText = (label: string): string => label.replace(lineBreaks, ' ').trim();

/**
 * What makes two labels the same: their code points, after NFC and trimming. Case, accents and blanks count. Its time
 * grows with the square of a text's marks: what is too long for a label is refused before.
 */
export const labelKey = (label: string): string => labelText(label).normalize('NFC');

type Lookup = {
  /** Ids by themselves and by exact label. */
  readonly exact: ReadonlyMap<string, string>;
  /** Ids by folded label: several where labels differ only in case, accents or the like. */
  readonly alike: ReadonlyMap<string, readonly string[]>;
};
const lookups = new WeakMap<readonly SelectOption[], Lookup>();

const lookupOf = (options: readonly SelectOption[]): Lookup => {
  let lookup = lookups.get(options);
  if (!lookup) {
    const exact = new Map<string, string>();
    for (const option of options) exact.set(labelKey(option.label), option.id);
    for (const option of options) exact.set(option.id, option.id);
    const alike = new Map<string, string[]>();
    for (const option of options) {
      const key = fold(option.label);
      const ids = alike.get(key);
      if (ids) ids.push(option.id);
      else alike.set(key, [option.id]);
    }
    lookup = { exact, alike };
    lookups.set(options, lookup);
  }
  return lookup;
};

/**
 * The ids that a text may mean: one by id or exact label, else all whose label differs only in case, accents or the
 * like ("mw" means both mW and MW).
 */
export const meantOptions = (props: FieldProps, text: string): readonly string[] => {
  const options = props.options;
  if (!options || text.length > longestTyped) return [];
  const { exact, alike } = lookupOf(options);
  const id = exact.get(text) ?? exact.get(labelKey(text));
  return id === undefined ? (alike.get(fold(text)) ?? []) : [id];
};

/** The id of the one option that a text means; undefined where there is none, or more than one. */
export const findOption = (props: FieldProps, text: string): string | undefined => {
  const meant = meantOptions(props, text);
  return meant.length === 1 ? meant[0] : undefined;
};

export const optionLabel = (props: FieldProps, id: string): string | undefined =>
  props.options?.find((option) => option.id === id)?.label;

/** Options as a definition gives them: labels trimmed and distinct, colours of the circle. Throws FieldError. */
export const checkOptions = (options: readonly SelectOption[]): readonly SelectOption[] => {
  if (options.length > maxOptions)
    throw new FieldError('select.too_many_options', `A field has at most ${maxOptions} options`, { limit: maxOptions });
  const seen = new Set<string>();
  return withColors(options).map((option, index) => {
    const label = labelText(option.label);
    if (label === '') throw new FieldError('select.option_label', 'An option needs a label', { index });
    if (label.length > maxLabel)
      throw new FieldError('select.option_too_long', `An option has at most ${maxLabel} characters`, {
        limit: maxLabel,
        index,
      });
    const key = labelKey(label);
    if (seen.has(key)) throw new FieldError('select.option_twice', `The option "${label}" is there twice`, { label });
    seen.add(key);
    if (!isOptionColor(option.color))
      throw new FieldError('select.option_color', `"${option.color}" is no colour of an option`, {
        color: option.color,
        colors: optionColors.join(', '),
      });
    return { id: option.id, label, color: option.color };
  });
};

const labelsOf = (props: FieldProps, ids: readonly string[]): string =>
  ids.map((id) => `"${optionLabel(props, id)}"`).join(', ');

/** The one option that a text means, if any. Throws `select.ambiguous` where several differ only in case or accents. */
const theOption = (text: string, props: FieldProps): string | undefined => {
  const meant = meantOptions(props, text);
  if (meant.length > 1) {
    const options = labelsOf(props, meant);
    throw new FieldError('select.ambiguous', `"${text}" may be ${options}: write it as the option is written`, {
      label: text,
      options,
    });
  }
  return meant[0];
};

/**
 * A typed or sent text as an option's id, made anew where the context allows. Throws `select.unknown`,
 * `select.ambiguous`.
 */
export const readOption = (
  text: string,
  props: FieldProps,
  onNewOption: ((label: string) => string) | undefined,
): string => {
  if (text.length > longestTyped)
    throw new FieldError('select.option_too_long', `An option has at most ${maxLabel} characters`, { limit: maxLabel });
  const label = labelText(text);
  const found = theOption(label, props);
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
  const found = theOption(value, props);
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

/** Splits at semicolons, line breaks and commas outside quotes; "" within quotes is a quote. */
export const splitLabels = (text: string, separators = ';,\n'): string[] => {
  const labels: string[] = [];
  let label = '';
  let blank = true;
  let quoted = false;
  for (let i = 0; i < text.length; i++) {
    const sign = text[i]!;
    if (quoted) {
      if (sign === '"' && text[i + 1] !== '"') {
        quoted = false;
        continue;
      }
      if (sign === '"') i++;
      label += sign;
      blank &&= sign.trim() === '';
    } else if (sign === '"' && blank) {
      quoted = true;
      label = '';
    } else if (separators.includes(sign)) {
      labels.push(label);
      label = '';
      blank = true;
    } else {
      label += sign;
      blank &&= sign.trim() === '';
    }
  }
  labels.push(label);
  return labels.map(labelText).filter((one) => one !== '');
};
