import type { RecordReader } from '@tessera/document-store';
import type { ServiceStore } from '@tessera/event-store';
import { invalid, isId, isRejection, type Actor, type CommandMeta, type ExecuteResult } from '@tessera/kernel';
import { route, type RouteAnswer, type RouteSet } from '@tessera/web';
import { z } from 'zod';
import type { Directory } from '../directory.ts';
import {
  formatQuery,
  groupedMeta,
  ifMatchOf,
  numbersQuery,
  positionHeader,
  refSchema,
  tableParams,
  writeHeaders,
} from '../http.ts';
import { schemaOf } from '../definitions/schema.ts';
import { withBases } from './bases.ts';
import type { SentUsers } from './context.ts';
import { aggregateValue, resolveAggregates, selectAll, type Queries } from './query.ts';
import {
  aggregateAnswer,
  aggregateBody,
  countBody,
  createAnswer,
  createBody,
  idsBody,
  listQuery,
  pageAnswer,
  placeBody,
  queryBody,
  recordSchema,
  recordsAnswer,
  updateBody,
  updateOneBody,
} from './schemas.ts';
import type { TrashAnswer } from './trash.ts';
import { recordNotFound } from './update.ts';
import { decimalsAsText, type Format } from './wire.ts';
import { answerBytes } from './answer.ts';

const tag = 'Records';
const recordParams = z.strictObject({ table: refSchema, record: refSchema });
const bulkLimit = 4_194_304;

const etagOf = (json: string): string => `"${/"version":(\d+)/.exec(json)![1]!}"`;

const json = (
  result: ExecuteResult<string>,
  meta: CommandMeta,
  status = 200,
  headers?: Readonly<Record<string, string>>,
): RouteAnswer => ({ status, json: result.answer, headers: writeHeaders(result, meta.operationId, headers) });

/** Records of a list that are read at the same time: at most a few MB each. */
const idsAtOnce = 8;

/** Where a list of ids is read on: the `next` of an earlier answer to it. */
const placeOf = (after: string | undefined, ids: readonly string[]): number => {
  const place = Number(after ?? '0');
  if (!Number.isInteger(place) || place < 0 || place > ids.length)
    throw invalid('query.invalid_cursor', 'The cursor does not belong to this query');
  return place;
};

export type RecordPorts = {
  readonly store: ServiceStore;
  readonly records: RecordReader;
  readonly queries: Queries;
  readonly directory: Directory;
};

