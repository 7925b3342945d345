import type { DocumentReader } from '@tessera/document-store';
import { fold, systemOrganization, type Actor, type Clock } from '@tessera/kernel';
import { findAll } from '@tessera/document-store/pages';
import { can, requireRight, userOf } from '@tessera/proto/rights';
import type { Directory } from '@tessera/runtime/directory';
import { wallOf } from '@tessera/fields';
import { route, type RouteSet } from '@tessera/web';
import { z } from 'zod';
import { notFound, refuses } from '../refusals.ts';
import { featured, templateOf, templates } from './catalog/index.ts';
import { factsOf, wordsOf, type EntryFacts, type GalleryEntry } from './entry.ts';
import type { Install, OwnTemplate } from './evolve.ts';
import { publishedTemplate } from './gallery.ts';
import { templateIn } from './own.ts';
import { looks, shownFields, shownRecords } from './preview.ts';
import type { Installs } from './runner.ts';
import { categories, categoryIds, covers, type Template } from './schema.ts';

const tag = 'Templates';
/** Of the list of those that are installed most. */
const mostPopular = 10;

const categorySchema = z.strictObject({ id: z.string(), name: z.string(), section: z.string(), color: z.string() });
export const entrySchema = z
  .strictObject({
    id: z.string(),
    slug: z.string(),
    name: z.string(),
    short_description: z.string(),
    categories: z.array(categorySchema),
    language: z.enum(['en', 'pt', 'es']),
    color: z.string(),
    cover: z.enum(covers),
    has_data: z.boolean(),
    published: z.boolean(),
    status: z.literal('Published'),
    installs: z.int(),
    featured: z.boolean(),
    counts: z.strictObject({
      tables: z.int(),
      apps: z.int(),
      fields: z.int(),
      records: z.int(),
      blocks: z.int(),
      automations: z.int(),
    }),
  })
  .meta({ id: 'TemplateEntry' });
const cell = z.strictObject({
  text: z.string().meta({ description: 'Days as YYYY-MM-DD, amounts with a point' }),
  look: z.enum(looks),
  color: z.string().nullable(),
});
const templateSchema = entrySchema
  .extend({
    description: z.string(),
    builder: z.string(),
    changed: z.iso.date(),
    workspace: z.array(
      z.strictObject({
        key: z.string(),
        label: z.string(),
        type: z.enum(['table', 'app']),
        color: z.string().nullable(),
      }),
    ),
    tables: z.array(
      z.strictObject({
        key: z.string(),
        fields: z.array(z.strictObject({ name: z.string(), type: z.string() })),
        records: z.array(z.array(cell)).meta({ description: 'The first example records' }),
      }),
    ),
  })
  .meta({ id: 'Template' });
export const installSchema = z
  .strictObject({
    operation_id: z.string(),
    slug: z.string(),
    name: z.string(),
    state: z.enum(['running', 'done', 'failed']),
    step: z.enum(['tables', 'links', 'records', 'apps', 'programs', 'folder']).nullable(),
    start_url: z.string().nullable().meta({ description: 'Where it begins, once it is there' }),
    code: z.string().nullable(),
    message: z.string().nullable(),
  })
  .meta({ id: 'TemplateInstall' });

export const wireEntry = (
  slug: string,
  facts: EntryFacts,
  installs: ReadonlyMap<string, number>,
): z.output<typeof entrySchema> => ({
  id: slug,
  slug,
  name: facts.name,
  short_description: facts.shortDescription,
  categories: categories.filter(({ id }) => facts.categories.includes(id)).map((one) => ({ ...one })),
  language: facts.language,
  color: facts.color,
  cover: facts.cover,
  has_data: facts.counts.records > 0,
  published: true,
  status: 'Published',
  installs: installs.get(slug) ?? 0,
  featured: featured.includes(slug),
  counts: facts.counts,
});

/** Our own, which stand in the gallery first. */
const ours = templates.map((one) => ({ id: one.slug, ...factsOf(one), words: wordsOf(one) }));

/** How an installation is, for who began it and for administrators. */
export const createWireInstall =
  (installs: Installs) =>
  async (actor: Actor, install: Install): Promise<z.output<typeof installSchema>> => ({
    operation_id: install.id,
    slug: install.slug,
    name: install.name,
    state: install.state,
    step: install.state === 'running' ? ((await installs.step(actor.organizationId, install.id)) ?? null) : null,
    start_url: install.startUrl === '' ? null : install.startUrl,
    code: install.code === '' ? null : install.code,
    message: install.message === '' ? null : install.message,
  });
export type WireInstall = ReturnType<typeof createWireInstall>;

