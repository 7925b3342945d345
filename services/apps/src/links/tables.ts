import { isRejection, isText, type Actor } from '@tessera/kernel';
import { fromColumn, toColumn } from '@tessera/proto/cells';
import type { Field } from '@tessera/proto/tables/v1/events';
import { RecordChanges, TablesServiceDefinition } from '@tessera/proto/tables/v1/service';
import type { RpcClients } from '@tessera/rpc';
import { propsOf, typeOf, type Asked, type Judged } from './questions.ts';

const deadlineMs = 10_000;

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
type SharedTable = { readonly label: string; readonly fields: readonly Field[] };

/** How values of an organization are read by people. */
type Reading = { readonly locale: string; readonly timezone: string; readonly currency: string };

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
      },
      fields: readonly Field[],
      reading: Reading,
    ): Promise<{ readonly rows: readonly (readonly string[])[]; readonly next: string | null }> => {
      const { page } = await tables.queryRecords(
        {
          tableId,
          selection: { filter: undefined, search: asked.search },
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
        rows: Array.from({ length: count }, (_, at) => texts.map((column) => column[at]!)),
        next: page?.next === undefined || page.next === '' ? null : page.next,
      };
    },
    /** Makes the record of an answer; `taken` where the same ticket made one before, and why where it is refused. */
    add: async (
      actor: Actor,
      tableId: string,
      { cells }: Judged,
      sent: { readonly key: string; readonly address: string; readonly userAgent: string },
    ): Promise<'made' | 'again' | { readonly refused: string }> => {
      const columns = [...cells].map(([field, cell]) => {
        const type = typeOf(field)!;
        return toColumn(field.id, field.generation, type.storage, [cell], type.parts);
      });
      const create = { count: 1, recordIds: [], versions: [], columns };
      try {
        const { known } = await tables.writeRecords(
          {
            tableId,
            changes: RecordChanges.encode({ create, update: undefined, delete: undefined }).finish(),
            operationId: '',
            idempotencyKey: sent.key,
            runAutomations: true,
            partial: false,
            origin: 'form',
            schemaVersion: 0,
            causationId: '',
            causationDepth: 0,
            address: sent.address,
            userAgent: sent.userAgent,
          },
          { actor, deadlineMs },
        );
        return known ? 'again' : 'made';
      } catch (error) {
        // Its words may name what the link does not show.
        if (isRejection(error) && ['invalid', 'unprocessable', 'conflict', 'too_large'].includes(error.kind))
          return { refused: codesIn(error) };
        throw error;
      }
    },
  };
};

/** The code of the first record that is refused, or that of the whole. */
const codesIn = ({ code, details }: { readonly code: string; readonly details?: unknown }): string => {
  const text = JSON.stringify(details ?? {});
  return /"code":"(records\.[a-z_]+)"/.exec(text)?.[1] ?? code;
};
