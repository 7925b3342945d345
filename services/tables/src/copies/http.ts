import type { RecordReader } from '@tessera/document-store';
import { newId } from '@tessera/kernel';
import { route, type RouteSet } from '@tessera/web';
import { z } from 'zod';
import { tableSchema } from '../definitions/schemas.ts';
import { tableWire } from '../definitions/wire.ts';
import { definitionEtag, definitionVersion, ifMatchOf, tableParams, writeHeaders } from '../http.ts';
import type { Runner } from '../operations/runner.ts';
import { endedEarly } from '../operations/state.ts';
import { afterAMoment } from '../operations/wait.ts';
import type { Queries } from '../records/query.ts';
import { ofField, ofOperation, refuses } from '../refusals.ts';
import type { TablesStore } from '../store.ts';

type Ports = {
  readonly store: TablesStore;
  readonly queries: Queries;
  readonly records: RecordReader;
  readonly runner: Runner;
};

const copied = z.strictObject({
  table: tableSchema,
  running: z.boolean().meta({ description: 'Whether records are still being copied.' }),
  operationId: z.string().meta({ description: 'Of the copying: an undo of it takes back the table with its records.' }),
});

/** A table like another one. */
export const copyRoutes = ({ store, queries, records, runner }: Ports): RouteSet => [
  route({
    method: 'post',
    path: '/v3/tables/{table}/duplicate',
    etag: definitionVersion,
    summary: 'Make a table like this one, with or without its records: one undo',
    description:
      'Fields, views for everyone and, if asked for, the records that you may see. Comments, history and automations stay behind; numbers of records begin anew. What you may not see is left out. Records of a large table are copied by an operation: then the answer is 202.',
    tag: 'Tables',
    access: 'api',
    allows: 'tables.create',
    cost: 10,
    params: tableParams,
    body: z.strictObject({
      label: z.string().max(1000).optional().meta({ description: 'Without it: the label with "(copy)" behind it.' }),
      records: z.boolean().default(false).meta({ description: 'Whether the records are copied as well.' }),
    }),
    refuses: [
      ...ofField,
      ...ofOperation,
      ...refuses(
        'tables.create_forbidden',
        'tables.exists',
        'tables.id_invalid',
        'tables.name_required',
        'tables.name_too_long',
        'fields.converting',
        'fields.converted',
        'records.create_forbidden',
      ),
    ],
    responses: { 201: copied, 202: copied },
    async handle({ actor, params: { table: from }, body, meta, headers }) {
      const grouped = { ...meta, operationId: meta.operationId ?? newId() };
      const made = await store.execute(
        {
          type: 'tables.duplicate',
          payload: { tableId: from, copyId: newId(), label: body.label, ifMatch: ifMatchOf(headers) },
        },
        grouped,
      );
      const tableId = made.answer.id!;
      let operationId = grouped.operationId;
      let status = 201;
      if (body.records) {
        const { grant } = await queries.open(actor, 'records.read', from);
        const total = await records.count(actor.organizationId, {
          table: from,
          where: { op: 'and', items: [] },
          allow: grant.rowPredicate,
          sort: [],
        });
        const { operation, finished } = await runner.start(
          { operationId: grouped.operationId, kind: 'copy', tableId, plan: { from }, total },
          {
            ...grouped,
            ...(meta.idempotencyKey !== undefined && { idempotencyKey: `${meta.idempotencyKey}:records` }),
          },
        );
        const now = await afterAMoment(finished, operation);
        if (now.state === 'failed') throw endedEarly(now);
        if (now.state === 'running') status = 202;
        operationId = now.id;
      }
      queries.forget(actor.organizationId);
      const { table, grant } = await queries.open(actor, 'tables.view', tableId);
      const shown = tableWire(table, actor, await queries.views(actor, table), grant);
      return {
        status,
        body: { table: shown, operationId, running: status === 202 },
        headers: { ...writeHeaders(made, operationId), etag: definitionEtag(table.version, shown) },
      };
    },
  }),
];
