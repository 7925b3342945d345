import type { DocumentReader } from '@tessera/document-store';
import { findAll } from '@tessera/document-store/pages';
import { groupedMeta } from '@tessera/event-store/actions';
import { wallOf } from '@tessera/fields';
import { isId, newId, type Actor, type Clock } from '@tessera/kernel';
import { AuthServiceDefinition } from '@tessera/proto/auth/v1/service';
import { requireRight, userOf } from '@tessera/proto/rights';
import type { RpcClients } from '@tessera/rpc';
import type { Directory } from '@tessera/runtime/directory';
import { route, type RouteSet } from '@tessera/web';
import { z } from 'zod';
import type { FolderTree } from '../folders/evolve.ts';
import { invalid, notFound, refuses, rejection } from '../refusals.ts';
import type { AppsStore } from '../store.ts';
import { faultsOf } from './check.ts';
import type { OwnTemplate } from './evolve.ts';
import { factsOf } from './entry.ts';
import { entrySchema, installSchema, wireEntry, type WireInstall } from './http.ts';
import { settleGallery } from './gallery.ts';
import { statusOf, templateIn } from './own.ts';
import type { Installs } from './runner.ts';
import { categoryIds, statuses, templateSchema } from './schema.ts';
import { templateOfSource, type Words } from './source.ts';
import { createSources, type Taken } from './sources.ts';

const tag = 'Templates';
const deadlineMs = 5_000;
const mostBytes = 2 * 1024 * 1024;
const none: ReadonlyMap<string, number> = new Map();

