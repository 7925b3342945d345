import { type Answered, api, type Id } from '@tessera/kit';
import { useQuery } from '@tanstack/react-query';
import { tableApi } from '../table/table.resource.ts';

export type Group = Answered<'post_tables_table_records_duplicates'>['groups'][number];
export type Likeness = 'exact' | 'close' | 'loose';

/** Groups of records that are alike; found anew where the fields or the likeness change. */
export const useDuplicates = (table: Id, fieldIds: readonly Id[], how: Likeness) =>
  useQuery({
    queryKey: ['duplicates', table, fieldIds, how],
    queryFn: ({ signal }) =>
      api.post('/v3/tables/{table}/records/duplicates', {
        path: { table },
        body: { fieldIds: [...fieldIds], how },
        signal,
      }),
    enabled: fieldIds.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The records of a group, in their order. */
export const useGroupRecords = (table: Id, ids: readonly Id[]) =>
  useQuery({
    queryKey: ['duplicates-records', table, ids],
    queryFn: async () => {
      const found = await tableApi.byIds(table, ids, 'whole');
      return ids.flatMap((id) => found.find((one) => one.id === id) ?? []);
    },
    enabled: ids.length > 0,
  });

export const mergeRecords = (
  table: Id,
  body: { readonly keep: Id; readonly others: Id[]; readonly fields: Record<string, unknown> },
): Promise<{ readonly operationId: Id }> => api.post('/v3/tables/{table}/records/merge', { path: { table }, body });
