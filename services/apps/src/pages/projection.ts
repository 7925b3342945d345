import type { EventContext, ModelOp } from '@tessera/kernel';
import type { AppsEvent } from '../events.ts';
import { pageAggregate, type DocPage } from './evolve.ts';
import { wordsOf } from './schema.ts';

/** A page in lists: with the beginning of its words, without its text. */
export type PageDocument = Omit<DocPage, 'contentJson' | 'archived'> & {
  readonly version: number;
  readonly words: string;
  readonly archived?: true;
};
export type PageText = { readonly contentJson: string };

/** The documents of a page after an event. */
export const projectPage = (
  event: AppsEvent,
  context: EventContext,
  before: DocPage | undefined,
  version: number,
): readonly ModelOp[] => {
  const page = pageAggregate.evolve(before, event, context);
  if (page === undefined) return [];
  const { contentJson, archived, ...rest } = page;
  const document: PageDocument = {
    ...rest,
    version,
    words: wordsOf(contentJson),
    ...(archived !== undefined && { archived: true }),
  };
  return [
    { op: 'document.put', collection: 'pages', id: page.id, document },
    { op: 'document.put', collection: 'page_texts', id: page.id, document: { contentJson } satisfies PageText },
  ];
};
