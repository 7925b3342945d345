import { createHash } from 'node:crypto';
import type { RecordReader } from '@tessera/document-store';
import {
  isMoment,
  isNumber,
  kinds,
  numberFunctions,
  type Actor,
  type AggregateFunction,
  type Origin,
  type PartSpecs,
  type StorageKind,
} from '@tessera/kernel';
import type {
  RecordFilter,
  RecordPage,
  RecordSelection,
  TablesServiceDefinition,
  WriteRecordsRequest,
} from '@tessera/proto/tables/v1/service';
import type { CellValue, Column } from '@tessera/proto/tables/v1/values';
import type { CallContext, RpcHandlers } from '@tessera/rpc';
import type { z } from 'zod';
import type { Schema } from '../definitions/schema.ts';
import { draftFieldId } from '../definitions/state.ts';
import type { Directory } from '@tessera/runtime/directory';
import type { LinkReader } from '../links/shown.ts';
import { computesDefaults, sendNamed } from './people.ts';
import type { TablesStore } from '../store.ts';
import { readByIds } from './by-ids.ts';
import { cellToValue, toColumn, type Cells } from '@tessera/proto/cells';
import { maxRecords } from './parse.ts';
import { resolveAggregates, selectFor, type Queries } from './query.ts';
import { readGroups } from './groups.ts';
import { aggregateBody, groupsBody, queryBody } from './schemas.ts';
import { invalid } from '../refusals.ts';

/** JSON bytes of records from which on a page ends, and with which it stays below what a message may hold. */
const pageBytes = 2_000_000;
const mostBytes = 3_500_000;
const usualLimit = 100;
const origins: readonly string[] = ['import', 'automation', 'form', 'email', 'api'] satisfies readonly Origin[];

/** A filter as messages have it, as the API has it. Depth and length are checked with the API's. */
const filterOf = (message: RecordFilter): unknown => {
  const { filter } = message;
  if (filter === undefined) throw invalid('filter.value_invalid', 'A filter is a condition or a group of them.');
  if (filter.$case !== 'condition') return { [filter.$case]: filter.value.items.map(filterOf) };
  const { fieldId, part, operator, valueJson } = filter.value;
  const condition = { fieldId, operator, ...(part !== '' && { part }) };
  if (valueJson === '') return condition;
  try {
    return { ...condition, value: JSON.parse(valueJson) as unknown };
  } catch {
    throw invalid('filter.value_invalid', 'The value of a condition is no JSON.', { fieldId });
  }
};

const selectionOf = (
  selection: RecordSelection | undefined,
): { readonly filter?: unknown; readonly search?: string } => ({
  ...(selection?.filter !== undefined && { filter: filterOf(selection.filter) }),
  ...(selection !== undefined && selection.search !== '' && { search: selection.search }),
});

/** A request within the same bounds as over HTTP. */
const bounded = <S extends z.ZodType>(schema: S, request: unknown): z.output<S> => {
  const read = schema.safeParse(request);
  if (read.success) return read.data;
  const issues = read.error.issues.slice(0, 50).map(({ path, message }) => ({ path: path.join('.'), message }));
  throw invalid('request.invalid', { issues });
};

/** A record as the reader of the store writes it, with every decimal as a text. */
type RecordJson = {
  readonly id: string;
  readonly version: number;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly createdAt: string;
  readonly updatedAt: string;
};

const columnsOf = (records: readonly RecordJson[], schema: Schema): Column[] => {
  const named = new Set(records.flatMap(({ fields }) => Object.keys(fields)));
  const column = (fieldId: string, generation: number, kind: StorageKind, parts?: PartSpecs): Column => {
    const cells: Cells = records.map(({ fields }) => kinds[kind].read(fields[fieldId], parts));
    return toColumn(fieldId, generation, kind, cells, parts);
  };
  return [
    ...schema.fields
      .filter(({ id }) => named.has(id))
      .map(({ id, state, kind, parts }) => column(id, state.generation, kind, parts)),
    ...(named.has(draftFieldId) ? [column(draftFieldId, 0, 'boolean')] : []),
  ];
};

const pageOf = (records: readonly RecordJson[], schema: Schema, next: string | undefined): RecordPage => ({
  recordIds: records.map(({ id }) => id),
  versions: records.map(({ version }) => version),
  createdAt: records.map(({ createdAt }) => Date.parse(createdAt)),
  updatedAt: records.map(({ updatedAt }) => Date.parse(updatedAt)),
  columns: columnsOf(records, schema),
  next: next ?? '',
});

