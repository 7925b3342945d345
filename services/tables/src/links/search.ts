import { searchWords } from '@tessera/document-store';
import { isRejection, type Actor, type PageQuery, type Predicate } from '@tessera/kernel';
import { maskAllows } from '@tessera/proto/rights';
import { searchOperands } from '../definitions/schema.ts';
import type { OpenedTable } from '../records/query.ts';
import { meaningsOf } from '../records/search.ts';
import { linksTo, type LinkPorts } from './conditions.ts';

type Meanings = NonNullable<NonNullable<PageQuery['search']>['also']>;
type Reader = Parameters<typeof meaningsOf>[2];

/** Words of a search that are sought among the names of linked records. */
const mostWords = 8;

/**
 * What the words of a search mean in the fields of links that the reader sees: records whose names have the word, of
 * those that they may open. A word that more than ten thousand names have finds no links.
 */
export const linkedMeanings = async (
  ports: LinkPorts,
  actor: Actor,
  { schema, grant }: Pick<OpenedTable, 'schema' | 'grant'>,
  search: string,
  reader: Reader,
): Promise<Meanings> => {
  const words = searchWords(search).slice(0, mostWords);
  const found: Meanings[number][] = [];
  for (const field of schema.links) {
    if (!maskAllows(grant.fieldMask, field.id)) continue;
    let end: OpenedTable;
    try {
      end = await ports.open(actor, field.links!.tableId);
    } catch {
      // A table that is gone, in the trash or hidden has no names to find.
      continue;
    }
    const label = end.schema.byId.get(end.schema.table.labelFieldId);
    if (label === undefined || label.links !== undefined || !maskAllows(end.grant.fieldMask, label.id)) continue;
    const also = new Map(meaningsOf([label], search, reader).map(({ word, or }) => [word, or]));
    for (const word of words) {
      const items: readonly Predicate[] = [
        ...searchOperands(label).map((left): Predicate => ({ op: 'contains', left, value: word })),
        ...(also.get(word) ?? []),
      ];
      if (items.length === 0) continue;
      try {
        found.push({ word, or: [await linksTo(ports, actor, field, end, { op: 'or', items })] });
      } catch (error) {
        if (!isRejection(error) || error.code !== 'filter.too_many_linked') throw error;
      }
    }
  }
  return found;
};