/** Templates: small products that somebody takes over whole. */
export const templateRoutes = ({
  documents,
  installs,
  wireInstall,
  directory,
  clock,
}: {
  readonly documents: DocumentReader;
  readonly wireInstall: WireInstall;
  readonly installs: Installs;
  readonly directory: Directory;
  readonly clock: Clock;
}): RouteSet => {
  /** One of ours, one of the reader's own as they saved it last, or one that stands in the gallery. */
  const named = async (actor: Actor, slug: string): Promise<Template> => {
    const known = templateOf(slug);
    if (known !== undefined) return known;
    const own = await documents.get<OwnTemplate>(actor.organizationId, 'templates', slug);
    if (own?.deleted === false && own.builderId === userOf(actor) && can(actor, 'templates.install').allow)
      return templateIn(own);
    const found = await publishedTemplate(documents, slug);
    if (found === undefined) throw notFound('template_not_found');
    return found;
  };

  return [
    route({
      method: 'post',
      path: '/template/list',
      tag,
      summary: 'The templates that there are',
      description:
        'Ours, and those of all organizations that the operator approved, by category, language and words. `featured` are those that we pick, `most_popular` the ten that were installed most.',
      access: 'api',
      allows: 'templates.view',
      body: z.strictObject({
        filters: z
          .strictObject({
            featured: z.boolean().optional(),
            most_popular: z.boolean().optional(),
            categories: z.array(z.enum(categoryIds as [string, ...string[]])).optional(),
          })
          .optional(),
        language: z.enum(['en', 'pt', 'es', 'all']).optional(),
        search: z.string().max(200).optional(),
      }),
      responses: { 200: z.strictObject({ templates: z.array(entrySchema) }) },
      handle: async ({ actor, body: { filters = {}, language = 'all', search = '' } }) => {
        requireRight(actor, 'templates.view');
        const counts = await installs.counts();
        const wanted = fold(search.trim());
        // What is featured is a category of its own to whoever asks by categories.
        const asked = filters.categories ?? [];
        const gallery = await findAll<GalleryEntry>(documents, systemOrganization, 'gallery', {}, ({ id }) => id);
        const found = [...ours, ...gallery.toSorted((a, b) => b.at - a.at)]
          .filter(
            (one) =>
              (language === 'all' || one.language === language) &&
              (filters.featured !== true || featured.includes(one.id)) &&
              (asked.length === 0 ||
                one.categories.some((id) => asked.includes(id)) ||
                (asked.includes('featured') && featured.includes(one.id))) &&
              (wanted === '' || one.words.includes(wanted)),
          )
          .map((one) => wireEntry(one.id, one, counts));
        if (filters.most_popular !== true) return { body: { templates: found } };
        return { body: { templates: found.toSorted((a, b) => b.installs - a.installs).slice(0, mostPopular) } };
      },
    }),
    route({
      method: 'get',
      path: '/template/category/list',
      tag,
      summary: 'The categories of templates',
      description: 'In the order in which the gallery has them.',
      access: 'api',
      allows: 'templates.view',
      responses: { 200: z.strictObject({ categories: z.array(categorySchema) }) },
      handle: ({ actor }) => {
        requireRight(actor, 'templates.view');
        return { body: { categories: categories.map((one) => ({ ...one })) } };
      },
    }),
    route({
      method: 'get',
      path: '/template/{id}',
      tag,
      summary: 'A template with what is in it',
      description: 'Its tables with their fields and first example records, and its apps.',
      access: 'api',
      allows: 'templates.view',
      params: z.strictObject({ id: z.string().max(80) }),
      refuses: refuses('template_not_found'),
      responses: { 200: templateSchema },
      handle: async ({ actor, params }) => {
        requireRight(actor, 'templates.view');
        const template = await named(actor, params.id);
        const { timezone } = await directory.facts(actor);
        const today = wallOf(clock(), timezone).date;
        return {
          body: {
            ...wireEntry(template.slug, factsOf(template), await installs.counts()),
            description: template.description,
            builder: template.builder,
            changed: template.changed,
            workspace: [
              ...template.tables.map(({ key, label, color }) => ({
                key,
                label,
                type: 'table' as const,
                color: color ?? null,
              })),
              ...template.apps.map(({ key, label, color }) => ({
                key,
                label,
                type: 'app' as const,
                color: color ?? null,
              })),
            ],
            tables: template.tables.map((table) => ({
              key: table.key,
              fields: shownFields(table).map(({ name, type }) => ({
                name,
                type,
              })),
              records: shownRecords(template, table, today),
            })),
          },
        };
      },
    }),
    route({
      method: 'post',
      path: '/template/install',
      tag,
      summary: 'Install a template',
      description:
        'Makes its tables, views, example records and apps, and its automations as drafts of yours that are off, as one operation: follow it with `GET /template/install/{id}`, take it back with `POST /v3/undo/apps.{operation_id}`.',
      access: 'api',
      allows: 'templates.install',
      cost: 20,
      body: z.strictObject({
        slug: z.string().max(80),
        data: z
          .boolean()
          .optional()
          .meta({ description: 'Whether its example records come as well; they do by default' }),
      }),
      refuses: refuses('template_not_found', 'templates.too_many'),
      responses: { 202: installSchema },
      handle: async ({ actor, body, meta }) => {
        requireRight(actor, 'templates.install');
        requireRight(actor, 'tables.create');
        const install = await installs.start(await named(actor, body.slug), body.data ?? true, meta);
        return { status: 202, body: await wireInstall(actor, install), headers: { 'tessera-operation': install.id } };
      },
    }),
    route({
      method: 'get',
      path: '/template/install/{id}',
      tag,
      summary: 'How far an installation is',
      description: 'For who began it, and for administrators.',
      access: 'api',
      allows: 'templates.view',
      params: z.strictObject({ id: z.string().max(80) }),
      refuses: refuses('template_not_found'),
      responses: { 200: installSchema },
      handle: async ({ actor, params }) => {
        requireRight(actor, 'templates.view');
        const install = await installs.find(actor.organizationId, params.id);
        if (install === undefined || (install.userId !== userOf(actor) && !can(actor, 'history.read').allow))
          throw notFound('template_not_found');
        return { body: await wireInstall(actor, install) };
      },
    }),
  ];
};
