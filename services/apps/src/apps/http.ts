import { findAll } from '@tessera/document-store/pages';
import { groupedMeta } from '@tessera/event-store/actions';
import { isId, newId, type Actor, type CommandMeta } from '@tessera/kernel';
import { blockType, grids, logoBars, mostRows, rowHeight, standsAlone } from '@tessera/proto/blocks';
import { can, requireRight } from '@tessera/proto/rights';
import type { ServicePorts } from '@tessera/runtime';
import { route, type RouteSet } from '@tessera/web';
import { z } from 'zod';
import type { AppsEvent } from '../events.ts';
import { createAppBlocks } from '../links/app-blocks.ts';
import type { Link } from '../links/evolve.ts';
import { mayShare } from '../links/rights.ts';
import { sharesFollowing } from '../links/shares.ts';
import { createSharedTables } from '../links/tables.ts';
import { seesApp } from '../places/reachable.ts';
import { blockHeight } from '../pages/blocks.ts';
import { invalid, notFound, refuses } from '../refusals.ts';
import type { AppsStore } from '../store.ts';
import { bottomNav, logo, menuBar, topBar } from './bars.ts';
import { checkedConfig, newBlock, typeOf, withoutBlocks } from './config.ts';
import type { AppDocument, VersionDocument } from './projection.ts';
import { wireApp, wireArchived, wireEntry } from './wire.ts';

const id = z.string().refine(isId, 'not an id').meta({ description: '26-character id' });
const label = z.string().trim().min(1).max(120);
const short = z.string().max(80);

const cell = (most: number) => z.number().int().min(0).max(most);
const placeIn = (columns: number) => ({
  x: cell(columns),
  y: cell(mostRows),
  w: z.number().int().min(1).max(columns),
  h: z.number().int().min(1).max(mostRows),
});
const place = z.strictObject({ id: z.string(), ...placeIn(grids.desktop) });
const layout = z.strictObject({ components: z.array(place) });

const app = z
  .strictObject({
    id: z.string(),
    label: z.string(),
    icon: z.string().nullable(),
    color: z.string().nullable(),
    access: z.enum(['interact', 'full']),
    rights: z.strictObject({
      canCreateBlocks: z.boolean(),
      canEditBlocks: z.boolean(),
      canDeleteBlocks: z.boolean(),
      fullControl: z.boolean(),
      canShare: z.boolean().meta({ description: 'Whether one may open it to strangers' }),
    }),
    draft: z.boolean().meta({ description: 'Whether this is the draft, or what members see' }),
    revision: z.number(),
    changed: z.boolean().meta({ description: 'Whether the draft differs from what is published' }),
    published: z.strictObject({ version: z.number(), at: z.string() }).nullable(),
    components: z.array(
      z.strictObject({ id: z.string(), config: z.looseObject({ type: z.string() }) }).meta({ id: 'AppBlock' }),
    ),
    layouts: z.strictObject({
      desktop: layout,
      mobile: z.strictObject({ enabled: z.boolean(), components: z.array(place) }),
    }),
    tabletFollowsMobileLayout: z.boolean(),
    disableDesktopScrolling: z.boolean(),
    bgColor: z.string().nullable(),
    bgImage: z.string().nullable(),
    font: z.string().nullable(),
    bundleConfig: z.strictObject({
      top_bar: topBar.nullable(),
      bottom_nav: bottomNav.nullable(),
      menu_bar: menuBar.nullable(),
    }),
    active: z.boolean().meta({ description: 'Whether strangers may open it' }),
    publicShowAppTitle: z.boolean(),
    publicShowTopBarWithLogo: z.boolean(),
  })
  .meta({ id: 'App' });
const entry = z
  .strictObject({
    id: z.string(),
    label: z.string(),
    icon: z.string().nullable(),
    color: z.string().nullable(),
    access: z.enum(['interact', 'full']),
    published: z.boolean(),
  })
  .meta({ id: 'AppEntry' });
const archivedEntry = z
  .strictObject({
    id: z.string(),
    label: z.string(),
    icon: z.string().nullable(),
    color: z.string().nullable(),
    deletedAt: z.string(),
    deletedBy: z.string().meta({ description: 'The user' }),
  })
  .meta({ id: 'ArchivedApp' });
