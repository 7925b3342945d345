import {
  type AggregateFunction,
  type Answer,
  type Answered,
  api,
  type Asked,
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
import type { Change, Saved } from '../data/edits.ts';

export type Selected = { readonly filter?: Filter; readonly search?: string };
export type RecordEntry = Answered<'get_tables_table_records_record_history'>['entries'][number];
export type TableEntry = Answered<'get_tables_table_history'>['entries'][number];
export type UndoAnswer = Answered<'post_undo_id'>;
export type UndoConflict = UndoAnswer['conflicts'][number];
export type UndoStack = Answered<'get_tables_table_undo_stack'>;
export type BulkBody = Omit<Asked<'post_tables_table_records_bulk'>, 'filter'> & Selected;

const at = (tableId: Id): string => `/v3/tables/${encodeURIComponent(tableId)}`;
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

/** A record as a write answers it: of many large ones only the version. */
type Written = RecordData | Pick<RecordData, 'id' | 'version'>;

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
  get: (tableId: Id, signal?: AbortSignal): Promise<Table> => api.get<Table>(at(tableId), signal ? { signal } : {}),
  patch: (
    tableId: Id,
    change: { label?: string; icon?: string; color?: string; description?: string; labelFieldId?: Id },
  ): Promise<Table> => api.patch<Table>(at(tableId), change),
  archive: (tableId: Id): Promise<void> => api.delete(at(tableId)),
  restore: (tableId: Id): Promise<void> => api.post(`${at(tableId)}/restore`),
  users: (): Promise<{ users: readonly User[] }> => api.get('/v3/users'),
  recent: (tableId: Id): Promise<void> => api.post('/v3/recents', { type: 'table', id: tableId }),

  addField: (tableId: Id, field: FieldInput & { index?: number }): Promise<Field> =>
    api.post<Field>(`${at(tableId)}/fields`, field),
  changeField: (tableId: Id, fieldId: Id, change: Readonly<Record<string, unknown>>): Promise<Field> =>
    api.patch<Field>(`${at(tableId)}/fields/${fieldId}`, change),
  previewConversion: (tableId: Id, fieldId: Id, wanted: Wanted, signal: AbortSignal): Promise<ConversionPreview> =>
    api.post(`${at(tableId)}/fields/${fieldId}/convert/preview`, wanted, { signal }),
  convert: (tableId: Id, fieldId: Id, wanted: Wanted): Promise<{ operationId: Id; state: Operation['state'] }> =>
    api.post(`${at(tableId)}/fields/${fieldId}/convert`, wanted),
  deleteField: async (tableId: Id, fieldId: Id): Promise<string | null> =>
    (await api.send('DELETE', `${at(tableId)}/fields/${fieldId}`)).commit,
  restoreField: (tableId: Id, fieldId: Id): Promise<Field> =>
    api.post<Field>(`${at(tableId)}/fields/${fieldId}/restore`),
  deletedFields: (tableId: Id): Promise<{ fields: readonly Field[] }> => api.get(`${at(tableId)}/fields/deleted`),
  orderFields: (tableId: Id, fieldIds: readonly Id[]): Promise<Table> =>
    api.put<Table>(`${at(tableId)}/fields/order`, { fieldIds }),
  addOptions: (tableId: Id, field: Field, added: readonly SelectOption[], operation: Id): Promise<Field> =>
    api.patch<Field>(
      `${at(tableId)}/fields/${field.id}`,
      { props: { ...field.props, options: [...(field.props.options ?? []), ...added] } },
      grouped(operation),
    ),

  addView: (tableId: Id, view: { label: string; personal: boolean; config: ViewConfig }): Promise<View> =>
    api.post<View>(`${at(tableId)}/views`, { type: 'table', ...view }),
  changeView: (
    tableId: Id,
    viewId: Id,
    change: { label?: string; personal?: boolean; config?: ViewConfig },
  ): Promise<View> => api.patch<View>(`${at(tableId)}/views/${viewId}`, change),
  deleteView: (tableId: Id, viewId: Id): Promise<void> => api.delete(`${at(tableId)}/views/${viewId}`),

  /** A page as long as asked for: where the server ends one earlier, since it is large, the rest is asked for as well. */
  query: async (tableId: Id, query: RecordQuery, signal?: AbortSignal): Promise<RecordPage & Placed> => {
    const ask = async (part: RecordQuery): Promise<RecordPage & Placed> =>
      placed(await api.send<RecordPage>('POST', `${at(tableId)}/records/query`, part, signal ? { signal } : {}));
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
    return { ...page, records, ...(next !== undefined && { next }) };
  },
  /** Records by their ids, in as many answers as they take; those that are gone are left out. */
  byIds: async (tableId: Id, ids: readonly Id[]): Promise<readonly RecordData[]> => {
    const found: RecordData[] = [];
    for (let left = ids; left.length > 0;) {
      const { records, next } = await api.post<RecordPage>(`${at(tableId)}/records/query`, { ids: left });
      found.push(...records);
      const last = records.at(-1)?.id;
      left = next === undefined || last === undefined ? [] : left.slice(left.indexOf(last) + 1);
    }
    return found;
  },
  count: async (
    tableId: Id,
    which: Selected & { deleted?: boolean },
    signal?: AbortSignal,
  ): Promise<{ readonly total: number } & Placed> =>
    placed(
      await api.send<{ total: number }>(
        'POST',
        `${at(tableId)}/records/count`,
        { ...selected(which), ...(which.deleted ? { deleted: true } : {}) },
        signal ? { signal } : {},
      ),
    ),
  aggregate: async (
    tableId: Id,
    which: Selected,
    aggregates: readonly { fieldId: Id; function: AggregateFunction }[],
    signal?: AbortSignal,
  ): Promise<readonly { fieldId: Id; function: AggregateFunction; value: number | string | null }[]> =>
    (
      await api.post<{
        values: readonly { fieldId: Id; function: AggregateFunction; value: number | string | null }[];
      }>(`${at(tableId)}/records/aggregate`, { ...selected(which), aggregates }, signal ? { signal } : {})
    ).values,
  place: async (tableId: Id, recordId: Id, which: Selected & { sort?: readonly Sort[] }): Promise<number | null> =>
    (
      await api.post<{ place: number | null }>(`${at(tableId)}/records/place`, {
        recordId,
        ...selected(which),
        ...(which.sort?.length ? { sort: which.sort } : {}),
      })
    ).place,
  record: (tableId: Id, recordId: Id): Promise<RecordData> =>
    api.get<RecordData>(`${at(tableId)}/records/${encodeURIComponent(recordId)}`),

  save: async (tableId: Id, change: Change): Promise<Saved> => {
    const records: Written[] = [];
    let position: number | undefined;
    const write = async (method: 'PATCH' | 'POST', writes: readonly object[]): Promise<void> => {
      if (writes.length === 0) return;
      const answer = placed(
        await api.send<{ records: readonly Written[] }>(
          method,
          `${at(tableId)}/records`,
          { records: writes },
          grouped(change.operation),
        ),
      );
      records.push(...answer.records);
      position = answer.position;
    };
    await write('PATCH', change.updates ?? []);
    await write(
      'POST',
      (change.creates ?? []).map(({ id, fields }) => ({ id, fields })),
    );
    const bare = records.filter((record) => !('fields' in record)).map((record) => record.id);
    const whole = records.filter((record): record is RecordData => 'fields' in record);
    return {
      records: bare.length === 0 ? whole : [...whole, ...(await tableApi.byIds(tableId, bare))],
      ...(position === undefined ? {} : { position }),
    };
  },
  remove: async (tableId: Id, ids: readonly Id[]): Promise<{ readonly commit: string | null } & Placed> => {
    const { commit, position } = await api.send('DELETE', `${at(tableId)}/records`, { ids });
    return { commit, ...(position === null ? {} : { position }) };
  },
  restoreRecords: (tableId: Id, ids: readonly Id[]): Promise<void> =>
    api.post(`${at(tableId)}/records/restore`, { ids }),
  bulk: (tableId: Id, body: BulkBody): Promise<{ operationId: Id; total: number }> =>
    api.post(`${at(tableId)}/records/bulk`, body),
  operation: (operationId: Id): Promise<Operation> => api.get<Operation>(`/v3/operations/${operationId}`),
  cancelOperation: (operationId: Id): Promise<void> => api.post(`/v3/operations/${operationId}/cancel`),

  recordHistory: (
    tableId: Id,
    recordId: Id,
    before?: string,
  ): Promise<{ entries: readonly RecordEntry[]; next?: string }> =>
    api.get(`${at(tableId)}/records/${encodeURIComponent(recordId)}/history`, { query: { before } }),
  tableHistory: (tableId: Id, before?: string): Promise<{ entries: readonly TableEntry[]; next?: string }> =>
    api.get(`${at(tableId)}/history`, { query: { before } }),
  undoStack: (tableId: Id): Promise<UndoStack> => api.get(`${at(tableId)}/undo-stack`),
  undo: (id: string, options: { preview?: true; conflicts?: 'skip' | 'overwrite' } = {}): Promise<UndoAnswer> =>
    api.post(`/v3/undo/${encodeURIComponent(id)}`, options),

  preferences: async (): Promise<Readonly<Record<string, unknown>>> =>
    (await api.get<{ preferences: Readonly<Record<string, unknown>> }>('/v3/preferences')).preferences,
  prefer: (key: string, value: unknown, leaving = false): Promise<void> =>
    api.put(`/v3/preferences/${encodeURIComponent(key)}`, { value }, { keepalive: leaving }),
};
