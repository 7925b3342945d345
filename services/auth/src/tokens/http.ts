import { findAll } from '@tessera/document-store/pages';
import { randomBytes } from 'node:crypto';
import { fold, isId, newId, type Actor } from '@tessera/kernel';
import { route, type RouteSet } from '@tessera/web';
import { z } from 'zod';
import { written, type Context } from '../context.ts';
import type { ApiToken } from '../evolve.ts';
import type { MemberDocument } from '../projection.ts';
import { accessLevels, can, requireRight } from '@tessera/proto/rights';
import { id } from '../schemas.ts';
import type { TokenSecret } from '../sessions/sessions.ts';
import { lastRestore } from './restore.ts';
import { unconfirmed } from './unconfirmed.ts';
import { notFound, refuses } from '../refusals.ts';

const scopeSchema = z
  .strictObject({
    table: z
      .string()
      .refine((text) => text === '*' || isId(text), 'expected the id of a table, or *')
      .meta({ description: 'The id of a table, or `*` for every table' }),
    access: z.enum(accessLevels).meta({
      description: '`view` reads, `edit` writes and deletes records as well, `full` also changes fields and the table',
    }),
  })
  .meta({ id: 'ApiTokenScope' });

const named = {
  id_api_token: z.string(),
  name: z.string(),
  ativo: z.union([z.literal(0), z.literal(1)]).meta({ description: '0 while it is switched off' }),
  token: z.string().meta({ description: 'Whole when it is made; afterwards its last four characters' }),
  criado_em: z.string(),
} as const;

const described = {
  ...named,
  atualizado_em: z.string().meta({ description: 'When it was made, or last changed' }),
  org_created_by: z.strictObject({ id: z.string(), name: z.string() }),
  org_updated_by: z.strictObject({ id: z.string(), name: z.string() }),
  expires_at: z.string().nullable().meta({ description: 'From then on it does not work; null for no end' }),
  scopes: z
    .array(scopeSchema)
    .nullable()
    .meta({ description: 'What it may reach at most; null for whatever the person may who made it' }),
  last_used_at: z.string().nullable().meta({ description: 'To the minute; null for never' }),
} as const;
const tokenSchema = z.strictObject(described).meta({ id: 'ApiToken' });

const tokenName = z.string().trim().min(1).max(120);
const newSecret = (): string => `tst_${randomBytes(32).toString('base64url')}`;
const lastFourOf = (token: string): string => token.slice(-4);
const moment = (time: number): string => new Date(time).toISOString();
/** How a token is shown whose secret nobody can read again. */
const hidden = ({ lastFour }: Pick<ApiToken, 'lastFour'>): string => `…${lastFour}`;

