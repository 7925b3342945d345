import type { Template } from './schema.ts';

const dayMs = 86_400_000;
/** The day that lies so many days after another: 2026-11-30. */
export const dayAfter = (today: string, days: number): string =>
  new Date(Date.parse(`${today}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);

const isDay = (value: object): value is { readonly day: number } =>
  Object.keys(value).length === 1 && typeof (value as { readonly day?: unknown }).day === 'number';

/** A value of a template with what it refers to in the place of its references. Throws where one leads nowhere. */
export const resolved = (value: unknown, find: (reference: string) => string | undefined, today: string): unknown => {
  if (typeof value === 'string') {
    if (!value.startsWith('@')) return value;
    if (value.startsWith('@@')) return value.slice(1);
    const found = find(value);
    if (found === undefined) throw new Error(`"${value}" is no part of the template`);
    return found;
  }
  if (Array.isArray(value)) return value.map((one) => resolved(one, find, today));
  if (typeof value !== 'object' || value === null) return value;
  if (isDay(value)) return dayAfter(today, value.day);
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, resolved(one, find, today)]));
};

/** Everything in a template that has an id of its own, by how it is referred to; tables get theirs as they are made. */
export const ownReferences = ({ tables, apps, automations = [] }: Template): readonly string[] => [
  ...tables.flatMap(({ key, fields, views, records }) => [
    ...fields.flatMap((field) => [
      `@${key}.${field.key}`,
      ...(field.options ?? []).map((option) => `@${key}.${field.key}.${option.key}`),
    ]),
    ...views.map((_, at) => `@${key}/${at}`),
    ...records.map((record, at) => recordReference(key, record, at)),
  ]),
  '@folder',
  ...apps.flatMap(({ key, blocks }) => [`@app:${key}`, ...blocks.map((block) => `@app:${key}.${block.key}`)]),
  ...automations.map(automationReference),
];

export const automationReference = ({ key }: { readonly key: string }): string => `@automation:${key}`;
export const recordReference = (tableKey: string, record: { readonly key?: string | undefined }, at: number): string =>
  `@${tableKey}#${record.key ?? at}`;

/** What is to be made: the template with the ids of its parts, for whom and as of which day. */
export type Plan = {
  readonly template: Template;
  readonly ids: Readonly<Record<string, string>>;
  readonly today: string;
  readonly userId: string;
  /** Whether the example records are made as well. */
  readonly data: boolean;
  /** Whether its automations are: who installs it may have some. */
  readonly automations?: boolean;
};

export const planOf = (
  template: Template,
  { newId, ...rest }: Omit<Plan, 'template' | 'ids'> & { readonly newId: () => string },
): Plan => ({
  template,
  ids: Object.fromEntries(ownReferences(template).map((reference) => [reference, newId()])),
  ...rest,
});
