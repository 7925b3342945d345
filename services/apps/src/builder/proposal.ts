import { blockTypes } from '@tessera/proto/blocks';
import { fieldTypes, isWritten } from '@tessera/fields';
import { z } from 'zod';
import { faultsOf } from '../templates/check.ts';
import { templateSchema, type Template } from '../templates/schema.ts';
import type { Message } from './model.ts';

/** What a model proposes: a template without what only a gallery needs. */
const proposalSchema = templateSchema.pick({ name: true, description: true, color: true, tables: true, apps: true });
export type Proposal = z.infer<typeof proposalSchema>;

/** The schema as it is sent along. */
export const answerSchema = z.toJSONSchema(proposalSchema, { unrepresentable: 'any', io: 'input' });

/** Words of a description at least. */
const leastWords = 3;
export const isLongEnough = (description: string): boolean =>
  description.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length >= leastWords;

/** Types that a proposal may have: written by people, or computed from what stands in the record or along links. */
const offered = fieldTypes.filter(
  (type) => type.system === undefined && (isWritten(type) || type.derived !== undefined),
);

const rules = [
  'You design small business apps: tables with fields, views, a few example records, and one app with blocks over them.',
  'Answer with one JSON document of the schema, and nothing else.',
  'Keys are short camelCase names. Other parts refer to them: "@deals" is the table with the key deals, "@deals.stage" its field, "@deals.stage.won" an option of that field, "@deals#acme" the record with the key acme, "@me" the person who asks.',
  'A day in a record is {"day": n}: n days after today, below zero before it.',
  'The first field of a table names its records: singleLineText. A choice is of type select, with options.',
  'A link is of type connectedRecord with props {"tableId": "@companies", "multiple": false, "other": {"name": "Deals", "multiple": true, "shown": true, "writable": true}}; its values are lists of records. The table that it leads to stands before its own. "@companies.Deals" is then the other side.',
  'A rollup has "later": true and props {"linkFieldId", "fieldId", "function": "sum"}; a count "later": true and {"linkFieldId"}; a formula props {"formula": "{Price} * {Amount}"} with names of fields in braces.',
  'Views: {"type": "kanban", "config": {"fields": [], "kanban_field": "@deals.stage"}}, {"type": "calendar", "config": {"fields": [], "start": "@deals.close"}}, {"type": "table", "config": {"fields": [], "filter": {"fieldId", "operator": "equals", "value"}}}.',
  'Blocks stand on a grid: at is [x, y, w, h], 120 columns wide, without overlaps. title_bar {"heading", "line"} at [0, 0, 120, 2]; simple_indicator {"tableId", "title", "function": "count" or "sum", "fieldId"} 30 wide and 3 high; table {"tableId", "title", "fields"}; smart_kanban {"tableId", "title", "kanban_field", "fields"}; bar_chart and pie_chart {"tableId", "title", "x": {"fieldId"}, "value": {"function": "count"}}; super_form {"tableId", "title", "questions": [{"fieldId"}]}.',
  `Types of fields: ${offered.map(({ id }) => id).join(', ')}.`,
  `Types of blocks: ${blockTypes.map(({ id }) => id).join(', ')}.`,
];

/** What is sent to a model: the rules, and what somebody wants, in their language. No record of anybody is among it. */
export const messagesOf = (
  description: string,
  language: string,
  attachments: readonly string[],
): readonly Message[] => [
  { role: 'system', content: `${rules.join('\n')}\nLabels are in the language "${language}".` },
  { role: 'user', content: [description, ...attachments].join('\n\n') },
];

export const templateOfProposal = (proposal: Proposal, today: string): Template => ({
  slug: 'proposal',
  shortDescription: proposal.description.slice(0, 200),
  categories: ['operations'],
  language: 'en',
  cover: 'list',
  builder: 'AI',
  changed: today,
  ...proposal,
});

type Read = { readonly proposal: Proposal } | { readonly faults: readonly string[] };

/** A model's answer as a proposal, or what is wrong with it in words that the model understands. */
export const readProposal = (answer: unknown): Read => {
  const parsed = proposalSchema.safeParse(answer);
  if (!parsed.success)
    return { faults: parsed.error.issues.slice(0, 20).map(({ path, message }) => `${path.join('.')}: ${message}`) };
  const faults = faultsOf(templateOfProposal(parsed.data, '2026-01-01'));
  return faults.length === 0 ? { proposal: parsed.data } : { faults };
};

/** A proposal without some of its tables and apps, named by their keys. */
export const withoutParts = (proposal: Proposal, without: readonly string[]): Proposal => ({
  ...proposal,
  tables: proposal.tables.filter(({ key }) => !without.includes(`table:${key}`)),
  apps: proposal.apps.filter(({ key }) => !without.includes(`app:${key}`)),
});

/** What a part of a proposal cannot do without: the tables that it names. */
export const needsOf = (part: object): readonly string[] => [
  ...new Set([...JSON.stringify(part).matchAll(/"@([a-z][a-zA-Z0-9]{0,39})[".#]/g)].map(([, key]) => `table:${key}`)),
];
