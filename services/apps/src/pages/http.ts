import type { DocumentReader } from '@tessera/document-store';
import { findAll } from '@tessera/document-store/pages';
import { groupedMeta } from '@tessera/event-store/actions';
import { fold, isId, newId, type Actor } from '@tessera/kernel';
import { can, requireRight } from '@tessera/proto/rights';
import { route, type RouteSet } from '@tessera/web';
import { z } from 'zod';
import { conflict, invalid, notFound, refuses } from '../refusals.ts';
import type { AppsStore } from '../store.ts';
import { newBlock } from '../apps/config.ts';
import { configIn, newConfigs } from './blocks.ts';
import { mayName } from './decide.ts';
import { pageVersionId, type PageDocument, type PageVersion } from './projection.ts';
import { fromMarkdown, toMarkdown } from './markdown.ts';
import { emptyPage, faultOf, mostContentLength } from './schema.ts';
import { bytesOf, lacking, type PageText, written } from './together.ts';

const id = z.string().refine(isId, 'not an id').meta({ description: '26-character id' });
const title = z.string().trim().min(1).max(200);
const icon = z.string().max(80);
const content = z.looseObject({}).meta({
  description: 'The document of the editor, or `{text}`: a Markdown text',
});
const entry = {
  id: z.string(),
  title: z.string(),
  icon: z.string().nullable(),
  createdAt: z.string(),
  createdBy: z.string().meta({ description: 'The user' }),
  changedAt: z.string(),
  changedBy: z.string(),
};
const pageEntry = z.strictObject({ ...entry, archived: z.boolean() }).meta({ id: 'DocPageEntry' });
const page = z
  .strictObject({
    ...entry,
    version: z.number().meta({ description: 'Counts every change; pass it as `version` to change no other one' }),
    content: z.looseObject({ type: z.string() }),
    rights: z.strictObject({
      canEditContent: z.boolean(),
      fullControl: z.boolean().meta({ description: 'Whether you may change its title and its icon' }),
      canCreateBlocks: z.boolean(),
      canEditBlocks: z.boolean(),
      canDeleteBlocks: z.boolean(),
      canDelete: z.boolean(),
      canShare: z.boolean(),
    }),
  })
  .meta({ id: 'DocPage' });
const version = z.strictObject({
  version: z.string(),
  at: z.string(),
  by: z.string().meta({ description: 'The user, or what else changed it' }),
  title: z.string(),
});
const versionsAtOnce = 50;
/** A piece of a text at most, as base64: all that a page can hold. */
const mostUpdate = 1_000_000;
const pieces = z.strictObject({
  update: z.string().meta({ description: 'An update of yjs, as base64: what is not here' }),
  vector: z.string().meta({ description: 'The state vector of yjs, as base64: what is at the service' }),
});
const encoded = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
const ofPage = refuses('page_not_found');
const tag = 'Doc pages';
const params = z.strictObject({ id });
const time = (at: number): string => new Date(at).toISOString();
const orNull = (text: string): string | null => (text === '' ? null : text);

type Ports = { readonly documents: DocumentReader; readonly store: AppsStore };

/** A text as it is kept. Throws with what of it no page can hold. */
const contentOf = (asked: Readonly<Record<string, unknown>>): string => {
  const { text } = asked;
  const written =
    typeof text === 'string' && Object.keys(asked).length === 1
      ? text.length > mostContentLength
        ? undefined
        : fromMarkdown(text)
      : asked;
  const json = written === undefined ? '' : JSON.stringify(written);
  if (json === '' || json.length > mostContentLength) throw invalid('pages.too_large');
  const fault = faultOf(written);
  if (fault !== undefined) throw invalid('request.invalid', { issues: [{ path: 'body.content', message: fault }] });
  return json;
};

/** Throws where a text has a block whose configuration is none of its type: only here it is known what they may be. */
const requireConfigs = (before: string, after: string): void => {
  for (const config of newConfigs(before, after)) {
    const { type, ...parts } = configIn(config) ?? { type: '' };
    newBlock('', type, parts);
    // As it is kept no part is taken back.
    if (Object.values(parts).includes(null)) throw invalid('pages.update_invalid');
  }
};

/** The same of a piece of a text, which is read only where blocks are in it. */
const requireConfigsOf = (before: PageText, update: string): void => {
  const bytes = Buffer.from(update, 'base64');
  if (!before.contentJson.includes('"appBlock"') && !bytes.includes('appBlock')) return;
  let found: ReturnType<typeof written>;
  try {
    found = written(before, bytesOf(update));
  } catch {
    throw invalid('pages.update_invalid');
  }
  if (found === 'apart') throw conflict('pages.apart');
  if (found !== 'same') requireConfigs(before.contentJson, found.text.contentJson);
};

