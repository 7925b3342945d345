import { dateProperties, dateProps, instantJson, instantText } from './date-type.ts';
import { instantOperators, userOperators } from './operators.ts';
import { countAggregates, dateAggregates, noProps } from './shared.ts';
import { FieldError, type FieldType } from './type.ts';

const refuse = (): never => {
  throw new FieldError('field.read_only', 'This field is set by the system');
};

/** A moment that the server sets. */
export const systemInstant = (id: string, system: 'createdAt' | 'updatedAt', takes: string): FieldType => ({
  id,
  system,
  storage: 'instant',
  searchable: false,
  keyable: false,
  conversions: null,
  format: { takes, example: '2026-03-31T14:30:00.000Z' },
  properties: dateProperties,
  props: dateProps,
  fromJson: refuse,
  toJson: (cell) => instantJson(cell as number),
  fromText: refuse,
  toText: (cell, props, context) => instantText(cell as number, props, context),
  operators: instantOperators,
  sortable: true,
  aggregates: dateAggregates,
});

/** A person whom the server sets. */
export const systemUser = (id: string, system: 'createdBy' | 'updatedBy', takes: string): FieldType => ({
  id,
  system,
  storage: 'user',
  searchable: false,
  keyable: false,
  conversions: null,
  format: { takes, example: '01jd8z6v0e3k7m2n4p5q6r7s8t' },
  properties: {},
  props: noProps,
  fromJson: refuse,
  toJson: (cell) => cell,
  fromText: refuse,
  toText: (cell, _props, context) => context.userName?.(cell as string) ?? (cell as string),
  operators: userOperators,
  sortable: true,
  aggregates: countAggregates,
});
