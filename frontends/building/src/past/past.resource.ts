import { type Answered, api, type Id } from '@tessera/kit';
import { useInfiniteQuery } from '@tanstack/react-query';

export type Difference = Answered<'post_tables_table_records_compare'>['differences'][number];
export type Day = Answered<'get_tables_table_days'>['days'][number];

const of = (table: Id) => ({ path: { table } });
const short = { texts: 'short', expand: 'labels' } as const;
const pageSize = 100;

/** What differs between a moment and now, page by page. */
export const useDifferences = (table: Id, asOf: string) =>
  useInfiniteQuery({
    queryKey: ['past', table, 'differences', asOf],
    queryFn: ({ pageParam, signal }) =>
      api.post('/v3/tables/{table}/records/compare', {
        ...of(table),
        query: { texts: 'short' },
        body: { asOf, limit: pageSize, ...(pageParam !== '' && { after: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  });

/** Records as they were, page by page. */
export const useRecordsThen = (table: Id, asOf: string, enabled: boolean) =>
  useInfiniteQuery({
    queryKey: ['past', table, 'records', asOf],
    enabled,
    queryFn: ({ pageParam, signal }) =>
      api.post('/v3/tables/{table}/records/query', {
        ...of(table),
        query: short,
        body: { asOf, limit: pageSize, total: true, ...(pageParam !== '' && { after: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  });

/** The days on which a table changed, the newest first. */
export const useDays = (table: Id) =>
  useInfiniteQuery({
    queryKey: ['past', table, 'days'],
    queryFn: ({ pageParam, signal }) =>
      api.get('/v3/tables/{table}/days', {
        ...of(table),
        query: pageParam === '' ? {} : { before: pageParam },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  });

export const restoreTo = (table: Id, asOf: string, recordIds: readonly Id[] | null): Promise<{ operationId: Id }> =>
  api.post('/v3/tables/{table}/restore-to', {
    ...of(table),
    body: { asOf, ...(recordIds !== null && { recordIds: [...recordIds] }) },
  });
