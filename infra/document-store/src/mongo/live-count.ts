import type { Collection } from 'mongodb';
import type { TableDocument, TableInfo } from './catalog.ts';
import type { Bounds } from './deadline.ts';

export type LiveCountOptions = {
  /** Tables below so many records are counted each time; default 50,000. */
  readonly from?: number;
  /** Milliseconds of a monotonic clock. */
  readonly now?: () => number;
};

/** After so long no replica still has records to apply whose place in the order lies before those that were seen. */
const settleMs = 60_000;
/** All is counted anew after so long, should one have come later after all. */
const renewMs = 600_000;

/** Records made up to `settled` number `made`; those up to `seen.row` were there at `seen.at`. */
type Known = {
  settled: number;
  made: number;
  seen: { readonly row: number; readonly at: number };
  readonly since: number;
  readonly erased: number;
};

const either = { $in: [false, true] } as const;

/**
 * Counts the live records of large tables without walking them: records stay, deleted ones too, so that those made long
 * ago need not be counted again until some are erased; what is counted is the newer ones and the deleted ones.
 */
export const openLiveCounts = (
  documents: Collection<TableDocument>,
  { from = 50_000, now = () => performance.now() }: LiveCountOptions = {},
) => {
  const tables = new Map<string, Known>();

  const newest = async ({ rows }: TableInfo, bounds: Bounds): Promise<number> => {
    const found = await Promise.all(
      [false, true].map((_deleted) =>
        rows.findOne({ _deleted }, { ...bounds, sort: { _row: -1 }, projection: { _row: 1 } }),
      ),
    );
    return Math.max(0, ...found.map((one) => (one === null ? 0 : (one['_row'] as number))));
  };

  return async (table: TableInfo, bounds: Bounds): Promise<number> => {
    const { rows, key } = table;
    const known = tables.get(key);
    const at = now();
    const erased = (await documents.findOne({ _id: key }, { ...bounds, projection: { erased: 1 } }))?.erased ?? 0;
    if (known === undefined || at - known.since > renewMs || known.erased !== erased) {
      tables.delete(key);
      const row = await newest(table, bounds);
      const live = await rows.countDocuments({ _deleted: false }, bounds);
      if (live >= from) tables.set(key, { settled: 0, made: 0, seen: { row, at }, since: at, erased });
      return live;
    }
    if (at - known.seen.at > settleMs) {
      const { row } = known.seen;
      const next = await newest(table, bounds);
      const more =
        row <= known.settled
          ? 0
          : await rows.countDocuments({ _deleted: either, _row: { $gt: known.settled, $lte: row } }, bounds);
      // Another read of the same table may have come here first.
      if (known.seen.row === row && known.seen.at <= at - settleMs) {
        known.made += more;
        known.settled = row;
        known.seen = { row: next, at };
      }
    }
    if (known.settled === 0) return rows.countDocuments({ _deleted: false }, bounds);
    const { settled, made } = known;
    const [newer, deleted] = await Promise.all([
      rows.countDocuments({ _deleted: either, _row: { $gt: settled } }, bounds),
      rows.countDocuments({ _deleted: true }, bounds),
    ]);
    return made + newer - deleted;
  };
};