/** An aggregate as a cell: counts and numbers as decimals, days and moments as what they are. */
const aggregateOf = (kind: StorageKind, fn: AggregateFunction, value: string | number | null): CellValue => {
  if (value === null) return { value: { $case: 'empty', value: {} } };
  if (numberFunctions.has(fn) || isNumber(kind)) return cellToValue(String(value), 'decimal');
  if (!isMoment(kind)) return cellToValue(String(value), kind);
  return cellToValue(Number.isNaN(Number(value)) ? Date.parse(String(value)) : Number(value), kind);
};

export type RecordRpcPorts = {
  readonly store: TablesStore;
  readonly records: RecordReader;
  readonly queries: Queries;
  readonly directory: Directory;
  readonly links: Pick<LinkReader, 'withLinks'>;
};
type Handlers = Pick<
  RpcHandlers<TablesServiceDefinition>,
  'getRecords' | 'queryRecords' | 'aggregateRecords' | 'groupRecords' | 'writeRecords' | 'patchRecord'
>;

/** The same key with other changes is another request. Of an operation, the key says that it is the same. */
const hashOf = ({ tableId, operationId, idempotencyKey, changes, partial }: WriteRecordsRequest): string =>
  operationId === ''
    ? createHash('sha256').update(`${tableId} ${partial} `).update(changes).digest('hex')
    : idempotencyKey;

