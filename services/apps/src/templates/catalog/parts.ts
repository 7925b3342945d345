import type { Template, TemplateField, TemplateRecord } from '../schema.ts';

type App = Template['apps'][number];
type Block = App['blocks'][number];
type Choice = readonly [
  key: string,
  label: string,
  color: NonNullable<NonNullable<TemplateField['options']>[number]['color']>,
];

/** Records of a table from their values, one list a record, in the order of the fields; the first names the record. */
export const rows = (fields: readonly string[], records: readonly (readonly unknown[])[]): TemplateRecord[] =>
  records.map(([key, ...values]) => ({
    key: String(key),
    values: Object.fromEntries(
      fields.flatMap((name, at) => (values[at] === undefined || values[at] === null ? [] : [[name, values[at]]])),
    ),
  }));

/** A field of one option of these. */
export const choice = (key: string, name: string, ...options: readonly Choice[]): TemplateField => ({
  key,
  name,
  type: 'select',
  options: options.map(([option, label, color]) => ({ key: option, label, color })),
});

/** A field of links to records of another table of the template, and how it is called there. */
export const linkTo = (key: string, name: string, table: string, there: string): TemplateField => ({
  key,
  name,
  type: 'connectedRecord',
  props: { tableId: `@${table}`, multiple: false, other: { name: there, multiple: true, shown: true, writable: true } },
});

const indicatorWidth = 30;
const indicatorHeight = 3;
/** Numbers beside each other below the title, four at most. */
export const numbers = (row: number, ...all: readonly Readonly<Record<string, unknown>>[]): Block[] =>
  all.map((config, at) => ({
    key: `number${row}${at}`,
    type: 'simple_indicator',
    config,
    at: [at * indicatorWidth, row, indicatorWidth, indicatorHeight],
  }));

export const heading = (text: string, line: string): Block => ({
  key: 'heading',
  type: 'title_bar',
  config: { heading: text, line },
  at: [0, 0, 120, 2],
});

const is = (fieldId: string, value: string) => ({ fieldId, operator: 'equals', value });
const isNot = (fieldId: string, value: string) => ({ fieldId, operator: 'notEquals', value });
export const where = { is, isNot };
