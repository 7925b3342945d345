import type { DocumentReader } from '@tessera/document-store';
import { groupedMeta } from '@tessera/event-store/actions';
import { isId, newId, type Actor } from '@tessera/kernel';
import { can, requireRight } from '@tessera/proto/rights';
import { route, type RouteSet } from '@tessera/web';
import { z } from 'zod';
import { reachable, type PlacePorts } from '../places/reachable.ts';
import { notFound, refuses } from '../refusals.ts';
import type { AppsStore } from '../store.ts';
import { mostTabs } from './decide.ts';
import type { FolderTree, KeptFolder, Tab } from './evolve.ts';

const tag = 'Folders';
const id = z.string().refine(isId, 'not an id').meta({ description: '26-character id' });
const label = z.string().trim().min(1).max(120);
const short = z.string().max(80);
const tabs = z.array(z.strictObject({ id, type: z.enum(['table', 'app']) })).max(mostTabs);
const folder = z
  .strictObject({
    id: z.string(),
    label: z.string(),
    icon: z.string().nullable(),
    color: z.string().nullable(),
    parentId: z.string().nullable(),
    tabs: z.array(
      z.strictObject({
        id: z.string(),
        type: z.enum(['table', 'app']),
        label: z.string(),
        color: z.string().nullable(),
      }),
    ),
    createdAt: z.string(),
    createdBy: z.string(),
  })
  .meta({ id: 'Folder' });

type Ports = PlacePorts & { readonly documents: DocumentReader; readonly store: AppsStore };
type Shown = z.output<typeof folder>;

