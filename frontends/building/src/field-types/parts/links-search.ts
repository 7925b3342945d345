import { fieldType } from '@tessera/fields';
import { api, type Field, type Filter, type Id, type Table } from '@tessera/kit';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { Linked } from '../../data/links.ts';

/** A record that may be linked: its name, and its values of the fields that are shown beside it. */
export type Found = Linked & { readonly fields: Readonly<Record<string, unknown>> };

const pageSize = 20;
/** How long nothing is typed before the server is asked, in ms. */
const askAfter = 150;

const canContain = (field: Field): boolean =>
  fieldType(field.type)?.operators.some(({ id }) => id === 'contains') === true;
const canStart = (field: Field): boolean =>
  fieldType(field.type)?.operators.some(({ id }) => id === 'startsWith') === true;

/** The table whose records are linked, as its reader sees it; null where they may not. */
export const useLinkedTable = (tableId: Id): Table | null | undefined => {
  const { data, isError } = useQuery({
    queryKey: ['linked-table', tableId],
    queryFn: ({ signal }) => api.get('/v3/tables/{table}', { path: { table: tableId }, signal }),
    enabled: tableId !== '',
    staleTime: 30_000,
    retry: false,
  });
  return isError ? null : data;
};

/** Both conditions as the body of a query has them. */
const whole = (filter: Filter | undefined, within: Filter | undefined): { filter?: Filter } => {
  const both = [filter, within].filter((one) => one !== undefined);
  const [only] = both;
  return only === undefined ? {} : { filter: both.length === 1 ? only : { and: both } };
};

/** Names first that begin with what is sought, then those with a word that does, then all others. */
const order = (found: readonly Found[], search: string): readonly Found[] => {
  const sought = search.toLocaleLowerCase();
  const rank = ({ label }: Found): number => {
    const name = label.toLocaleLowerCase();
    return name.startsWith(sought) ? 0 : name.split(/\s+/).some((word) => word.startsWith(sought)) ? 1 : 2;
  };
  return found.toSorted((a, b) => rank(a) - rank(b));
};

/** Searches the records of a table by their names and some fields, page by page, as it is typed. */
export const useFound = (
  table: Table | null | undefined,
  shown: readonly Field[],
  typed: string,
  viewId: Id | undefined,
) => {
  const [search, setSearch] = useState(typed.trim());
  useEffect(() => {
    const timer = setTimeout(() => setSearch(typed.trim()), askAfter);
    return () => clearTimeout(timer);
  }, [typed]);
  const label = table?.fields.find(({ id }) => id === table.labelFieldId);
  const sought = useMemo(() => [...(label ? [label] : []), ...shown].filter(canContain), [label, shown]);
  const view = table?.views.find(({ id }) => id === viewId);
  const within = view?.config.filter;
  const total = useQuery({
    queryKey: ['links-total', table?.id, within],
    enabled: table !== undefined && table !== null,
    queryFn: ({ signal }) =>
      api.post('/v3/tables/{table}/records/count', {
        path: { table: table!.id },
        body: within === undefined ? {} : { filter: within },
        signal,
      }),
    staleTime: 0,
  });
  const query = useInfiniteQuery({
    queryKey: ['links', table?.id, search, within, sought.map(({ id }) => id)],
    enabled: table !== undefined && table !== null,
    initialPageParam: '',
    queryFn: async ({ pageParam, signal }) => {
      const ask = async (filter: Filter | undefined, after: string) =>
        api.post('/v3/tables/{table}/records/query', {
          path: { table: table!.id },
          query: { texts: 'short' },
          body: {
            limit: pageSize,
            total: true,
            ...whole(filter, within),
            ...(after === '' ? {} : { after }),
          },
          signal,
        });
      const contains: Filter | undefined =
        search === ''
          ? undefined
          : { or: sought.map(({ id }) => ({ fieldId: id, operator: 'contains', value: search })) };
      // Those that begin with it come first, wherever they stand in the table.
      const first =
        search !== '' && pageParam === '' && label !== undefined && canStart(label)
          ? (await ask({ fieldId: label.id, operator: 'startsWith', value: search }, '')).records
          : [];
      const { records, next, total: matching } = await ask(contains, pageParam);
      const known = new Set(first.map(({ id }) => id));
      return {
        records: order(
          [...first, ...records.filter(({ id }) => !known.has(id))].map(({ id, fields }): Found => {
            const name = label === undefined ? null : fields[label.id];
            return { id, label: typeof name === 'string' || typeof name === 'number' ? String(name) : '', fields };
          }),
          search,
        ),
        next,
        matching,
      };
    },
    getNextPageParam: ({ next }) => next,
    placeholderData: (before) => before,
    staleTime: 0,
  });
  const all = useMemo(() => {
    const byId = new Map((query.data?.pages ?? []).flatMap(({ records }) => records.map((one) => [one.id, one])));
    return [...byId.values()];
  }, [query.data]);
  return {
    found: all,
    search,
    label,
    /** The view that the records are offered from. */
    view,
    /** How many match, and of how many. */
    matching: query.data?.pages[0]?.matching,
    total: total.data?.total,
    /** What is shown is of an earlier search. */
    old: query.isPlaceholderData || search !== typed.trim(),
    failed: query.isError,
    started: query.data !== undefined,
    more: query.hasNextPage ? () => void query.fetchNextPage() : undefined,
  };
};
