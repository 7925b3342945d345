import { fold } from '@tessera/kernel/cells';
import { FieldError } from './type.ts';

/** A line that each record begins with. */
export type TemplateItem = { readonly label: string; readonly required: boolean };

const most = 100;
const longest = 500;

/** The items of a field's template: a line each, "* " before those that are required. Throws FieldError. */
export const templateOf = (template: string): readonly TemplateItem[] => {
  const found = new Map<string, TemplateItem>();
  for (const line of template.split('\n')) {
    const required = /^\s*\*/.test(line);
    const label = line
      .replace(/^\s*\*/, '')
      .replace(/\s+/g, ' ')
      .trim();
    if (label === '') continue;
    if (label.length > longest)
      throw new FieldError('items.too_long', `An item has at most ${longest} characters`, { limit: longest });
    if (!found.has(fold(label))) found.set(fold(label), { label, required });
  }
  if (found.size > most)
    throw new FieldError('items.too_many', `A checklist begins with at most ${most} items`, { limit: most });
  return [...found.values()];
};
