import {
  checkOptions,
  findOption,
  longestList,
  optionLabel,
  optionsOperators,
  readOption,
  splitLabels,
} from '../options.ts';
import { options, whole } from '../property.ts';
import { countAggregates } from '../shared.ts';
import { FieldError, type FieldProps, type FieldType } from '../type.ts';

const quote = (label: string): string => (/[;,"\n]/.test(label) ? `"${label.replaceAll('"', '""')}"` : label);

const keep = (ids: readonly string[], props: FieldProps): readonly string[] | null => {
  const distinct = [...new Set(ids)];
  if (distinct.length === 0) return null;
  const minimum = props.minimum_options ?? 0;
  if (distinct.length < minimum)
    throw new FieldError('multipleSelect.too_few', `Choose at least ${minimum} options`, { minimum });
  return distinct;
};

export const multipleSelect: FieldType = {
  id: 'multipleSelect',
  storage: 'options',
  searchable: false,
  keyable: false,
  conversions: { group: 'options', to: ['text', 'options'] },
  format: { takes: 'A list of option ids or labels.', example: ['01jd8z6v0e3k7m2n4p5q6r7s8t'] },
  properties: { options, minimum_options: whole(0, 1000) },
  props: (input) => {
    const minimum = input.minimum_options;
    if (minimum !== undefined && (!Number.isInteger(minimum) || minimum < 0 || minimum > 100))
      throw new FieldError('props.minimum_options', 'The least number of options is a whole number from 0 to 100');
    return { options: checkOptions(input.options ?? []), ...(minimum ? { minimum_options: minimum } : {}) };
  },
  fromJson: (value, props, context) => {
    if (value === null || value === '') return null;
    const list: unknown = typeof value === 'string' ? [value] : value;
    if (!Array.isArray(list) || !list.every((one) => typeof one === 'string' && one !== ''))
      throw new FieldError('multipleSelect.invalid', 'This field takes a list of options by id or label');
    return keep(
      list.map((one: string) => readOption(one, props, context.onNewOption)),
      props,
    );
  },
  toJson: (cell) => cell,
  fromText: (text, props, context) => {
    const whole = text.trim();
    if (whole === '') return null;
    if (whole.length > longestList) throw new FieldError('multipleSelect.invalid', 'This is no list of options');
    const single = findOption(props, whole);
    if (single !== undefined) return keep([single], props);
    return keep(
      splitLabels(whole).map((label) => readOption(label, props, context.onNewOption)),
      props,
    );
  },
  toText: (cell, props) =>
    (cell as readonly string[])
      .map((id) => optionLabel(props, id))
      .filter((label) => label !== undefined)
      .map(quote)
      .join(', '),
  operators: optionsOperators,
  sortable: false,
  aggregates: countAggregates,
};