/** Apps of one answer of the trash, the newest. */
const mostArchived = 500;
const blockAndApp = z.strictObject({
  block: z.strictObject({ id: z.string(), config: z.looseObject({ type: z.string() }) }),
  app,
});
const ofApp = refuses('app_not_found');
const ofBlock = refuses('app_not_found', 'block_not_found');
const tag = 'Apps';

/** A background is one of our colours by name or as #rrggbb. */
const background = z.union([z.literal(''), z.string().regex(/^(?:#[0-9a-fA-F]{6}|[a-z][a-z0-9-]{1,30})$/)]).nullable();

const copied = <Body>(body: Body, commitId: string | undefined) => ({
  status: 201 as const,
  body,
  ...(commitId !== undefined && { headers: { 'tessera-commit': commitId } }),
});

type Ports = Pick<ServicePorts<AppsEvent>, 'documents' | 'rpc'> & { readonly store: AppsStore };

/** Apps, their blocks, layouts and versions. */
export const appRoutes = ({ documents, store, rpc }: Ports): RouteSet => {
  const shared = createAppBlocks(documents, createSharedTables(rpc));
  const linkOf = (actor: Actor, appId: string): Promise<Link | undefined> =>
    documents.get<Link>(actor.organizationId, 'links', appId);
  const wired = async (actor: Actor, one: AppDocument, wanted: 'draft' | 'published') =>
    wireApp(actor, one, wanted, await linkOf(actor, one.id));
  /** What is shown to strangers goes on after the app was published by somebody who may show it to them. */
  const keepShared = async (actor: Actor, appId: string, meta: CommandMeta): Promise<void> => {
    const link = await linkOf(actor, appId);
    if (link === undefined || link.blocks.length === 0 || !mayShare(actor, link)) return;
    const blocks = sharesFollowing(link.blocks, await shared.offered(actor, appId));
    const { idempotencyKey: _key, requestHash: _hash, ...own } = meta;
    await store.execute({ type: 'changeLink', payload: { linkId: link.id, change: { blocks } } }, own);
  };
  const find = async (actor: Actor, appId: string): Promise<AppDocument> => {
    const found = await documents.get<AppDocument>(actor.organizationId, 'apps', appId);
    if (found === undefined || !seesApp(actor, found)) throw notFound('app_not_found');
    return found;
  };
  const answered = async (actor: Actor, appId: string, commitId: string | undefined, status = 200) => ({
    status,
    body: await wired(actor, await find(actor, appId), 'draft'),
    ...(commitId !== undefined && { headers: { 'tessera-commit': commitId } }),
  });
  const withBlock = async (
    actor: Actor,
    appId: string,
    blockId: string,
    commitId: string | undefined,
    status = 200,
  ) => {
    const body = await wired(actor, await find(actor, appId), 'draft');
    const block = body.components.find((one) => one.id === blockId);
    if (block === undefined) throw notFound('block_not_found');
    return {
      status,
      body: { block, app: body },
      ...(commitId !== undefined && { headers: { 'tessera-commit': commitId } }),
    };
  };

  return [
    route({
      method: 'get',
      path: '/v3/apps',
      tag,
      summary: 'The apps that you may open, by name',
      description: 'Builders see their drafts as well; members see what is published.',
      access: 'api',
      allows: 'apps.list',
      responses: { 200: z.strictObject({ apps: z.array(entry) }) },
      handle: async ({ actor }) => {
        requireRight(actor, 'apps.list');
        const all = await findAll<AppDocument>(documents, actor.organizationId, 'apps', {}, (one) => one.id);
        const apps = all
          .filter((one) => seesApp(actor, one))
          .map((one) => wireEntry(actor, one))
          .toSorted((a, b) => a.label.localeCompare(b.label, 'en') || (a.id < b.id ? -1 : 1));
        return { body: { apps } };
      },
    }),
    route({
      method: 'get',
      path: '/v3/apps/archived',
      tag,
      summary: 'The apps in the trash that you may bring back, the last deleted first; at most 500',
      description: 'With who deleted them and when. `POST /v3/apps/{id}/restore` brings one back.',
      access: 'api',
      allows: 'trash.view',
      responses: { 200: z.strictObject({ apps: z.array(archivedEntry) }) },
      handle: async ({ actor }) => {
        requireRight(actor, 'trash.view');
        const all = await findAll<AppDocument>(documents, actor.organizationId, 'apps', {}, (one) => one.id);
        const apps = all
          .filter((one) => can(actor, 'apps.edit', one.id).allow)
          .flatMap((one) => (one.archived === undefined ? [] : [{ ...one, archived: one.archived }]))
          .toSorted((a, b) => b.archived.at - a.archived.at || (a.id < b.id ? 1 : -1))
          .slice(0, mostArchived)
          .map(wireArchived);
        return { body: { apps } };
      },
    }),
    route({
      method: 'post',
      path: '/v3/apps',
      tag,
      summary: 'Make an app',
      description: 'It is a draft without blocks, which nobody but its builders sees until it is published.',
      access: 'api',
      allows: 'apps.create',
      body: z.strictObject({ label, icon: short.optional(), color: short.optional() }),
      refuses: ofApp,
      responses: { 201: app },
      handle: async ({ actor, body, meta }) => {
        const name = { label: body.label, icon: body.icon ?? '', color: body.color ?? '' };
        const { answer, commitId } = await store.execute(
          { type: 'createApp', payload: { appId: newId(), name } },
          meta,
        );
        return answered(actor, answer.id, commitId, 201);
      },
    }),
    route({
      method: 'get',
      path: '/v3/apps/{id}',
      tag,
      summary: 'An app with its blocks and layouts',
      description: 'What members see; with `draft=true`, for who may change it, the draft.',
      access: 'api',
      allows: 'apps.open',
      params: z.strictObject({ id }),
      query: z.strictObject({ draft: z.enum(['true', 'false']).optional() }),
      refuses: ofApp,
      responses: { 200: app },
      handle: async ({ actor, params, query }) => {
        const found = await find(actor, params.id);
        const draft = query.draft === 'true' && can(actor, 'apps.edit', params.id).allow;
        return { body: await wired(actor, found, draft ? 'draft' : 'published') };
      },
    }),
    route({
      method: 'patch',
      path: '/v3/apps/{id}',
      tag,
      summary: 'Name an app, or change what it looks like',
      description: 'Send only what changes. A colour is cleared when a picture is set, and the other way.',
      access: 'api',
      allows: 'apps.edit',
      params: z.strictObject({ id }),
      body: z.strictObject({
        label: label.optional(),
        icon: short.nullable().optional(),
        color: short.nullable().optional(),
        background_color: background.optional(),
        font: short.nullable().optional(),
        disable_desktop_scrolling: z.boolean().optional(),
        tablet_follows_mobile_layout: z.boolean().optional(),
      }),
      refuses: ofApp,
      responses: { 200: app },
      handle: async ({ actor, params, body, meta: own, headers }) => {
        const meta = await groupedMeta(store, own, headers);
        const name = {
          ...(body.label !== undefined && { label: body.label }),
          ...(body.icon !== undefined && { icon: body.icon ?? '' }),
          ...(body.color !== undefined && { color: body.color ?? '' }),
        };
        const appearance = {
          ...(body.background_color !== undefined && {
            backgroundColor: body.background_color ?? '',
            backgroundImage: '',
          }),
          ...(body.font !== undefined && { font: body.font ?? '' }),
          ...(body.disable_desktop_scrolling !== undefined && {
            disableDesktopScrolling: body.disable_desktop_scrolling,
          }),
          ...(body.tablet_follows_mobile_layout !== undefined && {
            tabletFollowsMobileLayout: body.tablet_follows_mobile_layout,
          }),
        };
        const payload = { appId: params.id, name, appearance };
        const { commitId } = await store.execute({ type: 'changeApp', payload }, meta);
        return answered(actor, params.id, commitId);
      },
    }),
    route({
      method: 'delete',
      path: '/v3/apps/{id}',
      tag,
      summary: 'Put an app into the trash',
      description: 'It comes back with `POST /v3/apps/{id}/restore`, or by undo.',
      access: 'api',
      allows: 'apps.edit',
      params: z.strictObject({ id }),
      refuses: ofApp,
      responses: { 204: 'empty' },
      handle: async ({ params, meta: own, headers }) => {
        const meta = await groupedMeta(store, own, headers);
        const { commitId } = await store.execute({ type: 'archiveApp', payload: { appId: params.id } }, meta);
        return { status: 204, ...(commitId !== undefined && { headers: { 'tessera-commit': commitId } }) };
      },
    }),
    route({
      method: 'post',
      path: '/v3/apps/{id}/restore',
      tag,
      summary: 'Bring an app back from the trash',
      description: 'With its blocks, its versions and what was published.',
      access: 'api',
      allows: 'apps.edit',
      params: z.strictObject({ id }),
      body: z.strictObject({}),
      refuses: refuses('app_not_found', 'apps.not_in_trash'),
      responses: { 200: app },
      handle: async ({ actor, params, meta: own, headers }) => {
        const meta = await groupedMeta(store, own, headers);
        const { commitId } = await store.execute({ type: 'restoreApp', payload: { appId: params.id } }, meta);
        return answered(actor, params.id, commitId);
      },
    }),
    route({
      method: 'post',
      path: '/v3/apps/{id}/duplicate',
      tag,
      summary: 'Copy an app',
      description: 'Its draft with all blocks, as an app of its own that is not published yet.',
      access: 'api',
      allows: 'apps.create',
      params: z.strictObject({ id }),
      body: z.strictObject({ name: label.optional() }),
      refuses: ofApp,
      responses: { 201: app },
      handle: async ({ actor, params, body, meta }) => {
        const from = await find(actor, params.id);
        const { name } = from.draft;
        const payload = {
          appId: newId(),
          from: params.id,
          name: { ...name, label: body.name ?? `${name.label} (copy)`.slice(0, 120) },
        };
        const { answer, commitId } = await store.execute({ type: 'createApp', payload }, meta);
        return answered(actor, answer.id, commitId, 201);
      },
    }),
    route({
      method: 'post',
      path: '/v3/apps/{id}/blocks',
      tag,
      summary: 'Add a block to the draft',
      description:
        'Without a place it stands below everything. What it covers moves down. Types: `GET /api/openapi.json` lists their configurations.',
      access: 'api',
      allows: 'apps.edit',
      params: z.strictObject({ id }),
      body: z.strictObject({
        type: z.string().min(1).max(60),
        config: z.looseObject({}),
        desktop: z.strictObject(placeIn(grids.desktop)).optional(),
        mobile: z.strictObject(placeIn(grids.mobile)).optional(),
      }),
      refuses: refuses(
        'app_not_found',
        'block_not_found',
        'apps.block_once',
        'apps.block_too_large',
        'apps.block_type_unknown',
        'apps.too_many_blocks',
      ),
      responses: { 201: blockAndApp },
      handle: async ({ actor, params, body, meta: own, headers }) => {
        const block = newBlock(newId(), body.type, body.config);
        const meta = await groupedMeta(store, own, headers);
        const payload = { appId: params.id, block, desktop: body.desktop, mobile: body.mobile };
        const { answer, commitId } = await store.execute({ type: 'addBlock', payload }, meta);
        return withBlock(actor, params.id, answer.id, commitId, 201);
      },
    }),
    route({
      method: 'patch',
      path: '/v3/apps/{id}/blocks/{blockId}',
      tag,
      summary: 'Change parts of the configuration of a block',
      description: 'Parts that are given replace those that are there; null takes one away.',
      access: 'api',
      allows: 'apps.edit',
      params: z.strictObject({ id, blockId: id }),
      body: z.strictObject({ config: z.looseObject({}) }),
      refuses: refuses('app_not_found', 'block_not_found', 'apps.block_too_large', 'apps.block_type_unknown'),
      responses: { 200: blockAndApp },
      handle: async ({ actor, params, body, meta: own, headers }) => {
        const found = await find(actor, params.id);
        const before = found.draft.blocks.find((one) => one.id === params.blockId);
        if (before === undefined) throw notFound('block_not_found');
        const config = checkedConfig(typeOf(before.type), body.config);
        const meta = await groupedMeta(store, own, headers);
        const payload = { appId: params.id, blockId: params.blockId, config };
        const { commitId } = await store.execute({ type: 'configureBlock', payload }, meta);
        return withBlock(actor, params.id, params.blockId, commitId);
      },
    }),
    route({
      method: 'delete',
      path: '/v3/apps/{id}/blocks/{blockId}',
      tag,
      summary: 'Remove a block from the draft',
      description: 'The rows of a block that stood alone in them close.',
      access: 'api',
      allows: 'apps.edit',
      params: z.strictObject({ id, blockId: id }),
      refuses: ofBlock,
      responses: { 200: app },
      handle: async ({ actor, params, meta: own, headers }) => {
        const meta = await groupedMeta(store, own, headers);
        const payload = { appId: params.id, blockId: params.blockId };
        const { commitId } = await store.execute({ type: 'removeBlock', payload }, meta);
        return answered(actor, params.id, commitId);
      },
    }),
    route({
      method: 'post',
      path: '/v3/apps/{id}/blocks/{blockId}/copy',
      tag,
      summary: 'Copy a block of an app to another app or to a doc page',
      description:
        'It stands below everything that is there, as large as it is in its app, with the configuration of the draft for who may change the app, else of what is published. In an app it joins the draft, and lets go of the blocks that it worked with. In a page each reader sees in it what they may see; blocks that work with others have no place there.',
      access: 'api',
      allows: 'apps.open',
      params: z.strictObject({ id, blockId: id }),
      body: z.union([z.strictObject({ appId: id }), z.strictObject({ docPageId: id })]),
      refuses: refuses(
        'app_not_found',
        'block_not_found',
        'page_not_found',
        'apps.block_once',
        'apps.block_too_large',
        'apps.block_type_unknown',
        'apps.too_many_blocks',
        'pages.block_of_app',
        'pages.too_large',
        'pages.too_many_blocks',
      ),
      responses: {
        201: z.union([
          z.strictObject({ appId: z.string(), blockId: z.string() }),
          z.strictObject({ docPageId: z.string(), blockId: z.string(), height: z.number() }),
        ]),
      },
      handle: async ({ actor, params, body, meta: own, headers }) => {
        const found = await find(actor, params.id);
        const shown = can(actor, 'apps.edit', params.id).allow ? 'draft' : 'published';
        const { components, layouts } = wireApp(actor, found, shown);
        const block = components.find((one) => one.id === params.blockId);
        if (block === undefined) throw notFound('block_not_found');
        const size = layouts.desktop.components.find((one) => one.id === params.blockId);
        const meta = await groupedMeta(store, own, headers);
        if ('appId' in body) {
          const { type, ...config } = block.config;
          const kept = body.appId === params.id ? config : withoutBlocks(typeOf(type), config);
          const copy = newBlock(newId(), type, kept);
          const payload = { appId: body.appId, block: copy, size: size && { w: size.w, h: size.h } };
          const { commitId } = await store.execute({ type: 'addBlock', payload }, meta);
          return copied({ appId: body.appId, blockId: copy.id }, commitId);
        }
        const type = blockType(block.config.type);
        if (type === undefined || !standsAlone(type)) throw invalid('pages.block_of_app');
        const copy = {
          blockId: newId(),
          height: size === undefined ? blockHeight.first : Math.min(size.h * rowHeight, blockHeight.most),
          config: JSON.stringify(block.config),
        };
        const payload = { pageId: body.docPageId, block: copy };
        const { commitId } = await store.execute({ type: 'addPageBlock', payload }, meta);
        return copied({ docPageId: body.docPageId, blockId: copy.blockId, height: copy.height }, commitId);
      },
    }),
    route({
      method: 'put',
      path: '/v3/apps/{id}/layout',
      tag,
      summary: 'Move and size blocks',
      description: 'Send only the blocks that were moved. They stay where they are put; what they cover moves down.',
      access: 'api',
      allows: 'apps.edit',
      params: z.strictObject({ id }),
      body: z.strictObject({
        desktop: z
          .array(z.strictObject({ id, ...placeIn(grids.desktop) }))
          .max(200)
          .optional(),
        mobile: z
          .array(z.strictObject({ id, ...placeIn(grids.mobile) }))
          .max(200)
          .optional(),
      }),
      refuses: ofBlock,
      responses: { 200: app },
      handle: async ({ actor, params, body, meta: own, headers }) => {
        const meta = await groupedMeta(store, own, headers);
        const payload = { appId: params.id, desktop: body.desktop, mobile: body.mobile };
        const { commitId } = await store.execute({ type: 'placeBlocks', payload }, meta);
        return answered(actor, params.id, commitId);
      },
    }),
    route({
      method: 'put',
      path: '/v3/apps/{id}/bars',
      tag,
      summary: 'Put bars around an app',
      description:
        'A bar that is given replaces the one that is there, null removes it, an absent one stays. Members see it once the app is published.',
      access: 'api',
      allows: 'apps.edit',
      params: z.strictObject({ id }),
      body: z.strictObject({
        top_bar: topBar.nullable().optional(),
        bottom_nav: bottomNav.nullable().optional(),
        menu_bar: menuBar.nullable().optional(),
      }),
      refuses: refuses(
        'app_not_found',
        'apps.bar_logo',
        'apps.bar_too_long_for_phone',
        'apps.bar_without_app',
        'apps.bars_too_large',
        'apps.menu_folder_unpaired',
        'apps.menu_hover_needs_hide',
        'apps.menu_large_needs_icons',
      ),
      responses: { 200: app },
      handle: async ({ actor, params, body, meta: own, headers }) => {
        const meta = await groupedMeta(store, own, headers);
        const { commitId } = await store.execute(
          { type: 'changeBars', payload: { appId: params.id, bars: body } },
          meta,
        );
        return answered(actor, params.id, commitId);
      },
    }),
    route({
      method: 'put',
      path: '/v3/apps/{id}/bars/logo',
      tag,
      summary: 'Choose the logo of a bar',
      description:
        'A small picture in the address itself; browsers of ours send 96 by 96. A bar without a logo is one whose `logo` is null.',
      access: 'api',
      allows: 'apps.edit',
      feature: 'advancedBusinessFeatures',
      params: z.strictObject({ id }),
      body: z.strictObject({ bar: z.enum(logoBars), logo }),
      refuses: refuses('app_not_found', 'apps.bar_not_found', 'apps.bars_too_large'),
      responses: { 200: app },
      handle: async ({ actor, params, body, meta: own, headers }) => {
        const meta = await groupedMeta(store, own, headers);
        const { commitId } = await store.execute({ type: 'changeLogo', payload: { appId: params.id, ...body } }, meta);
        return answered(actor, params.id, commitId);
      },
    }),
    route({
      method: 'post',
      path: '/v3/apps/{id}/publish',
      tag,
      summary: 'Let members see the draft',
      description: 'The draft as it is now becomes the next version.',
      access: 'api',
      allows: 'apps.edit',
      params: z.strictObject({ id }),
      body: z.strictObject({}),
      refuses: refuses('app_not_found', 'apps.nothing_to_publish'),
      responses: { 200: app },
      handle: async ({ actor, params, meta: own, headers }) => {
        const meta = await groupedMeta(store, own, headers);
        const { commitId } = await store.execute({ type: 'publishApp', payload: { appId: params.id } }, meta);
        await keepShared(actor, params.id, meta);
        return answered(actor, params.id, commitId);
      },
    }),
    route({
      method: 'get',
      path: '/v3/apps/{id}/versions',
      tag,
      summary: 'What was published, the newest first',
      description: 'Each version can be put into the draft.',
      access: 'api',
      allows: 'apps.edit',
      params: z.strictObject({ id }),
      refuses: ofApp,
      responses: {
        200: z.strictObject({
          versions: z.array(z.strictObject({ version: z.number(), at: z.string(), by: z.string() })),
        }),
      },
      handle: async ({ actor, params }) => {
        await find(actor, params.id);
        requireRight(actor, 'apps.edit', params.id);
        const kept = await findAll<VersionDocument>(
          documents,
          actor.organizationId,
          'versions',
          { appId: params.id },
          (one) => `${one.appId}.${one.version}`,
        );
        const versions = kept
          .toSorted((a, b) => b.version - a.version)
          .map(({ version, at, by }) => ({ version, at: new Date(at).toISOString(), by }));
        return { body: { versions } };
      },
    }),
    route({
      method: 'post',
      path: '/v3/apps/{id}/versions/{version}/restore',
      tag,
      summary: 'Put a version that was published into the draft',
      description: 'Members see it once it is published again. Undo brings the draft of before back.',
      access: 'api',
      allows: 'apps.edit',
      params: z.strictObject({ id, version: z.string().regex(/^[1-9]\d{0,8}$/, 'not a version') }),
      body: z.strictObject({}),
      refuses: refuses('app_not_found', 'apps.version_not_found'),
      responses: { 200: app },
      handle: async ({ actor, params, meta: own, headers }) => {
        const meta = await groupedMeta(store, own, headers);
        const payload = { appId: params.id, version: Number(params.version) };
        const { commitId } = await store.execute({ type: 'takeVersion', payload }, meta);
        return answered(actor, params.id, commitId);
      },
    }),
  ];
};
