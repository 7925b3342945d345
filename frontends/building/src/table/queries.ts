import type { Id, Table, User } from '@tessera/kit';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { tableApi } from './table.resource.ts';

const tableKey = (tableId: Id) => ['table', tableId] as const;

export const useTable = (tableId: Id) =>
  useQuery<Table>({ queryKey: tableKey(tableId), queryFn: ({ signal }) => tableApi.get(tableId, signal) });

/** Asks for the table's definition again, or takes one that an answer brought. */
export const useTableUpdate = (tableId: Id) => {
  const client = useQueryClient();
  return useCallback(
    (table?: Table): void => {
      if (table) client.setQueryData(tableKey(tableId), table);
      else void client.invalidateQueries({ queryKey: tableKey(tableId) });
    },
    [client, tableId],
  );
};

export const usePeople = () =>
  useQuery<readonly User[]>({ queryKey: ['users'], queryFn: async () => (await tableApi.users()).users });

export const usePreferences = () =>
  useQuery<Readonly<Record<string, unknown>>>({ queryKey: ['preferences'], queryFn: () => tableApi.preferences() });

/** Keeps a preference on the server and in what this page knows of them; also when the page is being left. */
export const usePrefer = () => {
  const client = useQueryClient();
  return useCallback(
    (key: string, value: unknown, leaving = false): void => {
      client.setQueryData<Readonly<Record<string, unknown>>>(['preferences'], (before) => ({
        ...before,
        [key]: value ?? undefined,
      }));
      tableApi.prefer(key, value, leaving).catch(() => undefined);
    },
    [client],
  );
};
