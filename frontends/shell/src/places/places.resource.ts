import { type Answered, api } from '@tessera/kit';
import { queryOptions } from '@tanstack/react-query';

export type Folder = Answered<'get_folders'>['folders'][number];
export type Tab = Folder['tabs'][number];

/** The folders with what the person may open in them, by name. */
export const foldersQuery = queryOptions({
  queryKey: ['folders'],
  queryFn: async ({ signal }) => (await api.get('/v3/folders', { signal })).folders,
});

/** What is dragged from a list onto a folder. */
export const dragKind = 'application/x-tessera-place';

/** Those of a list that are in no folder. */
export const unfiled = <P extends { readonly id: string }>(
  list: readonly P[],
  folders: readonly Folder[] | undefined,
): readonly P[] => {
  const filed = new Set(folders?.flatMap(({ tabs }) => tabs.map(({ id }) => id)));
  return list.filter(({ id }) => !filed.has(id));
};

export const pathOf = ({
  type,
  id,
  tableId,
}: {
  readonly type: string;
  readonly id: string;
  readonly tableId?: string | undefined;
}): string =>
  type === 'record'
    ? `/object/${tableId}/record/${id}`
    : type === 'app'
      ? `/app/${id}`
      : type === 'folder'
        ? `/home/folders/${id}`
        : type === 'doc-page'
          ? `/doc-page/${id}`
          : `/object/${id}`;
