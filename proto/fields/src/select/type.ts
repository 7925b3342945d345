import { checkOptions, findOption, optionLabel, optionOperators, readOption } from '../options.ts';
import { options } from '../property.ts';
import { countAggregates } from '../shared.ts';
import { FieldError, type FieldType } from '../type.ts';

export const select: FieldType = {
  id: 'select',
  storage: 'option',
  searchable: false,
  keyable: false,
  conversions: { group: 'options', to: 'all' },
  format: { takes: 'The id of an option, or its label.', example: '01jd8z6v0e3k7m2n4p5q6r7s8t' },
  properties: { options },
  props: (input) => ({ options: checkOptions(input.options ?? []) }),
  fromJson: (value, props, context) => {
    if (value === null || value === '') return null;
    if (typeof value !== 'string') throw new FieldError('select.invalid', 'This field takes an option by id or label');
    return readOption(value, props, context.onNewOption);
  },
  toJson: (cell) => cell,
  fromText: (text, props, context) => {
    // The common case of an import: the very label.
    const found = findOption(props, text);
    if (found !== undefined) return found;
    return text.trim() === '' ? null : readOption(text, props, context.onNewOption);
  },
  toText: (cell, props) => optionLabel(props, cell as string) ?? '',
  operators: optionOperators,
  sortable: true,
  aggregates: countAggregates,
};
