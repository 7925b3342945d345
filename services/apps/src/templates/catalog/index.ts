import { readFileSync } from 'node:fs';
import { templateSchema, type Template } from '../schema.ts';

/** Our own templates, in the order in which the gallery has them. */
const slugs = ['sales-pipeline', 'project-plan', 'help-desk', 'stock-and-reorder', 'hiring-board', 'expenses'];

export const templates: readonly Template[] = slugs.map((slug) =>
  templateSchema.parse(JSON.parse(readFileSync(new URL(`${slug}.json`, import.meta.url), 'utf8'))),
);
/** Those that are picked this month. */
export const featured: readonly string[] = slugs.slice(0, 3);
export const templateOf = (slug: string): Template | undefined => templates.find((one) => one.slug === slug);