export const tokenRoutes = (context: Context): RouteSet => {
  const { ports, sessions } = context;
  const describe = (token: Pick<ApiToken, 'id' | 'name' | 'createdAt' | 'off'>, text: string) => ({
    id_api_token: token.id,
    name: token.name,
    ativo: token.off === true ? (0 as const) : (1 as const),
    token: text,
    criado_em: moment(token.createdAt),
  });
  const person = async (organizationId: string, userId: string) => ({
    id: userId,
    name: (await ports.documents.get<MemberDocument>(organizationId, 'members', userId))?.name ?? '',
  });
  const describeWhole = async ({ organizationId }: Actor, token: ApiToken, text = hidden(token)) => {
    const [maker, changer, used] = await Promise.all([
      person(organizationId, token.userId),
      person(organizationId, token.changedBy ?? token.userId),
      sessions.lastUseOf(organizationId, token.id),
    ]);
    return {
      ...describe(token, text),
      atualizado_em: moment(token.changedAt ?? token.createdAt),
      org_created_by: maker,
      org_updated_by: changer,
      expires_at: token.expiresAt === undefined ? null : moment(token.expiresAt),
      scopes: token.scopes === undefined ? null : [...token.scopes],
      last_used_at: used === undefined ? null : moment(used),
    };
  };
  /** A token that the actor may see: their own, an administrator everybody's. Throws `api_token.not_found`. */
  const seen = async (actor: Actor, tokenId: string): Promise<ApiToken> => {
    requireRight(actor, 'tokens.manage');
    const token = await ports.documents.get<ApiToken>(actor.organizationId, 'tokens', tokenId);
    if (token === undefined || !can(actor, 'tokens.delete', token.userId).allow) throw notFound('api_token.not_found');
    return token;
  };
  const keep = async (actor: Actor, token: string, tokenId: string, generation?: number): Promise<void> =>
    context.keepSecret('api-token', token, {
      tokenId,
      organizationId: actor.organizationId,
      userId: actor.userId ?? actor.id,
      since: await lastRestore(ports.vault),
      ...(generation !== undefined && { generation }),
    } satisfies TokenSecret);

  return [
    route({
      method: 'post',
      path: '/v3/api-token',
      secret: true,
      tag: 'auth',
      summary: 'Create an API token',
      description:
        'The token works with the rights of its owner, and with `scopes` at most with those. Keep it: it is shown in this answer only.',
      access: 'session',
      allows: 'tokens.manage',
      feature: 'api',
      cost: 10,
      body: z.strictObject({
        name: tokenName,
        expires_at: z.iso
          .datetime({ offset: true })
          .nullish()
          .meta({ description: 'From then on it does not work; absent or null for no end' }),
        scopes: z
          .array(scopeSchema)
          .min(1)
          .max(200)
          .refine((all) => new Set(all.map(({ table }) => table)).size === all.length, 'names a table twice')
          .nullish()
          .meta({ description: 'What it may reach at most; absent or null for whatever you may' }),
      }),
      refuses: refuses('api_token.beyond_rights', 'api_token.expired'),
      responses: { 201: tokenSchema },
      handle: async ({ body, actor, meta }) => {
        requireRight(actor, 'tokens.manage');
        const token = newSecret();
        const made = {
          tokenId: newId(),
          name: body.name,
          lastFour: lastFourOf(token),
          expiresAt: body.expires_at ? Date.parse(body.expires_at) : 0,
          scopes: body.scopes ?? [],
        };
        const result = await context.execute('makeApiToken', made, meta);
        const { id: tokenId } = result.answer;
        await keep(actor, token, tokenId);
        const known: ApiToken = {
          id: tokenId,
          name: made.name,
          userId: actor.userId ?? actor.id,
          lastFour: made.lastFour,
          createdAt: ports.clock(),
          deleted: false,
          ...(made.expiresAt !== 0 && { expiresAt: made.expiresAt }),
          ...(made.scopes.length > 0 && { scopes: made.scopes }),
        };
        return written(result, { status: 201, body: await describeWhole(actor, known, token) });
      },
    }),
    route({
      method: 'get',
      path: '/v3/api-token',
      tag: 'auth',
      summary: 'Your API tokens, and to an administrator those of everybody',
      description:
        'The newest last, with the last four characters of each; never the tokens themselves. `q` finds a part of the name; `page` counts from 1.',
      access: 'session',
      allows: 'tokens.manage',
      query: z.strictObject({
        q: z.string().trim().max(120).optional(),
        page: z.coerce.number().int().min(1).max(10_000).optional(),
        size: z.coerce.number().int().min(1).max(100).optional(),
      }),
      responses: { 200: z.strictObject({ tokens: z.array(tokenSchema), total: z.int() }) },
      handle: async ({ actor, query: { q = '', page = 1, size = 100 } }) => {
        requireRight(actor, 'tokens.manage');
        // Whoever confirms everybody's tokens after a restore sees them at all times.
        const everybodys = can(actor, 'tokens.confirm').allow;
        const tokens = await findAll<ApiToken>(
          ports.documents,
          actor.organizationId,
          'tokens',
          everybodys ? {} : { userId: actor.id },
          (one) => one.id,
        );
        const found = tokens.filter(({ name }) => fold(name).includes(fold(q)));
        const shown = found.slice((page - 1) * size, page * size);
        return {
          body: { tokens: await Promise.all(shown.map((one) => describeWhole(actor, one))), total: found.length },
        };
      },
    }),
    route({
      method: 'get',
      path: '/v3/api-token/unconfirmed',
      tag: 'auth',
      summary: 'The API tokens of everybody that the restore of a backup disabled',
      description: 'After a restore each token stays disabled until an administrator confirms it.',
      access: 'session',
      allows: 'tokens.confirm',
      responses: {
        200: z.strictObject({
          tokens: z.array(z.strictObject({ ...named, user: z.strictObject({ id: z.string(), name: z.string() }) })),
        }),
      },
      handle: async ({ actor }) => {
        requireRight(actor, 'tokens.confirm');
        const tokens = await unconfirmed(ports, actor.organizationId);
        return {
          body: {
            tokens: tokens.map((one) => ({
              ...describe(one, `…${one.lastFour}`),
              user: { id: one.userId, name: one.userName },
            })),
          },
        };
      },
    }),
    route({
      method: 'post',
      path: '/v3/api-token/{id}/confirm',
      tag: 'auth',
      summary: 'Let an API token work again that the restore of a backup disabled',
      description: 'For administrators.',
      access: 'session',
      allows: 'tokens.confirm',
      feature: 'api',
      params: z.strictObject({ id }),
      refuses: refuses('api_token.not_found'),
      responses: { 204: 'empty' },
      handle: async ({ params, actor, meta }) => {
        requireRight(actor, 'tokens.confirm');
        const restoreId = await lastRestore(ports.vault);
        if (restoreId === undefined) return { status: 204 };
        return written(await context.execute('confirmApiToken', { tokenId: params.id, restoreId }, meta), {
          status: 204,
        });
      },
    }),
    route({
      method: 'get',
      path: '/v3/api-token/{id}',
      tag: 'auth',
      summary: 'One API token',
      description: 'Yours, or to an administrator anybody’s; with its last four characters.',
      access: 'session',
      allows: 'tokens.manage',
      params: z.strictObject({ id }),
      refuses: refuses('api_token.not_found'),
      responses: { 200: tokenSchema },
      handle: async ({ params, actor }) => ({ body: await describeWhole(actor, await seen(actor, params.id)) }),
    }),
    route({
      method: 'put',
      path: '/v3/api-token/{id}',
      tag: 'auth',
      summary: 'Name an API token, or switch it on or off',
      description: 'Send only what changes. One that is off gets 401 within five seconds, until it is switched on.',
      access: 'session',
      allows: 'tokens.manage',
      feature: 'api',
      params: z.strictObject({ id }),
      body: z.strictObject({
        name: tokenName.optional(),
        ativo: z.union([z.literal(0), z.literal(1)]).optional(),
      }),
      refuses: refuses('api_token.not_found'),
      responses: { 204: 'empty' },
      handle: async ({ params, body, meta }) => {
        const active = body.ativo === undefined ? undefined : body.ativo === 1;
        const payload = { tokenId: params.id, name: body.name, active };
        return written(await context.execute('changeApiToken', payload, meta), { status: 204 });
      },
    }),
    route({
      method: 'post',
      path: '/v3/api-token/{id}/generate',
      secret: true,
      tag: 'auth',
      summary: 'Make the secret of an API token anew',
      description:
        'The one before stops working within five seconds. For whoever made the token. Keep the new one: it is shown in this answer only.',
      access: 'session',
      allows: 'tokens.manage',
      feature: 'api',
      cost: 10,
      params: z.strictObject({ id }),
      refuses: refuses('api_token.not_found', 'api_token.other_owner'),
      responses: { 200: tokenSchema },
      handle: async ({ params, actor, meta }) => {
        const token = newSecret();
        const payload = { tokenId: params.id, lastFour: lastFourOf(token) };
        // What ends, ends first: if the process dies in between, neither secret works, and it is made anew once more.
        const result = await context.execute('regenerateApiToken', payload, meta);
        await keep(actor, token, params.id, result.answer.generation);
        await context.dropOtherSecrets(params.id, token);
        return written(result, { body: await describeWhole(actor, await seen(actor, params.id), token) });
      },
    }),
    route({
      method: 'delete',
      path: '/v3/api-token/{id}',
      tag: 'auth',
      summary: 'Delete an API token; it stops working within seconds',
      description: 'Programs that use it get 401 within five seconds.',
      access: 'session',
      allows: 'tokens.manage',
      params: z.strictObject({ id }),
      refuses: refuses('api_token.not_found'),
      responses: { 204: 'empty' },
      handle: async ({ params, meta }) =>
        written(await context.execute('deleteApiToken', { tokenId: params.id }, meta), { status: 204 }),
    }),
  ];
};