/** Folders: what groups tables and apps. A folder has no rights of its own; it shows what a reader may open anyway. */
export const folderRoutes = ({ documents, store, rpc }: Ports): RouteSet => {
  const places = reachable({ documents, rpc });
  const tree = async (actor: Actor): Promise<readonly KeptFolder[]> =>
    (await documents.get<FolderTree>(actor.organizationId, 'folders', 'all'))?.folders ?? [];

  /** The folders that hold something for the reader, or all for who may change them, by name. */
  const shown = async (actor: Actor): Promise<readonly Shown[]> => {
    const [all, known] = await Promise.all([tree(actor), places(actor)]);
    const manages = can(actor, 'workspaces.manage').allow;
    const wire = all.map((one): Shown => ({
      id: one.id,
      label: one.label,
      icon: one.icon === '' ? null : one.icon,
      color: one.color === '' ? null : one.color,
      parentId: one.parentId === '' ? null : one.parentId,
      tabs: one.tabs.flatMap((tab) => known.find(tab.type as 'table' | 'app', tab.id) ?? []),
      createdAt: new Date(one.createdAt).toISOString(),
      createdBy: one.createdBy,
    }));
    const holds = (one: Shown): boolean =>
      one.tabs.length > 0 || wire.some((inner) => inner.parentId === one.id && holds(inner));
    return wire
      .filter((one) => manages || holds(one))
      .toSorted((a, b) => a.label.localeCompare(b.label, 'en') || (a.id < b.id ? -1 : 1));
  };
  const answered = async (actor: Actor, folderId: string, commitId: string | undefined, status = 200) => {
    const found = (await shown(actor)).find((one) => one.id === folderId);
    if (found === undefined) throw notFound('folder_not_found');
    return { status, body: found, ...(commitId !== undefined && { headers: { 'tessera-commit': commitId } }) };
  };
  /** What somebody puts into a folder, they can open. */
  const checked = async (actor: Actor, given: readonly Tab[] | undefined, before: readonly Tab[]): Promise<void> => {
    const known = await places(actor);
    for (const tab of given ?? [])
      if (
        known.find(tab.type as 'table' | 'app', tab.id) === undefined &&
        !before.some((one) => one.id === tab.id && one.type === tab.type)
      )
        throw notFound(tab.type === 'app' ? 'app_not_found' : 'object_not_found');
  };

  return [
    route({
      method: 'get',
      path: '/v3/folders',
      tag,
      summary: 'The folders, with what you may open in them',
      description:
        'By name. `parentId` is the folder that one is in. Who cannot change folders sees those that hold something for them.',
      access: 'api',
      allows: 'folders.list',
      responses: { 200: z.strictObject({ folders: z.array(folder) }) },
      handle: async ({ actor }) => {
        requireRight(actor, 'folders.list');
        return { body: { folders: [...(await shown(actor))] } };
      },
    }),
    route({
      method: 'post',
      path: '/v3/folders',
      tag,
      summary: 'Make a folder',
      description: 'A table or an app is in one folder: what the new one holds leaves the folder where it was.',
      access: 'api',
      allows: 'workspaces.manage',
      body: z.strictObject({
        label,
        parentId: id.nullable().optional(),
        tabs,
        icon: short.optional(),
        color: short.optional(),
      }),
      refuses: refuses(
        'app_not_found',
        'folder_not_found',
        'folders.too_deep',
        'folders.too_many',
        'folders.within_itself',
        'object_not_found',
      ),
      responses: { 201: folder },
      handle: async ({ actor, body, meta }) => {
        requireRight(actor, 'workspaces.manage');
        await checked(actor, body.tabs, []);
        const made = {
          label: body.label,
          icon: body.icon ?? '',
          color: body.color ?? '',
          parentId: body.parentId ?? '',
          tabs: body.tabs,
        };
        const payload = { folderId: newId(), folder: made };
        const { answer, commitId } = await store.execute({ type: 'createFolder', payload }, meta);
        return answered(actor, answer.id, commitId, 201);
      },
    }),
    route({
      method: 'patch',
      path: '/v3/folders/{id}',
      tag,
      summary: 'Name a folder, move it, or say what it holds',
      description: 'Send only what changes. `tabs` replaces all of them; what you cannot open stays in it.',
      access: 'api',
      allows: 'workspaces.manage',
      params: z.strictObject({ id }),
      body: z.strictObject({
        label: label.optional(),
        parentId: id.nullable().optional(),
        tabs: tabs.optional(),
        icon: short.nullable().optional(),
        color: short.nullable().optional(),
      }),
      refuses: refuses(
        'app_not_found',
        'folder_not_found',
        'folders.too_deep',
        'folders.within_itself',
        'object_not_found',
      ),
      responses: { 200: folder },
      handle: async ({ actor, params, body, meta: own, headers }) => {
        requireRight(actor, 'workspaces.manage');
        const before = (await tree(actor)).find((one) => one.id === params.id);
        if (before === undefined) throw notFound('folder_not_found');
        await checked(actor, body.tabs, before.tabs);
        const known = await places(actor);
        const unseen = before.tabs.filter((tab) => known.find(tab.type as 'table' | 'app', tab.id) === undefined);
        const change = {
          ...(body.label !== undefined && { label: body.label }),
          ...(body.parentId !== undefined && { parentId: body.parentId ?? '' }),
          ...(body.icon !== undefined && { icon: body.icon ?? '' }),
          ...(body.color !== undefined && { color: body.color ?? '' }),
          ...(body.tabs !== undefined && { tabs: [...body.tabs, ...unseen] }),
        };
        const meta = await groupedMeta(store, own, headers);
        const payload = { folderId: params.id, change };
        const { commitId } = await store.execute({ type: 'changeFolder', payload }, meta);
        return answered(actor, params.id, commitId);
      },
    }),
    route({
      method: 'delete',
      path: '/v3/folders/{id}',
      tag,
      summary: 'Take a folder away',
      description: 'What it holds goes to the folder that it is in, or to the top. Undo brings it back.',
      access: 'api',
      allows: 'workspaces.manage',
      params: z.strictObject({ id }),
      refuses: refuses('folder_not_found'),
      responses: { 204: 'empty' },
      handle: async ({ params, meta: own, headers }) => {
        const meta = await groupedMeta(store, own, headers);
        const { commitId } = await store.execute({ type: 'deleteFolder', payload: { folderId: params.id } }, meta);
        return { status: 204, ...(commitId !== undefined && { headers: { 'tessera-commit': commitId } }) };
      },
    }),
  ];
};
