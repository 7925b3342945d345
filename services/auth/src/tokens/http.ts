import { randomBytes } from 'node:crypto';
import { newId } from '@tessera/kernel';
import { route, type RouteSet } from '@tessera/web';
import { z } from 'zod';
import { written, type Context } from '../context.ts';
import type { ApiToken } from '../evolve.ts';
import { requireRight } from '@tessera/proto/rights';
import { id } from '../schemas.ts';
import type { TokenSecret } from '../sessions/sessions.ts';
import { lastRestore } from './restore.ts';
import { unconfirmed } from './unconfirmed.ts';

const described = {
  id_api_token: z.string(),
  name: z.string(),
  ativo: z.literal(1),
  token: z.string().meta({ description: 'Whole when it is made; afterwards its last four characters' }),
  criado_em: z.string(),
} as const;

export const tokenRoutes = (context: Context): RouteSet => {
  const { ports } = context;
  const describe = (token: Pick<ApiToken, 'id' | 'name' | 'createdAt'>, text: string) => ({
    id_api_token: token.id,
    name: token.name,
    ativo: 1,
    token: text,
    criado_em: new Date(token.createdAt).toISOString(),
  });
  return [
    route({
      method: 'post',
      path: '/v3/api-token',
      tag: 'auth',
      summary: 'Make an API token; its text is shown this once',
      access: 'session',
      allows: 'tokens.manage',
      cost: 10,
      body: z.strictObject({ name: z.string().trim().min(1).max(120) }),
      responses: { 201: z.strictObject(described) },
      handle: async ({ body, actor, meta }) => {
        requireRight(actor, 'tokens.manage');
        const token = `tst_${randomBytes(32).toString('base64url')}`;
        const tokenId = newId();
        const payload = { tokenId, name: body.name, lastFour: token.slice(-4) };
        const result = await context.execute<{ id: string }>('makeApiToken', payload, meta);
        const userId = actor.userId ?? actor.id;
        await context.keepSecret('api-token', token, {
          tokenId: result.answer.id,
          organizationId: actor.organizationId,
          userId,
          since: await lastRestore(ports.vault),
        } satisfies TokenSecret);
        return written(result, {
          status: 201,
          body: describe({ id: result.answer.id, name: body.name, createdAt: ports.clock() }, token),
        });
      },
    }),
    route({
      method: 'get',
      path: '/v3/api-token',
      tag: 'auth',
      summary: 'The own API tokens',
      access: 'session',
      allows: 'tokens.manage',
      responses: { 200: z.strictObject({ tokens: z.array(z.strictObject(described)) }) },
      handle: async ({ actor }) => {
        requireRight(actor, 'tokens.manage');
        const tokens = await ports.documents.find<ApiToken>(actor.organizationId, 'tokens', { userId: actor.id }, 500);
        return { body: { tokens: tokens.map((one) => describe(one, `…${one.lastFour}`)) } };
      },
    }),
    route({
      method: 'get',
      path: '/v3/api-token/unconfirmed',
      tag: 'auth',
      summary: 'The API tokens of everybody that the restore of a backup disabled',
      access: 'session',
      allows: 'tokens.confirm',
      responses: {
        200: z.strictObject({
          tokens: z.array(z.strictObject({ ...described, user: z.strictObject({ id: z.string(), name: z.string() }) })),
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
      access: 'session',
      allows: 'tokens.confirm',
      params: z.strictObject({ id }),
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
      method: 'delete',
      path: '/v3/api-token/{id}',
      tag: 'auth',
      summary: 'Delete an API token; it stops working within seconds',
      access: 'session',
      allows: 'tokens.manage',
      params: z.strictObject({ id }),
      responses: { 204: 'empty' },
      handle: async ({ params, meta }) =>
        written(await context.execute('deleteApiToken', { tokenId: params.id }, meta), { status: 204 }),
    }),
  ];
};
