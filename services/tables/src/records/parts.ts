import type { Column } from '@tessera/proto/tables/v1/values';
import { recordStream, type TablesEvent } from '../events.ts';

const SET = 0;
type Cells = NonNullable<Column['cells']>;

const pickValues = (cells: Cells, places: readonly number[]): Cells => {
  const { values } = cells.value as { values: unknown[] };
  return {
    $case: cells.$case,
    value: { values: places.flatMap((place) => (place < values.length ? [values[place]] : [])) },
  } as Cells;
};

/** A column of a bulk event for some of its records, by their places in ascending order. */
const pickColumn = (column: Column, places: readonly number[]): Column => {
  const { states, cells } = column;
  if (states.length === 0) return cells === undefined ? column : { ...column, cells: pickValues(cells, places) };
  const kept = new Uint8Array(places.length);
  const set: number[] = [];
  let rank = 0;
  let next = 0;
  for (let i = 0; i < states.length && next < places.length; i++) {
    if (i === places[next]) {
      kept[next] = states[i]!;
      next += 1;
      if (states[i] === SET) set.push(rank);
    }
    if (states[i] === SET) rank += 1;
  }
  return { ...column, states: kept, ...(cells !== undefined && { cells: pickValues(cells, set) }) };
};

/** An event of records for those at these places; other events have no places and stay as they are. */
const pickRecords = (event: TablesEvent, places: readonly number[]): TablesEvent => {
  const at = <T>(values: readonly T[]): T[] => places.map((place) => values[place]!);
  switch (event.$case) {
    case 'recordsCreated':
      return {
        $case: event.$case,
        value: {
          ...event.value,
          recordIds: at(event.value.recordIds),
          columns: event.value.columns.map((column) => pickColumn(column, places)),
        },
      };
    case 'cellsChanged': {
      const { recordIds, versions, before, after } = event.value;
      const pick = (column: Column): Column => pickColumn(column, places);
      return {
        $case: event.$case,
        value: {
          ...event.value,
          recordIds: at(recordIds),
          versions: at(versions),
          before: before.map(pick),
          after: after.map(pick),
        },
      };
    }
    case 'recordsDeleted':
      return {
        $case: event.$case,
        value: { ...event.value, recordIds: at(event.value.recordIds), versions: at(event.value.versions) },
      };
    case 'recordsRestored':
      return {
        $case: event.$case,
        value: { ...event.value, recordIds: at(event.value.recordIds), versions: at(event.value.versions) },
      };
    default:
      return event;
  }
};

const recordsOf = (event: TablesEvent): readonly string[] | undefined =>
  'recordIds' in event.value ? event.value.recordIds : undefined;

/** The part of an event that concerns one record: what its history carries of a bulk event of a thousand. */
export const focusEvent = (event: TablesEvent, recordId: string): TablesEvent => {
  const place = recordsOf(event)?.indexOf(recordId) ?? -1;
  return place < 0 ? event : pickRecords(event, [place]);
};

/** The event as if these records had never been in it; undefined when nothing is left of it. For a purge. */
export const eraseFromEvent = (
  event: TablesEvent,
  stream: string,
  recordIds: ReadonlySet<string>,
): TablesEvent | undefined => {
  const records = recordsOf(event);
  if (records === undefined || !('tableId' in event.value) || recordStream(event.value.tableId) !== stream)
    return event;
  const places = records.flatMap((id, place) => (recordIds.has(id) ? [] : [place]));
  return places.length === 0 ? undefined : places.length === records.length ? event : pickRecords(event, places);
};
