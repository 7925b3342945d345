import { fold } from '@tessera/kernel';
import type { Template } from './schema.ts';

/** What lists show of a template. */
export type EntryFacts = Pick<
  Template,
  'name' | 'shortDescription' | 'categories' | 'language' | 'color' | 'cover' | 'changed'
> & {
  readonly counts: {
    readonly tables: number;
    readonly apps: number;
    readonly fields: number;
    readonly records: number;
    readonly blocks: number;
    readonly automations: number;
  };
};
/** One of the gallery of all, with the words that it is found by. */
export type GalleryEntry = EntryFacts & {
  readonly id: string;
  /** Where it comes from: its builder's organization. */
  readonly organizationId: string;
  readonly at: number;
  readonly words: string;
};

const sum = <T>(all: readonly T[], count: (one: T) => number): number =>
  all.reduce((total, one) => total + count(one), 0);

export const factsOf = (template: Template): EntryFacts => {
  const {
    name,
    shortDescription,
    categories,
    language,
    color,
    cover,
    changed,
    tables,
    apps,
    automations = [],
  } = template;
  return {
    name,
    shortDescription,
    categories,
    language,
    color,
    cover,
    changed,
    counts: {
      tables: tables.length,
      apps: apps.length,
      fields: sum(tables, ({ fields }) => fields.length),
      records: sum(tables, ({ records }) => records.length),
      blocks: sum(apps, ({ blocks }) => blocks.length),
      automations: automations.length,
    },
  };
};

export const wordsOf = ({ name, shortDescription, description }: Template): string =>
  fold(`${name} ${shortDescription} ${description}`);

export const entryOf = (id: string, organizationId: string, at: number, templateJson: string): GalleryEntry => {
  const template = JSON.parse(templateJson) as Template;
  return { ...factsOf(template), id, organizationId, at, words: wordsOf(template) };
};
