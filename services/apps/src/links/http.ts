import type { DocumentReader } from '@tessera/document-store';
import { findAll } from '@tessera/document-store/pages';
import { groupedMeta } from '@tessera/event-store/actions';
import { fold, isId, isRejection, type Actor } from '@tessera/kernel';
import { requireRight, userOf } from '@tessera/proto/rights';
import { partsOf } from '@tessera/proto/views';
import type { ServicePorts } from '@tessera/runtime';
import { route, type RouteSet } from '@tessera/web';
import { z } from 'zod';
import { conflict, invalid, notFound, refuses, rejection } from '../refusals.ts';
import type { AppsStore } from '../store.ts';
import { createCounts, lastDays } from './counts.ts';
import { mostBlocks, mostFields, mostHosts, mostReceivers, sharable, type LinkChange } from './decide.ts';
import { isOpen, type Link, type Sharing } from './evolve.ts';
import type { PageDocument } from '../pages/projection.ts';
import { hostsOf } from './hosts.ts';
import { createLinkMails, isMailAddress } from './mails.ts';
import { inputOf, isShowable } from './questions.ts';
import { isApp, isPage, mayShare, requireShare } from './rights.ts';
import { createSharedTables } from './tables.ts';
import { createAppBlocks, type OfferedBlock } from './app-blocks.ts';
import { openShare, rightOf, type Share } from './shares.ts';
import { createSecrets } from './tokens.ts';

const tag = 'Public links';
const id = z.string().refine(isId, 'not an id').meta({ description: '26-character id' });
const named = {
  identifier: id.meta({ description: 'The table, the doc page, or the app' }),
  type: z.enum(['object', 'form', 'dashboard', 'doc-page']),
  viewId: id.optional().meta({ description: 'The view; a form needs one' }),
};
const link = z
  .strictObject({
    id: z.string(),
    type: z.string(),
    identifier: z.string().meta({ description: 'The table, the doc page, or the app' }),
    viewId: z.string().nullable(),
    label: z.string().nullable().meta({ description: 'Of a doc page or an app its title; null of others' }),
    token: z.string().meta({ description: 'The address is /public/{token}' }),
    active: z.boolean(),
    canWrite: z.boolean(),
    title: z.string().nullable(),
    config: z.strictObject({
      fields: z.array(z.string()),
      offered: z
        .array(z.string())
        .optional()
        .meta({ description: 'The fields that it can show or ask for; not told in lists' }),
    }),
    blocks: z
      .array(z.strictObject({ id: z.string(), right: z.enum(['read', 'write']) }))
      .meta({ description: 'Of an app: the blocks that strangers see; all others are hidden' }),
    offered_blocks: z
      .array(z.strictObject({ id: z.string(), right: z.enum(['read', 'write']).nullable() }))
      .optional()
      .meta({ description: 'The blocks of the published app and the right that each can have; not told in lists' }),
    show_title: z.boolean(),
    show_top_bar: z.boolean(),
    password: z.boolean().meta({ description: 'Whether it has one' }),
    expires_at: z.string().nullable(),
    answer_limit: z.number().nullable(),
    show_brand: z.boolean(),
    embed_hosts: z.array(z.string()).meta({ description: 'Hosts whose pages may show it in a frame' }),
    indexed: z.boolean().meta({ description: 'Whether search engines may keep its page' }),
    one_answer: z
      .boolean()
      .meta({ description: 'Whether who answered is asked no more, by the cookie of their browser' }),
    receipts: z.boolean().meta({ description: 'Whether who gives an e-mail address is sent a receipt' }),
    changeable: z.boolean().meta({ description: 'Whether who answered may change the answer' }),
    shared_by: z.string().nullable().meta({ description: 'Who opened it to strangers last; null where nobody knows' }),
    opened: z.number(),
    opened_at: z.string().nullable().meta({ description: 'The last time; null before' }),
    opened_days: z.array(z.number()).meta({ description: 'On each of the last 14 days in UTC, today last' }),
    answered: z.number(),
  })
  .meta({ id: 'PublicLink' });
const ofLink = refuses('link_not_found');
const ofView = refuses(
  'app_not_found',
  'links.not_published',
  'page_not_found',
  'links.table_not_found',
  'links.type_later',
  'links.view_type',
  'public_view_not_found',
);

