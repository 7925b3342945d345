import { fieldType, isWritten, readContextFor, readProps, type FieldType, type ReadContext } from '@tessera/fields';
import { isDated, isLinks, isList, isText, kinds, type Actor, type Cell, type Row } from '@tessera/kernel';
import { keyOperators, type KnownField, type KnownTables } from '@tessera/proto/automations';
import { fromColumn, toColumn, valueToCell, type Cells } from '@tessera/proto/cells';
import { filterMessage } from '@tessera/proto/filters';
import type { Column } from '@tessera/proto/tables/v1/values';
import type { Field } from '@tessera/proto/tables/v1/events';
import { RecordChanges, TablesServiceDefinition, type RecordPage } from '@tessera/proto/tables/v1/service';
import type { RpcClients } from '@tessera/rpc';
import type { Directory } from '@tessera/runtime/directory';
import { invalid } from '../refusals.ts';

/** Values of a record by the ids of its fields, with its own id under `id`. */
export type RecordValues = Readonly<Record<string, unknown>> & { readonly id: string };
/** Whose change a write is, and what makes it the same when it is sent again. */
export type Cause = {
  readonly runId: string;
  readonly key: string;
  readonly commitId: string;
  readonly depth: number;
  /** How the commit says that it came about, where that is not a run. */
  readonly origin?: 'api';
};

const deadlineMs = 30_000;
/** Ids of one call. */
const idsAtOnce = 1_000;
const namesOfCall = 200;
const pageOfRecords = 200;

export const columnOf = ({ number, generation }: Pick<Field, 'number' | 'generation'>): string =>
  `c${number}_${generation}`;
export const typeOf = (field: Pick<Field, 'type' | 'propsJson' | 'props' | 'propsVersion'>): FieldType | undefined => {
  const type = fieldType(field.type);
  return type?.of?.(readProps(field.type, field)) ?? type;
};

/** A cell as a value of JSON: of links and people their ids, decimals as numbers. */
const valueOf = (cell: Cell | null | undefined, column: Column, field: Field | undefined): unknown => {
  const kind = column.cells?.$case;
  if (cell === null || cell === undefined || kind === undefined) return null;
  if (isLinks(kind)) return cell;
  return kinds[kind].value(cell, false, field === undefined ? undefined : typeOf(field)?.parts);
};

/** Values of the records of a change by the ids of fields, of those that are given; what was not written is not there. */
export const written = (
  columns: readonly Column[],
  count: number,
  fields: readonly Field[],
): ((place: number) => Readonly<Record<string, unknown>>) => {
  const decoded = columns.flatMap((column) => {
    const field = fields.find(({ id, generation }) => id === column.fieldId && generation === column.generation);
    return field === undefined ? [] : [{ column, field, cells: fromColumn(column, count) }];
  });
  return (place) =>
    Object.fromEntries(
      decoded.flatMap(({ column, field, cells }) => {
        const cell = cells[place];
        return cell === undefined ? [] : [[field.id, valueOf(cell, column, field)]];
      }),
    );
};

export const recordsOf = (page: RecordPage | undefined, fields: readonly Field[]): readonly RecordValues[] => {
  if (page === undefined) return [];
  const known = new Map(fields.map((field) => [field.id, field]));
  const columns = page.columns.map((column) => ({
    column,
    cells: fromColumn(column, page.recordIds.length),
    field: known.get(column.fieldId),
  }));
  return page.recordIds.map((id, place) => ({
    ...Object.fromEntries(fields.map((field) => [field.id, null])),
    ...Object.fromEntries(
      columns.map(({ column, cells, field }) => [column.fieldId, valueOf(cells[place], column, field)]),
    ),
    id,
  }));
};

/** The same as cells by the columns of their fields, for conditions. */
const cellsOf = (page: RecordPage | undefined, fields: readonly Field[]): readonly Row['cells'][] => {
  if (page === undefined) return [];
  const columns = page.columns.flatMap((column) => {
    const field = fields.find(({ id }) => id === column.fieldId);
    return field === undefined ? [] : [{ name: columnOf(field), cells: fromColumn(column, page.recordIds.length) }];
  });
  return page.recordIds.map((_, place) =>
    Object.fromEntries(columns.map(({ name, cells }) => [name, cells[place] ?? null])),
  );
};