/** Records for other services: with the rights of whom they act for, by the same queries and commands as over HTTP. */
export const recordsRpc = ({ store, records, queries, directory, links }: RecordRpcPorts): Handlers => {
  const optionsOf = ({ actor, signal, deadlineMs }: CallContext) => ({
    asker: actor.id,
    ...(signal !== undefined && { signal }),
    ...(deadlineMs !== undefined && { deadlineMs }),
  });
  const fieldsOf = (ids: readonly string[]) => (ids.length === 0 ? {} : { fields: ids });

  /** Records with the ids of those that they link, of those that the actor may see. */
  const linked = (actor: Actor, tableId: string, { links: of }: Schema, texts: readonly string[]) =>
    links.withLinks(
      { actor },
      tableId,
      texts,
      { numbers: 'text' },
      of.map(({ id }) => id),
    );

  /** A query that may be run, with every decimal as a text. */
  const authorized = (actor: Actor, tableId: string, request: unknown) =>
    queries.authorizedQuery(actor, tableId, bounded(queryBody, request), { numbers: 'text' });

  return {
    async getRecords({ tableId, recordIds, fieldIds, after, withLinks }, { actor }) {
      if (recordIds.length > maxRecords)
        throw invalid('records.too_many', `At most ${maxRecords} records are read at once.`, { limit: maxRecords });
      const { schema, grant } = await queries.open(actor, 'records.read', tableId);
      const select = selectFor(schema, grant, fieldIds.length === 0 ? undefined : fieldIds, { numbers: 'text' });
      const asked = { tableId, ids: recordIds, select, allow: grant.rowPredicate };
      const { records: found, next } = await readByIds(
        records,
        { organizationId: actor.organizationId, after: after === '' ? undefined : after, ...asked },
        pageBytes,
        mostBytes,
      );
      const texts = withLinks === true ? await linked(actor, tableId, schema, found) : found;
      return {
        page: pageOf(
          texts.map((text) => JSON.parse(text) as RecordJson),
          schema,
          next,
        ),
      };
    },

    async queryRecords(request, context) {
      const { actor } = context;
      const { tableId, selection, sort, fieldIds, limit, after, withTotal } = request;
      const { schema, query } = await authorized(actor, tableId, {
        ...selectionOf(selection),
        ...fieldsOf(fieldIds),
        ...(sort.length > 0 && {
          sort: sort.map(({ fieldId, descending }) => ({ fieldId, order: descending ? 'desc' : 'asc' })),
        }),
        limit: limit === 0 ? usualLimit : limit,
        ...(after !== '' && { after }),
      });
      const read = async (most: number) => {
        const text = await records.page(
          actor.organizationId,
          { ...query, limit: most, bytes: pageBytes },
          optionsOf(context),
        );
        const page = JSON.parse(text) as { readonly records: readonly RecordJson[]; readonly next?: string };
        return { page, bytes: Buffer.byteLength(text) };
      };
      const { select: _select, limit: _limit, after: _after, offset: _offset, ...counted } = query;
      const total = withTotal ? records.count(actor.organizationId, counted, optionsOf(context)) : undefined;
      total?.catch(() => undefined);
      let { page, bytes } = await read(query.limit);
      // A page of the store ends with the record that passes its bound. Where this one alone is large, it waits for the next page.
      if (bytes > mostBytes && page.records.length > 1) ({ page, bytes } = await read(page.records.length - 1));
      const filled =
        request.withLinks === true
          ? (
              await linked(
                actor,
                tableId,
                schema,
                page.records.map((one) => JSON.stringify(one)),
              )
            ).map((text) => JSON.parse(text) as RecordJson)
          : page.records;
      return { page: pageOf(filled, schema, page.next), total: await total };
    },

    async aggregateRecords({ tableId, selection, aggregates }, context) {
      const { actor } = context;
      const { aggregates: asked, ...request } = bounded(aggregateBody, {
        ...selectionOf(selection),
        aggregates,
      });
      const {
        schema,
        grant,
        query: { select: _select, limit: _limit, sort: _sort, ...query },
      } = await queries.authorizedQuery(actor, tableId, request);
      const resolved = resolveAggregates(schema, grant, asked);
      const values = await records.aggregate(
        actor.organizationId,
        query,
        resolved.map(({ of, function: fn }) => ({ of, function: fn })),
        optionsOf(context),
      );
      return {
        values: resolved.map(({ field, function: fn }, i) => aggregateOf(field.kind, fn, values[i] ?? null)),
      };
    },

    async groupRecords({ tableId, selection, groups, aggregates, limit }, context) {
      const { actor, signal } = context;
      const asked = bounded(groupsBody, {
        ...selectionOf(selection),
        groupBy: groups.map(({ fieldId, bucket }) => ({ fieldId, order: 'asc', ...(bucket !== '' && { bucket }) })),
        aggregates,
        limit,
      });
      const asking = { actor, ...(signal !== undefined && { signal }) };
      const found = await readGroups({ queries, records }, asking, tableId, asked, { numbers: 'text' });
      return {
        groups: found.groups.map(({ key, count, values }) => ({
          keyJson: JSON.stringify(key),
          count,
          values: values.map(({ value }) => (value === null ? '' : String(value))),
        })),
        more: found.next !== undefined,
      };
    },

    async patchRecord(request, { actor }) {
      const { tableId, recordId, fieldsJson, operationId, idempotencyKey, origin } = request;
      const meta = {
        actor,
        origin: origins.includes(origin) ? (origin as Origin) : 'automation',
        ...(operationId !== '' && { operationId }),
        idempotencyKey,
        requestHash: idempotencyKey,
        runAutomations: true,
        ...(request.causationId !== '' && { causationId: request.causationId }),
        ...(request.causationDepth > 0 && { causationDepth: request.causationDepth }),
      };
      const body = { fields: JSON.parse(fieldsJson) as unknown };
      const { commitId } = await sendNamed({ directory, actor }, [], (people) =>
        store.execute({ type: 'records.update', payload: { tableId, key: 'id', people, recordId, body } }, meta),
      );
      return { commitId: commitId ?? '' };
    },

    async writeRecords(request, { actor }) {
      const { tableId, changes, operationId, idempotencyKey, runAutomations, partial, origin, schemaVersion } = request;
      if (idempotencyKey === '')
        throw invalid('request.invalid', {
          issues: [{ path: 'idempotencyKey', message: 'expected a key' }],
        });
      if (origin !== '' && !origins.includes(origin))
        throw invalid('request.invalid', {
          issues: [{ path: 'origin', message: `expected one of ${origins.join(', ')}` }],
        });
      const bytes = Buffer.from(changes.buffer, changes.byteOffset, changes.byteLength).toString('base64');
      // Base64 and an id need no escaping, so the payload is put together as text: it is parsed once, by the writer.
      const form = request.formId === undefined ? '' : `,"formId":${JSON.stringify(request.formId)}`;
      const head = `{"tableId":${JSON.stringify(tableId)},"partial":${partial},"schemaVersion":${schemaVersion}${form}`;
      const meta = {
        actor,
        origin: origin === '' ? 'import' : (origin as Origin),
        ...(operationId !== '' && { operationId }),
        idempotencyKey,
        requestHash: hashOf(request),
        runAutomations,
        ...(request.causationId !== '' && { causationId: request.causationId }),
        ...(request.causationDepth > 0 && { causationDepth: request.causationDepth }),
        ...(request.address !== undefined && {
          request: { ip: request.address, userAgent: request.userAgent ?? '' },
        }),
      };
      const zoned = computesDefaults(queries, actor, tableId);
      const { answer, commitId, repeated } = await sendNamed({ directory, actor, zoned }, [], (people) =>
        store.execute(
          { type: 'records.write', payload: `${head},"people":${JSON.stringify(people)},"changes":"${bytes}"}` },
          meta,
        ),
      );
      const told = ({ id: recordId, version }: { readonly id: string; readonly version: number }) => ({
        recordId,
        version,
      });
      return {
        commitId: commitId ?? '',
        createdIds: [...answer.created],
        changed: answer.changed.map(told),
        deleted: answer.deleted.map(told),
        refusals: (answer.refusals ?? []).map(({ change, index, code, message, fieldId = '' }) => ({
          change,
          index,
          code,
          message,
          fieldId,
        })),
        known: repeated === true,
      };
    },
  };
};
