import type { DocumentReader } from './port.ts';

const pageSize = 1_000;

/** Every document that `find` finds, read page by page, so that no bound of a page cuts the list. `idOf` gives the id. */
export const findAll = async <D>(
  documents: Pick<DocumentReader, 'find'>,
  organizationId: string,
  collection: string,
  where: Readonly<Record<string, string | number | boolean>>,
  idOf: (document: D) => string,
): Promise<readonly D[]> => {
  const all: D[] = [];
  for (let after: string | undefined; ; after = idOf(all.at(-1)!)) {
    const page = await documents.find<D>(organizationId, collection, where, pageSize, after);
    all.push(...page);
    if (page.length < pageSize) return all;
  }
};
