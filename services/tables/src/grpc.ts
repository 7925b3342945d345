import { readProps } from '@tessera/fields';
import { askedActions } from '@tessera/event-store/actions';
import { newId, type CommandMeta } from '@tessera/kernel';
import type { DocumentReader, RecordReader } from '@tessera/document-store';
import type { CallContext, RpcHandlers, RpcRegistration } from '@tessera/rpc';
import { valueToCell } from '@tessera/proto/cells';
import type { Field as FieldMessage } from '@tessera/proto/tables/v1/events';
import { TablesServiceDefinition, type TableCount, type TableSummary } from '@tessera/proto/tables/v1/service';
import type { Directory } from '@tessera/runtime/directory';
import { accessTo, isNarrow, maskAllows, requireRight } from '@tessera/proto/rights';
import { liveField, type FieldInput } from './definitions/fields.ts';
import { listTables } from './definitions/list.ts';
import { fieldToMessage, viewToMessage } from './definitions/mapper.ts';
import { assertFollows } from './live.ts';
import { guards, type TableState } from './definitions/state.ts';
import type { createActions } from './actions/list.ts';
import type { FindRecords } from './links/find.ts';
import type { LinkReader } from './links/shown.ts';
import { maxRecords } from './records/parse.ts';
import { computesDefaults, sendNamed } from './records/people.ts';
import { commentsRpc } from './comments/grpc.ts';
import { recordsRpc } from './records/grpc.ts';
import type { createLabels } from './records/labels.ts';
import type { DigestPlaces, ToldPlaces } from './looks/digest.ts';
import type { Queries } from './records/query.ts';
import type { Undo } from './undo/service.ts';
import type { TablesStore } from './store.ts';
import { seesView } from './definitions/wire.ts';
import { invalid, notFound } from './refusals.ts';
import { viewConfig } from './views/config.ts';
import { shownConfig } from './views/shown.ts';

export type GrpcPorts = {
  readonly store: TablesStore;
  readonly documents: DocumentReader;
  readonly records: RecordReader;
  readonly queries: Queries;
  readonly undo: Undo;
  readonly labels: ReturnType<typeof createLabels>;
  readonly findRecords: FindRecords;
  readonly directory: Directory;
  readonly listActions: ReturnType<typeof createActions>;
  readonly links: Pick<LinkReader, 'withLinks'>;
  readonly places: DigestPlaces;
  readonly told: ToldPlaces;
};

/** Records that are named at once. */
const mostNamed = 200;

/** Other services write with the right of the actor who came along; their commits say that an import made them. */
const metaOf = (context: CallContext, operationId: string, key?: string, runAutomations?: boolean): CommandMeta => ({
  actor: context.actor,
  origin: 'import',
  ...(operationId !== '' && { operationId }),
  ...(key !== undefined && { idempotencyKey: key, requestHash: key }),
  ...(runAutomations !== undefined && { runAutomations }),
});

const inputOf = (field: FieldMessage): FieldInput => ({
  ...(field.id !== '' && { id: field.id }),
  name: field.name,
  type: field.type,
  props: readProps(field.type, field),
  required: field.required,
  unique: field.unique,
  description: field.description,
  ...(field.defaultValue !== undefined && { defaultCell: valueToCell(field.defaultValue) }),
});

const summary = (
  table: Pick<TableState, 'id' | 'label' | 'icon' | 'color' | 'createdAt' | 'updatedAt'>,
  access: string,
): TableSummary => ({
  id: table.id,
  label: table.label,
  icon: table.icon,
  color: table.color,
  createdAt: table.createdAt,
  updatedAt: table.updatedAt,
  access,
});

