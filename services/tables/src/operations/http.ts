import { createdPosition, newId, type Actor } from '@tessera/kernel';
import type { RecordReader } from '@tessera/document-store';
import type { ServiceLog } from '@tessera/event-store';
import { route, type RouteSet } from '@tessera/web';
import { z } from 'zod';
import { can, everyRow, userOf } from '@tessera/proto/rights';
import { setAside } from '@tessera/shared-state/operations';
import type { Directory } from '@tessera/runtime/directory';
import { fieldKeyQuery, refSchema, tableParams, writeHeaders } from '../http.ts';
import { visibleField } from '../records/filter.ts';
import { mentionedIn, sendNamed } from '../records/people.ts';
import type { Queries } from '../records/query.ts';
import { bulkBody } from '../records/schemas.ts';
import { meantOf, type BulkPlan } from './plans.ts';
import type { Runner } from './runner.ts';
import { failureOf, type OperationState } from './state.ts';
import { invalid, notFound, ofFilter, ofTable, ofValues, refuses } from '../refusals.ts';

const tag = 'Operations';
const params = z.strictObject({ id: refSchema });
const operationSchema = z.strictObject({
  id: z.string(),
  kind: z.string(),
  tableId: z.string(),
  state: z.enum(['running', 'done', 'failed', 'cancelled']),
  done: z.number(),
  skipped: z.number(),
  total: z.number(),
  error: z.strictObject({ code: z.string(), message: z.string() }).optional(),
});

/** What an error quotes (values, records) is for who began the operation; others learn that it failed and why. */
const wire = (operation: OperationState, actor: Actor, waits = false) => {
  const { id, kind, tableId, state, done, skipped, total, errorCode, error } = operation;
  const message = operation.startedBy === (actor.userId ?? actor.id) ? error : failureOf(operation);
  return {
    id,
    kind,
    tableId,
    state,
    done,
    skipped,
    total,
    ...(errorCode !== '' && { error: { code: errorCode, message } }),
    ...(waits && { error: setAside }),
  };
};

export const operationRoutes = (
  runner: Runner,
  queries: Queries,
  records: RecordReader,
  directory: Directory,
  store: ServiceLog,
): RouteSet => {
  /** Only those who may see its table hear of an operation. */
  const find = async (actor: Actor, id: string): Promise<OperationState> => {
    const operation = await runner.get(actor.organizationId, id);
    if (operation === undefined) throw notFound('operations.not_found');
    const { allow, rowPredicate } = can(actor, 'tables.view', operation.tableId);
    // What an operation of somebody else counts may be of records that are hidden.
    if (!allow || (rowPredicate !== everyRow && operation.startedBy !== userOf(actor)))
      throw notFound('operations.not_found');
    return operation;
  };

  return [
    route({
      method: 'post',
      path: '/v3/tables/{table}/records/bulk',
      summary: 'Change, delete or restore every record that matches',
      description:
        'Answers 202 with an operation. Select by `filter` and `search`, or by `ids`; `except` leaves some out. One undo takes back the whole.',
      tag,
      access: 'api',
      allows: 'records.update',
      params: tableParams,
      query: fieldKeyQuery,
      body: bulkBody,
      bodyLimit: 4_194_304,
      refuses: [
        ...ofFilter,
        ...ofValues,
        ...refuses(
          'bulk.mode_refused',
          'bulk.no_fields',
          'bulk.value_unfit',
          'operations.rows_grew',
          'records.update_forbidden',
          'records.delete_forbidden',
          'records.create_forbidden',
        ),
      ],
      responses: { 202: z.strictObject({ operationId: z.string(), total: z.number() }) },
      async handle({ actor, params: { table }, query: { fieldKey }, body, meta, signal }) {
        const { action, filter, search, ids, except = [], fields = {}, mode = 'set' } = body;
        if (action === 'update' && Object.keys(fields).length === 0) throw invalid('bulk.no_fields');
        const deleted = action === 'restore';
        const { schema, grant, query } = await queries.authorizedQuery(
          actor,
          table,
          { filter, search, deleted },
          { fieldKey },
          action === 'update' ? 'records.update' : 'records.delete',
        );
        const position = await store.position(actor.organizationId);
        // Records made after the start are not meant, and an endless stream of them must not keep it going.
        const where = {
          op: 'and',
          items: [
            query.where,
            { op: 'le', left: { kind: 'field', column: createdPosition, storage: 'instant' }, value: position },
          ],
        } as const;
        const meant = ids && meantOf(ids, except);
        const total =
          meant !== undefined
            ? meant.length
            : Math.max(
                (await records.count(
                  actor.organizationId,
                  {
                    table,
                    where,
                    allow: query.allow,
                    sort: [],
                    ...(query.search && { search: query.search }),
                    ...(deleted && { deleted }),
                  },
                  { signal, asker: actor.id },
                )) - new Set(except).size,
                0,
              );
        const values = Object.fromEntries(
          Object.entries(fields).map(([name, value]) => [visibleField(schema, grant, name).id, value]),
        );
        const plan: BulkPlan = {
          action,
          mode,
          fields: values,
          selection: {
            where,
            search: query.search,
            deleted,
            except,
            ...(meant !== undefined && { ids: meant }),
          },
        };
        const operationId = newId();
        const { operation, commitId } = await sendNamed(
          { directory, actor },
          mentionedIn(schema, { fields: values }),
          (people) => runner.start({ operationId, kind: 'bulk', tableId: table, plan, total, people }, meta),
        );
        return {
          status: 202,
          body: { operationId: operation.id, total: operation.total },
          headers: writeHeaders({ commitId }, operation.id),
        };
      },
    }),
    route({
      method: 'get',
      path: '/v3/operations/{id}',
      summary: 'How far an operation is',
      description: 'Bulk changes, conversions, undos and imports into records are operations.',
      tag,
      access: 'api',
      allows: 'tables.view',
      params,
      refuses: refuses('operations.not_found'),
      responses: { 200: operationSchema },
      async handle({ actor, params: { id } }) {
        const operation = await find(actor, id);
        return { body: wire(operation, actor, operation.state === 'running' && (await runner.waits(id))) };
      },
    }),
    route({
      method: 'post',
      path: '/v3/operations/{id}/cancel',
      summary: 'Stop an operation after the chunk under way; what it did stays and can be undone',
      description: 'Ends it early with the state `cancelled`.',
      tag,
      access: 'api',
      allows: 'records.update',
      params,
      refuses: [
        ...ofTable,
        ...refuses(
          'fields.manage_forbidden',
          'operations.ended',
          'operations.not_found',
          'records.delete_forbidden',
          'records.update_forbidden',
        ),
      ],
      responses: { 200: operationSchema },
      async handle({ actor, params: { id }, meta }) {
        const operation = await find(actor, id);
        return {
          body: wire(await runner.end(operation, { actor, origin: meta.origin }, { state: 'cancelled' }), actor),
        };
      },
    }),
  ];
};
