import type { Filter, Sort } from '@tessera/kit';
import type { RecordsApi } from '../workbench/records-api.ts';
import type { GroupLevel } from './groups.ts';
import type { RowSource } from './rows.ts';

type Selected = { readonly filter?: Filter; readonly search?: string; readonly sort: readonly Sort[] };
export type GroupSource = RowSource & {
  /** The groups are counted anew with the next page. */
  readonly forget: () => void;
};

/** Groups of one answer, and of all that are counted. */
const atOnce = 1000;
const mostGroups = 20_000;

/**
 * The records of a query group by group: those beneath each key one after another. For levels of which no order of the
 * records keeps the groups together.
 */
export const openGroupSource = (
  api: Pick<RecordsApi, 'query' | 'count' | 'groupPage'>,
  { sort, ...which }: Selected,
  apart: readonly GroupLevel[],
): GroupSource => {
  type Counted = { readonly key: readonly unknown[]; count: number };
  let counted: Promise<Counted[]> | null = null;
  const load = async (): Promise<Counted[]> => {
    const found: Counted[] = [];
    for (let after: string | undefined; found.length < mostGroups;) {
      const { groups, next } = await api.groupPage({
        ...which,
        groupBy: apart,
        limit: atOnce,
        ...(after === undefined ? {} : { after }),
      });
      found.push(...groups.map(({ key, count }) => ({ key, count })));
      after = next;
      if (after === undefined) break;
    }
    return found;
  };
  const groups = (): Promise<Counted[]> => {
    const loading = (counted ??= load());
    loading.catch(() => {
      if (counted === loading) counted = null;
    });
    return loading;
  };
  return {
    forget: () => void (counted = null),
    count: (signal) => api.count(which, signal),
    page: async ({ offset, limit }, signal) => {
      const all = await groups();
      let from = 0;
      for (const [i, group] of all.entries()) {
        const inside = offset - from;
        if (inside >= group.count) {
          from += group.count;
          continue;
        }
        const wanted = Math.min(limit, group.count - inside);
        const page = await api.query(
          {
            ...which,
            groupBy: apart,
            under: group.key,
            ...(sort.length > 0 ? { sort } : {}),
            limit: wanted,
            ...(inside > 0 ? { offset: inside } : {}),
          },
          signal,
        );
        // Fewer than were counted: the groups behind it begin sooner.
        if (page.next === undefined && page.records.length < wanted) group.count = inside + page.records.length;
        const { next: _next, ...rest } = page;
        const more = inside + page.records.length < group.count || all.slice(i + 1).some(({ count }) => count > 0);
        if (page.records.length > 0 || !more) return { ...rest, ...(more && { next: 'more' }) };
        from += group.count;
      }
      return { records: [] };
    },
  };
};