type Ports = Pick<ServicePorts, 'vault' | 'state' | 'rpc' | 'limits' | 'settings' | 'clock'> & {
  readonly documents: DocumentReader;
  readonly store: AppsStore;
};
/** What there is to choose from. */
type Offered = {
  readonly offered?: readonly string[];
  readonly blocks?: readonly OfferedBlock[];
};
type Wanted = { readonly identifier: string; readonly type: string; readonly viewId?: string | undefined };

/** The shares of a link after some blocks got another right. Throws where a block cannot have it. */
const sharesAfter = (
  before: readonly Share[],
  wanted: readonly { readonly id: string; readonly right: 'hidden' | 'read' | 'write' }[],
  blocks: NonNullable<Offered['blocks']>,
): Share[] => {
  const after = new Map(before.map((share) => [share.blockId, share]));
  for (const { id: blockId, right } of wanted) {
    if (right === 'hidden') {
      after.delete(blockId);
      continue;
    }
    const share = blocks.find(({ block }) => block.id === blockId)?.share;
    if (share?.right !== right) throw invalid('links.block_not_shared', { blockId });
    after.set(blockId, share);
  }
  return [...after.values()].slice(0, mostBlocks);
};

/** Public links, for who shares. */
export const linkRoutes = (ports: Ports): RouteSet => {
  const { documents, store, vault, state, rpc, limits, settings, clock } = ports;
  const secrets = createSecrets(vault);
  const counts = createCounts(state);
  const tables = createSharedTables(rpc);
  const appBlocks = createAppBlocks(documents, tables);
  const mails = createLinkMails(ports);
  const sent = limits.limiter('links.mail', { capacity: 100, perSecond: 100 / 3_600 });

  const find = async (actor: Actor, linkId: string): Promise<Link> =>
    sharable(actor, await documents.get<Link>(actor.organizationId, 'links', linkId));
  const labelOf = async (actor: Actor, one: Link): Promise<string | null> => {
    if (isPage(one))
      return (await documents.get<PageDocument>(actor.organizationId, 'pages', one.tableId))?.title ?? null;
    return isApp(one) ? ((await appBlocks.find(actor, one.tableId))?.draft.name.label ?? null) : null;
  };
  const wire = async (actor: Actor, one: Link, { offered, blocks }: Offered = {}) => {
    const { organizationId } = actor;
    const counted = await counts.of(organizationId, one.id);
    return {
      id: one.id,
      type: one.type,
      identifier: one.tableId,
      viewId: one.viewId === '' ? null : one.viewId,
      label: await labelOf(actor, one),
      token: (await secrets.token(organizationId, one.id)) ?? (await secrets.make(organizationId, one.id)),
      active: one.active,
      canWrite: one.canWrite,
      title: one.title === '' ? null : one.title,
      config: { fields: [...one.fieldIds], ...(offered !== undefined && { offered: [...offered] }) },
      // What the app shows by now is hidden until somebody shares it again.
      blocks: one.blocks
        .filter(
          (share) =>
            blocks?.every(({ block }) => block.id !== share.blockId || openShare([share], block) !== undefined) ?? true,
        )
        .map(({ blockId, right }) => ({ id: blockId, right: right as 'read' | 'write' })),
      ...(blocks !== undefined && {
        offered_blocks: blocks.map(({ block, share }) => ({
          id: block.id,
          right: share === undefined ? null : (share.right as 'read' | 'write'),
        })),
      }),
      show_title: one.showTitle,
      show_top_bar: one.showTopBar,
      password: one.passwordId !== '',
      expires_at: one.expiresAt === 0 ? null : new Date(one.expiresAt).toISOString(),
      answer_limit: one.answerLimit === 0 ? null : one.answerLimit,
      show_brand: one.showBrand,
      embed_hosts: [...one.hosts],
      indexed: one.indexed,
      one_answer: one.oneAnswer,
      receipts: one.receipts,
      changeable: one.changeable,
      shared_by: one.by ?? null,
      opened: counted.opened,
      opened_at: counted.openedAt === undefined ? null : new Date(counted.openedAt).toISOString(),
      opened_days: lastDays(counted, clock()),
      answered: counted.answered,
    };
  };
  const answered = async (actor: Actor, linkId: string, commitId: string | undefined, offered: Offered) => ({
    body: await wire(actor, await find(actor, linkId), offered),
    ...(commitId !== undefined && { headers: { 'tessera-commit': commitId } }),
  });

  const there = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      if (isRejection(error) && error.kind === 'not_found') throw notFound('links.table_not_found');
      throw error;
    }
  };
  /** What is to be shared, and the fields that strangers may be shown of it; asked as who shares. */
  const shareable = async (actor: Actor, { identifier, type, viewId }: Wanted) => {
    if (type === 'doc-page') {
      if (viewId !== undefined) throw invalid('links.view_type');
      const page = await documents.get<PageDocument>(actor.organizationId, 'pages', identifier);
      if (page === undefined || page.archived === true) throw notFound('page_not_found');
      requireShare(actor, { type, tableId: identifier }, () => notFound('page_not_found'));
      return { type, fits: () => false, chosen: [], offered: [] };
    }
    if (type === 'dashboard') {
      if (viewId !== undefined) throw invalid('links.view_type');
      return { type, fits: () => false, chosen: [], offered: [], blocks: await appBlocks.offered(actor, identifier) };
    }
    if (type !== 'object' && type !== 'form') throw invalid('links.type_later');
    if (type === 'form' && viewId === undefined) throw invalid('links.view_type');
    const { fields } = await there(tables.table(actor, identifier));
    requireRight(actor, 'links.share', identifier);
    const fits = (fieldId: string): boolean =>
      fields.some(
        (field) => field.id === fieldId && (type === 'form' ? inputOf(field) !== undefined : isShowable(field)),
      );
    if (viewId === undefined) {
      const offered = fields.map((field) => field.id).filter(fits);
      return { type, fits, chosen: offered, offered };
    }
    const { type: viewType, personal, config } = await there(tables.view(actor, identifier, viewId));
    if (personal || partsOf(viewType, type === 'form' ? 'questions' : 'columns').length === 0)
      throw invalid('links.view_type');
    const named = (config.fields ?? []).filter(({ fieldId }) => fits(fieldId));
    const chosen = named.filter((one) => type === 'form' || one.hidden !== true).map(({ fieldId }) => fieldId);
    return { type, fits, chosen, offered: named.map(({ fieldId }) => fieldId) };
  };
  const idOf = ({ identifier, viewId }: Wanted): string => viewId ?? identifier;

  return [
    route({
      method: 'post',
      path: '/public-view/create',
      tag,
      secret: true,
      summary: 'Open a form, a view or a doc page to strangers',
      description:
        'The first time with the fields that it shows then; later with the address and the settings that it had. What names people, files or records of other tables is not shown.',
      access: 'api',
      allows: 'links.share',
      feature: 'advancedBusinessFeatures',
      body: z.strictObject({ ...named, recordId: id.optional() }),
      refuses: ofView,
      responses: { 200: link },
      handle: async ({ actor, body, meta: own, headers }) => {
        if (body.recordId !== undefined) throw invalid('links.type_later');
        const { type, chosen, ...offered } = await shareable(actor, body);
        const linkId = idOf(body);
        const meta = await groupedMeta(store, own, headers);
        const payload = {
          linkId,
          type,
          tableId: body.identifier,
          viewId: body.viewId ?? '',
          fieldIds: chosen.slice(0, mostFields),
          // What strangers write is turned on by somebody, block by block.
          blocks: (offered.blocks ?? [])
            .flatMap(({ block, share }) => (share === undefined || rightOf(block) === 'write' ? [] : [share]))
            .slice(0, mostBlocks),
        };
        const { commitId } = await store.execute({ type: 'openLink', payload }, meta);
        return answered(actor, linkId, commitId, offered);
      },
    }),
    route({
      method: 'post',
      path: '/public-view/get',
      tag,
      secret: true,
      summary: 'The public link of a form or a view',
      description: 'With its address, and how often it was opened and answered; 404 where there is none.',
      access: 'api',
      allows: 'links.share',
      whenViewing: true,
      body: z.strictObject(named),
      refuses: ofView,
      responses: { 200: link },
      handle: async ({ actor, body }) => {
        const offered = await shareable(actor, body);
        const found = await documents.get<Link>(actor.organizationId, 'links', idOf(body));
        if (found?.tableId !== body.identifier) throw notFound('public_view_not_found');
        return { body: await wire(actor, found, offered) };
      },
    }),
    route({
      method: 'post',
      path: '/public-view/delete',
      tag,
      summary: 'Shut a form or a view to strangers',
      description: 'Its address and settings are kept: `POST /public-view/create` opens it again.',
      access: 'api',
      allows: 'links.share',
      body: z.strictObject(named),
      refuses: ofLink,
      responses: { 204: 'empty' },
      handle: async ({ body, meta: own, headers }) => {
        const meta = await groupedMeta(store, own, headers);
        const payload = { linkId: idOf(body), change: { active: false } };
        const { commitId } = await store.execute({ type: 'changeLink', payload }, meta);
        return { status: 204, ...(commitId !== undefined && { headers: { 'tessera-commit': commitId } }) };
      },
    }),
    route({
      method: 'get',
      path: '/v3/public-links',
      tag,
      secret: true,
      summary: 'The public links of the tables and doc pages that you may share',
      description: 'With how often each was opened and answered, and whether all links of the organization are off.',
      access: 'api',
      allows: 'links.list',
      responses: { 200: z.strictObject({ off: z.boolean(), links: z.array(link) }) },
      handle: async ({ actor }) => {
        requireRight(actor, 'links.list');
        const { organizationId } = actor;
        const [all, sharing] = await Promise.all([
          findAll<Link>(documents, organizationId, 'links', {}, (one) => one.id),
          documents.get<Sharing>(organizationId, 'sharing', 'all'),
        ]);
        const mine = all.filter((one) => mayShare(actor, one));
        const links = [];
        for (const one of mine) links.push(await wire(actor, one));
        return { body: { off: sharing?.off === true, links } };
      },
    }),
    route({
      method: 'put',
      path: '/v3/public-links/off',
      tag,
      summary: 'Shut all public links of the organization, or let each be as it was set',
      description: 'At once, for everybody. What each link is set to stays, and holds again when they are let on.',
      access: 'api',
      allows: 'links.switch',
      body: z.strictObject({ off: z.boolean() }),
      responses: { 200: z.strictObject({ off: z.boolean() }) },
      handle: async ({ body, meta: own, headers }) => {
        const meta = await groupedMeta(store, own, headers);
        const { commitId } = await store.execute({ type: 'switchLinks', payload: body }, meta);
        return { body, ...(commitId !== undefined && { headers: { 'tessera-commit': commitId } }) };
      },
    }),
    route({
      method: 'get',
      path: '/v3/public-links/{id}',
      tag,
      secret: true,
      summary: 'A public link',
      description: 'With its address, its settings, and how often it was opened and answered.',
      access: 'api',
      allows: 'links.share',
      params: z.strictObject({ id }),
      refuses: ofLink,
      responses: { 200: link },
      handle: async ({ actor, params }) => ({ body: await wire(actor, await find(actor, params.id)) }),
    }),
    route({
      method: 'patch',
      path: '/v3/public-links/{id}',
      tag,
      secret: true,
      summary: 'Change what a public link opens, and how',
      description: 'At once, and at the same address. Send only what changes. An empty password takes it away.',
      access: 'api',
      allows: 'links.share',
      feature: 'advancedBusinessFeatures',
      params: z.strictObject({ id }),
      body: z.strictObject({
        active: z.boolean().optional(),
        title: z.string().trim().max(200).nullable().optional(),
        fields: z.array(z.string().min(1).max(100)).max(mostFields).optional(),
        canWrite: z.boolean().optional(),
        password: z.string().max(200).nullable().optional(),
        expires_at: z.iso.datetime({ offset: true }).nullable().optional(),
        answer_limit: z.number().int().min(1).max(1_000_000).nullable().optional(),
        show_brand: z.boolean().optional(),
        embed_hosts: z.array(z.string().max(300)).max(mostHosts).optional(),
        indexed: z.boolean().optional(),
        one_answer: z.boolean().optional(),
        receipts: z.boolean().optional(),
        changeable: z.boolean().optional(),
        blocks: z
          .array(z.strictObject({ id, right: z.enum(['hidden', 'read', 'write']) }))
          .max(mostBlocks)
          .optional()
          .meta({ description: 'Of an app: rights of some of its blocks; those of others stay' }),
        show_title: z.boolean().optional(),
        show_top_bar: z.boolean().optional(),
      }),
      refuses: [
        ...ofLink,
        ...refuses(
          'app_not_found',
          'links.block_not_shared',
          'links.field_not_shared',
          'links.host_invalid',
          'links.not_published',
          'links.no_answers',
          'links.view_type',
          'public.busy',
          'links.table_not_found',
          'page_not_found',
        ),
      ],
      responses: { 200: link },
      handle: async ({ actor, params, body, meta: own, headers }) => {
        const found = await find(actor, params.id);
        const { type, tableId: identifier, viewId } = found;
        const { fits, ...offered } = await shareable(actor, { identifier, type, ...(viewId !== '' && { viewId }) });
        const wrong = body.fields?.find((fieldId) => !fits(fieldId) && !found.fieldIds.includes(fieldId));
        if (wrong !== undefined) throw invalid('links.field_not_shared', { fieldId: wrong });
        const change: LinkChange = {
          ...(body.active !== undefined && { active: body.active }),
          ...(body.title !== undefined && { title: body.title ?? '' }),
          ...(body.fields !== undefined && { fieldIds: [...new Set(body.fields)] }),
          ...(body.canWrite !== undefined && { canWrite: body.canWrite }),
          ...(body.password !== undefined && {
            passwordId:
              (body.password ?? '') === ''
                ? ''
                : await secrets.keepPassword(actor.organizationId, found.id, body.password!),
          }),
          ...(body.expires_at !== undefined && {
            expiresAt: body.expires_at === null ? 0 : Date.parse(body.expires_at),
          }),
          ...(body.answer_limit !== undefined && { answerLimit: body.answer_limit ?? 0 }),
          ...(body.show_brand !== undefined && { showBrand: body.show_brand }),
          ...(body.embed_hosts !== undefined && { hosts: hostsOf(body.embed_hosts) }),
          ...(body.indexed !== undefined && { indexed: body.indexed }),
          ...(body.one_answer !== undefined && { oneAnswer: body.one_answer }),
          ...(body.receipts !== undefined && { receipts: body.receipts }),
          ...(body.changeable !== undefined && { changeable: body.changeable }),
          ...(body.blocks !== undefined && { blocks: sharesAfter(found.blocks, body.blocks, offered.blocks ?? []) }),
          ...(body.show_title !== undefined && { showTitle: body.show_title }),
          ...(body.show_top_bar !== undefined && { showTopBar: body.show_top_bar }),
        };
        const meta = await groupedMeta(store, own, headers);
        const { commitId } = await store.execute({ type: 'changeLink', payload: { linkId: found.id, change } }, meta);
        return answered(actor, found.id, commitId, offered);
      },
    }),
    route({
      method: 'post',
      path: '/v3/public-view/{id}/:share',
      tag,
      summary: 'Send the address of a public link by e-mail',
      description: 'To 20 people at most, each alone. It says who sends it, and leads to the page.',
      access: 'api',
      allows: 'links.share',
      feature: 'advancedBusinessFeatures',
      params: z.strictObject({ id }),
      body: z.strictObject({
        emails: z.array(z.string().trim().refine(isMailAddress, 'not an e-mail address')).min(1).max(mostReceivers),
      }),
      refuses: [...ofLink, ...refuses('links.off', 'request.limited')],
      responses: { 200: z.strictObject({ sent: z.number() }) },
      handle: async ({ actor, params, body, meta: own, headers }) => {
        const found = await find(actor, params.id);
        const sharing = await documents.get<Sharing>(actor.organizationId, 'sharing', 'all');
        if (!isOpen(found, sharing, clock())) throw conflict('links.off');
        const receivers = [...new Map(body.emails.map((email) => [fold(email), email])).values()];
        const seconds = settings.rateLimits ? await sent.take(actor.organizationId, receivers.length) : 0;
        if (seconds > 0)
          throw rejection('limited', 'request.limited', `Too many e-mails. Try again in ${seconds} s.`, {
            retryAfter: seconds,
          });
        const mailIds: string[] = [];
        for (const email of receivers) {
          const kept = { linkId: found.id, email, kind: 'share', senderId: userOf(actor) } as const;
          mailIds.push(await mails.keep(actor.organizationId, kept));
        }
        const meta = await groupedMeta(store, own, headers);
        const { commitId } = await store.execute({ type: 'mailLink', payload: { linkId: found.id, mailIds } }, meta);
        return {
          body: { sent: receivers.length },
          ...(commitId !== undefined && { headers: { 'tessera-commit': commitId } }),
        };
      },
    }),
  ];
};
