import { createUndo, groupingBy, readActions, readHeaders, undoneIds } from '@tessera/event-store/actions';
import { requireRight } from '@tessera/proto/rights';
import { route, undoBodySchema, undoResultSchema, undoRoute, type RouteSet } from '@tessera/web';
import { z } from 'zod';
import type { Context } from '../context.ts';
import { rolesOf } from '../lists.ts';
import type { MemberDocument } from '../projection.ts';
import { id } from '../schemas.ts';
import { changesOf, isUndoable, undoId } from './told.ts';
import { invalid, notFound, refuses } from '../refusals.ts';

const pageSize = 50;
const grouped = groupingBy({});

const entrySchema = z.strictObject({
  id: z.string(),
  commitId: z.string(),
  operationId: z.string().optional(),
  time: z.string().meta({ format: 'date-time' }),
  actor: z.strictObject({ id: z.string(), kind: z.string(), name: z.string().optional() }),
  origin: z.string(),
  kind: z.string(),
  changes: z.array(z.strictObject({ name: z.enum(['seat', 'role', 'active']), before: z.string(), after: z.string() })),
  undoable: z.boolean(),
  undone: z.boolean(),
  undoes: z.string().optional().meta({ description: 'Of an undo: the commit or operation that it took back.' }),
});

export const undoRoutes = (context: Context): RouteSet => {
  const { store, documents } = context.ports;
  const { undo } = createUndo(store, {
    named: async (_actor, conflicts) => conflicts,
  });

  return [
    undoRoute({
      prefix: 'auth.',
      access: 'session',
      allows: 'users.manage',
      body: undoBodySchema,
      result: undoResultSchema,
      refuses: refuses('invitation.used', 'last_admin', 'role.not_found', 'role.not_grantable', 'user.not_found'),
      undo,
    }),
    route({
      method: 'get',
      path: '/v3/account/user/{id}/history',
      tag: 'auth',
      summary: 'What was changed of a person: seat, role, and whether they may come in, newest first',
      description:
        'Each entry has an id for `POST /v3/undo/{id}` while it can be undone. Pass `next` as `before` to read on.',
      access: 'session',
      allows: 'users.manage',
      params: z.strictObject({ id }),
      query: z.strictObject({ before: z.string().max(20).optional() }),
      refuses: refuses('user.not_found'),
      responses: { 200: z.strictObject({ entries: z.array(entrySchema), next: z.string().optional() }) },
      handle: async ({ actor, params, query }) => {
        requireRight(actor, 'users.manage');
        if (query.before !== undefined && !/^\d{1,15}$/.test(query.before))
          throw invalid('request.invalid', {
            issues: [{ path: 'query.before', message: 'expected the `next` of an earlier page' }],
          });
        const { organizationId } = actor;
        const member = await documents.get<MemberDocument>(organizationId, 'members', params.id);
        if (member === undefined) throw notFound('user.not_found');
        const root = `member:${params.id}`;
        const before = query.before === undefined ? undefined : Number(query.before);
        const { groups, headers, next } = await readActions(store, grouped, organizationId, { root }, pageSize, before);
        // Whether an action was undone stands in later commits: of an older page these are read as well.
        const newer =
          before === undefined
            ? []
            : (await readHeaders(store, grouped, organizationId, { root }, pageSize)).headers.filter(
                (header) => header.position >= before,
              );
        const undone = undoneIds(grouped([...newer, ...headers]));
        const roles = await rolesOf(documents, organizationId);
        const roleNames = new Map(roles.map(({ role }) => [role.id, role.name]));
        const entries = await Promise.all(
          groups.map(async (group) => {
            const by = group.actor.userId ?? group.actor.id;
            const name = (await documents.get<MemberDocument>(organizationId, 'members', by))?.name;
            return {
              id: undoId(group.id),
              commitId: group.commitId,
              ...(group.operationId !== undefined && { operationId: group.operationId }),
              time: new Date(group.time).toISOString(),
              actor: { id: by, kind: group.actor.kind, ...(name !== undefined && { name }) },
              origin: group.origin,
              kind: group.kind,
              changes: changesOf(await store.commit(organizationId, group.commitId), params.id, roleNames),
              undoable: isUndoable(group.kind) && !undone.has(group.id),
              undone: undone.has(group.id),
              ...(group.undoes !== undefined && { undoes: undoId(group.undoes) }),
            };
          }),
        );
        return { body: { entries, ...(next !== undefined && { next: String(next) }) } };
      },
    }),
  ];
};
