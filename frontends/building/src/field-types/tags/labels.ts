import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api, type Id } from '@tessera/kit';
import { useCallback } from 'react';
import { useTableScope } from '../scope.ts';

export type Label = { readonly label: string; readonly count: number };

const keyOf = (tableId: Id, fieldId: Id) => ['labels', tableId, fieldId];

/** The labels that a field's records have, the most used first; none of a field that is not made yet. */
export const useLabels = (fieldId: Id | null): readonly Label[] => {
  const tableId = useTableScope();
  const asked = useQuery({
    queryKey: keyOf(tableId, fieldId ?? ''),
    queryFn: ({ signal }) =>
      api.get('/v3/tables/{table}/fields/{field}/labels', { path: { table: tableId, field: fieldId ?? '' }, signal }),
    enabled: tableId !== '' && fieldId !== null && fieldId !== 'new',
    staleTime: 5000,
    retry: false,
  });
  return asked.data?.labels ?? [];
};

/** Renames a label in every record, or takes it out where `to` is null. */
export const useRename = (fieldId: Id): ((from: string, to: string | null) => Promise<number>) => {
  const tableId = useTableScope();
  const client = useQueryClient();
  return useCallback(
    async (from, to) => {
      const { records } = await api.post('/v3/tables/{table}/fields/{field}/labels/rename', {
        path: { table: tableId, field: fieldId },
        body: { from, to },
      });
      await client.invalidateQueries({ queryKey: keyOf(tableId, fieldId) });
      return records;
    },
    [client, tableId, fieldId],
  );
};
