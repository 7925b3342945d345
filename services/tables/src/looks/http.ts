import type { RecordReader } from '@tessera/document-store';
import type { Clock } from '@tessera/kernel';
import { route, type RouteSet } from '@tessera/web';
import { z } from 'zod';
import { refSchema, tableParams, timeSchema } from '../http.ts';
import type { Queries } from '../records/query.ts';
import { selection } from '../records/schemas.ts';
import { recordNotFound } from '../records/update.ts';
import { ofComments } from '../refusals.ts';
import type { LookedAt, Looks } from './looks.ts';

type Ports = {
  readonly records: RecordReader;
  readonly queries: Queries;
  readonly looks: Looks;
  readonly clock: Clock;
};

const lookedAt = {
  recordId: refSchema.optional(),
  viewId: refSchema.optional(),
  filter: selection.filter.meta({ description: 'Beside a view, the filter that stands in the place of its own' }),
};
const tag = 'The past';
const iso = (at: number): string => new Date(at).toISOString();

/** When somebody last looked at a record, a view, or what a filter leaves. */
export const lookRoutes = ({ records, queries, looks, clock }: Ports): RouteSet => {
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
        'Null where that is not known. `now` is the time of the answer: what changed between is told by `POST .../records/compare` and by the history of a record, and `now` marks it as seen.',
      tag,
      access: 'api',
      allows: 'records.read',
      whenViewing: true,
      params: tableParams,
      body: z.strictObject(lookedAt),
      refuses: ofComments,
      responses: { 200: z.strictObject({ at: timeSchema.nullable(), now: timeSchema }) },
      async handle({ actor, params: { table }, body }) {
        await requireSeen(actor, table, body);
        const at = await looks.of(actor, table, body);
        return { body: { at: at === undefined ? null : iso(at), now: iso(clock()) } };
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
  ];
};
