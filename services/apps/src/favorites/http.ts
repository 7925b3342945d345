import type { DocumentReader } from '@tessera/document-store';
import { isId, isRejection, type Actor } from '@tessera/kernel';
import { can, requireRight, userOf } from '@tessera/proto/rights';
import { TablesServiceDefinition } from '@tessera/proto/tables/v1/service';
import type { RpcDefinition } from '@tessera/rpc';
import type { ServicePorts } from '@tessera/runtime';
import { route, type RouteSet } from '@tessera/web';
import { z } from 'zod';
import type { FolderTree } from '../folders/evolve.ts';
import type { PageDocument } from '../pages/projection.ts';
import { reachable } from '../places/reachable.ts';

export const bucket = 'favorite';
const most = 200;
const types = ['table', 'app', 'folder', 'doc-page', 'record'] as const;
/** `tableId` is where a record is; others have none. */
type Favorite = { readonly type: (typeof types)[number]; readonly id: string; readonly tableId?: string | undefined };

type Shown = Favorite & { readonly label: string; readonly color: string | null };

const shape = { type: z.enum(types), id: z.string(), tableId: z.string().optional() } as const;
const anId = z.string().refine(isId, 'not an id');

/** What one person keeps at hand, in their order. Theirs alone, and no part of the history. */
export const favoriteRoutes = ({
  state,
  rpc,
  documents,
}: Pick<ServicePorts, 'state' | 'rpc'> & { readonly documents: DocumentReader }): RouteSet => {
  const places = reachable({ documents, rpc });
  const tables = rpc.client(TablesServiceDefinition as typeof TablesServiceDefinition & RpcDefinition);
  /** What those of these records are called that somebody may read. */
  const recordsOf = async (actor: Actor, kept: readonly Favorite[]): Promise<ReadonlyMap<string, string>> => {
    const byTable = Map.groupBy(
      kept.filter(({ type }) => type === 'record'),
      ({ tableId }) => tableId ?? '',
    );
    const found = await Promise.all(
      [...byTable].map(async ([tableId, some]) => {
        try {
          const { records } = await tables.nameRecords({ tableId, recordIds: some.map(({ id }) => id) }, { actor });
          return records.filter(({ live }) => live);
        } catch (error) {
          // A table that is gone, or not theirs, has none.
          if (!isRejection(error) || error.kind === 'unavailable') throw error;
          return [];
        }
      }),
    );
    return new Map(found.flat().map(({ id, label }) => [id, label]));
  };
  /** Those of these pages that somebody may open. */
  const pagesOf = async (actor: Actor, ids: readonly string[]): Promise<ReadonlyMap<string, PageDocument>> => {
    const found = await Promise.all(
      ids
        .filter((id) => can(actor, 'pages.view', id).allow)
        .map((id) => documents.get<PageDocument>(actor.organizationId, 'pages', id)),
    );
    return new Map(found.flatMap((one) => (one === undefined || one.archived === true ? [] : [[one.id, one]])));
  };
  return [
    route({
      method: 'get',
      path: '/v3/favorites',
      tag: 'Favorites',
      summary: 'Your favorites, in your order',
      description: 'Those that you may still open, with their names. A record without a name has an empty label.',
      access: 'session',
      allows: 'preferences.own',
      responses: {
        200: z.strictObject({
          favorites: z.array(z.strictObject({ ...shape, label: z.string(), color: z.string().nullable() })),
        }),
      },
      handle: async ({ actor }) => {
        requireRight(actor, 'preferences.own');
        const [kept, known, tree] = await Promise.all([
          state.get<readonly Favorite[]>(actor.organizationId, bucket, userOf(actor)),
          places(actor),
          documents.get<FolderTree>(actor.organizationId, 'folders', 'all'),
        ]);
        const [pages, records] = await Promise.all([
          pagesOf(
            actor,
            (kept ?? []).flatMap(({ type, id }) => (type === 'doc-page' ? [id] : [])),
          ),
          recordsOf(actor, kept ?? []),
        ]);
        return {
          body: {
            favorites: (kept ?? []).flatMap(({ type, id, tableId }): Shown[] => {
              if (type === 'record') {
                const label = records.get(id);
                const color = known.find('table', tableId ?? '')?.color ?? null;
                return label === undefined ? [] : [{ type, id, tableId, label, color }];
              }
              if (type === 'doc-page') {
                const page = pages.get(id);
                return page === undefined ? [] : [{ type, id, label: page.title, color: null }];
              }
              if (type !== 'folder') return [known.find(type, id)].filter((one) => one !== undefined);
              const folder = tree?.folders.find((one) => one.id === id);
              return folder === undefined
                ? []
                : [{ type, id, label: folder.label, color: folder.color === '' ? null : folder.color }];
            }),
          },
        };
      },
    }),
    route({
      method: 'put',
      path: '/v3/favorites',
      tag: 'Favorites',
      summary: 'Set your favorites',
      description: 'All of them, in their order. A record comes with the id of its table.',
      access: 'session',
      allows: 'preferences.own',
      body: z.strictObject({
        favorites: z
          .array(
            z
              .strictObject({ type: z.enum(types), id: anId, tableId: anId.optional() })
              .refine(({ type, tableId }) => (type === 'record') === (tableId !== undefined), {
                path: ['tableId'],
                message: 'a record has one, others have none',
              }),
          )
          .max(most),
      }),
      responses: { 204: 'empty' },
      handle: async ({ actor, body }) => {
        requireRight(actor, 'preferences.own');
        const kept = body.favorites.filter(
          (one, at) => body.favorites.findIndex((other) => other.type === one.type && other.id === one.id) === at,
        );
        await state.put(actor.organizationId, bucket, userOf(actor), kept);
        return { status: 204 };
      },
    }),
  ];
};