/** What other services may ask of tables: the same rules as over HTTP, by the same commands. */
export const tablesRpc = ({
  store,
  documents,
  records,
  queries,
  undo,
  labels,
  findRecords,
  directory,
  listActions,
  links,
  places,
  told,
}: GrpcPorts): RpcRegistration => {
  const handlers: RpcHandlers<TablesServiceDefinition> = {
    ...recordsRpc({ store, records, queries, directory, links }),
    ...commentsRpc({ store, records, queries, directory }),

    listActions: async ({ query }, { actor }) => ({ page: await listActions(actor, askedActions(query)) }),

    listTables: async (_request, { actor }) => ({
      tables: (await listTables(documents, actor)).map((table) => summary(table, table.access)),
    }),

    async countRecords(_request, { actor }) {
      const tables: TableCount[] = [];
      // One after the other: a meter waits, and lists do not.
      for (const { id, label } of await listTables(documents, actor)) {
        const { select: _select, limit: _limit, ...query } = (await queries.authorizedQuery(actor, id, {})).query;
        tables.push({ id, label, records: await records.count(actor.organizationId, query) });
      }
      return { tables };
    },

    async createTable(request, context) {
      const key = request.idempotencyKey === '' ? undefined : request.idempotencyKey;
      const payload = {
        tableId: newId(),
        label: request.label,
        fields: request.fields.map(inputOf),
        icon: request.icon,
        color: request.color,
        description: request.description,
        ...(request.uniqueFieldId !== '' && { uniqueField: request.uniqueFieldId }),
        ...(request.labelFieldId !== '' && { labelField: request.labelFieldId }),
      };
      const result = await store.execute({ type: 'tables.create', payload }, metaOf(context, request.operationId, key));
      const tableId = result.answer.table.id;
      const { table } = await queries.open(context.actor, 'tables.view', tableId);
      return {
        tableId,
        fields: table.fields.map(fieldToMessage),
        schemaVersion: table.version,
        commitId: result.commitId ?? '',
      };
    },

    async listViews({ tableId }, { actor }) {
      const { table, grant } = await queries.open(actor, 'tables.view', tableId);
      const shared = (await queries.views(actor, table)).filter(({ ownerUserId }) => ownerUserId === '');
      return {
        views: shared.map((view) =>
          viewToMessage({ ...view, configJson: JSON.stringify(shownConfig(view, table, grant)) }),
        ),
      };
    },

    async getView({ tableId, viewId }, { actor }) {
      const { table, grant } = await queries.open(actor, 'tables.view', tableId);
      const view = (await queries.views(actor, table)).find(({ id }) => id === viewId);
      if (view === undefined || !seesView(view, actor)) throw notFound('view_not_found', { viewId });
      const configJson = JSON.stringify(shownConfig(view, table, grant));
      return { id: view.id, type: view.type, label: view.label, configJson, personal: view.ownerUserId !== '' };
    },

    async getTable({ tableId }, { actor }) {
      const { table, grant } = await queries.open(actor, 'tables.view', tableId);
      const fields = table.fields.filter((f) => maskAllows(grant.fieldMask, f.id)).map(fieldToMessage);
      return {
        table: summary(table, accessTo(actor, table.id) ?? 'view'),
        fields,
        schemaVersion: table.version,
        narrow: isNarrow(grant),
        convertingFieldIds: (table.converting ?? []).map((one) => one.after.id),
        labelFieldId: maskAllows(grant.fieldMask, table.labelFieldId) ? table.labelFieldId : '',
        description: table.description,
      };
    },

    async nameRecords({ tableId, recordIds }, { actor }) {
      if (recordIds.length > mostNamed)
        throw invalid('records.too_many', `At most ${mostNamed} records are named at once.`, { limit: mostNamed });
      const { schema, grant } = await queries.open(actor, 'records.read', tableId);
      const named = await labels(actor, schema, grant, recordIds);
      return { records: [...named].map(([id, { live, label = '' }]) => ({ id, live, label })) };
    },

    async listDigestPlaces(_request, { actor }) {
      requireRight(actor, 'tables.list');
      return { places: (await places.of(actor)).map(({ id }) => id) };
    },

    async tellChanges({ place: id, since }, { actor }) {
      const place = (await places.of(actor)).find((one) => one.id === id);
      if (place === undefined) throw notFound('object_not_found');
      const { filter: _filter, ...changes } = await told.changes(actor, place, since);
      const { tableId, viewId = '', recordId = '', filter } = place;
      return { tableId, viewId, recordId, filterJson: filter === undefined ? '' : JSON.stringify(filter), ...changes };
    },

    async followOperation({ operationId }, { actor }) {
      await assertFollows(store, actor, operationId);
      return {};
    },

    async addView({ tableId, view, operationId, idempotencyKey }, context) {
      const { id = '', type = '', label = '', configJson = '{}' } = view ?? {};
      const config = viewConfig.parse(JSON.parse(configJson));
      const made = await store.execute(
        { type: 'views.create', payload: { tableId, viewId: id, type, label, personal: false, config } },
        metaOf(context, operationId, idempotencyKey),
      );
      return { viewId: made.answer.id };
    },

    async guardTable({ tableId, events }, { actor }) {
      const wanted = guards.filter((one) => events.includes(one));
      await store.execute({ type: 'tables.guard', payload: { tableId, events: wanted } }, { actor, origin: 'system' });
      return {};
    },

    async archiveTable({ tableId, operationId }, context) {
      const result = await store.execute(
        { type: 'tables.archive', payload: { tableId } },
        metaOf(context, operationId),
      );
      return { commitId: result.commitId ?? '' };
    },

    async appendRecords({ tableId, operationId, chunk, count, batch, runAutomations, leaveOut }, context) {
      const bytes = Buffer.from(batch.buffer, batch.byteOffset, batch.byteLength).toString('base64');
      // Base64 and an id need no escaping, so the payload is put together as text: it is parsed once, by the writer.
      const head = `{"tableId":${JSON.stringify(tableId)},"count":${count},"leaveOut":${leaveOut}`;
      const meta = metaOf(context, operationId, `${operationId}:${chunk}`, runAutomations);
      const { actor } = context;
      const zoned = computesDefaults(queries, actor, tableId);
      const result = await sendNamed({ directory, actor, zoned }, [], (people) =>
        store.execute(
          { type: 'records.append', payload: `${head},"people":${JSON.stringify(people)},"batch":"${bytes}"}` },
          meta,
        ),
      );
      return { commitId: result.commitId ?? '', appended: result.answer.appended };
    },

    async findTaken({ tableId, fieldId, keys }, { actor }) {
      const { answer } = await store.execute(
        { type: 'records.taken', payload: { tableId, fieldId, keys } },
        { actor, origin: 'import' },
      );
      return { taken: [...answer.taken] };
    },

    async findRecords({ tableId, texts }, { actor }) {
      if (texts.length > maxRecords)
        throw invalid('records.too_many', `At most ${maxRecords} texts are looked up at once.`, { limit: maxRecords });
      const meant = await findRecords(actor, tableId, texts);
      return { found: texts.map((text) => ({ recordIds: [...(meant.get(text) ?? [])] })) };
    },

    async addField({ tableId, field, operationId, idempotencyKey }, context) {
      const made = await store.execute(
        { type: 'fields.add', payload: { tableId, field: inputOf(field!) } },
        metaOf(context, operationId, idempotencyKey),
      );
      const { table } = await queries.open(context.actor, 'fields.manage', tableId);
      return { field: fieldToMessage(liveField(table, made.answer.id ?? field!.id)), schemaVersion: table.version };
    },

    async addOptions({ tableId, fieldId, options, operationId, idempotencyKey }, context) {
      const { table } = await queries.open(context.actor, 'fields.manage', tableId);
      const current = liveField(table, fieldId).props.options ?? [];
      await store.execute(
        { type: 'fields.change', payload: { tableId, fieldId, props: { options: [...current, ...options] } } },
        metaOf(context, operationId, idempotencyKey),
      );
      const after = await queries.open(context.actor, 'fields.manage', tableId);
      return { field: fieldToMessage(liveField(after.table, fieldId)), schemaVersion: after.table.version };
    },

    async undoOperation({ operationId, preview, conflicts }, context) {
      const result = await undo.undo(
        operationId,
        preview ? { preview } : { conflicts: conflicts === 'skip' ? 'skip' : 'overwrite' },
        metaOf(context, ''),
      );
      return {
        commitId: result.commitId ?? '',
        commits: result.commits,
        records: result.records,
        conflictsJson: JSON.stringify(result.conflicts),
      };
    },
  };
  return { definition: TablesServiceDefinition, handlers };
};
