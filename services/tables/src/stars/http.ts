import type { RecordReader } from '@tessera/document-store';
import { userOf } from '@tessera/proto/rights';
import type { ServicePorts } from '@tessera/runtime';
import { route, type RouteSet } from '@tessera/web';
import { z } from 'zod';
import { refSchema } from '../http.ts';
import type { Queries } from '../records/query.ts';
import { recordNotFound } from '../records/update.ts';
import { ofComments, refuses } from '../refusals.ts';
import type { Stars } from './stars.ts';

type Ports = Pick<ServicePorts, 'live'> & {
  readonly records: RecordReader;
  readonly queries: Queries;
  readonly stars: Stars;
};

/** Stars: what a person marks for themselves, beside the records. */
export const starRoutes = ({ records, queries, stars, live }: Ports): RouteSet => [
  route({
    method: 'put',
    path: '/v3/tables/{table}/records/{record}/star',
    summary: 'Star a record, or take the star away',
    description:
      'Kept for you alone: it changes nothing of the record and is no part of its history. A field of the type `starred` shows it, and filters by it read your own stars. At most 1,000 records of a table.',
    tag: 'Records',
    access: 'api',
    allows: 'records.read',
    params: z.strictObject({ table: refSchema, record: refSchema }),
    body: z.strictObject({ starred: z.boolean() }),
    refuses: [...ofComments, ...refuses('records.too_many_starred')],
    responses: { 204: 'empty' },
    async handle({ actor, params: { table, record }, body: { starred } }) {
      const { grant } = await queries.open(actor, 'records.read', table);
      if ((await records.one(actor.organizationId, table, record, [], grant.rowPredicate)) === undefined)
        throw recordNotFound([record]);
      await stars.set(actor, table, record, starred);
      live.send(actor.organizationId, userOf(actor), 'record_starred', { tableId: table, recordId: record });
      return { status: 204 };
    },
  }),
];
