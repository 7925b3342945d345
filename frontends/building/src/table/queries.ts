import { useSession, type Id, type Table, type User } from '@tessera/kit';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { openUnsent } from './unsent.ts';
import { tableApi } from './table.resource.ts';

const tableKey = (tableId: Id) => ['table', tableId] as const;

/** An answer that comes late does not take a newer definition back; of one version the later may tell other rights. */
const newer = (known: Table | undefined, next: Table): Table => (known && known.version > next.version ? known : next);

export const useTable = (tableId: Id) => {
  const client = useQueryClient();
  return useQuery<Table>({
    queryKey: tableKey(tableId),
    queryFn: async ({ signal }) => {
      const next = await tableApi.get(tableId, signal);
      return newer(client.getQueryData<Table>(tableKey(tableId)), next);
    },
  });
};

/** Asks for the table's definition again, or takes one that an answer brought. */
export const useTableUpdate = (tableId: Id) => {
  const client = useQueryClient();
  return useCallback(
    (table?: Table): void => {
      if (table) client.setQueryData<Table>(tableKey(tableId), (known) => newer(known, table));
      else void client.invalidateQueries({ queryKey: tableKey(tableId) });
    },
    [client, tableId],
  );
};

export const usePeople = () =>
  useQuery<readonly User[]>({ queryKey: ['users'], queryFn: async () => (await tableApi.users()).users });

type Unsent = ReturnType<typeof openUnsent>;
const useUnsent = (): Unsent => {
  const { user, organization } = useSession();
  const owner = `${organization.id}.${user.id}`;
  return useMemo(() => openUnsent(owner, () => sessionStorage), [owner]);
};

/** Sends a preference, and keeps it for the next page of this tab until it has arrived. */
const send = (unsent: Unsent, key: string, value: unknown, leaving: boolean): void => {
  const arrived = unsent.note(key, value);
  tableApi.prefer(key, value, leaving).then(arrived, () => undefined);
};

export const usePreferences = () => {
  const unsent = useUnsent();
  return useQuery<Readonly<Record<string, unknown>>>({
    queryKey: ['preferences'],
    queryFn: async () => {
      const [kept, fresh] = [await tableApi.preferences(), unsent.fresh()];
      for (const [key, value] of Object.entries(fresh)) send(unsent, key, value, false);
      return { ...kept, ...Object.fromEntries(Object.entries(fresh).map(([key, value]) => [key, value ?? undefined])) };
    },
  });
};

/** Keeps a preference on the server and in what this page knows of them; also when the page is being left. */
export const usePrefer = () => {
  const client = useQueryClient();
  const unsent = useUnsent();
  return useCallback(
    (key: string, value: unknown, leaving = false): void => {
      client.setQueryData<Readonly<Record<string, unknown>>>(['preferences'], (before) => ({
        ...before,
        [key]: value ?? undefined,
      }));
      send(unsent, key, value, leaving);
    },
    [client, unsent],
  );
};
