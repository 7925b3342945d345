import { checkOptions, findOption, longestList, optionLabel, optionsOperators, readOption } from '../options.ts';
import { countAggregates } from '../shared.ts';
import { FieldError, type FieldProps, type FieldType } from '../type.ts';

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
  return labels.map((one) => one.replace(/\s+/g, ' ').trim()).filter((one) => one !== '');
};

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
  editor: 'options',
  display: 'options',
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
