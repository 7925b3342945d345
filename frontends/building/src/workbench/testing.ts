import { readContextFor } from '@tessera/fields';
import type { Field, Filter, Table } from '@tessera/kit';
import type { ShownRecord, Value } from '../data/cut-text.ts';
import type { Change } from '../data/edits.ts';
import type { RecordsApi } from './records-api.ts';
import { createWorkbench } from './workbench.ts';

/** What is asked and answered in turns has been. */
export const settled = async (): Promise<void> => {
  for (let i = 0; i < 200; i++) await Promise.resolve();
};

export const recordWith = (id: string, fields: Readonly<Record<string, Value>> = {}): ShownRecord => ({
  id,
  version: 1,
  fields,
  createdAt: '',
  updatedAt: '',
});

/** The one condition that these tests filter by: a field equals a value. */
const passes = (record: ShownRecord, filter: Filter | undefined): boolean =>
  filter === undefined || ('operator' in filter && record.fields[filter.fieldId] === filter.value);

/** A workbench over a table that is kept in memory: `records` changes it as another person would, without a word. */
export const openTable = ({
  records: first,
  fields,
}: {
  records: readonly ShownRecord[];
  fields: readonly Field[];
}) => {
  let records = first;
  let position = 0;
  /** How often records were asked for. */
  let asked = 0;
  /** How often the place of a record was asked for. */
  let places = 0;
  const found = (filter: Filter | undefined) => records.filter((record) => passes(record, filter));
  const save = async (change: Change) => {
    position += 1;
    const written: ShownRecord[] = [];
    for (const { id, fields: values } of change.updates ?? [])
      records = records.map((one) => {
        if (one.id !== id) return one;
        const next = { ...one, version: one.version + 1, fields: { ...one.fields, ...values } as typeof one.fields };
        written.push(next);
        return next;
      });
    for (const { id, fields: values } of change.creates ?? []) {
      const made = recordWith(id, values as Readonly<Record<string, Value>>);
      written.push(made);
      records = [...records, made];
    }
    return { records: written, position };
  };
  const api: RecordsApi = {
    query: async ({ filter, offset = 0, limit = 200 }) => {
      asked += 1;
      return { records: found(filter as Filter | undefined).slice(offset, offset + limit), position };
    },
    count: async ({ filter }) => ({ total: found(filter as Filter | undefined).length, position }),
    groupPage: async () => ({ groups: [] }),
    place: async (id, { filter }) => {
      places += 1;
      const at = found(filter as Filter | undefined).findIndex((record) => record.id === id);
      return at < 0 ? null : at;
    },
    byIds: async (ids) => records.filter(({ id }) => ids.includes(id)),
    save,
    remove: async (ids) => {
      position += 1;
      records = records.filter(({ id }) => !ids.includes(id));
      return { commit: `c${position}`, position };
    },
    history: async () => ({ entries: [] }),
    addOptions: async (field) => field,
    undo: async () => undefined,
  };
  const table = {
    id: 'table',
    fields,
    labelFieldId: fields[0]?.id ?? '',
    rights: { canCreateRecords: true, canEditRecords: true, canDeleteRecords: true, canManageFieldsAndConfig: true },
  } as unknown as Table;
  const read = readContextFor('en-US', 'UTC');
  const bench = createWorkbench({
    tableId: 'table',
    userId: 'me',
    api,
    owner: 'org.me',
    storage: () => {
      throw new Error('nothing is kept');
    },
    table: () => table,
    habits: () => ({ read, show: { ...read, people: new Map() } }) as never,
    prefill: () => ({}),
    expand: () => undefined,
    press: () => undefined,
    confirmGrow: async () => true,
    askConflicts: async () => null,
    notify: () => undefined,
    say: ({ key }) => key,
    reason: String,
    onTable: () => undefined,
    onTotals: () => undefined,
    onState: () => undefined,
    onPlace: () => undefined,
    onUndone: async () => undefined,
    onUndoing: () => undefined,
  });
  return {
    bench,
    asked: (): number => asked,
    places: (): number => places,
    records: (next: readonly ShownRecord[]): void => {
      records = next;
    },
  };
};
