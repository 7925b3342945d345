import { newId, type CommandMeta } from '@tessera/kernel';
import type { DocumentReader } from '@tessera/document-store';
import type { ServiceStore } from '@tessera/event-store';
import type { CallContext, RpcHandlers, RpcRegistration } from '@tessera/rpc';
import type { Field as FieldMessage } from '@tessera/proto/tables/v1/events';
import { TablesServiceDefinition, type TableSummary } from '@tessera/proto/tables/v1/service';
import { accessTo, isNarrow, maskAllows } from '@tessera/proto/rights';
import type { FieldInput } from './definitions/fields.ts';
import { listTables } from './definitions/list.ts';
import { fieldToMessage, propsFromMessage, valueToCell } from './definitions/mapper.ts';
import type { DefinitionAnswer } from './definitions/handler.ts';
import type { TableState } from './definitions/state.ts';
import type { Queries } from './records/query.ts';
import type { Undo } from './undo/service.ts';

export type GrpcPorts = {
  readonly store: ServiceStore;
  readonly documents: DocumentReader;
  readonly queries: Queries;
  readonly undo: Undo;
};

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
  props: propsFromMessage(field.props),
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
export const tablesRpc = ({ store, documents, queries, undo }: GrpcPorts): RpcRegistration => {
  const handlers: RpcHandlers<TablesServiceDefinition> = {
    listTables: async (_request, { actor }) => ({
      tables: (await listTables(documents, actor)).map((table) => summary(table, table.access)),
    }),

    async createTable(request, context) {
      const key = request.idempotencyKey === '' ? undefined : request.idempotencyKey;
      const payload = {
        tableId: newId(),
        label: request.label,
        fields: request.fields.map(inputOf),
        ...(request.uniqueFieldId !== '' && { uniqueField: request.uniqueFieldId }),
        ...(request.labelFieldId !== '' && { labelField: request.labelFieldId }),
      };
      const result = await store.execute<DefinitionAnswer>(
        { type: 'tables.create', payload },
        metaOf(context, request.operationId, key),
      );
      const tableId = result.answer.table.id;
      const { table } = await queries.open(context.actor, 'tables.view', tableId);
      return {
        tableId,
        fields: table.fields.map(fieldToMessage),
        schemaVersion: table.version,
        commitId: result.commitId ?? '',
      };
    },

    async getTable({ tableId }, { actor }) {
      const { table, grant } = await queries.open(actor, 'tables.view', tableId);
      const fields = table.fields.filter((f) => maskAllows(grant.fieldMask, f.id)).map(fieldToMessage);
      return {
        table: summary(table, accessTo(actor, table.id) ?? 'view'),
        fields,
        schemaVersion: table.version,
        narrow: isNarrow(grant),
      };
    },

    async archiveTable({ tableId, operationId }, context) {
      const result = await store.execute(
        { type: 'tables.archive', payload: { tableId } },
        metaOf(context, operationId),
      );
      return { commitId: result.commitId ?? '' };
    },

    async appendRecords({ tableId, operationId, chunk, count, batch, runAutomations }, context) {
      const bytes = Buffer.from(batch.buffer, batch.byteOffset, batch.byteLength).toString('base64');
      // Base64 and an id need no escaping, so the payload is put together as text: it is parsed once, by the writer.
      const payload = `{"tableId":${JSON.stringify(tableId)},"count":${count},"batch":"${bytes}"}`;
      const meta = metaOf(context, operationId, `${operationId}:${chunk}`, runAutomations);
      const result = await store.execute<{ appended: number }>({ type: 'records.append', payload }, meta);
      return { commitId: result.commitId ?? '', appended: result.answer.appended };
    },

    async undoOperation({ operationId, preview }, context) {
      const result = await undo.undo(
        operationId,
        preview ? { preview } : { conflicts: 'overwrite' },
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
