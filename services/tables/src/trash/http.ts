import type { DocumentReader, RecordReader } from '@tessera/document-store';
import { can, requireRight } from '@tessera/proto/rights';
import { route, type RouteSet } from '@tessera/web';
import { z } from 'zod';
import { listTables } from '../definitions/list.ts';
import { tableSchema } from '../definitions/schemas.ts';
import { defined, refSchema, timeSchema } from '../http.ts';
import type { PurgingTablesStore } from '../store.ts';
import { eraseOrders } from './reactions.ts';
import { ofTable, refuses } from '../refusals.ts';

const tag = 'Trash';
/** Items of one answer, the newest: each tells how many records it has. */
const most = 500;

const itemType = z.enum(['table']).meta({ description: 'Tables, for now.' });
const itemSchema = z
  .strictObject({
    id: z.string(),
    type: itemType,
    label: z.string(),
    icon: z.string(),
    color: z.string(),
    records: z.number(),
    archivedAt: timeSchema,
    archivedBy: z.string().nullable().meta({ description: 'The user; null where it is not known.' }),
  })
  .meta({ id: 'TrashItem' });

export type TrashPorts = {
  readonly store: PurgingTablesStore;
  readonly documents: DocumentReader;
  readonly records: RecordReader;
};

/** The trash of the workspace: what was removed, and the way back. */
export const trashRoutes = ({ store, documents, records }: TrashPorts): RouteSet => [
  route({
    method: 'get',
    path: '/v3/trash',
    summary: 'What is in the trash and may be restored by you, the newest first; at most 500',
    description: 'Tables that were deleted, with who deleted them and when.',
    tag,
    access: 'api',
    allows: 'trash.view',
    responses: { 200: z.strictObject({ items: z.array(itemSchema) }) },
    async handle({ actor, signal }) {
      requireRight(actor, 'trash.view');
      const tables = (await listTables(documents, actor, true))
        .filter(({ id }) => can(actor, 'tables.archive', id).allow)
        .map((table) => ({ ...table, at: table.archivedAt ?? table.updatedAt }))
        .toSorted((a, b) => b.at - a.at)
        .slice(0, most);
      const items = await Promise.all(
        tables.map(async ({ id, label, icon, color, at, archivedBy = '' }) => ({
          id,
          type: 'table' as const,
          label,
          icon,
          color,
          records: await records.count(
            actor.organizationId,
            {
              table: id,
              where: { op: 'and', items: [] },
              allow: can(actor, 'records.read', id).rowPredicate,
              sort: [],
            },
            { signal },
          ),
          archivedAt: new Date(at).toISOString(),
          archivedBy: archivedBy === '' ? null : archivedBy,
        })),
      );
      return { body: { items } };
    },
  }),
  route({
    method: 'post',
    path: '/v3/trash/{id}/restore',
    summary: 'Restore something from the trash',
    description: 'The table comes back with its records, fields and views.',
    tag,
    access: 'api',
    allows: 'tables.archive',
    params: z.strictObject({ id: refSchema }),
    body: z.strictObject({ type: itemType }),
    refuses: [...ofTable, ...refuses('tables.archive_forbidden')],
    responses: { 200: tableSchema },
    async handle({ actor, params, meta }) {
      requireRight(actor, 'trash.view');
      const result = await store.execute({ type: 'tables.restore', payload: { tableId: params.id } }, meta);
      return defined(result, result.answer.table);
    },
  }),
  route({
    method: 'delete',
    path: '/v3/trash/{id}',
    summary: 'Delete something of the trash forever, with all that it holds; it cannot be brought back',
    description: 'Erases the table with its records and their history. No undo brings it back.',
    tag,
    access: 'api',
    allows: 'tables.erase',
    params: z.strictObject({ id: refSchema }),
    query: z.strictObject({ type: itemType }),
    refuses: [...ofTable, ...refuses('tables.erase_forbidden', 'tables.not_in_trash')],
    responses: { 204: 'empty' },
    async handle({ actor, params, meta }) {
      requireRight(actor, 'trash.view');
      const result = await store.execute({ type: 'tables.erase', payload: { tableId: params.id } }, meta);
      // What comes to an end in between is taken up by the reaction.
      for (const order of eraseOrders(actor, params.id)) await store.purge(...order, { wait: false });
      return {
        status: 204,
        ...(result.commitId !== undefined && { headers: { 'tessera-commit': result.commitId } }),
      };
    },
  }),
];
