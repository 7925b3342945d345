import type { Actor } from '@tessera/kernel';
import { requireRight, userOf } from '@tessera/proto/rights';
import type { ServicePorts } from '@tessera/runtime';
import { route, type RouteSet } from '@tessera/web';
import { z } from 'zod';
import { conflict, refuses, rejection } from '../refusals.ts';

export const bucket = 'preference';
const largest = 32 * 1024;
const most = 500;

/** What the keys of one person's preferences begin with. */
export const prefixOf = (userId: string): string => `${userId}/`;
const keyOf = (actor: Actor, key: string): string => prefixOf(userOf(actor)) + key;

/** What one person prefers: theme, side bar, last views. Durable, theirs alone, not part of the history. */
export const preferenceRoutes = ({ state }: Pick<ServicePorts, 'state'>): RouteSet => {
  const all = async (actor: Actor): Promise<Record<string, unknown>> => {
    const prefix = keyOf(actor, '');
    const entries = await state.list<unknown>(actor.organizationId, bucket, prefix, most);
    return Object.fromEntries(entries.map(({ key, value }) => [key.slice(prefix.length), value]));
  };
  return [
    route({
      method: 'get',
      path: '/v3/preferences',
      tag: 'apps',
      summary: 'Your preferences',
      description: 'All of them, by key.',
      access: 'session',
      allows: 'preferences.own',
      responses: { 200: z.strictObject({ preferences: z.record(z.string(), z.unknown()) }) },
      handle: async ({ actor }) => {
        requireRight(actor, 'preferences.own');
        return { body: { preferences: await all(actor) } };
      },
    }),
    route({
      method: 'put',
      path: '/v3/preferences/{key}',
      tag: 'apps',
      summary: 'Set a preference; null deletes it',
      description: 'A preference is any JSON of up to 16 kB.',
      access: 'session',
      allows: 'preferences.own',
      bodyLimit: largest + 1024,
      params: z.strictObject({ key: z.string().regex(/^[A-Za-z0-9:_.-]{1,120}$/) }),
      body: z.strictObject({ value: z.json() }),
      refuses: refuses('preferences.too_large', 'preferences.too_many'),
      responses: { 204: 'empty' },
      handle: async ({ actor, params, body }) => {
        requireRight(actor, 'preferences.own');
        const key = keyOf(actor, params.key);
        if (body.value === null) {
          await state.delete(actor.organizationId, bucket, key);
          return { status: 204 };
        }
        if (Buffer.byteLength(JSON.stringify(body.value)) > largest)
          throw rejection('too_large', 'preferences.too_large', `A preference is at most ${largest} bytes.`, {
            limit: largest,
          });
        const known = await state.get(actor.organizationId, bucket, key);
        if (known === undefined && Object.keys(await all(actor)).length >= most)
          throw conflict('preferences.too_many', `At most ${most} preferences are kept.`, {
            limit: most,
          });
        await state.put(actor.organizationId, bucket, key, body.value);
        return { status: 204 };
      },
    }),
  ];
};
