import { isId, type Actor } from '@tessera/kernel';
import { TablesServiceDefinition, type TableSummary } from '@tessera/proto/tables/v1/service';
import type { RpcDefinition } from '@tessera/rpc';
import { requireRight, userOf } from '@tessera/proto/rights';
import type { ServicePorts } from '@tessera/runtime';
import { route, type RouteSet } from '@tessera/web';
import { z } from 'zod';
import { notFound, refuses } from '../refusals.ts';

export const bucket = 'recent';
const most = 20;
type Recent = { readonly type: 'table'; readonly id: string; readonly openedAt: number };

const table = { id: z.string(), label: z.string(), icon: z.string(), color: z.string() } as const;

/**
 * The home page: what the person opened last and the tables that they may see. Which those are is the tables service's
 * answer, asked as the person.
 */
export const homeRoutes = ({ state, rpc, clock }: Pick<ServicePorts, 'state' | 'rpc' | 'clock'>): RouteSet => {
  const tables = rpc.client(TablesServiceDefinition as typeof TablesServiceDefinition & RpcDefinition);
  const visible = async (actor: Actor): Promise<readonly TableSummary[]> =>
    (await tables.listTables({}, { actor })).tables;
  const recents = async (actor: Actor): Promise<readonly Recent[]> =>
    (await state.get<readonly Recent[]>(actor.organizationId, bucket, userOf(actor))) ?? [];
  const describe = (one: TableSummary) => ({ id: one.id, label: one.label, icon: one.icon, color: one.color });

  return [
    route({
      method: 'get',
      path: '/v3/home',
      tag: 'apps',
      summary: 'What was opened last, and the tables',
      description: 'What the home page shows for the caller.',
      access: 'session',
      allows: 'home.read',
      responses: {
        200: z.strictObject({
          recent: z.array(z.strictObject({ type: z.literal('table'), ...table, openedAt: z.string() })),
          tables: z.array(
            z.strictObject({ ...table, createdAt: z.string(), updatedAt: z.string(), access: z.string() }),
          ),
        }),
      },
      handle: async ({ actor }) => {
        requireRight(actor, 'home.read');
        const [all, opened] = await Promise.all([visible(actor), recents(actor)]);
        const known = new Map(all.map((one) => [one.id, one]));
        return {
          body: {
            recent: opened.flatMap((one) => {
              const found = known.get(one.id);
              return found === undefined
                ? []
                : [{ type: one.type, ...describe(found), openedAt: new Date(one.openedAt).toISOString() }];
            }),
            tables: all.map((one) => ({
              ...describe(one),
              createdAt: new Date(one.createdAt).toISOString(),
              updatedAt: new Date(one.updatedAt).toISOString(),
              access: one.access,
            })),
          },
        };
      },
    }),
    route({
      method: 'post',
      path: '/v3/recents',
      tag: 'apps',
      summary: 'Remember that something was opened',
      description: 'Moves a table to the top of the recent list.',
      access: 'session',
      allows: 'home.read',
      body: z.strictObject({ type: z.literal('table'), id: z.string().refine(isId, 'not an id') }),
      refuses: refuses('object_not_found'),
      responses: { 204: 'empty' },
      handle: async ({ actor, body }) => {
        requireRight(actor, 'home.read');
        if (!(await visible(actor)).some((one) => one.id === body.id))
          throw notFound('object_not_found', 'There is no such table.');
        // Two tabs that open something at once both count.
        for (let tries = 0; tries < 5; tries++) {
          const before = await state.getWithEtag<readonly Recent[]>(actor.organizationId, bucket, userOf(actor));
          const next: Recent[] = [
            { type: body.type, id: body.id, openedAt: clock() },
            ...(before?.value ?? []).filter((one) => one.id !== body.id),
          ].slice(0, most);
          if (await state.compareAndPut(actor.organizationId, bucket, userOf(actor), before?.etag, next)) break;
        }
        return { status: 204 };
      },
    }),
  ];
};