/** Templates of an organization's own, made of its folders; and folders that are made again from themselves. */
export const ownTemplateRoutes = ({
  documents,
  store,
  rpc,
  directory,
  clock,
  installs,
  wireInstall,
}: {
  readonly documents: DocumentReader;
  readonly store: AppsStore;
  readonly rpc: RpcClients;
  readonly directory: Directory;
  readonly clock: Clock;
  readonly installs: Installs;
  readonly wireInstall: WireInstall;
}): RouteSet => {
  const sources = createSources({ rpc, documents });
  const auth = rpc.client(AuthServiceDefinition);
  const may = (actor: Actor): void => {
    requireRight(actor, 'templates.install');
    requireRight(actor, 'tables.create');
  };
  /** A folder with all that is in the folders within it. */
  const folderOf = async (actor: Actor, folderId: string) => {
    const folders = (await documents.get<FolderTree>(actor.organizationId, 'folders', 'all'))?.folders ?? [];
    const folder = folders.find(({ id }) => id === folderId);
    if (folder === undefined) throw notFound('folder_not_found');
    const within = (id: string): readonly { readonly id: string; readonly type: string }[] =>
      folders.filter(({ parentId }) => parentId === id).flatMap((one) => [...one.tabs, ...within(one.id)]);
    return { folder, tabs: [...folder.tabs, ...within(folder.id)] };
  };
  const made = async (
    actor: Actor,
    folderId: string,
    words: Omit<Words, 'builder' | 'changed' | 'slug'>,
    taken: Taken,
  ) => {
    const { folder, tabs } = await folderOf(actor, folderId);
    const { tables, apps, automations } = await sources(actor, tabs, taken);
    if (tables.length === 0) throw invalid('templates.nothing');
    const { timezone } = await directory.facts(actor);
    const changed = wallOf(clock(), timezone).date;
    // It may come to stand in the gallery of all: it names where it comes from, and nobody there.
    const builder = (await auth.getOrganization({}, { actor, deadlineMs })).name;
    const whole = templateOfSource({ ...words, slug: 'own-template', builder, changed }, tables, apps, automations);
    const parsed = templateSchema.safeParse(whole);
    const faults = parsed.success
      ? faultsOf(parsed.data)
      : parsed.error.issues.slice(0, 20).map(({ path, message }) => `${path.join('.')}: ${message}`);
    if (!parsed.success || faults.length > 0)
      throw rejection('invalid', 'templates.not_whole', `It cannot become a template: ${faults[0]}`, { faults });
    const templateJson = JSON.stringify(parsed.data);
    if (templateJson.length > mostBytes) throw rejection('too_large', 'templates.too_large');
    return { folder, template: parsed.data, templateJson };
  };
  const refused = ['folder_not_found', 'templates.not_whole', 'templates.nothing', 'templates.too_large'] as const;
  const ownEntry = entrySchema
    .extend({
      changed: z.iso.datetime(),
      status: z.enum(statuses).meta({
        description:
          '`Saved`: nobody asked for it to be published. `Waiting for approval` and `Refused`: by the operator',
      }),
      published: z.boolean().meta({ description: 'A copy stands in the gallery, of this save or an earlier one' }),
      reason: z.string().nullable().meta({ description: 'Why the operator refused it' }),
      description: z.string(),
      folder_id: z.string().nullable().meta({ description: 'The folder that it was made of' }),
    })
    .meta({ id: 'OwnTemplate' });

  return [
    route({
      method: 'get',
      path: '/template/my',
      tag,
      summary: 'The templates that you made',
      description: 'By name. Nobody else sees them, until the operator has approved them for the gallery of all.',
      access: 'api',
      allows: 'templates.install',
      responses: { 200: z.strictObject({ templates: z.array(ownEntry) }) },
      handle: async ({ actor }) => {
        may(actor);
        const mine = { builderId: userOf(actor) };
        const all = await findAll<OwnTemplate>(documents, actor.organizationId, 'templates', mine, (one) => one.id);
        const templates = all
          .filter(({ deleted }) => !deleted)
          .toSorted((a, b) => a.name.localeCompare(b.name, 'en') || (a.id < b.id ? -1 : 1))
          .map((one) => {
            const template = templateIn(one);
            return {
              ...wireEntry(one.id, factsOf(template), none),
              status: statusOf(one),
              published: one.published,
              reason: one.reason === '' ? null : one.reason,
              description: template.description,
              folder_id: one.folderId === '' ? null : one.folderId,
              changed: new Date(one.savedAt).toISOString(),
            };
          });
        return { body: { templates } };
      },
    }),
    route({
      method: 'post',
      path: '/template/save',
      tag,
      summary: 'Make a template of a folder',
      description:
        'Its tables with their views and, if asked for, up to 1,000 of their records each, its apps, and automations of its tables. No person, file or id goes along, and nothing that needs these; of automations neither functions nor addresses with what is sent there. With `id_template_old` it takes the place of one that was saved. It stands in the gallery of all organizations once the operator has approved it; with `publish: false` nobody is asked, and it stays yours alone.',
      access: 'api',
      allows: 'templates.install',
      cost: 20,
      body: z.strictObject({
        title: z.string().trim().min(1).max(120),
        short_description: z.string().trim().min(1).max(200),
        description: z.string().trim().min(1).max(4000),
        categories: z.array(z.enum(categoryIds as [string, ...string[]])).min(1),
        language: z.enum(['en', 'pt', 'es']),
        workspace: z.strictObject({
          id: z.string().refine(isId, 'not an id'),
          data: z.boolean(),
          automations: z.boolean().optional().meta({
            description: 'Whether the automations of its tables go along that you may change; not by default',
          }),
        }),
        publish: z
          .boolean()
          .optional()
          .meta({ description: 'Whether it is to stand in the gallery of all; it is, by default' }),
        id_template_old: z.string().refine(isId, 'not an id').optional(),
      }),
      refuses: refuses(...refused, 'template_not_found', 'templates.exists'),
      responses: { 201: z.strictObject({ id: z.string() }) },
      handle: async ({ actor, body, meta: own, headers }) => {
        may(actor);
        const words = {
          name: body.title,
          shortDescription: body.short_description,
          description: body.description,
          categories: body.categories,
          language: body.language,
          color: 'teal' as const,
          cover: 'list' as const,
        };
        const { templateJson } = await made(actor, body.workspace.id, words, {
          data: body.workspace.data,
          automations: body.workspace.automations ?? false,
        });
        const meta = await groupedMeta(store, own, headers);
        const { answer, commitId } = await store.execute(
          {
            type: 'saveTemplate',
            payload: {
              templateId: body.id_template_old ?? newId(),
              name: body.title,
              templateJson,
              anew: body.id_template_old === undefined,
              publish: body.publish ?? true,
              folderId: body.workspace.id,
            },
          },
          meta,
        );
        await settleGallery({ documents, store }, actor.organizationId, answer.id);
        return {
          status: 201,
          body: { id: answer.id },
          ...(commitId !== undefined && { headers: { 'tessera-commit': commitId } }),
        };
      },
    }),
    route({
      method: 'post',
      path: '/template/delete',
      tag,
      summary: 'Delete a template of yours',
      description:
        'It leaves the gallery as well; what was installed from it stays. Undo brings it back, for the operator to look at again.',
      access: 'api',
      allows: 'templates.install',
      body: z.strictObject({ template_id: z.string().refine(isId, 'not an id') }),
      refuses: refuses('template_not_found'),
      responses: { 204: 'empty' },
      handle: async ({ actor, body, meta: own, headers }) => {
        may(actor);
        const meta = await groupedMeta(store, own, headers);
        const { commitId } = await store.execute(
          { type: 'deleteTemplate', payload: { templateId: body.template_id } },
          meta,
        );
        await settleGallery({ documents, store }, actor.organizationId, body.template_id);
        return { status: 204, ...(commitId !== undefined && { headers: { 'tessera-commit': commitId } }) };
      },
    }),
    route({
      method: 'post',
      path: '/v3/folders/{id}/duplicate',
      tag: 'Folders',
      summary: 'Make a folder like this one, with tables, views and apps of its own',
      description:
        'Links among its tables lead to the new ones; what leads out of the folder, people and files stay behind. One operation, followed by `GET /template/install/{id}` and taken back by `POST /v3/undo/apps.{operation_id}`.',
      access: 'api',
      allows: 'templates.install',
      cost: 20,
      params: z.strictObject({ id: z.string().refine(isId, 'not an id') }),
      body: z.strictObject({ label: z.string().trim().min(1).max(120).optional(), records: z.boolean().optional() }),
      refuses: refuses(...refused, 'templates.too_many'),
      responses: { 202: installSchema },
      handle: async ({ actor, params, body, meta }) => {
        may(actor);
        const { folder } = await folderOf(actor, params.id);
        const label = body.label ?? `${folder.label} (copy)`.slice(0, 120);
        const words = {
          name: label,
          shortDescription: label,
          description: label,
          categories: ['operations'],
          language: 'en' as const,
          color: 'teal' as const,
          cover: 'list' as const,
        };
        const { template } = await made(actor, params.id, words, {
          data: body.records ?? false,
          automations: false,
        });
        const install = await installs.start(template, true, meta);
        return { status: 202, body: await wireInstall(actor, install), headers: { 'tessera-operation': install.id } };
      },
    }),
  ];
};
