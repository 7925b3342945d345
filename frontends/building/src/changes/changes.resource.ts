import { type Answered, api, type Filter, type Id } from '@tessera/kit';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';

/** What is looked at: a record, what a filter leaves, or a view. */
export type LookedAt = { readonly recordId?: Id; readonly viewId?: Id; readonly filter?: Filter };
export type Difference = Answered<'post_tables_table_records_compare'>['differences'][number];
export type Entry = Answered<'get_tables_table_records_record_history'>['entries'][number];

const pageSize = 50;

/** When the person last looked, and the time of the answer: what comes after it was not seen. */
export const useLook = (table: Id, what: LookedAt) =>
  useQuery({
    queryKey: ['look', table, what],
    queryFn: ({ signal }) => api.post('/v3/tables/{table}/last-look', { path: { table }, body: { ...what }, signal }),
    // As it was when one came, until one says that one has seen it.
    staleTime: Infinity,
    gcTime: 0,
  });

export const markLook = (table: Id, what: LookedAt, at: string | null) =>
  api.put('/v3/tables/{table}/last-look', { path: { table }, body: { ...what, at } });

export const setInDigest = (table: Id, what: LookedAt, inDigest: boolean) =>
  api.put('/v3/tables/{table}/digest', { path: { table }, body: { ...what, inDigest } });

/** Whether a digest comes to the person, and whether one can. */
export const readDigest = async (): Promise<'on' | 'off' | 'noMail'> => {
  const { settings, sends_mail } = await api.get('/user-settings/get');
  const every = settings.find(({ setting_key }) => setting_key === 'user_notification_digest')?.setting_value;
  return !sends_mail ? 'noMail' : every === 'off' ? 'off' : 'on';
};

/** Records that are other than they were, page by page. */
export const useChanged = (table: Id, filter: Filter | undefined, since: string | undefined) =>
  useInfiniteQuery({
    queryKey: ['changed', table, filter, since],
    enabled: since !== undefined,
    queryFn: ({ pageParam, signal }) =>
      api.post('/v3/tables/{table}/records/compare', {
        path: { table },
        query: { texts: 'short' },
        body: {
          asOf: since ?? '',
          entered: true,
          limit: pageSize,
          ...(filter !== undefined && { filter }),
          ...(pageParam !== '' && { after: pageParam }),
        },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  });

/** What happened to a record since, the newest first. */
export const useHappened = (table: Id, record: Id | undefined, since: string | undefined) =>
  useInfiniteQuery({
    queryKey: ['changed', table, 'record', record, since],
    enabled: record !== undefined && since !== undefined,
    queryFn: async ({ pageParam, signal }) => {
      const { entries, next } = await api.get('/v3/tables/{table}/records/{record}/history', {
        path: { table, record: record ?? '' },
        query: pageParam === '' ? {} : { before: pageParam },
        signal,
      });
      const later = entries.filter(({ time }) => time > (since ?? ''));
      return { entries: later, next: later.length < entries.length ? undefined : next };
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  });
