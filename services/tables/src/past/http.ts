import type { ServiceLog } from '@tessera/event-store';
import { localDay, newId, type Clock } from '@tessera/kernel';
import type { Directory } from '@tessera/runtime/directory';
import { route, type RouteSet } from '@tessera/web';
import { z } from 'zod';
import { tableStream } from '../events.ts';
import { formatQuery, refSchema, tableParams, timeSchema, writeHeaders } from '../http.ts';
import type { Runner } from '../operations/runner.ts';
import { asOf, recordSchema, selection } from '../records/schemas.ts';
import type { Queries } from '../records/query.ts';
import { invalid, ofFilter, ofMoment, ofTable, refuses } from '../refusals.ts';
import type { Comparison } from './compare.ts';
import { changesRecords } from './fold.ts';
import type { RewindPlan } from './rewind.ts';

const tag = 'The past';
const moment = asOf.unwrap();
/** Headers that are read for the days of one answer. */
const mostHeaders = 50_000;
const headersAtOnce = 500;
const daysAtOnce = 62;
const dayMs = 86_400_000;
const dateOf = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10);

export type PastHttpPorts = {
  readonly comparison: Comparison;
  readonly rewindPlan: RewindPlan;
  readonly runner: Runner;
  readonly store: ServiceLog;
  readonly queries: Queries;
  readonly directory: Directory;
  readonly clock: Clock;
};

/** What was other at a moment, on which days something changed, and the way back. */
export const pastRoutes = ({
  comparison,
  rewindPlan,
  runner,
  store,
  queries,
  directory,
  clock,
}: PastHttpPorts): RouteSet => [
  route({
    method: 'post',
    path: '/v3/tables/{table}/records/compare',
    summary: 'What differs between a moment and now',
    description:
      'Each record that is other now than it was: `changed` with the fields that differ, `removed` since, or `added` since. Those that changed or were removed come first, then those that were added. `filter` and `search` hold of what was then, of added records of what is now. The rights of today hold.',
    tag,
    access: 'api',
    allows: 'records.read',
    whenViewing: true,
    params: tableParams,
    query: formatQuery,
    body: z.strictObject({
      asOf: moment,
      ...selection,
      entered: z.boolean().optional().meta({
        description: 'Of a filter: records that it left out then and has now count as added.',
      }),
      limit: z.number().int().min(1).max(500).optional(),
      after: z.string().max(20).optional(),
    }),
    refuses: [...ofFilter, ...ofMoment, ...refuses('query.invalid_cursor')],
    responses: {
      200: z.strictObject({
        counts: z.strictObject({ changed: z.number(), removed: z.number(), added: z.number() }),
        differences: z.array(
          z.strictObject({
            id: z.string(),
            mark: z.enum(['changed', 'removed', 'added']),
            fields: z.array(z.string()).meta({ description: 'Of a changed record: the fields that differ' }),
            was: recordSchema.nullable(),
            now: recordSchema.nullable(),
          }),
        ),
        next: z.string().optional().meta({ description: 'There is more: pass it as `after`.' }),
      }),
    },
    handle: async ({ actor, params, query: format, body: { asOf: at, ...request }, signal }) => ({
      json: await comparison.page({ actor, signal }, params.table, at, request, format),
    }),
  }),
  route({
    method: 'get',
    path: '/v3/tables/{table}/days',
    summary: 'On which days records of a table changed, the newest first',
    description:
      'Days of the organization’s time zone with the number of changes that were saved on each. A day without a change is left out. `before` goes on from a day.',
    tag,
    access: 'api',
    allows: 'records.read',
    params: tableParams,
    query: z.strictObject({ before: z.iso.date().optional() }),
    refuses: ofTable,
    responses: {
      200: z.strictObject({
        days: z.array(z.strictObject({ day: z.string(), changes: z.number(), last: timeSchema })),
        next: z.string().optional().meta({ description: 'There are earlier days: pass it as `before`.' }),
      }),
    },
    handle: async ({ actor, params, query }) => {
      await queries.open(actor, 'records.read', params.table);
      const { timezone } = await directory.facts(actor);
      const end = query.before === undefined ? undefined : Date.parse(query.before) / dayMs;
      const days = new Map<number, { changes: number; last: number }>();
      let read = 0;
      let cut: number | undefined;
      for (let before: number | undefined; cut === undefined;) {
        const headers = await store.headers(actor.organizationId, {
          root: tableStream(params.table),
          limit: headersAtOnce,
          ...(before !== undefined && { before }),
        });
        for (const { time, events } of headers) {
          const day = localDay(time, timezone);
          if (end !== undefined && day >= end) continue;
          if (!events.some(({ type }) => type === 'recordsCreated' || changesRecords(type))) continue;
          const known = days.get(day) ?? { changes: 0, last: time };
          if (days.size >= daysAtOnce && !days.has(day)) {
            cut = day + 1;
            break;
          }
          known.changes++;
          days.set(day, known);
        }
        read += headers.length;
        const oldest = headers.at(-1);
        if (oldest === undefined || headers.length < headersAtOnce) break;
        if (read >= mostHeaders && cut === undefined) cut = localDay(oldest.time, timezone) + 1;
        before = oldest.position;
      }
      // A day of which only a part was read comes with the next answer.
      const whole = [...days].filter(([day]) => cut === undefined || day >= cut);
      return {
        body: {
          days: whole.map(([day, { changes, last }]) => ({
            day: dateOf(day),
            changes,
            last: new Date(last).toISOString(),
          })),
          ...(cut !== undefined && { next: dateOf(cut) }),
        },
      };
    },
  }),
  route({
    method: 'post',
    path: '/v3/tables/{table}/restore-to',
    summary: 'Take records, a field or the whole table back to a moment',
    description:
      'Answers 202 with an operation. `recordIds`: these records, `fieldId`: the values of one field, neither: the whole table. Records that were removed leave the trash, values go back, and of the whole table what was not there goes into the trash. Values of computed and linked fields follow from others and stay. One undo takes back the whole.',
    tag,
    access: 'api',
    allows: 'records.update',
    params: tableParams,
    body: z.strictObject({
      asOf: moment,
      recordIds: z.array(refSchema).min(1).max(10_000).optional(),
      fieldId: refSchema.optional(),
    }),
    bodyLimit: 524_288,
    refuses: [
      ...ofFilter,
      ...ofMoment,
      ...refuses(
        'asof.nothing_differs',
        'records.update_forbidden',
        'records.delete_forbidden',
        'operations.rows_grew',
      ),
    ],
    responses: { 202: z.strictObject({ operationId: z.string(), total: z.number() }) },
    handle: async ({ actor, params: { table }, body, meta, signal }) => {
      await queries.open(actor, 'records.update', table);
      // A moment to come would be another one at each step of the way back.
      const time = Date.parse(body.asOf);
      const at = time > clock() ? new Date(clock()).toISOString() : body.asOf;
      const plan = await rewindPlan({ actor, signal }, table, { ...body, asOf: at });
      const total = plan.selection.ids?.length ?? 0;
      if (total === 0) throw invalid('asof.nothing_differs');
      const operationId = newId();
      const { operation, commitId } = await runner.start(
        { operationId, kind: 'bulk', tableId: table, plan, total },
        meta,
      );
      return {
        status: 202,
        body: { operationId: operation.id, total: operation.total },
        headers: writeHeaders({ commitId }, operation.id),
      };
    },
  }),
];
