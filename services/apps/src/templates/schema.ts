import { fieldType, optionColors } from '@tessera/fields';
import { mostSteps, type Step } from '@tessera/proto/automations';
import { blockType } from '@tessera/proto/blocks';
import { viewTypes } from '@tessera/proto/views';
import { z } from 'zod';

/** What a template calls its own parts. Ids are given when it is installed. */
const key = z.string().regex(/^[a-z][a-zA-Z0-9]{0,39}$/);
const text = (most: number) => z.string().trim().min(1).max(most);
const color = z.enum(optionColors);
const json = z.record(z.string(), z.unknown());

const option = z.strictObject({ key, label: text(255), color: color.optional() });
const field = z.strictObject({
  key,
  name: text(255),
  type: z.string().refine((id) => fieldType(id) !== undefined, 'not a type of field'),
  description: z.string().max(1000).optional(),
  required: z.boolean().optional(),
  unique: z.boolean().optional(),
  options: z.array(option).max(100).optional(),
  props: json.optional(),
  /** It follows from links, so that it is added once all tables are there. */
  later: z.boolean().optional(),
});
const view = z.strictObject({
  type: z.enum(viewTypes.map(({ id }) => id) as [string, ...string[]]),
  label: text(255),
  config: json,
});
const record = z.strictObject({ key: key.optional(), values: json });
const table = z.strictObject({
  key,
  label: text(255),
  color: color.optional(),
  description: z.string().max(1000).optional(),
  /** The field that names its records; the first where none is named. */
  label_field: key.optional(),
  fields: z.array(field).min(1).max(100),
  views: z.array(view).max(20),
  records: z.array(record).max(1000),
});
const block = z.strictObject({
  key,
  type: z.string().refine((id) => blockType(id) !== undefined, 'not a type of block'),
  config: json,
  /** Columns from the left, rows from the top, columns and rows that it takes. */
  at: z.tuple([z.number().int(), z.number().int(), z.number().int(), z.number().int()]),
});
const app = z.strictObject({
  key,
  label: text(120),
  color: color.optional(),
  blocks: z.array(block).max(200),
});

const steps = z.array(z.custom<Step>((one) => typeof one === 'object' && one !== null)).max(mostSteps);
/** What it does, with references in the place of ids, those within the words of a reference in braces. */
const automation = z.strictObject({
  key,
  label: text(120),
  trigger: z.strictObject({ type: z.string().min(1).max(60), config: json }),
  steps,
});

/** What became of a template that somebody saved. */
export const statuses = ['Saved', 'Waiting for approval', 'Refused', 'Published'] as const;
/** What its cover is drawn as. */
export const covers = ['list', 'board', 'calendar', 'bars', 'plan', 'form', 'talk'] as const;
/** In the order of the gallery. */
export const categories = [
  { id: 'featured', name: 'Featured', section: 'first', color: 'blue' },
  { id: 'sales', name: 'Sales', section: 'work', color: 'blue' },
  { id: 'operations', name: 'Operations', section: 'work', color: 'lime' },
  { id: 'support', name: 'Support', section: 'work', color: 'orange' },
  { id: 'projects', name: 'Projects', section: 'work', color: 'indigo' },
  { id: 'people', name: 'People', section: 'work', color: 'rose' },
  { id: 'finance', name: 'Finance', section: 'work', color: 'amber' },
] as const;
export const categoryIds = categories.map(({ id }) => id);

/**
 * A small product that others can take over: tables with views and example records, and apps over them. It names its
 * parts by keys. `@deals` is a table in it, `@deals.stage` a field, `@deals.stage.won` an option, `@deals#acme` a
 * record, `@me` whoever installs it, `@@` an at sign; `{day: 3}` is the third day after that. It holds no id and no person.
 */
export const templateSchema = z.strictObject({
  slug: z.string().regex(/^[a-z][a-z0-9-]{1,60}$/),
  name: text(120),
  shortDescription: text(200),
  description: text(4000),
  categories: z.array(z.enum(categoryIds as [string, ...string[]])).min(1),
  language: z.enum(['en', 'pt', 'es']),
  color,
  cover: z.enum(covers),
  builder: text(120),
  changed: z.iso.date(),
  tables: z.array(table).min(1).max(30),
  apps: z.array(app).max(10),
  automations: z.array(automation).max(100).optional(),
});
export type Template = z.infer<typeof templateSchema>;
export type TemplateTable = Template['tables'][number];
export type TemplateField = TemplateTable['fields'][number];
export type TemplateRecord = TemplateTable['records'][number];
