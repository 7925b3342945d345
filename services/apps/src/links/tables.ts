import { isRejection, isText, newId, type Actor, type Cell } from '@tessera/kernel';
import { fromColumn, toColumn, valueToCell, type Cells } from '@tessera/proto/cells';
import { filterMessage } from '@tessera/proto/filters';
import type { Field } from '@tessera/proto/tables/v1/events';
import { RecordChanges, TablesServiceDefinition } from '@tessera/proto/tables/v1/service';
import type { RpcClients } from '@tessera/rpc';
import { propsOf, typeOf, type Asked, type Judged } from './questions.ts';

const deadlineMs = 10_000;
const mostGroups = 1_000;

type Column = { readonly fieldId: string };
type Sort = { readonly fieldId: string; readonly order?: 'asc' | 'desc' };
/** A view as far as public links know views. */
export type SharedView = {
  readonly type: string;
  readonly label: string;
  readonly personal: boolean;
  readonly config: {
    readonly fields?: readonly (Asked & Column)[];
    readonly sort?: readonly Sort[];
    readonly title?: string;
    readonly description?: string;
    readonly submit_label?: string;
    readonly success_message?: string;
    readonly header_color?: string;
  };
};
export type SharedTable = { readonly label: string; readonly fields: readonly Field[] };

/** How values of an organization are read by people. */
export type Reading = { readonly locale: string; readonly timezone: string; readonly currency: string };

