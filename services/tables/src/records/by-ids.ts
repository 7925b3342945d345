import type { RecordReader } from '@tessera/document-store';
import type { Predicate, SelectedColumn } from '@tessera/kernel';
import { invalid } from '../refusals.ts';

/** Records that are read at the same time: at most a few MB each. */
const atOnce = 8;

/** Where a list of ids is read on: the `next` of an earlier answer to it. */
const placeOf = (after: string | undefined, ids: readonly string[]): number => {
  const place = Number(after ?? '0');
  if (!Number.isInteger(place) || place < 0 || place > ids.length)
    throw invalid('query.invalid_cursor', 'The cursor does not belong to this query');
  return place;
};

export type AskedIds = {
  readonly organizationId: string;
  readonly tableId: string;
  readonly ids: readonly string[];
  readonly after: string | undefined;
  readonly select: readonly SelectedColumn[];
  readonly allow: Predicate;
};

/**
 * Records of a list as JSON texts, until they pass `most` bytes or would pass `never`; then `next` is the place in the
 * list where it goes on. At least one comes. Those that are not there are passed over.
 */
export const readByIds = async (
  records: RecordReader,
  { organizationId, tableId, ids, after, select, allow }: AskedIds,
  most: number,
  never = Number.POSITIVE_INFINITY,
): Promise<{ readonly records: readonly string[]; readonly next: string | undefined }> => {
  const found: string[] = [];
  let bytes = 0;
  let at = placeOf(after, ids);
  reading: while (at < ids.length && bytes <= most) {
    const some = ids.slice(at, at + atOnce);
    const read = await Promise.all(some.map((id) => records.one(organizationId, tableId, id, select, allow)));
    for (const record of read) {
      if (record !== undefined) {
        const size = Buffer.byteLength(record);
        if (found.length > 0 && bytes + size > never) break reading;
        found.push(record);
        bytes += size;
      }
      at += 1;
      if (bytes > most) break;
    }
  }
  return { records: found, next: at < ids.length ? String(at) : undefined };
};
