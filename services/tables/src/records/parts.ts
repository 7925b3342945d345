import { pickColumn } from '@tessera/proto/cells';
import type { Column } from '@tessera/proto/tables/v1/values';
import { commentStream, recordStream, type TablesEvent } from '../events.ts';

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
      const { recordIds, versions, before, after, links } = event.value;
      const pick = (column: Column): Column => pickColumn(column, places);
      return {
        $case: event.$case,
        value: {
          ...event.value,
          recordIds: at(recordIds),
          versions: at(versions),
          before: before.map(pick),
          after: after.map(pick),
          links: links.map((one) => ({ ...one, changes: at(one.changes) })),
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

/**
 * The event as if these records, or comments, had never been in it; undefined when nothing is left of it. For a purge.
 */
export const eraseFromEvent = (
  event: TablesEvent,
  stream: string,
  recordIds: ReadonlySet<string>,
): TablesEvent | undefined => {
  if ('commentId' in event.value)
    return stream === commentStream(event.value.tableId) && recordIds.has(event.value.commentId) ? undefined : event;
  const records = recordsOf(event);
  if (records === undefined || !('tableId' in event.value) || recordStream(event.value.tableId) !== stream)
    return event;
  const places = records.flatMap((id, place) => (recordIds.has(id) ? [] : [place]));
  return places.length === 0 ? undefined : places.length === records.length ? event : pickRecords(event, places);
};
