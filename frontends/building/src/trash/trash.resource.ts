import { type Answered, api, type Id } from '@tessera/kit';
import { queryOptions } from '@tanstack/react-query';

export type TrashKind = 'table' | 'app';
export type TrashItem = {
  readonly id: Id;
  readonly type: TrashKind;
  readonly label: string;
  readonly color: string;
  /** Of a table. */
  readonly records: number;
  readonly archivedAt: string;
  readonly archivedBy: Id | null;
};

const ofApp = (app: Answered<'get_apps_archived'>['apps'][number]): TrashItem => ({
  id: app.id,
  type: 'app',
  label: app.label,
  color: app.color ?? '',
  records: 0,
  archivedAt: app.deletedAt,
  archivedBy: app.deletedBy,
});

/** Tables and apps in one list, the last deleted first. */
export const trashQuery = queryOptions({
  queryKey: ['trash'],
  queryFn: async ({ signal }): Promise<readonly TrashItem[]> => {
    const [{ items }, { apps }] = await Promise.all([
      api.get('/v3/trash', { signal }),
      api.get('/v3/apps/archived', { signal }),
    ]);
    return [...items, ...apps.map(ofApp)].toSorted((a, b) => Date.parse(b.archivedAt) - Date.parse(a.archivedAt));
  },
  staleTime: 0,
});

export const restoreItem = ({ id, type }: TrashItem): Promise<unknown> =>
  type === 'app'
    ? api.post('/v3/apps/{id}/restore', { path: { id }, body: {} })
    : api.post('/v3/trash/{id}/restore', { path: { id }, body: { type } });

export const archiveItem = ({ id, type }: TrashItem): Promise<void> =>
  type === 'app'
    ? api.delete('/v3/apps/{id}', { path: { id } })
    : api.delete('/v3/tables/{table}', { path: { table: id } });

/** Deletes a table with all that it holds; nothing brings it back. */
export const eraseTable = (id: Id): Promise<void> =>
  api.delete('/v3/trash/{id}', { path: { id }, query: { type: 'table' } });
