import type { ChangedColumn } from '@tessera/kernel';
import type { Collection, Document } from 'mongodb';
import { changeKey, type ChangeDocument } from './rows.ts';
import { rejection } from '../refusals.ts';

type Seen = { readonly of: string; readonly after: number; readonly through: number };
type Group = {
  readonly _id: { readonly of: string; readonly columns: string };
  readonly position: number;
  readonly entries: number;
};

/** Records that one statement asks about. */
const recordsEach = 100;
const againAfterMs = 10;
const waitMs = 5_000;

/**
 * The columns that each record's versions above `after`, up to `through`, wrote, with the position of the first commit
 * that did. Another replica writes a row and its history entries beside each other: an entry that is not there yet is
 * waited for. Whoever writes a row and ends before its entries leaves them to the reconciler. Throws a Rejection of kind
 * `unavailable` where they do not come.
 */
export const readChanged = async (
  changes: Collection<ChangeDocument>,
  seen: readonly Seen[],
): Promise<readonly (readonly ChangedColumn[])[]> => {
  const found = new Map<string, Map<string, number>>();
  const until = performance.now() + waitMs;
  let missing = seen;
  for (;;) {
    const complete = new Set<string>();
    for (let at = 0; at < missing.length; at += recordsEach) {
      const part = missing.slice(at, at + recordsEach);
      const ranges: Document[] = part.map(({ of, after, through }) => ({
        _id: { $gt: changeKey(of, after), $lte: changeKey(of, through) },
      }));
      const groups = await changes
        .aggregate<Group>([
          { $match: ranges.length === 1 ? ranges[0]! : { $or: ranges } },
          {
            $group: {
              _id: { of: '$of', columns: '$columns' },
              position: { $min: '$position' },
              entries: { $sum: 1 },
            },
          },
        ])
        .toArray();
      const byRecord = Map.groupBy(groups, ({ _id }) => _id.of);
      for (const { of, after, through } of part) {
        const own = byRecord.get(of) ?? [];
        // One entry a version above the first, which is the creation.
        const wanted = through - Math.max(after, 1);
        if (own.reduce((sum, { entries }) => sum + entries, 0) < wanted) continue;
        const first = new Map<string, number>();
        for (const { _id, position } of own)
          for (const column of _id.columns.split(','))
            first.set(column, Math.min(first.get(column) ?? Number.MAX_SAFE_INTEGER, position));
        found.set(of, first);
        complete.add(of);
      }
    }
    missing = missing.filter(({ of }) => !complete.has(of));
    if (missing.length === 0) break;
    if (performance.now() > until) throw rejection('unavailable', 'store.busy');
    await new Promise((resolve) => setTimeout(resolve, againAfterMs));
  }
  return seen.map(({ of }) => [...found.get(of)!].map(([column, position]) => ({ column, position })));
};
