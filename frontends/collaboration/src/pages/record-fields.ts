type Field = { readonly id: string; readonly type: string; readonly props?: unknown };
type Table = { readonly labelFieldId: string | null; readonly fields: readonly Field[] };
type Formats = { readonly date: (value: string) => string; readonly number: (value: number) => string };

const mostFields = 3;
const day = /^\d{4}-\d\d-\d\d(?:T|$)/;

const optionsOf = ({ props }: Field): readonly { readonly id: string; readonly label: string }[] => {
  const { options } = (props ?? {}) as { readonly options?: unknown };
  return Array.isArray(options) ? (options as readonly { readonly id: string; readonly label: string }[]) : [];
};

/** A value as words; empty for what no line can say. */
const textOf = (field: Field, value: unknown, formats: Formats): string => {
  if (typeof value === 'number') return formats.number(value);
  if (typeof value !== 'string') return '';
  const option = optionsOf(field).find(({ id }) => id === value);
  if (option !== undefined) return option.label;
  return day.test(value) ? formats.date(value) : value.slice(0, 80);
};

/** What a line says of a record: its name, and the first fields that have words. */
export const shownOf = (
  { labelFieldId, fields }: Table,
  values: Readonly<Record<string, unknown>>,
  formats: Formats,
): { readonly label: string; readonly fields: readonly { readonly id: string; readonly text: string }[] } => {
  const named = fields.find(({ id }) => id === labelFieldId);
  return {
    label: named === undefined ? '' : textOf(named, values[named.id], formats),
    fields: fields
      .filter(({ id }) => id !== labelFieldId)
      .map((field) => ({ id: field.id, text: textOf(field, values[field.id], formats) }))
      .filter(({ text }) => text !== '')
      .slice(0, mostFields),
  };
};
