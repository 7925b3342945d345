import { fieldType } from '@tessera/fields';
import type { Template, TemplateField, TemplateTable } from './schema.ts';

/** A field that is added once all tables are there. */
export type Later = { readonly table: TemplateTable; readonly field: TemplateField };

const textsIn = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsIn);
};

/** Whether a field needs another one that is added later as well: by its reference, or by its name in a formula. */
const needs = ({ table, field }: Later, other: Later): boolean => {
  const reference = `@${other.table.key}.${other.field.key}`;
  return textsIn(field.props ?? {}).some(
    (text) =>
      text === reference ||
      text.startsWith(`${reference}.`) ||
      (other.table === table && other.field !== field && text.includes(`{${other.field.name}}`)),
  );
};

/** Fields that are added later, in an order in which each finds what it needs: links first. */
export const laterFields = ({
  tables,
}: Template): { readonly links: readonly Later[]; readonly others: readonly Later[] } => {
  const all = tables.flatMap((table) =>
    table.fields.filter(({ later }) => later === true).map((field): Later => ({ table, field })),
  );
  const isLink = ({ field }: Later): boolean => fieldType(field.type)?.links === 'owning';
  const left = all.filter((one) => !isLink(one));
  const others: Later[] = [];
  while (left.length > 0) {
    // Where none is ready they need each other, which the table itself refuses.
    const at = left.findIndex((one) => !left.some((other) => other !== one && needs(one, other)));
    others.push(...left.splice(Math.max(at, 0), 1));
  }
  return { links: all.filter(isLink), others };
};
