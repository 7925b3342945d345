import type { ViewTypeId } from '@tessera/proto/views';
import {
  type AggregateFunction,
  type Answer,
  type Answered,
  api,
  type Asked,
  everyPage,
  type Field,
  type FieldInput,
  type Filter,
  type Id,
  type Operation,
  type RecordData,
  type RecordPage,
  type RecordQuery,
  type SelectOption,
  type Sort,
  type Table,
  type User,
  type View,
  type ViewConfig,
} from '@tessera/kit';
import { CutText, isCut, type Shown, shownRecord, type ShownRecord, type Value } from '../data/cut-text.ts';
import type { Change, Saved, Write } from '../data/edits.ts';

export type Selected = { readonly filter?: Filter; readonly search?: string };
export type RecordEntry = Answered<'get_tables_table_records_record_history'>['entries'][number];
export type TableEntry = Answered<'get_tables_table_history'>['entries'][number];
export type EntryPage = Answered<'get_tables_table_history_entry'>;
export type EntryChange = EntryPage['changes'][number];
export type DeletedPage = Answered<'get_tables_table_deleted_records'>;
/** Whose actions and which of them a history shows; empty for all. */
export type HistoryChoice = { readonly actor: string; readonly kind: string };
export type UndoAnswer = Answered<'post_undo_id'>;
/** What stands in the way of an undo, with long texts cut. */
export type UndoConflict = Omit<UndoAnswer['conflicts'][number], 'current' | 'undoTo' | 'cut'> & {
  readonly current: Shown;
  readonly undoTo: Shown;
};
export type FieldUses = Answered<'get_tables_table_fields_field_uses'>;
export type UndoStack = Answered<'get_tables_table_undo_stack'>;
export type BulkBody = Omit<Asked<'post_tables_table_records_bulk'>, 'filter'> & Selected;

/** As many records as one list may name. */
const mostIds = 1000;

/** The part of a call that names its table. */
const of = (table: Id) => ({ path: { table } });
const selected = ({ filter, search }: Selected): Selected => ({
  ...(filter ? { filter } : {}),
  ...(search ? { search } : {}),
});

/** Up to which commit an answer tells what is, or of which commit it tells. */
type Placed = { readonly position?: number };
const placed = <T extends object>({ data, position }: Answer<T>): T & Placed =>
  position === null ? data : { ...data, position };

/** Calls with one operation are one action: one undo takes all of it back. */
const grouped = (operation: Id | undefined) =>
  operation === undefined ? {} : { headers: { 'tessera-operation': operation } };

/** A write as it goes out. */
const sentOf = ({ instead, ...write }: Write): Omit<Write, 'instead'> =>
  instead === undefined ? write : { ...write, fields: { ...write.fields, ...instead } };

type FieldChange = Asked<'patch_tables_table_fields_field'>;
/** A record as a write answers it: of many large ones only the version. */
type Written = RecordData | Pick<RecordData, 'id' | 'version'>;

/** Links come with what their records are called. */
const named = { expand: 'labels' } as const;
/** Lists show how long texts begin: a whole one is read where it is needed. */
const short = { texts: 'short', ...named } as const;
type ShownPage = Omit<RecordPage, 'records'> & { readonly records: readonly ShownRecord[] };

/** A conflict of an answer; texts that it names in `cut` become what cannot be written. */
export const shownConflict = ({ cut, ...one }: UndoAnswer['conflicts'][number]): UndoConflict => {
  const asShown = (value: unknown, isShort: boolean | undefined): Shown =>
    isShort && typeof value === 'string' ? new CutText(value) : (value as Value);
  return {
    ...one,
    current: asShown(one.current, cut?.includes('current')),
    undoTo: asShown(one.undoTo, cut?.includes('undoTo')),
  };
};
/** As many cells as one preview tells in full. */
const mostWhole = 40;

/** Another type for a field, or other properties. */
export type Wanted = { readonly type?: string; readonly props?: Readonly<Record<string, unknown>> };
type ConversionPreview = {
  readonly filled: number;
  readonly fits: number;
  readonly changed: number;
  readonly lost: number;
  readonly options?: number;
  readonly examples: readonly {
    readonly recordId: Id;
    readonly recordLabel?: string;
    readonly before: string;
    readonly after: string | null;
  }[];
};

