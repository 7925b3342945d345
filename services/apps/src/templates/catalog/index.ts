import type { Template } from '../schema.ts';
import { crm } from './crm.ts';
import { helpDesk } from './desk.ts';
import { expenses } from './expenses.ts';
import { hiring } from './hiring.ts';
import { projects } from './projects.ts';
import { stock } from './stock.ts';

/** Our own templates, in the order in which the gallery has them. */
export const templates: readonly Template[] = [crm, projects, helpDesk, stock, hiring, expenses];
/** Those that are picked this month. */
export const featured: readonly string[] = [crm.slug, projects.slug, helpDesk.slug];
export const templateOf = (slug: string): Template | undefined => templates.find((one) => one.slug === slug);