export const recordRoutes = ({ store, records, queries, directory }: RecordPorts): RouteSet => {
  /**
   * Users go along where the table is known to have a user field, or the writer asked for them; the check that they
   * exist is the field type's.
   */
  const usersFor = async (actor: Actor, tableId: string, asked: boolean): Promise<SentUsers> => {
    // Who was asked looks at the table anew, and knows it the next time.
    const table = asked
      ? await queries.definition(actor.organizationId, tableId)
      : queries.remembered(actor.organizationId, tableId);
    const sent = asked || (table !== undefined && schemaOf(table).hasUsers);
    return sent ? { users: (await directory.facts(actor)).users } : { usersOnDemand: true };
  };

  const write = async (
    type: 'records.create' | 'records.update',
    tableId: string,
    format: Format,
    text: string,
    meta: CommandMeta,
    more: object = {},
  ): Promise<ExecuteResult<string>> => {
    const send = async (asked: boolean): Promise<ExecuteResult<string>> => {
      const head = JSON.stringify({
        tableId,
        key: format.fieldKey ?? 'id',
        numbers: format.numbers,
        texts: format.texts,
        ...(await usersFor(meta.actor, tableId, asked)),
        ...more,
      });
      // The text was parsed at the edge, so it is JSON and nothing else: it goes to the writer as it came.
      return store.execute<string>(
        { type, payload: `${head.slice(0, -1)},"body":${text === '' ? '{}' : text}}` },
        meta,
      );
    };
    try {
      return await send(false);
    } catch (error) {
      if (!isRejection(error) || error.code !== 'records.users_needed') throw error;
      return send(true);
    }
  };

  const update = async (
    tableId: string,
    format: Format,
    text: string,
    meta: CommandMeta,
    more: object,
  ): Promise<ExecuteResult<string>> => {
    try {
      return await write('records.update', tableId, format, text, meta, more);
    } catch (error) {
      throw await withBases(store, meta.actor.organizationId, tableId, error, decimalsAsText(format));
    }
  };

  /** Records of a list until the answer's bound is passed; then `next` is the place in the list where it goes on. */
  const byIds = async (
    actor: Actor,
    tableId: string,
    ids: readonly string[],
    after: string | undefined,
    format: Format,
  ): Promise<string> => {
    const { schema, grant } = await queries.open(actor, 'records.read', tableId);
    const select = selectAll(schema, grant, format);
    const found: string[] = [];
    let bytes = 0;
    let at = placeOf(after, ids);
    while (at < ids.length && bytes <= answerBytes) {
      const some = ids.slice(at, at + idsAtOnce);
      const read = await Promise.all(
        some.map((id) => records.one(actor.organizationId, tableId, id, select, grant.rowPredicate)),
      );
      for (const record of read) {
        at += 1;
        if (record === undefined) continue;
        found.push(record);
        if ((bytes += Buffer.byteLength(record)) > answerBytes) break;
      }
    }
    return `{"records":[${found.join(',')}]${at < ids.length ? `,"next":"${at}"` : ''}}`;
  };

  const withTotal = async (page: string, count: Promise<number>): Promise<string> =>
    `${page.slice(0, -1)},"total":${await count}}`;

  return [
    route({
      method: 'post',
      path: '/v3/tables/{table}/records',
      summary: 'Create a record, or up to 1,000 at once',
      tag,
      access: 'api',
      allows: 'records.create',
      params: tableParams,
      query: formatQuery,
      body: createBody,
      bodyLimit: bulkLimit,
      responses: { 201: createAnswer },
      async handle({ params, query, text, headers, meta: own }) {
        const meta = await groupedMeta(store, own, headers);
        return json(await write('records.create', params.table, query, text, meta), meta, 201);
      },
    }),
    route({
      method: 'patch',
      path: '/v3/tables/{table}/records',
      summary: 'Change up to 1,000 records',
      tag,
      access: 'api',
      allows: 'records.update',
      params: tableParams,
      query: formatQuery,
      body: updateBody,
      bodyLimit: bulkLimit,
      responses: { 200: recordsAnswer },
      async handle({ params, query, text, headers, meta: own }) {
        const meta = await groupedMeta(store, own, headers);
        return json(await update(params.table, query, text, meta, {}), meta);
      },
    }),
    route({
      method: 'delete',
      path: '/v3/tables/{table}/records',
      summary: 'Delete up to 1,000 records',
      tag,
      access: 'api',
      allows: 'records.delete',
      params: tableParams,
      body: idsBody,
      responses: { 200: z.strictObject({ deleted: z.array(z.string()) }) },
      async handle({ params, body, headers, meta: own }) {
        const meta = await groupedMeta(store, own, headers);
        const result = await store.execute<TrashAnswer>(
          { type: 'records.delete', payload: { tableId: params.table, ids: body.ids } },
          meta,
        );
        return { body: { deleted: result.answer.ids }, headers: writeHeaders(result, meta.operationId) };
      },
    }),
    route({
      method: 'post',
      path: '/v3/tables/{table}/records/restore',
      summary: 'Bring deleted records back',
      tag,
      access: 'api',
      allows: 'records.delete',
      params: tableParams,
      body: idsBody,
      responses: { 200: z.strictObject({ restored: z.array(z.string()) }) },
      async handle({ params, body, meta }) {
        const result = await store.execute<TrashAnswer>(
          { type: 'records.restore', payload: { tableId: params.table, ids: body.ids } },
          meta,
        );
        return { body: { restored: result.answer.ids }, headers: writeHeaders(result) };
      },
    }),
    route({
      method: 'get',
      path: '/v3/tables/{table}/records',
      summary: 'Records in the order of their creation',
      tag,
      access: 'api',
      allows: 'records.read',
      params: tableParams,
      query: listQuery,
      responses: { 200: pageAnswer },
      async handle({ actor, params, query: { fieldKey, numbers, texts, ...page }, signal }) {
        const { query } = await queries.authorizedQuery(actor, params.table, page, { fieldKey, numbers, texts });
        const headers = positionHeader(records.position(actor.organizationId, params.table));
        return { json: await records.page(actor.organizationId, query, { signal, asker: actor.id }), headers };
      },
    }),
    route({
      method: 'post',
      path: '/v3/tables/{table}/records/query',
      summary: 'Records that match a filter, sorted, page by page',
      tag,
      access: 'api',
      allows: 'records.read',
      params: tableParams,
      query: formatQuery,
      body: queryBody,
      responses: { 200: pageAnswer },
      async handle({ actor, params, query: format, body: { total, ids, ...request }, signal }) {
        if (ids !== undefined) return { json: await byIds(actor, params.table, ids, request.after, format) };
        const { query } = await queries.authorizedQuery(actor, params.table, request, format);
        const headers = positionHeader(records.position(actor.organizationId, params.table));
        const page = records.page(actor.organizationId, query, { signal, asker: actor.id });
        if (total !== true) return { json: await page, headers };
        const { select: _select, limit: _limit, after: _after, offset: _offset, ...counted } = query;
        const count = records.count(actor.organizationId, counted, { signal, asker: actor.id });
        count.catch(() => undefined);
        return { json: await withTotal(await page, count), headers };
      },
    }),
    route({
      method: 'post',
      path: '/v3/tables/{table}/records/count',
      summary: 'How many records match',
      tag,
      access: 'api',
      allows: 'records.read',
      params: tableParams,
      body: countBody,
      responses: { 200: z.strictObject({ total: z.number() }) },
      async handle({ actor, params, body, signal }) {
        const {
          query: { select: _select, limit: _limit, ...query },
        } = await queries.authorizedQuery(actor, params.table, body);
        const headers = positionHeader(records.position(actor.organizationId, params.table));
        return {
          body: { total: await records.count(actor.organizationId, query, { signal, asker: actor.id }) },
          headers,
        };
      },
    }),
    route({
      method: 'post',
      path: '/v3/tables/{table}/records/aggregate',
      summary: 'Sums, counts, averages over the records that match',
      tag,
      access: 'api',
      allows: 'records.read',
      params: tableParams,
      query: numbersQuery,
      body: aggregateBody,
      responses: { 200: aggregateAnswer },
      async handle({ actor, params, query: format, body: { aggregates, ...request }, signal }) {
        const {
          schema,
          grant,
          query: { select: _select, limit: _limit, sort: _sort, ...query },
        } = await queries.authorizedQuery(actor, params.table, request);
        const resolved = resolveAggregates(schema, grant, aggregates);
        const values = await records.aggregate(
          actor.organizationId,
          query,
          resolved.map(({ of, function: fn }) => ({ of, function: fn })),
          { signal, asker: actor.id },
        );
        return {
          body: {
            values: resolved.map(({ field, function: fn }, i) => ({
              fieldId: field.id,
              function: fn,
              value: aggregateValue(field.kind, fn, values[i] ?? null, decimalsAsText(format)),
            })),
          },
        };
      },
    }),
    route({
      method: 'post',
      path: '/v3/tables/{table}/records/place',
      summary: 'Where a record stands in a query',
      tag,
      access: 'api',
      allows: 'records.read',
      params: tableParams,
      body: placeBody,
      responses: { 200: z.strictObject({ place: z.number().nullable() }) },
      async handle({ actor, params, body: { recordId, ...request }, signal }) {
        const {
          query: { limit: _limit, after: _after, offset: _offset, ...query },
        } = await queries.authorizedQuery(actor, params.table, request);
        return {
          body: {
            place: isId(recordId)
              ? ((await records.placeOf(actor.organizationId, query, recordId, { signal, asker: actor.id })) ?? null)
              : null,
          },
        };
      },
    }),
    route({
      method: 'get',
      path: '/v3/tables/{table}/records/{record}',
      etag: 'The version of the record.',
      summary: 'One record',
      tag,
      access: 'api',
      allows: 'records.read',
      params: recordParams,
      query: formatQuery,
      responses: { 200: recordSchema },
      async handle({ actor, params, query }) {
        const { schema, grant } = await queries.open(actor, 'records.read', params.table);
        const record = await records.one(
          actor.organizationId,
          params.table,
          params.record,
          selectAll(schema, grant, query),
          grant.rowPredicate,
        );
        if (record === undefined) throw recordNotFound([params.record]);
        return { json: record, headers: { etag: etagOf(record) } };
      },
    }),
    route({
      method: 'patch',
      path: '/v3/tables/{table}/records/{record}',
      etag: 'The version of the record.',
      summary: 'Change fields of a record',
      tag,
      access: 'api',
      allows: 'records.update',
      params: recordParams,
      query: formatQuery,
      body: updateOneBody,
      responses: { 200: recordSchema },
      async handle({ params, query, text, headers, meta: own }) {
        const meta = await groupedMeta(store, own, headers);
        const result = await update(params.table, query, text, meta, {
          recordId: params.record,
          ifMatch: ifMatchOf(headers),
        });
        return json(result, meta, 200, { etag: etagOf(result.answer) });
      },
    }),
    route({
      method: 'delete',
      path: '/v3/tables/{table}/records/{record}',
      etag: 'The version of the record.',
      summary: 'Delete a record',
      tag,
      access: 'api',
      allows: 'records.delete',
      params: recordParams,
      responses: { 204: 'empty' },
      async handle({ params, meta, headers }) {
        const result = await store.execute<TrashAnswer>(
          {
            type: 'records.delete',
            payload: { tableId: params.table, ids: [params.record], ifMatch: ifMatchOf(headers) },
          },
          meta,
        );
        return { status: 204, headers: writeHeaders(result) };
      },
    }),
  ];
};
