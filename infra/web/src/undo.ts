import { refusalsIn, undoRefusals, type CommandMeta, type Refusal } from '@tessera/kernel';
import { z } from 'zod';
import { route, type Route, type RouteAccess } from './route.ts';

/** A conflict as the route tells it; a service adds what its own have beside. */
export const undoConflictSchema = z.strictObject({
  recordId: z.string().optional(),
  recordLabel: z.string().optional(),
  fieldId: z.string(),
  fieldName: z.string(),
  current: z.unknown(),
  undoTo: z.unknown(),
  changedBy: z.string().optional(),
  blocked: z.string().optional(),
});

/** What an undo did, or would do; a service adds what its own have beside. */
export const undoResultSchema = z.strictObject({
  commitId: z.string().optional(),
  operationId: z.string().optional(),
  kind: z.string(),
  records: z.number(),
  fields: z.number(),
  commits: z.number(),
  conflicts: z.array(undoConflictSchema),
  skipped: z.number(),
  recordIds: z.array(z.string()),
  notUndoable: z.string().optional(),
});

export const undoBodySchema = z.strictObject({
  preview: z.boolean().optional(),
  conflicts: z.enum(['skip', 'overwrite']).optional(),
});

type Done = {
  readonly commitId?: string | undefined;
  readonly operationId?: string | undefined;
  readonly state?: string | undefined;
};

/**
 * `POST /v3/undo/{id}` of one service. The commits of a service bear its name at the beginning of their ids, by which
 * the route is found in one process and behind the gateway; the service without a `prefix` has the operations as well.
 * `undo` checks the right to what it takes back.
 */
export const undoRoute = <B extends typeof undoBodySchema, R extends z.ZodType>(options: {
  readonly prefix?: string;
  readonly access: RouteAccess;
  readonly allows: string;
  readonly body: B;
  readonly result: R;
  /** What its inverses refuse beside what every undo does. */
  readonly refuses: readonly Refusal[];
  undo(id: string, request: z.output<B>, meta: CommandMeta): Promise<Done>;
}): Route =>
  route({
    method: 'post',
    path: '/v3/undo/{id}',
    ...(options.prefix !== undefined && { prefix: options.prefix }),
    summary: 'Undo a commit or an operation, or preview it; the undo of an undo is a redo',
    description:
      '`id` is a commit (header `tessera-commit`) or an operation; an operation of people and invitations has `auth.` before its id. Values that were changed since are conflicts: ask with `preview`, then choose `skip` or `overwrite`.',
    tag: 'Undo',
    access: options.access,
    allows: options.allows,
    params: z.strictObject({ id: z.string().min(1).max(100) }),
    body: options.body,
    refuses: [...refusalsIn(undoRefusals), ...options.refuses],
    responses: { 200: options.result, 202: options.result },
    async handle({ params, body, meta }) {
      const result = await options.undo(params.id, body, meta);
      const { commitId, operationId } = result;
      return {
        status: result.state === 'running' ? 202 : 200,
        body: result,
        headers: {
          ...(commitId !== undefined && { 'tessera-commit': commitId }),
          ...(operationId !== undefined && { 'tessera-operation': operationId }),
        },
      };
    },
  });
