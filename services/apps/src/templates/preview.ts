import { dayAfter, recordReference } from './references.ts';
import type { Template, TemplateField, TemplateTable } from './schema.ts';

/** Example records that are shown before a template is installed. */
const mostShown = 10;
export const looks = ['text', 'option', 'day', 'amount'] as const;
export type ShownCell = { readonly text: string; readonly color: string | null; readonly look: (typeof looks)[number] };
const empty: ShownCell = { text: '', color: null, look: 'text' };

/** What records of a template are called: the value of the first field of their table. */
const labelsOf = ({ tables }: Template): ReadonlyMap<string, string> =>
  new Map(
    tables.flatMap((table) =>
      table.records.map((record, at) => [
        recordReference(table.key, record, at),
        String(record.values[table.fields[0]!.key] ?? ''),
      ]),
    ),
  );

const partOf = (
  value: unknown,
  field: TemplateField,
  labels: ReadonlyMap<string, string>,
  today: string,
): ShownCell => {
  if (typeof value === 'string' && value.startsWith('@')) {
    const option = field.options?.find(({ key }) => value.endsWith(`.${key}`));
    return option === undefined
      ? { text: labels.get(value) ?? '', color: null, look: 'text' }
      : { text: option.label, color: option.color ?? null, look: 'option' };
  }
  if (typeof value === 'object' && value !== null && 'day' in value)
    return { text: dayAfter(today, Number(value.day)), color: null, look: 'day' };
  return {
    text: typeof value === 'object' ? '' : String(value),
    color: null,
    look: typeof value === 'number' ? 'amount' : 'text',
  };
};

/** Fields that are looked at: those that example records have values of. */
export const shownFields = ({ fields, records }: TemplateTable): readonly TemplateField[] =>
  fields.filter(({ key }) => records.some(({ values }) => values[key] !== undefined));

/** The first example records of a table, as they are looked at: one cell a field. */
export const shownRecords = (template: Template, table: TemplateTable, today: string): ShownCell[][] => {
  const labels = labelsOf(template);
  const fields = shownFields(table);
  return table.records.slice(0, mostShown).map(({ values }) =>
    fields.map((field): ShownCell => {
      const value = values[field.key];
      if (value === undefined || value === null) return empty;
      const parts = (Array.isArray(value) ? value : [value]).map((one) => partOf(one, field, labels, today));
      return { ...(parts[0] ?? empty), text: parts.map(({ text }) => text).join(', ') };
    }),
  );
};