/** What public links ask of tables, each time as who shares or as the link itself. */
export const createSharedTables = (rpc: RpcClients) => {
  const tables = rpc.client(TablesServiceDefinition);
  return {
    table: async (actor: Actor, tableId: string): Promise<SharedTable> => {
      const { table, fields } = await tables.getTable({ tableId }, { actor, deadlineMs });
      return { label: table?.label ?? '', fields };
    },
    view: async (actor: Actor, tableId: string, viewId: string): Promise<SharedView> => {
      const { type, label, personal, configJson } = await tables.getView({ tableId, viewId }, { actor, deadlineMs });
      return { type, label, personal, config: JSON.parse(configJson) as SharedView['config'] };
    },
    /** Rows as texts, column by column of `fields`. */
    rows: async (
      actor: Actor,
      tableId: string,
      asked: {
        readonly sort: readonly Sort[];
        readonly after: string;
        readonly limit: number;
        readonly search: string;
        readonly filter?: unknown;
      },
      fields: readonly Field[],
      reading: Reading,
    ): Promise<{
      readonly ids: readonly string[];
      readonly rows: readonly (readonly string[])[];
      readonly cells: ReadonlyMap<string, Cells>;
      readonly next: string | null;
    }> => {
      const { page } = await tables.queryRecords(
        {
          tableId,
          selection: { filter: filterMessage(asked.filter), search: asked.search },
          sort: asked.sort.map(({ fieldId, order }) => ({ fieldId, descending: order !== 'asc' })),
          fieldIds: fields.map(({ id }) => id),
          limit: asked.limit,
          after: asked.after,
          withTotal: false,
        },
        { actor, deadlineMs },
      );
      const count = page?.recordIds.length ?? 0;
      const cells = new Map((page?.columns ?? []).map((column) => [column.fieldId, fromColumn(column, count)]));
      const texts = fields.map((field) => {
        const type = typeOf(field);
        const props = propsOf(field);
        const own = cells.get(field.id);
        return Array.from({ length: count }, (_, at) => {
          const cell = own?.[at];
          if (type === undefined || cell === null || cell === undefined) return '';
          return isText(type.storage) && typeof cell === 'string' ? cell : type.toText(cell, props, reading);
        });
      });
      return {
        ids: page?.recordIds ?? [],
        cells,
        rows: Array.from({ length: count }, (_, at) => texts.map((column) => column[at]!)),
        next: page?.next === undefined || page.next === '' ? null : page.next,
      };
    },
    /** What records come to: how many they are, or a function of a field; null where there is nothing to tell. */
    amount: async (
      actor: Actor,
      tableId: string,
      { function: fn, fieldId }: { readonly function: string; readonly fieldId?: string },
      filter: unknown,
      search = '',
    ): Promise<Cell | null> => {
      const selection = { filter: filterMessage(filter), search };
      if (fieldId === undefined) {
        const asked = { tableId, selection, sort: [], fieldIds: [], limit: 1, after: '', withTotal: true };
        return String((await tables.queryRecords(asked, { actor, deadlineMs })).total ?? 0);
      }
      const aggregates = [{ fieldId, function: fn }];
      const { values } = await tables.aggregateRecords({ tableId, selection, aggregates }, { actor, deadlineMs });
      return values[0] === undefined ? null : valueToCell(values[0]);
    },
    /** What records come to by one field or two; `more`: there are groups beyond these. */
    groups: async (
      actor: Actor,
      tableId: string,
      by: readonly { readonly fieldId: string; readonly bucket?: string }[],
      measure: { readonly function: string; readonly fieldId?: string },
      filter: unknown,
      search = '',
    ) => {
      const { groups, more } = await tables.groupRecords(
        {
          tableId,
          selection: { filter: filterMessage(filter), search },
          groups: by.map(({ fieldId, bucket = '' }) => ({ fieldId, bucket })),
          aggregates: measure.fieldId === undefined ? [] : [{ fieldId: measure.fieldId, function: measure.function }],
          limit: mostGroups,
        },
        { actor, deadlineMs },
      );
      return {
        more,
        groups: groups.map(({ keyJson, count, values }) => ({
          key: JSON.parse(keyJson) as readonly unknown[],
          count,
          values: values.map((value) => ({ value: value === '' ? null : value })),
        })),
      };
    },
    /** What was answered, by the ids of the fields; undefined where the record is gone. */
    answer: async (
      actor: Actor,
      tableId: string,
      recordId: string,
      fieldIds: readonly string[],
    ): Promise<ReadonlyMap<string, Cell | null> | undefined> => {
      const asked = { tableId, recordIds: [recordId], fieldIds: [...fieldIds], after: '' };
      const { page } = await tables.getRecords(asked, { actor, deadlineMs });
      if (page?.recordIds.length !== 1) return undefined;
      return new Map(page.columns.map((column) => [column.fieldId, fromColumn(column, 1)[0] ?? null]));
    },
    /** Puts other answers in the place of those that were given; why where they are refused. */
    change: async (
      actor: Actor,
      tableId: string,
      recordId: string,
      { cells }: Judged,
      sent: { readonly address: string; readonly userAgent: string },
    ): Promise<'made' | Refused> => {
      const update = { count: 1, recordIds: [recordId], versions: [], columns: columnsOf(cells) };
      const changes = RecordChanges.encode({ create: undefined, update, delete: undefined }).finish();
      try {
        const asked = { ...written, tableId, changes, idempotencyKey: newId(), ...sent };
        await tables.writeRecords(asked, { actor, deadlineMs });
        return 'made';
      } catch (error) {
        return refusedBy(error);
      }
    },
    /** Makes the record of an answer, or says why it is refused. `again`: the same ticket made one before. */
    add: async (
      actor: Actor,
      tableId: string,
      { cells }: Judged,
      sent: { readonly key: string; readonly formId: string; readonly address: string; readonly userAgent: string },
    ): Promise<{ readonly recordId: string; readonly again: boolean } | Refused> => {
      const { key: idempotencyKey, ...from } = sent;
      const create = { count: 1, recordIds: [], versions: [], columns: columnsOf(cells) };
      const changes = RecordChanges.encode({ create, update: undefined, delete: undefined }).finish();
      try {
        const asked = { ...written, tableId, changes, idempotencyKey, ...from };
        const { known, createdIds } = await tables.writeRecords(asked, { actor, deadlineMs });
        return { recordId: createdIds[0] ?? '', again: known };
      } catch (error) {
        return refusedBy(error);
      }
    },
  };
};

/** How what a stranger answers is written. */
const written = {
  operationId: '',
  runAutomations: true,
  partial: false,
  origin: 'form',
  schemaVersion: 0,
  causationId: '',
  causationDepth: 0,
};

const columnsOf = (cells: Judged['cells']) =>
  [...cells].map(([field, cell]) => {
    const type = typeOf(field)!;
    return toColumn(field.id, field.generation, type.storage, [cell], type.parts);
  });

/** Why a record is refused, by its code, and the fields that lack a value. Its words may name what the link does not show. */
export type Refused = { readonly refused: string; readonly lacking: readonly string[] };

/** Throws what is no refusal of a record. */
const refusedBy = (error: unknown): Refused => {
  if (!isRejection(error) || !['invalid', 'unprocessable', 'conflict', 'too_large'].includes(error.kind)) throw error;
  const text = JSON.stringify(error.details ?? {});
  const { errors = [] } = (error.details ?? {}) as {
    readonly errors?: readonly { readonly code?: string; readonly fieldId?: string }[];
  };
  return {
    refused: /"code":"(records\.[a-z_]+)"/.exec(text)?.[1] ?? error.code,
    lacking: errors.flatMap(({ code, fieldId }) =>
      code === 'records.required' && fieldId !== undefined ? [fieldId] : [],
    ),
  };
};