/** A value as a field takes it: numbers as texts where it holds texts, of a list of one the one. */
const fitting = (value: unknown, type: FieldType): unknown => {
  if (isText(type.storage) && (typeof value === 'number' || typeof value === 'boolean')) return String(value);
  if (isList(type.storage)) return value === null || value === '' || Array.isArray(value) ? value : [value];
  return Array.isArray(value) && value.length <= 1 ? (value[0] ?? null) : value;
};

const cellOf = (field: Field, value: unknown, context: ReadContext): Cell | null => {
  const type = typeOf(field);
  if (type === undefined || !isWritten(type))
    throw invalid('automations.value_invalid', `"${field.name}" cannot be written.`, { fieldId: field.id });
  try {
    return type.fromJson(fitting(value, type), readProps(field.type, field), context);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw invalid('automations.value_invalid', `${field.name}: ${reason}.`, { fieldId: field.id });
  }
};

/** Whether changes of a field are not announced: it follows from others, or is told apart. */
const isComputedField = (type: FieldType | undefined): boolean =>
  type === undefined || type.derived !== undefined || type.apart !== undefined || type.links === 'other';

/** What automations ask of tables, each time with the rights of whom they act for. */
export const createTables = (rpc: RpcClients, directory: Directory) => {
  const tables = rpc.client(TablesServiceDefinition);

  const fieldsOf = async (actor: Actor, tableId: string): Promise<readonly Field[]> =>
    (await tables.getTable({ tableId }, { actor, deadlineMs })).fields;

  const contextOf = async (actor: Actor): Promise<ReadContext> => {
    const { find, language, timezone } = await directory.facts(actor);
    return { ...readContextFor(language, timezone), findUser: find };
  };

  const write = async (actor: Actor, tableId: string, cause: Cause, changes: Partial<RecordChanges>) =>
    tables.writeRecords(
      {
        tableId,
        changes: RecordChanges.encode({ create: undefined, update: undefined, delete: undefined, ...changes }).finish(),
        operationId: cause.runId,
        idempotencyKey: cause.key,
        runAutomations: true,
        partial: false,
        origin: cause.origin ?? 'automation',
        schemaVersion: 0,
        causationId: cause.commitId,
        causationDepth: cause.depth + 1,
      },
      { actor, deadlineMs },
    );

  /** Links are written as the API takes them: a batch has no cells for them. */
  const patch = (
    actor: Actor,
    tableId: string,
    recordId: string,
    fields: Readonly<Record<string, unknown>>,
    cause: Cause,
  ) =>
    tables.patchRecord(
      {
        tableId,
        recordId,
        fieldsJson: JSON.stringify(fields),
        operationId: cause.runId,
        idempotencyKey: cause.key,
        origin: cause.origin ?? 'automation',
        causationId: cause.commitId,
        causationDepth: cause.depth + 1,
      },
      { actor, deadlineMs },
    );
  const fittedTo = async (actor: Actor, tableId: string, values: Readonly<Record<string, unknown>>) => {
    const fields = await fieldsOf(actor, tableId);
    return Object.fromEntries(
      Object.entries(values).map(([id, value]) => {
        const field = fields.find((one) => one.id === id);
        const type = field === undefined ? undefined : typeOf(field);
        return [id, type === undefined ? value : fitting(value, type)];
      }),
    );
  };

  /** Records by their ids, of those that the actor may read, as values and as cells. */
  const readRows = async (actor: Actor, tableId: string, ids: readonly string[]) => {
    const fields = await fieldsOf(actor, tableId);
    const found: { readonly values: RecordValues; readonly cells: Row['cells'] }[] = [];
    for (let from = 0; from < ids.length; from += idsAtOnce) {
      const recordIds = ids.slice(from, from + idsAtOnce);
      for (let after: string | undefined = ''; after !== undefined;) {
        const { page } = await tables.getRecords(
          { tableId, recordIds, fieldIds: [], after, withLinks: true },
          { actor, deadlineMs },
        );
        const cells = cellsOf(page, fields);
        found.push(...recordsOf(page, fields).map((values, place) => ({ values, cells: cells[place]! })));
        after = page?.next === '' ? undefined : page?.next;
      }
    }
    return { fields, records: found };
  };
  const read = async (actor: Actor, tableId: string, ids: readonly string[]): Promise<readonly RecordValues[]> =>
    (await readRows(actor, tableId, ids)).records.map(({ values }) => values);

  /** What records are called, of those that the actor may see. */
  const names = async (
    actor: Actor,
    tableId: string,
    recordIds: readonly string[],
  ): Promise<ReadonlyMap<string, string>> => {
    const found = new Map<string, string>();
    for (let from = 0; from < recordIds.length; from += namesOfCall) {
      const some = recordIds.slice(from, from + namesOfCall);
      const { records } = await tables.nameRecords({ tableId, recordIds: some }, { actor, deadlineMs });
      for (const { id, label } of records) found.set(id, label);
    }
    return found;
  };

  const columnsOf = async (
    actor: Actor,
    tableId: string,
    values: Readonly<Record<string, unknown>>,
  ): Promise<Column[]> => {
    const [fields, context] = await Promise.all([fieldsOf(actor, tableId), contextOf(actor)]);
    return Object.entries(values).map(([id, value]) => {
      const field = fields.find((one) => one.id === id);
      if (field === undefined) throw invalid('automations.field_missing', { fieldId: id });
      const type = typeOf(field)!;
      const cells: Cells = [cellOf(field, value, context)];
      return toColumn(id, field.generation, type.storage, cells, type.parts);
    });
  };

  /** Whether the actor sees only some of the records of a table. */
  const isNarrow = async (actor: Actor, tableId: string): Promise<boolean> =>
    (await tables.getTable({ tableId }, { actor, deadlineMs })).narrow;

  const queried = async (actor: Actor, tableId: string, filter: unknown, limit: number, after: string) => {
    const selection = { filter: filterMessage(filter), search: '' };
    const asked = { tableId, selection, sort: [], fieldIds: [], limit, after, withTotal: false, withLinks: true };
    return (await tables.queryRecords(asked, { actor, deadlineMs })).page;
  };
  const find = async (
    actor: Actor,
    tableId: string,
    filter: unknown,
    limit: number,
  ): Promise<readonly RecordValues[]> => {
    const fields = await fieldsOf(actor, tableId);
    return recordsOf(await queried(actor, tableId, filter, limit, ''), fields);
  };

  return {
    isNarrow,
    /** The fields of a table, of those that the actor may see. */
    fields: fieldsOf,
    /** What a table is called; '' where the actor may not open it, or it is gone. */
    label: async (actor: Actor, tableId: string): Promise<string> => {
      try {
        return (await tables.getTable({ tableId }, { actor, deadlineMs })).table?.label ?? '';
      } catch (error) {
        if (isRefusal(error)) return '';
        throw error;
      }
    },
    names,
    read,
    readRows,
    /** Values as they would be written, checked and written as the table tells them. */
    check: async (actor: Actor, tableId: string, values: Readonly<Record<string, unknown>>): Promise<void> => {
      await columnsOf(actor, tableId, values);
    },
    create: async (actor: Actor, tableId: string, values: Readonly<Record<string, unknown>>, cause: Cause) => {
      const columns = await columnsOf(actor, tableId, values);
      const create = { count: 1, recordIds: [], versions: [], columns };
      const { createdIds } = await write(actor, tableId, cause, { create });
      const [record] = await read(actor, tableId, createdIds);
      return record ?? { id: createdIds[0] ?? '' };
    },
    update: async (
      actor: Actor,
      tableId: string,
      recordId: string,
      values: Readonly<Record<string, unknown>>,
      cause: Cause,
    ) => {
      const columns = await columnsOf(actor, tableId, values);
      if (columns.some(({ cells }) => cells !== undefined && isLinks(cells.$case))) {
        const fitted = await fittedTo(actor, tableId, values);
        await patch(actor, tableId, recordId, fitted, cause);
      } else await write(actor, tableId, cause, { update: { count: 1, recordIds: [recordId], versions: [], columns } });
      const [record] = await read(actor, tableId, [recordId]);
      return record ?? { id: recordId };
    },
    /** Adds records to those that a field of a record links; what it links already stays. */
    link: async (
      actor: Actor,
      tableId: string,
      recordId: string,
      fieldId: string,
      ids: readonly string[],
      cause: Cause,
    ): Promise<RecordValues> => {
      await patch(actor, tableId, recordId, { [fieldId]: { add: ids } }, cause);
      const [record] = await read(actor, tableId, [recordId]);
      return record ?? { id: recordId };
    },
    remove: async (actor: Actor, tableId: string, recordId: string, cause: Cause): Promise<void> => {
      await write(actor, tableId, cause, { delete: { recordIds: [recordId], versions: [] } });
    },
    find,
    /** Records whose field has a value, the first ones. */
    withValue: async (actor: Actor, tableId: string, fieldId: string, value: unknown, limit: number) => {
      const field = (await fieldsOf(actor, tableId)).find(({ id }) => id === fieldId);
      if (field === undefined) throw invalid('automations.field_missing', { fieldId });
      const operator = keyOperators.find((one) => typeOf(field)?.operators.some(({ id }) => id === one));
      if (operator === undefined) throw invalid('automations.key_wrong', { fieldId });
      return find(actor, tableId, { fieldId, operator, value: operator === 'equals' ? value : [value] }, limit);
    },
    /** Every record that a filter takes, a page at a time. */
    pages: async function* (actor: Actor, tableId: string, filter: unknown): AsyncGenerator<readonly RecordValues[]> {
      const fields = await fieldsOf(actor, tableId);
      for (let after: string | undefined = ''; after !== undefined;) {
        const page: RecordPage | undefined = await queried(actor, tableId, filter, pageOfRecords, after);
        yield recordsOf(page, fields);
        after = page === undefined || page.next === '' ? undefined : page.next;
      }
    },
    /** What records come to: their number, or a function of a field; null where there is nothing to tell. */
    amount: async (actor: Actor, tableId: string, fn: string, fieldId: string, filter: unknown): Promise<unknown> => {
      const selection = { filter: filterMessage(filter), search: '' };
      if (fieldId === '') {
        const asked = { tableId, selection, sort: [], fieldIds: [], limit: 1, after: '', withTotal: true };
        return (await tables.queryRecords(asked, { actor, deadlineMs })).total ?? 0;
      }
      const aggregates = [{ fieldId, function: fn }];
      const { values } = await tables.aggregateRecords({ tableId, selection, aggregates }, { actor, deadlineMs });
      const [value] = values;
      const cell = valueToCell(value);
      const kind = value?.value?.$case;
      return cell === null || (kind !== 'decimal' && kind !== 'date' && kind !== 'instant')
        ? cell
        : kinds[kind].value(cell, false);
    },
    /** The filter of a view that the actor sees; undefined for another. */
    viewFilter: async (
      actor: Actor,
      tableId: string,
      viewId: string,
    ): Promise<{ readonly filter: unknown } | undefined> => {
      try {
        const { configJson } = await tables.getView({ tableId, viewId }, { actor, deadlineMs });
        return { filter: (JSON.parse(configJson) as { readonly filter?: unknown }).filter };
      } catch (error) {
        if (isRefusal(error)) return undefined;
        throw error;
      }
    },
    /** The tables of a list as the checks know them; those that the actor may not open are not there. */
    known: async (actor: Actor, ids: readonly string[]): Promise<KnownTables> => {
      const found = await Promise.all(
        ids.map(async (tableId): Promise<readonly [string, readonly KnownField[]] | undefined> => {
          const fields = await fieldsOf(actor, tableId).catch((error: unknown) => {
            if (isRefusal(error)) return undefined;
            throw error;
          });
          if (fields === undefined) return undefined;
          return [
            tableId,
            fields.map((field) => {
              const type = typeOf(field);
              const isReadOnly = type === undefined || !isWritten(type);
              const operators = type?.operators.map((one) => one.id) ?? [];
              return {
                id: field.id,
                isReadOnly,
                isComputed: isComputedField(fieldType(field.type)),
                operators,
                isDate: type !== undefined && isDated(type.storage),
                isLinks: type?.links === 'owning',
              };
            }),
          ];
        }),
      );
      return new Map(found.flatMap((one) => (one === undefined ? [] : [one])));
    },
  };
};
export type Tables = ReturnType<typeof createTables>;

/** Whether somebody may not, or it is not there: nothing that another try makes better. */
export const isRefusal = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  'kind' in error &&
  ['not_found', 'forbidden', 'invalid'].includes(String(error.kind));
