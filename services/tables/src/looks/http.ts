import type { RecordReader } from '@tessera/document-store';
import { isRejection, type Clock } from '@tessera/kernel';
import { requireRight } from '@tessera/proto/rights';
import { route, type RouteSet } from '@tessera/web';
import { z } from 'zod';
import { refSchema, tableParams, timeSchema } from '../http.ts';
import type { Queries } from '../records/query.ts';
import { selection } from '../records/schemas.ts';
import { recordNotFound } from '../records/update.ts';
import { ofComments, refuses } from '../refusals.ts';
import type { DigestPlaces, ToldPlaces } from './digest.ts';
import type { LookedAt, Looks } from './looks.ts';

type Ports = {
  readonly records: RecordReader;
  readonly queries: Queries;
  readonly looks: Looks;
  readonly clock: Clock;
  readonly places: DigestPlaces;
  readonly told: ToldPlaces;
};

const lookedAt = {
  recordId: refSchema.optional(),
  viewId: refSchema.optional(),
  filter: selection.filter.meta({ description: 'Beside a view, the filter that stands in the place of its own' }),
};
const tag = 'The past';
const iso = (at: number): string => new Date(at).toISOString();

/** When somebody last looked at a record, a view, or what a filter leaves. */
export const lookRoutes = ({ records, queries, looks, clock, places, told }: Ports): RouteSet => {
  const requireSeen = async (
    actor: Parameters<Looks['of']>[0],
    table: string,
    { recordId }: LookedAt,
  ): Promise<void> => {
    const { grant } = await queries.open(actor, 'records.read', table);
    if (recordId === undefined) return;
    if ((await records.one(actor.organizationId, table, recordId, [], grant.rowPredicate)) === undefined)
      throw recordNotFound([recordId]);
  };
  return [
    route({
      method: 'post',
      path: '/v3/tables/{table}/last-look',
      summary: 'When you last looked at a record, a view, or what a filter leaves',
      description:
        'Null where that is not known; `inDigest` says whether your digest tells what changed there. `now` is the time of the answer: what changed between is told by `POST .../records/compare` and by the history of a record, and `now` marks it as seen.',
      tag,
      access: 'api',
      allows: 'records.read',
      whenViewing: true,
      params: tableParams,
      body: z.strictObject(lookedAt),
      refuses: ofComments,
      responses: { 200: z.strictObject({ at: timeSchema.nullable(), now: timeSchema, inDigest: z.boolean() }) },
      async handle({ actor, params: { table }, body }) {
        await requireSeen(actor, table, body);
        const at = await looks.of(actor, table, body);
        const inDigest = await places.has(actor, table, body);
        return { body: { at: at === undefined ? null : iso(at), now: iso(clock()), inDigest } };
      },
    }),
    route({
      method: 'put',
      path: '/v3/tables/{table}/last-look',
      summary: 'Say when you last looked at a record, a view, or what a filter leaves',
      description:
        'Kept for you alone, for a year, of at most 200 places of a table. Null forgets it. Nobody has looked later than now.',
      tag,
      access: 'api',
      allows: 'records.read',
      params: tableParams,
      body: z.strictObject({ ...lookedAt, at: z.iso.datetime().nullable() }),
      refuses: ofComments,
      responses: { 200: z.strictObject({ at: timeSchema.nullable() }) },
      async handle({ actor, params: { table }, body: { at, ...what } }) {
        await requireSeen(actor, table, what);
        const seen = at === null ? null : Math.min(Date.parse(at), clock());
        await looks.mark(actor, table, what, seen);
        return { body: { at: seen === null ? null : iso(seen) } };
      },
    }),
    route({
      method: 'put',
      path: '/v3/tables/{table}/digest',
      summary: 'Say whether your digest tells what changed of a record, a view, or what a filter leaves',
      description:
        'Kept for you alone, of at most 20 places. The digest tells what changed since it came last, or since you last looked where that is later, by the rights that you have when it is sent. Whether and when it comes are settings of your notifications.',
      tag,
      access: 'api',
      allows: 'records.read',
      params: tableParams,
      body: z.strictObject({ ...lookedAt, inDigest: z.boolean() }),
      refuses: [...ofComments, ...refuses('looks.too_many_in_digest')],
      responses: { 200: z.strictObject({ inDigest: z.boolean() }) },
      async handle({ actor, params: { table }, body: { inDigest, ...what } }) {
        if (inDigest) {
          await requireSeen(actor, table, what);
          await places.put(actor, table, what);
        } else {
          // Also of what one can no longer see.
          requireRight(actor, 'tables.list');
          await places.remove(actor, table, what);
        }
        return { body: { inDigest } };
      },
    }),
    route({
      method: 'get',
      path: '/v3/digest-places',
      summary: 'Of which records, views and filters your digest tells what changed',
      description: 'Those that you may no longer see, or that are gone, have no names.',
      tag,
      access: 'api',
      allows: 'tables.list',
      responses: {
        200: z.strictObject({
          places: z.array(
            z.strictObject({
              tableId: z.string(),
              recordId: z.string().nullable(),
              viewId: z.string().nullable(),
              filter: z.unknown().meta({ description: 'Null where there is none' }),
              tableLabel: z.string().nullable(),
              viewLabel: z.string().nullable(),
              recordLabel: z.string().nullable(),
            }),
          ),
        }),
      },
      async handle({ actor }) {
        requireRight(actor, 'tables.list');
        const listed = [];
        for (const place of await places.of(actor)) {
          const { tableId, recordId = null, viewId = null, filter = null } = place;
          const none = { tableLabel: null, viewLabel: null, recordLabel: null };
          const names = await told.named(actor, place).then(
            ({ tableLabel, viewLabel, recordLabel }) => ({
              tableLabel,
              viewLabel: viewLabel === '' ? null : viewLabel,
              recordLabel: recordLabel === '' ? null : recordLabel,
            }),
            (error: unknown) => {
              if (isRejection(error) && error.kind !== 'unavailable') return none;
              throw error;
            },
          );
          listed.push({ tableId, recordId, viewId, filter, ...names });
        }
        return { body: { places: listed } };
      },
    }),
  ];
};
