import { erasedPerson } from '@tessera/fields';
import { useFormats, useSession, type Id, type Table, type User } from '@tessera/kit';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { openUnsent } from './unsent.ts';
import { newer, readTable, tableKey } from './table-answer.ts';
import { tableApi } from './table.resource.ts';

export const useTable = (tableId: Id) => {
  const client = useQueryClient();
  return useQuery<Table>({
    queryKey: tableKey(tableId),
    queryFn: ({ signal }) => readTable(client, tableId, () => tableApi.get(tableId, signal)),
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

/** Everybody of the organization. Whoever was forgotten has a name in the reader's language that says so. */
export const usePeople = () => {
  const { locale } = useFormats();
  const select = useCallback(
    (users: readonly User[]) => users.map((user) => (user.erased ? { ...user, name: erasedPerson(locale) } : user)),
    [locale],
  );
  return useQuery<readonly User[]>({
    queryKey: ['users'],
    queryFn: tableApi.users,
    select,
  });
};

type Unsent = ReturnType<typeof openUnsent>;
type Mine = {
  readonly unsent: Unsent;
  /** By key: what the page before this one was still sending. It is shown over what the server answers until it arrives. */
  readonly left: Map<string, unknown>;
};
const mine = new Map<string, Mine>();

/** Sends a preference, and keeps it for the next page of this tab until it has arrived. */
const send = (unsent: Unsent, key: string, value: unknown, leaving: boolean): Promise<void> => {
  const arrived = unsent.note(key, value);
  return tableApi.prefer(key, value, leaving).then(arrived, () => undefined);
};

type Preferences = Readonly<Record<string, unknown>>;
const preferencesKey = ['preferences'];

/** What is on its way for this person. Once a page, what the page before had not seen arrive is sent again. */
const useUnsent = (): Mine => {
  const client = useQueryClient();
  const { user, organization } = useSession();
  const owner = `${organization.id}.${user.id}`;
  return useMemo(() => {
    const known = mine.get(owner);
    if (known) return known;
    const unsent = openUnsent(owner, () => sessionStorage);
    const left = new Map(Object.entries(unsent.fresh()));
    mine.set(owner, { unsent, left });
    for (const [key, value] of left)
      void send(unsent, key, value, false).then(() => {
        if (!left.has(key)) return;
        client.setQueryData<Preferences>(
          preferencesKey,
          (before) => before && { ...before, [key]: value ?? undefined },
        );
        left.delete(key);
      });
    return { unsent, left };
  }, [client, owner]);
};

export const usePreferences = () => {
  const { left } = useUnsent();
  const select = useCallback(
    (kept: Preferences): Preferences => ({
      ...kept,
      ...Object.fromEntries([...left].map(([key, value]) => [key, value ?? undefined])),
    }),
    [left],
  );
  return useQuery<Preferences>({ queryKey: preferencesKey, queryFn: tableApi.preferences, select });
};

/** Keeps a preference on the server and in what this page knows of them; also when the page is being left. */
export const usePrefer = () => {
  const client = useQueryClient();
  const { unsent, left } = useUnsent();
  return useCallback(
    (key: string, value: unknown, leaving = false): void => {
      left.delete(key);
      client.setQueryData<Preferences>(preferencesKey, (before) => ({ ...before, [key]: value ?? undefined }));
      void send(unsent, key, value, leaving);
    },
    [client, unsent, left],
  );
};