/** Doc pages: texts that members write. */
export const pageRoutes = ({ documents, store }: Ports): RouteSet => {
  const find = async (actor: Actor, pageId: string): Promise<PageDocument & PageText> => {
    const shown = can(actor, 'pages.view', pageId).allow;
    const [found, text] = await Promise.all([
      documents.get<PageDocument>(actor.organizationId, 'pages', pageId),
      documents.get<PageText>(actor.organizationId, 'page_texts', pageId),
    ]);
    if (!shown || found === undefined || text === undefined || found.archived === true)
      throw notFound('page_not_found');
    return { ...found, ...text };
  };
  const wireEntry = (one: PageDocument) => ({
    id: one.id,
    title: one.title,
    icon: orNull(one.icon),
    createdAt: time(one.createdAt),
    createdBy: one.createdBy,
    changedAt: time(one.changedAt),
    changedBy: one.changedBy,
  });
  const told = async (actor: Actor, pageId: string) => {
    const found = await find(actor, pageId);
    const edits = can(actor, 'pages.edit', pageId).allow;
    const builds = can(actor, 'pages.block', pageId).allow;
    return {
      ...wireEntry(found),
      version: found.version,
      content: JSON.parse(found.contentJson) as { type: string },
      rights: {
        canEditContent: edits,
        fullControl: edits && mayName(actor, found),
        canCreateBlocks: builds,
        canEditBlocks: builds,
        canDeleteBlocks: builds,
        canDelete: can(actor, 'pages.delete', pageId).allow,
        canShare: can(actor, 'pages.share', pageId).allow,
      },
    };
  };
  const answered = async (actor: Actor, pageId: string, commitId: string | undefined, status = 200) => ({
    status,
    body: await told(actor, pageId),
    ...(commitId !== undefined && { headers: { 'tessera-commit': commitId } }),
  });

  return [
    route({
      method: 'get',
      path: '/v3/doc-pages',
      tag,
      summary: 'Doc pages, by title; at most 500',
      description: '`search` finds words of titles and of the beginnings of texts; `archived=true` lists the trash.',
      access: 'api',
      allows: 'pages.list',
      query: z.strictObject({
        search: z.string().trim().min(1).max(200).optional(),
        archived: z.enum(['true', 'false']).optional(),
      }),
      responses: { 200: z.strictObject({ pages: z.array(pageEntry) }) },
      handle: async ({ actor, query }) => {
        requireRight(actor, 'pages.list');
        const all = await findAll<PageDocument>(documents, actor.organizationId, 'pages', {}, (one) => one.id);
        const words = fold(query.search ?? '')
          .split(/\s+/)
          .filter((word) => word !== '');
        const pages = all
          .filter((one) => can(actor, 'pages.view', one.id).allow)
          .filter((one) => (one.archived === true) === (query.archived === 'true'))
          .filter((one) => words.every((word) => fold(`${one.title} ${one.words}`).includes(word)))
          .toSorted((a, b) => a.title.localeCompare(b.title, 'en') || (a.id < b.id ? -1 : 1))
          .slice(0, 500)
          .map((one) => ({ ...wireEntry(one), archived: one.archived === true }));
        return { body: { pages } };
      },
    }),
    route({
      method: 'post',
      path: '/v3/doc-pages',
      tag,
      summary: 'Write a doc page',
      description: 'Without a content it is empty.',
      access: 'api',
      allows: 'pages.create',
      body: z.strictObject({ title, icon: icon.optional(), content: content.optional() }),
      bodyLimit: 1_048_576,
      refuses: refuses(
        'page_not_found',
        'pages.too_large',
        'pages.update_invalid',
        'apps.block_too_large',
        'apps.block_type_unknown',
      ),
      responses: { 201: page },
      handle: async ({ actor, body, meta }) => {
        const contentJson = contentOf(body.content ?? emptyPage);
        requireConfigs('', contentJson);
        const payload = { pageId: newId(), page: { title: body.title, icon: body.icon ?? '', contentJson } };
        const { answer, commitId } = await store.execute({ type: 'createPage', payload }, meta);
        return answered(actor, answer.id, commitId, 201);
      },
    }),
    route({
      method: 'post',
      path: '/v3/doc-pages/markdown',
      tag,
      summary: 'Read Markdown as the text of a doc page',
      description: 'Nothing is written: the editor puts it in where it is pasted.',
      access: 'api',
      allows: 'pages.list',
      whenViewing: true,
      body: z.strictObject({ text: z.string().max(mostContentLength) }),
      bodyLimit: 1_048_576,
      refuses: refuses('pages.too_large'),
      responses: { 200: z.strictObject({ content: z.looseObject({ type: z.string() }) }) },
      handle: async ({ actor, body }) => {
        requireRight(actor, 'pages.list');
        return { body: { content: JSON.parse(contentOf({ text: body.text })) as { type: string } } };
      },
    }),
    route({
      method: 'get',
      path: '/v3/doc-pages/{id}',
      tag,
      summary: 'A doc page with its text',
      description: 'With what you may do with it.',
      access: 'api',
      allows: 'pages.view',
      params,
      refuses: ofPage,
      responses: { 200: page },
      handle: async ({ actor, params: { id: pageId } }) => ({ body: await told(actor, pageId) }),
    }),
    route({
      method: 'get',
      path: '/v3/doc-pages/{id}/text',
      tag,
      summary: 'The text of a doc page for those who write it together',
      description:
        'A document of yjs whose fragment `default` the editor shows. `since` is the state vector of what is there (base64url): only what it lacks is answered.',
      access: 'api',
      allows: 'pages.view',
      params,
      query: z.strictObject({ since: z.base64url().max(100_000).optional() }),
      refuses: refuses('page_not_found', 'pages.update_invalid'),
      responses: { 200: pieces },
      handle: async ({ actor, params: { id: pageId }, query }) => {
        const found = await find(actor, pageId);
        try {
          const { update, vector } = lacking(found, Buffer.from(query.since ?? '', 'base64url'));
          return { body: { update: encoded(update), vector: encoded(vector) } };
        } catch {
          throw invalid('pages.update_invalid');
        }
      },
    }),
    route({
      method: 'post',
      path: '/v3/doc-pages/{id}/text',
      tag,
      summary: 'Write a piece of the text of a doc page',
      description:
        'An update of yjs. What others write meanwhile stays. What is sent twice counts once. With `endsVersion`, what is written next is another version; otherwise it is after five minutes of rest.',
      access: 'api',
      allows: 'pages.edit',
      params,
      body: z.strictObject({ update: z.base64().min(1).max(mostUpdate), endsVersion: z.boolean().optional() }),
      bodyLimit: 1_048_576,
      refuses: refuses(
        'page_not_found',
        'pages.apart',
        'pages.update_invalid',
        'pages.too_large',
        'apps.block_too_large',
        'apps.block_type_unknown',
      ),
      responses: { 200: pieces.pick({ vector: true }) },
      handle: async ({ actor, params: { id: pageId }, body, meta: own, headers }) => {
        requireConfigsOf(await find(actor, pageId), body.update);
        const meta = await groupedMeta(store, own, headers);
        const payload = { pageId, update: body.update, endsVersion: body.endsVersion ?? false };
        const { commitId } = await store.execute({ type: 'writePage', payload }, meta);
        const { vector } = lacking(await find(actor, pageId), new Uint8Array());
        return {
          body: { vector: encoded(vector) },
          ...(commitId !== undefined && { headers: { 'tessera-commit': commitId } }),
        };
      },
    }),
    route({
      method: 'patch',
      path: '/v3/doc-pages/{id}',
      tag,
      summary: 'Change a doc page',
      description:
        'Send only what changes. The title and the icon are for who may do all with the page or began it, blocks for who builds. Each change is a version. With the `version` that you saw, a text that was changed since is not overwritten.',
      access: 'api',
      allows: 'pages.edit',
      params,
      body: z.strictObject({
        title: title.optional(),
        icon: icon.nullable().optional(),
        content: content.optional(),
        version: z.number().int().min(1).optional(),
      }),
      bodyLimit: 1_048_576,
      refuses: refuses(
        'page_not_found',
        'pages.changed',
        'pages.too_large',
        'pages.update_invalid',
        'apps.block_too_large',
        'apps.block_type_unknown',
      ),
      responses: { 200: page },
      handle: async ({ actor, params: { id: pageId }, body, meta: own, headers }) => {
        const meta = await groupedMeta(store, own, headers);
        const parts = {
          title: body.title,
          icon: body.icon === null ? '' : body.icon,
          contentJson: body.content === undefined ? undefined : contentOf(body.content),
        };
        if (parts.contentJson !== undefined) requireConfigs((await find(actor, pageId)).contentJson, parts.contentJson);
        const { commitId } = await store.execute(
          { type: 'changePage', payload: { pageId, parts, seen: body.version } },
          meta,
        );
        return answered(actor, pageId, commitId);
      },
    }),
    route({
      method: 'delete',
      path: '/v3/doc-pages/{id}',
      tag,
      summary: 'Put a doc page into the trash',
      description: 'It comes back with `POST /v3/doc-pages/{id}/restore`, or by undo.',
      access: 'api',
      allows: 'pages.delete',
      params,
      refuses: ofPage,
      responses: { 204: 'empty' },
      handle: async ({ params: { id: pageId }, meta: own, headers }) => {
        const meta = await groupedMeta(store, own, headers);
        const { commitId } = await store.execute({ type: 'archivePage', payload: { pageId } }, meta);
        return { status: 204, ...(commitId !== undefined && { headers: { 'tessera-commit': commitId } }) };
      },
    }),
    route({
      method: 'post',
      path: '/v3/doc-pages/{id}/restore',
      tag,
      summary: 'Bring a doc page back from the trash',
      description: 'With its text and its versions.',
      access: 'api',
      allows: 'pages.delete',
      params,
      body: z.strictObject({}),
      refuses: refuses('page_not_found', 'pages.not_in_trash'),
      responses: { 200: page },
      handle: async ({ actor, params: { id: pageId }, meta: own, headers }) => {
        const meta = await groupedMeta(store, own, headers);
        const { commitId } = await store.execute({ type: 'restorePage', payload: { pageId } }, meta);
        return answered(actor, pageId, commitId);
      },
    }),
    route({
      method: 'get',
      path: '/v3/doc-pages/{id}/versions',
      tag,
      summary: 'What a doc page was, the newest first; at most 50 at once',
      description: 'Pass `next` as `before`. Each version can be read and put back.',
      access: 'api',
      allows: 'pages.view',
      params,
      query: z.strictObject({
        before: z
          .string()
          .regex(/^\d{1,15}$/)
          .optional(),
      }),
      refuses: ofPage,
      responses: { 200: z.strictObject({ versions: z.array(version), next: z.string().optional() }) },
      handle: async ({ actor, params: { id: pageId }, query }) => {
        await find(actor, pageId);
        const found = await documents.find<PageVersion>(
          actor.organizationId,
          'page_versions',
          { pageId },
          versionsAtOnce,
          query.before === undefined ? undefined : pageVersionId(pageId, Number(query.before)),
        );
        const versions = found.map((one) => ({
          version: String(one.version),
          at: time(one.at),
          by: one.by,
          title: one.title,
        }));
        const oldest = versions.at(-1);
        return {
          body: {
            versions,
            ...(versions.length === versionsAtOnce && oldest !== undefined && { next: oldest.version }),
          },
        };
      },
    }),
    route({
      method: 'post',
      path: '/v3/doc-pages/{id}/versions/{version}/restore',
      tag,
      summary: 'Put an earlier version of a doc page back',
      description:
        'As a change of its own, which undo takes back. Who may write in the page and not name it brings back the text alone.',
      access: 'api',
      allows: 'pages.edit',
      params: z.strictObject({ id, version: z.string().regex(/^\d{1,15}$/, 'not a version') }),
      body: z.strictObject({}),
      refuses: refuses('page_not_found', 'pages.version_not_found'),
      responses: { 200: page },
      handle: async ({ actor, params: { id: pageId, version: wanted }, meta: own, headers }) => {
        const found = await find(actor, pageId);
        const was = await documents.get<PageVersion>(
          actor.organizationId,
          'page_versions',
          pageVersionId(pageId, Number(wanted)),
        );
        if (was === undefined) throw notFound('pages.version_not_found');
        // Whoever may not name the page brings its text back under the name that it has.
        const names = mayName(actor, found) && { title: was.title, icon: was.icon };
        const parts = { contentJson: was.contentJson, ...names };
        const meta = await groupedMeta(store, own, headers);
        const { commitId } = await store.execute({ type: 'changePage', payload: { pageId, parts } }, meta);
        return answered(actor, pageId, commitId);
      },
    }),
    route({
      method: 'get',
      path: '/v3/doc-pages/{id}/export',
      tag,
      summary: 'A doc page as Markdown',
      description: 'As a file, with the title as its first heading.',
      access: 'api',
      allows: 'pages.view',
      whenBlocked: true,
      params,
      query: z.strictObject({ format: z.literal('markdown') }),
      refuses: ofPage,
      responses: { 200: z.any() },
      handle: async ({ actor, params: { id: pageId } }) => {
        const found = await find(actor, pageId);
        const file = Buffer.from(`# ${found.title}\n\n${toMarkdown(JSON.parse(found.contentJson))}`);
        const name = encodeURIComponent(found.title.replaceAll(/[\\/:*?"<>|]/g, ' ').trim() || 'page');
        return {
          headers: {
            'content-type': 'text/markdown; charset=utf-8',
            'content-length': String(file.length),
            'content-disposition': `attachment; filename*=UTF-8''${name}.md`,
          },
          stream: (async function* () {
            yield file;
          })(),
        };
      },
    }),
  ];
};