/** Every call of the table page. */
export const tableApi = {
  get: (tableId: Id, signal?: AbortSignal): Promise<Table> =>
    api.get('/v3/tables/{table}', { ...of(tableId), ...(signal ? { signal } : {}) }),
  patch: (
    tableId: Id,
    change: { label?: string; icon?: string; color?: string; description?: string; labelFieldId?: Id },
  ): Promise<Table> => api.patch('/v3/tables/{table}', { ...of(tableId), body: change }),
  archive: (tableId: Id): Promise<void> => api.delete('/v3/tables/{table}', of(tableId)),
  restore: (tableId: Id): Promise<Table> => api.post('/v3/tables/{table}/restore', of(tableId)),
  users: (): Promise<readonly User[]> =>
    everyPage(async (after) => {
      const { users: entries, next } = await api.get('/v3/users', { query: { after } });
      return { entries, next };
    }),
  recent: (tableId: Id): Promise<void> => api.post('/v3/recents', { body: { type: 'table', id: tableId } }),

  addField: (tableId: Id, field: FieldInput & { index?: number }): Promise<Field> =>
    api.post('/v3/tables/{table}/fields', { ...of(tableId), body: field }),
  changeField: (tableId: Id, fieldId: Id, change: FieldChange): Promise<Field> =>
    api.patch('/v3/tables/{table}/fields/{field}', { path: { table: tableId, field: fieldId }, body: change }),
  previewConversion: (tableId: Id, fieldId: Id, wanted: Wanted, signal: AbortSignal): Promise<ConversionPreview> =>
    api.post('/v3/tables/{table}/fields/{field}/convert/preview', {
      path: { table: tableId, field: fieldId },
      body: wanted,
      signal,
    }),
  convert: (tableId: Id, fieldId: Id, wanted: Wanted): Promise<{ operationId: Id; state: Operation['state'] }> =>
    api.post('/v3/tables/{table}/fields/{field}/convert', { path: { table: tableId, field: fieldId }, body: wanted }),
  deleteField: async (tableId: Id, fieldId: Id): Promise<string | null> =>
    (await api.send('delete', '/v3/tables/{table}/fields/{field}', { path: { table: tableId, field: fieldId } }))
      .commit,
  /** Where a field is used. */
  fieldUses: (tableId: Id, fieldId: Id): Promise<FieldUses> =>
    api.get('/v3/tables/{table}/fields/{field}/uses', { path: { table: tableId, field: fieldId } }),
  /** A field like this one, and what takes it back. The values of a large table are copied after the answer. */
  duplicate: (tableId: Id, body: { readonly label: string; readonly records: boolean }) =>
    api.post('/v3/tables/{table}/duplicate', { ...of(tableId), body }),
  duplicateField: async (
    tableId: Id,
    fieldId: Id,
    body: { readonly name: string; readonly values: boolean },
  ): Promise<{ readonly field: Field; readonly undo: string | null; readonly operationId?: Id }> => {
    const { data, commit } = await api.send('post', '/v3/tables/{table}/fields/{field}/duplicate', {
      path: { table: tableId, field: fieldId },
      body,
    });
    return { ...data, undo: data.operationId ?? commit };
  },
  restoreField: (tableId: Id, fieldId: Id): Promise<Field> =>
    api.post('/v3/tables/{table}/fields/{field}/restore', { path: { table: tableId, field: fieldId } }),
  deletedFields: (tableId: Id): Promise<{ fields: readonly Field[] }> =>
    api.get('/v3/tables/{table}/fields/deleted', of(tableId)),
  orderFields: (tableId: Id, fieldIds: readonly Id[]): Promise<Table> =>
    api.put('/v3/tables/{table}/fields/order', { ...of(tableId), body: { fieldIds } }),
  addOptions: (tableId: Id, field: Field, added: readonly SelectOption[], operation: Id): Promise<Field> =>
    api.patch('/v3/tables/{table}/fields/{field}', {
      path: { table: tableId, field: field.id },
      body: { props: { ...field.props, options: [...(field.props.options ?? []), ...added] } },
      ...grouped(operation),
    }),

  addView: (tableId: Id, view: { label: string; personal: boolean; type: string; config: ViewConfig }): Promise<View> =>
    // One that only a newer release knows is refused there.
    api.post('/v3/tables/{table}/views', { ...of(tableId), body: { ...view, type: view.type as ViewTypeId } }),
  changeView: (
    tableId: Id,
    viewId: Id,
    change: { label?: string; personal?: boolean; config?: ViewConfig },
  ): Promise<View> =>
    api.patch('/v3/tables/{table}/views/{view}', { path: { table: tableId, view: viewId }, body: change }),
  deleteView: (tableId: Id, viewId: Id): Promise<void> =>
    api.delete('/v3/tables/{table}/views/{view}', { path: { table: tableId, view: viewId } }),

  /** A page as long as asked for, with long texts cut: where the server ends one earlier, since it is large, the rest is asked for as well. */
  query: async (tableId: Id, query: RecordQuery, signal?: AbortSignal): Promise<ShownPage & Placed> => {
    const ask = async (part: RecordQuery): Promise<RecordPage & Placed> =>
      placed(
        await api.send('post', '/v3/tables/{table}/records/query', {
          ...of(tableId),
          body: part,
          query: short,
          ...(signal ? { signal } : {}),
        }),
      );
    const { limit = 50, offset: _offset, ...rest } = query;
    // What the first answer tells of holds for all of them.
    const first = await ask(query);
    const records = [...first.records];
    let { next } = first;
    while (next !== undefined && records.length < limit) {
      const more = await ask({ ...rest, limit: limit - records.length, after: next });
      records.push(...more.records);
      next = more.next;
    }
    const { next: _next, ...page } = first;
    return { ...page, records: records.map(shownRecord), ...(next !== undefined && { next }) };
  },
  /**
   * Records by their ids, in as many answers as they take, with their texts in full or cut; those that are gone are
   * left out.
   */
  byIds: async (tableId: Id, ids: readonly Id[], texts: 'whole' | 'short'): Promise<readonly ShownRecord[]> => {
    const found: ShownRecord[] = [];
    for (let left = ids; left.length > 0;) {
      const { records, next } = await api.post('/v3/tables/{table}/records/query', {
        ...of(tableId),
        body: { ids: left.slice(0, mostIds) },
        query: texts === 'short' ? short : named,
      });
      found.push(...records.map(shownRecord));
      if (next === undefined) {
        left = left.slice(mostIds);
        continue;
      }
      const last = records.at(-1)?.id;
      left = last === undefined ? [] : left.slice(left.indexOf(last) + 1);
    }
    return found;
  },
  count: async (
    tableId: Id,
    which: Selected & { deleted?: boolean },
    signal?: AbortSignal,
  ): Promise<{ readonly total: number } & Placed> =>
    placed(
      await api.send('post', '/v3/tables/{table}/records/count', {
        ...of(tableId),
        body: { ...selected(which), ...(which.deleted ? { deleted: true } : {}) },
        ...(signal ? { signal } : {}),
      }),
    ),
  /** A page of groups; `next` where there are more. */
  groupPage: async (
    tableId: Id,
    asked: Asked<'post_tables_table_records_groups'>,
    signal?: AbortSignal,
  ): Promise<Answered<'post_tables_table_records_groups'>> =>
    api.post('/v3/tables/{table}/records/groups', { ...of(tableId), body: asked, ...(signal ? { signal } : {}) }),
  aggregate: async (
    tableId: Id,
    which: Selected,
    aggregates: readonly { fieldId: Id; function: AggregateFunction }[],
    signal?: AbortSignal,
  ): Promise<readonly { fieldId: Id; function: AggregateFunction; value: number | string | null }[]> =>
    (
      await api.post('/v3/tables/{table}/records/aggregate', {
        ...of(tableId),
        body: { ...selected(which), aggregates },
        ...(signal ? { signal } : {}),
      })
    ).values,
  /** How many records have each value of a field, and what others come to among them; up to a thousand values. */
  groups: async (
    tableId: Id,
    which: Selected,
    fieldId: Id,
    aggregates: readonly { fieldId: Id; function: AggregateFunction }[],
    signal?: AbortSignal,
  ): Promise<Answered<'post_tables_table_records_groups'>['groups']> =>
    (
      await api.post('/v3/tables/{table}/records/groups', {
        ...of(tableId),
        body: { ...selected(which), groupBy: [{ fieldId }], aggregates, limit: 1000 },
        ...(signal ? { signal } : {}),
      })
    ).groups,
  place: async (tableId: Id, recordId: Id, which: Selected & { sort?: readonly Sort[] }): Promise<number | null> =>
    (
      await api.post('/v3/tables/{table}/records/place', {
        ...of(tableId),
        body: { recordId, ...selected(which), ...(which.sort?.length ? { sort: which.sort } : {}) },
      })
    ).place,
  /** One record with its texts in full. */
  record: async (tableId: Id, recordId: Id): Promise<ShownRecord> =>
    shownRecord(
      await api.get('/v3/tables/{table}/records/{record}', {
        path: { table: tableId, record: recordId },
        query: named,
      }),
    ),

  save: async (tableId: Id, change: Change): Promise<Saved> => {
    const records: Written[] = [];
    let position: number | undefined;
    let commit: string | undefined;
    const { updates = [], creates = [] } = change;
    const call = { ...of(tableId), query: short, ...grouped(change.operation) };
    const take = (sent: Answer<{ readonly records: readonly Written[] } | RecordData>): void => {
      // Who sends a list gets one.
      if ('records' in sent.data) records.push(...sent.data.records);
      position = placed(sent).position;
      commit = sent.commit ?? undefined;
    };
    if (updates.length > 0)
      take(await api.send('patch', '/v3/tables/{table}/records', { ...call, body: { records: updates.map(sentOf) } }));
    if (creates.length > 0) {
      const body = { records: creates.map(({ id, fields }) => ({ id, fields })) };
      const query = change.form === undefined ? short : { ...short, form: change.form };
      take(await api.send('post', '/v3/tables/{table}/records', { ...call, query, body }));
    }
    const bare = records.filter((record) => !('fields' in record)).map((record) => record.id);
    const full = records.filter((record): record is RecordData => 'fields' in record).map(shownRecord);
    return {
      records: bare.length === 0 ? full : [...full, ...(await tableApi.byIds(tableId, bare, 'short'))],
      ...(position === undefined ? {} : { position }),
      ...(commit === undefined ? {} : { commit }),
    };
  },
  remove: async (tableId: Id, ids: readonly Id[]): Promise<{ readonly commit: string | null } & Placed> => {
    const { commit, position } = await api.send('delete', '/v3/tables/{table}/records', {
      ...of(tableId),
      body: { ids },
    });
    return { commit, ...(position === null ? {} : { position }) };
  },
  restoreRecords: (tableId: Id, ids: readonly Id[]): Promise<unknown> =>
    api.post('/v3/tables/{table}/records/restore', { ...of(tableId), body: { ids } }),
  bulk: (tableId: Id, body: BulkBody): Promise<{ operationId: Id; total: number }> =>
    api.post('/v3/tables/{table}/records/bulk', { ...of(tableId), body }),
  operation: (operationId: Id): Promise<Operation> => api.get('/v3/operations/{id}', { path: { id: operationId } }),
  cancelOperation: (operationId: Id): Promise<unknown> =>
    api.post('/v3/operations/{id}/cancel', { path: { id: operationId } }),

  recordHistory: (
    tableId: Id,
    recordId: Id,
    before?: string,
  ): Promise<{ entries: readonly RecordEntry[]; next?: string }> =>
    api.get('/v3/tables/{table}/records/{record}/history', {
      path: { table: tableId, record: recordId },
      query: { before },
    }),
  tableHistory: (
    tableId: Id,
    { actor, kind }: HistoryChoice,
    before?: string,
  ): Promise<{ entries: readonly TableEntry[]; next?: string }> =>
    api.get('/v3/tables/{table}/history', {
      ...of(tableId),
      query: { before, ...(actor === '' ? {} : { actor }), ...(kind === '' ? {} : { kind }) },
    }),
  historyEntry: (tableId: Id, entry: string, after?: string): Promise<EntryPage> =>
    api.get('/v3/tables/{table}/history/{entry}', { path: { table: tableId, entry }, query: { after } }),
  /** An entry without what it did to each record. */
  toldEntry: async (tableId: Id, entry: string): Promise<TableEntry> =>
    (await api.get('/v3/tables/{table}/history/{entry}', { path: { table: tableId, entry }, query: { only: 'entry' } }))
      .entry,
  deletedRecords: (tableId: Id, after?: string): Promise<DeletedPage> =>
    api.get('/v3/tables/{table}/deleted-records', { ...of(tableId), query: { after } }),
  undoStack: (tableId: Id): Promise<UndoStack> => api.get('/v3/tables/{table}/undo-stack', of(tableId)),
  previewUndo: (id: string): Promise<UndoAnswer> =>
    api.post('/v3/undo/{id}', { path: { id }, body: { preview: true } }),
  undo: (id: string, options: { conflicts?: 'skip' | 'overwrite' } = {}): Promise<UndoAnswer> =>
    api.post('/v3/undo/{id}', { path: { id }, body: options }),
  /** Conflicts of an undo with the values that it would bring in full. Those that are none any more are left out. */
  wholeConflicts: async (id: string, conflicts: readonly UndoConflict[]): Promise<readonly UndoConflict[]> => {
    const key = ({ recordId, fieldId }: UndoConflict): string => `${recordId ?? ''} ${fieldId}`;
    const cells = [
      ...new Map(
        conflicts.flatMap((one) =>
          isCut(one.undoTo) && one.recordId !== undefined
            ? [[key(one), { recordId: one.recordId, fieldId: one.fieldId }]]
            : [],
        ),
      ).values(),
    ];
    const found = new Map<string, UndoConflict[]>();
    for (let from = 0; from < cells.length; from += mostWhole) {
      const answer = await api.post('/v3/undo/{id}', {
        path: { id },
        body: { preview: true, whole: cells.slice(from, from + mostWhole) },
      });
      for (const one of answer.conflicts.map(shownConflict)) found.set(key(one), [...(found.get(key(one)) ?? []), one]);
    }
    return conflicts.flatMap((one) => (isCut(one.undoTo) ? (found.get(key(one))?.shift() ?? []) : [one]));
  },

  preferences: async (): Promise<Readonly<Record<string, unknown>>> => (await api.get('/v3/preferences')).preferences,
  prefer: (key: string, value: unknown, leaving = false): Promise<void> =>
    api.put('/v3/preferences/{key}', { path: { key }, body: { value }, keepalive: leaving }),
};
