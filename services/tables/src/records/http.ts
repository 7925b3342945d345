import type { RecordReader } from '@tessera/document-store';
import { groupedMeta } from '@tessera/event-store/actions';
import { isId, type Actor, type CommandMeta, type ExecuteResult } from '@tessera/kernel';
import { route, type RouteAnswer, type RouteSet } from '@tessera/web';
import { z } from 'zod';
import type { Directory } from '@tessera/runtime/directory';
import {
  fieldKeyQuery,
  formatQuery,
  ifMatchOf,
  numbersQuery,
  positionHeader,
  refSchema,
  tableParams,
  writeHeaders,
} from '../http.ts';
import { schemaOf } from '../definitions/schema.ts';
import type { FindRecords } from '../links/find.ts';
import type { LinkReader } from '../links/shown.ts';
import { withBases } from './bases.ts';
import { readByIds } from './by-ids.ts';
import { readGroups } from './groups.ts';
import { describing, fileFields, type Describe } from './files.ts';
import { mentionedIn, sendNamed } from './people.ts';
import { aggregateValue, resolveAggregates, selectAll, type OpenedTable, type Queries } from './query.ts';
import {
  aggregateAnswer,
  aggregateBody,
  countBody,
  createAnswer,
  createBody,
  createQuery,
  groupsAnswer,
  groupsBody,
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
import { recordNotFound } from './update.ts';
import { decimalsAsText, type Format } from './wire.ts';
import { answerBytes } from './answer.ts';
import type { PastReads } from '../past/read.ts';
import type { TablesStore } from '../store.ts';
import {
  invalid,
  ofAggregates,
  ofFilter,
  ofLevels,
  ofMoment,
  ofQuery,
  ofTable,
  ofTriggers,
  ofValues,
  refuses,
} from '../refusals.ts';

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

/** A body as text, and as it was read. */
type Sent = { readonly text: string; readonly body: unknown };

/** What cannot be asked of a table as it was: the trash, and records by their ids. */
const notWithMoment = (asked: Readonly<Record<string, unknown>>): void => {
  for (const [name, value] of Object.entries(asked))
    if (value !== undefined && value !== false)
      throw invalid('request.invalid', {
        issues: [{ path: `body.${name}`, message: 'does not go together with asOf' }],
      });
};

export type RecordPorts = {
  readonly store: TablesStore;
  readonly records: RecordReader;
  readonly queries: Queries;
  readonly directory: Directory;
  readonly links: LinkReader;
  readonly describe: Describe;
  readonly findRecords: FindRecords;
  readonly past: PastReads;
};

export const recordRoutes = ({
  store,
  records,
  queries,
  directory,
  links,
  describe,
  findRecords,
  past,
}: RecordPorts): RouteSet => {
  const write = async (
    type: 'records.create' | 'records.update',
    tableId: string,
    format: Format,
    { text, body }: Sent,
    meta: CommandMeta,
    more: object = {},
  ): Promise<ExecuteResult<string>> => {
    // A table that is not remembered is not read for this: the writer says whom it needs to know.
    const table = queries.remembered(meta.actor.organizationId, tableId);
    const schema = table === undefined ? undefined : schemaOf(table);
    const mentioned = schema === undefined ? [] : mentionedIn(schema, body);
    const { actor } = meta;
    const fieldIds = schema === undefined ? [] : fileFields(schema);
    const files = describing(describe, actor, { tableId, fieldIds }, { ...more, body });
    const zoned = type === 'records.create' && schema?.computesDefaults === true;
    return sendNamed({ directory, actor, describe: files, findRecords, zoned }, mentioned, (people) => {
      const head = JSON.stringify({
        tableId,
        key: format.fieldKey ?? 'id',
        numbers: format.numbers,
        texts: format.texts,
        people,
        ...more,
      });
      // The text was parsed at the edge, so it is JSON and nothing else: it goes to the writer as it came.
      return store.execute({ type, payload: `${head.slice(0, -1)},"body":${text === '' ? '{}' : text}}` }, meta);
    });
  };

  const update = async (
    tableId: string,
    format: Format,
    sent: Sent,
    meta: CommandMeta,
    more: object,
  ): Promise<ExecuteResult<string>> => {
    try {
      return await write('records.update', tableId, format, sent, meta, more);
    } catch (error) {
      throw await withBases(store, meta.actor.organizationId, tableId, error, decimalsAsText(format));
    }
  };

  /** The answer of a write with its links, as they are after it. */
  const linked = async (
    result: ExecuteResult<string>,
    tableId: string,
    format: Format,
    { actor }: CommandMeta,
  ): Promise<ExecuteResult<string>> => ({
    ...result,
    answer: await links.intoAnswer({ actor }, tableId, result.answer, format),
  });

  const byIds = async (
    actor: Actor,
    tableId: string,
    ids: readonly string[],
    after: string | undefined,
    format: Format,
  ): Promise<string> => {
    const { schema, grant } = await queries.open(actor, 'records.read', tableId);
    const asked = { organizationId: actor.organizationId, tableId, ids, after, allow: grant.rowPredicate };
    const found = await readByIds(records, { ...asked, select: selectAll(schema, grant, format) }, answerBytes);
    const filled = await links.withLinks({ actor }, tableId, found.records, format);
    return `{"records":[${filled.join(',')}]${found.next === undefined ? '' : `,"next":"${found.next}"`}}`;
  };

  /** A page with a word where some of its computed values are still on their way. */
  const withStale = async (
    organizationId: string,
    { table, fields }: OpenedTable['schema'],
    page: Promise<string>,
  ): Promise<string> => {
    if (!fields.some(({ derived }) => derived)) return page;
    const asked = (): Promise<boolean> => records.computing(organizationId, table.id);
    const [before, text] = await Promise.all([asked(), page]);
    return before || (await asked()) ? `${text.slice(0, -1)},"stale":true}` : text;
  };

  const withTotal = async (page: string, count: Promise<number>): Promise<string> =>
    `${page.slice(0, -1)},"total":${await count}}`;

  return [
    route({
      method: 'post',
      path: '/v3/tables/{table}/records',
      summary: 'Create a record, or up to 1,000 at once',
      description:
        'Send one `{fields}`, or `{records}`. With `upsert` a record whose unique value exists is changed; with `partial` good rows are written although others are refused.',
      tag,
      access: 'api',
      allows: 'records.create',
      params: tableParams,
      query: createQuery,
      body: createBody,
      bodyLimit: bulkLimit,
      refuses: [
        ...ofValues,
        ...refuses(
          'records.create_forbidden',
          'records.update_forbidden',
          'records.exists',
          'records.key_empty',
          'records.key_repeated',
          'records.no_unique_field',
          'records.conflict',
        ),
      ],
      responses: { 201: createAnswer },
      async handle({ params, query, text, body, headers, meta: own }) {
        const meta = await groupedMeta(store, own, headers);
        const written = await write('records.create', params.table, query, { text, body }, meta, {
          formId: query.form,
        });
        return json(await linked(written, params.table, query, meta), meta, 201);
      },
    }),
    route({
      method: 'patch',
      path: '/v3/tables/{table}/records',
      summary: 'Change up to 1,000 records',
      description:
        "Fields that are not sent stay as they are. With a `version` others' changes to other fields are merged.",
      tag,
      access: 'api',
      allows: 'records.update',
      params: tableParams,
      query: formatQuery,
      body: updateBody,
      bodyLimit: bulkLimit,
      refuses: [
        ...ofValues,
        ...refuses(
          'records.update_forbidden',
          'records.not_found',
          'records.repeated',
          'records.version_unknown',
          'records.conflict',
        ),
      ],
      responses: { 200: recordsAnswer },
      async handle({ params, query, text, body, headers, meta: own }) {
        const meta = await groupedMeta(store, own, headers);
        const written = await update(params.table, query, { text, body }, meta, {});
        return json(await linked(written, params.table, query, meta), meta);
      },
    }),
    route({
      method: 'delete',
      path: '/v3/tables/{table}/records',
      summary: 'Delete up to 1,000 records',
      description: 'They go to the trash; restore or undo brings them back.',
      tag,
      access: 'api',
      allows: 'records.delete',
      params: tableParams,
      body: idsBody,
      refuses: [
        ...ofTable,
        ...ofTriggers,
        ...refuses('records.delete_forbidden', 'records.not_found', 'records.repeated', 'records.too_large'),
      ],
      responses: { 200: z.strictObject({ deleted: z.array(z.string()) }) },
      async handle({ params, body, headers, meta: own }) {
        const meta = await groupedMeta(store, own, headers);
        const result = await store.execute(
          { type: 'records.delete', payload: { tableId: params.table, ids: body.ids } },
          meta,
        );
        return { body: { deleted: result.answer.ids }, headers: writeHeaders(result, meta.operationId) };
      },
    }),
    route({
      method: 'post',
      path: '/v3/tables/{table}/records/restore',
      summary: 'Restore deleted records',
      description: 'Unique values that others took meanwhile are refused.',
      tag,
      access: 'api',
      allows: 'records.delete',
      params: tableParams,
      body: idsBody,
      refuses: [
        ...ofTable,
        ...refuses(
          'records.delete_forbidden',
          'records.create_forbidden',
          'records.not_found',
          'records.not_unique',
          'records.repeated',
          'records.too_large',
        ),
      ],
      responses: { 200: z.strictObject({ restored: z.array(z.string()) }) },
      async handle({ params, body, meta }) {
        const result = await store.execute(
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
      description: 'Page by page: pass `next` as `after`. To filter and sort, use `POST .../records/query`.',
      tag,
      access: 'api',
      allows: 'records.read',
      params: tableParams,
      query: listQuery,
      refuses: ofQuery,
      responses: { 200: pageAnswer },
      async handle({ actor, params, query: { fieldKey, numbers, texts, expand, ...page }, signal }) {
        const format = { fieldKey, numbers, texts, expand };
        const { query, schema } = await queries.authorizedQuery(actor, params.table, page, format);
        const headers = positionHeader(records.position(actor.organizationId, params.table));
        const text = records
          .page(actor.organizationId, query, { signal, asker: actor.id })
          .then((found) => links.intoAnswer({ actor, signal }, params.table, found, format));
        return { json: await withStale(actor.organizationId, schema, text), headers };
      },
    }),
    route({
      method: 'post',
      path: '/v3/tables/{table}/records/query',
      summary: 'Records that match a filter, sorted, page by page',
      description:
        'Fields in `filter`, `sort` and `fields` may be named by id or by name. Pass `next` as `after` with the same query to read on. `groupBy` and `under` select the records of one group.',
      tag,
      access: 'api',
      allows: 'records.read',
      whenViewing: true,
      params: tableParams,
      query: formatQuery,
      body: queryBody,
      refuses: [...ofQuery, ...ofLevels, ...ofMoment],
      responses: { 200: pageAnswer },
      async handle({ actor, params, query: format, body: { total, ids, asOf, ...request }, signal }) {
        if (asOf !== undefined) {
          notWithMoment({ ids, deleted: request.deleted });
          return { json: await past.page({ actor, signal }, params.table, asOf, { ...request, total }, format) };
        }
        if (ids !== undefined) return { json: await byIds(actor, params.table, ids, request.after, format) };
        const { query, schema } = await queries.authorizedQuery(actor, params.table, request, format);
        const headers = positionHeader(records.position(actor.organizationId, params.table));
        const page = withStale(
          actor.organizationId,
          schema,
          records
            .page(actor.organizationId, query, { signal, asker: actor.id })
            .then((text) => links.intoAnswer({ actor, signal }, params.table, text, format, request.fields)),
        );
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
      description: 'Takes the same `filter` and `search` as a query.',
      tag,
      access: 'api',
      allows: 'records.read',
      whenViewing: true,
      params: tableParams,
      query: fieldKeyQuery,
      body: countBody,
      refuses: [...ofFilter, ...ofMoment],
      responses: { 200: z.strictObject({ total: z.number() }) },
      async handle({ actor, params, body: { asOf, ...body }, signal }) {
        if (asOf !== undefined) {
          notWithMoment({ deleted: body.deleted });
          return { body: { total: await past.count({ actor, signal }, params.table, asOf, body) } };
        }
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
      description: 'Up to 100 at once, over the records that a filter and a search select.',
      tag,
      access: 'api',
      allows: 'records.read',
      whenViewing: true,
      params: tableParams,
      query: numbersQuery.extend(fieldKeyQuery.shape),
      body: aggregateBody,
      refuses: ofAggregates,
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
            values: resolved.map(({ field, of, function: fn }, i) => ({
              fieldId: field.id,
              fieldName: field.name,
              function: fn,
              value: aggregateValue(of.storage, fn, values[i] ?? null, decimalsAsText(format)),
            })),
          },
        };
      },
    }),
    route({
      method: 'post',
      path: '/v3/tables/{table}/records/groups',
      summary: 'Records that match, by groups',
      description:
        'Counts the records of each group of up to three fields, with sums and other aggregates, in the order of the groups: all groups of the innermost level, or with `under` those of the next level beneath a key. Records of a group come by `POST .../records/query` with the same `groupBy` and `under`.',
      tag,
      access: 'api',
      allows: 'records.read',
      whenViewing: true,
      params: tableParams,
      query: numbersQuery.extend(fieldKeyQuery.shape),
      body: groupsBody,
      refuses: [...ofQuery, ...ofAggregates, ...ofLevels, ...refuses('query.invalid_groups', 'query.too_many_groups')],
      responses: { 200: groupsAnswer },
      async handle({ actor, params, query: format, body, signal }) {
        return { body: await readGroups({ queries, records }, { actor, signal }, params.table, body, format) };
      },
    }),
    route({
      method: 'post',
      path: '/v3/tables/{table}/records/place',
      summary: 'Where a record stands in a query',
      description: 'Its position from 0 in a filtered and sorted list; null where it is not in it.',
      tag,
      access: 'api',
      allows: 'records.read',
      whenViewing: true,
      params: tableParams,
      query: fieldKeyQuery,
      body: placeBody,
      refuses: [...ofQuery, ...refuses('records.not_found')],
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
      description: 'The ETag is its version, for `If-Match`.',
      tag,
      access: 'api',
      allows: 'records.read',
      params: recordParams,
      query: formatQuery,
      refuses: [...ofTable, ...refuses('records.not_found')],
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
        const [filled] = await links.withLinks({ actor }, params.table, [record], query);
        return { json: filled!, headers: { etag: etagOf(record) } };
      },
    }),
    route({
      method: 'patch',
      path: '/v3/tables/{table}/records/{record}',
      etag: 'The version of the record.',
      summary: 'Change fields of a record',
      description: 'Fields that are not sent stay as they are; `null` empties one.',
      tag,
      access: 'api',
      allows: 'records.update',
      params: recordParams,
      query: formatQuery,
      body: updateOneBody,
      refuses: [
        ...ofValues,
        ...refuses(
          'records.update_forbidden',
          'records.not_found',
          'records.stale',
          'records.version_unknown',
          'records.conflict',
        ),
      ],
      responses: { 200: recordSchema },
      async handle({ params, query, text, body, headers, meta: own }) {
        const meta = await groupedMeta(store, own, headers);
        const result = await update(params.table, query, { text, body }, meta, {
          recordId: params.record,
          ifMatch: ifMatchOf(headers),
        });
        const etag = etagOf(result.answer);
        return json(await linked(result, params.table, query, meta), meta, 200, { etag });
      },
    }),
    route({
      method: 'delete',
      path: '/v3/tables/{table}/records/{record}',
      etag: 'The version of the record.',
      summary: 'Delete a record',
      description: 'It goes to the trash; restore or undo brings it back.',
      tag,
      access: 'api',
      allows: 'records.delete',
      params: recordParams,
      refuses: [
        ...ofTable,
        ...ofTriggers,
        ...refuses('records.delete_forbidden', 'records.not_found', 'records.stale', 'records.too_large'),
      ],
      responses: { 204: 'empty' },
      async handle({ params, meta, headers }) {
        const result = await store.execute(
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
