import type { EventContext, ModelOp } from '@tessera/kernel';
import type { AppsEvent } from '../events.ts';
import { pageAggregate, type DocPage, type PageParts } from './evolve.ts';
import { wordsOf } from './schema.ts';
import type { PageText } from './together.ts';

/** A page in lists: with the beginning of its words, without its text. */
export type PageDocument = Omit<DocPage, 'contentJson' | 'archived' | 'together' | 'writing'> & {
  readonly version: number;
  readonly words: string;
  readonly archived?: true;
};
/** What a page was, from one version of its stream on. */
export type PageVersion = PageParts & {
  readonly pageId: string;
  readonly version: number;
  readonly at: number;
  readonly by: string;
};

const beyond = 10 ** 15;
/** Of the newest first. */
export const pageVersionId = (pageId: string, version: number): string =>
  `${pageId}.${String(beyond - version).padStart(16, '0')}`;

/** The documents of a page after an event. */
export const projectPage = (
  event: AppsEvent,
  context: EventContext,
  before: DocPage | undefined,
  version: number,
): readonly ModelOp[] => {
  const page = pageAggregate.evolve(before, event, context);
  if (page === undefined) return [];
  const { contentJson, archived, together, writing, ...rest } = page;
  const document: PageDocument = {
    ...rest,
    version,
    words: wordsOf(contentJson),
    ...(archived !== undefined && { archived: true }),
  };
  const text: PageText = { contentJson, ...(together !== undefined && { together }) };
  const since = writing?.since ?? version;
  const kept: PageVersion = {
    pageId: page.id,
    version: since,
    at: page.changedAt,
    by: page.changedBy,
    title: page.title,
    icon: page.icon,
    contentJson,
  };
  const says = event.$case !== 'pageArchived' && event.$case !== 'pageRestored';
  return [
    { op: 'document.put', collection: 'pages', id: page.id, document },
    ...(says
      ? ([
          { op: 'document.put', collection: 'page_texts', id: page.id, document: text },
          { op: 'document.put', collection: 'page_versions', id: pageVersionId(page.id, since), document: kept },
        ] as const)
      : []),
  ];
};
