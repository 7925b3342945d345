import { changeLinks } from '@tessera/kernel';
import type { Field, TablesPublicEvent } from '@tessera/proto/tables/v1/events';
import { written, type RecordValues } from '../access/tables.ts';
import { fieldsChanged, placesChanged } from '../runs/matches.ts';
import type { Settings } from '../webhooks/evolve.ts';

type TablesEvent = NonNullable<TablesPublicEvent['event']>;
export type RecordsEvent = Extract<TablesEvent, { $case: 'recordsCreated' | 'cellsChanged' | 'recordsDeleted' }>;
export const kindOf = { recordsCreated: 'created', cellsChanged: 'updated', recordsDeleted: 'deleted' } as const;

/** What a receiver gets: `fields` by their ids, those alone that the webhook's owner may read. */
export type Body = {
  readonly id: string;
  readonly type: `record.${string}`;
  readonly at: string;
  readonly sequence: number;
  readonly tableId: string;
  readonly record: { readonly id: string; readonly fields: Readonly<Record<string, unknown>> };
  readonly before?: { readonly fields: Readonly<Record<string, unknown>> };
};

/** Whether a webhook tells of an event at all; which of its records is asked by `placesOf`. */
export const tells = ({ events, fieldIds }: Settings, event: RecordsEvent): boolean => {
  if (!events.includes(kindOf[event.$case])) return false;
  if (event.$case !== 'cellsChanged' || fieldIds.length === 0) return true;
  const changed = fieldsChanged(event.value);
  return fieldIds.some((id) => changed.has(id));
};

/** The places of the records in an event that a webhook tells of. */
export const placesOf = ({ fieldIds }: Settings, event: RecordsEvent): readonly number[] => {
  const places = event.value.recordIds.map((_, place) => place);
  if (event.$case !== 'cellsChanged' || fieldIds.length === 0) return places;
  const changed = placesChanged(event.value, new Set(fieldIds));
  return places.filter((place) => changed.has(place));
};

/** The version that each record of an event reached. */
export const sequenceOf = (event: RecordsEvent, place: number): number =>
  event.$case === 'recordsCreated' ? 1 : (event.value.versions[place] ?? 1);

/** The parts of the bodies of an event: records as they are read now, with what the event says of them put over it. */
export const partsOf = (
  event: RecordsEvent,
  fields: readonly Field[],
): ((place: number, record: RecordValues) => Pick<Body, 'record' | 'before'>) => {
  const count = event.value.recordIds.length;
  if (event.$case === 'recordsDeleted') return (_place, { id }) => ({ record: { id, fields: {} } });
  const readable = new Set(fields.map(({ id }) => id));
  const own = (record: RecordValues): Readonly<Record<string, unknown>> =>
    Object.fromEntries(Object.entries(record).filter(([fieldId]) => readable.has(fieldId)));
  if (event.$case === 'recordsCreated') {
    const created = written(event.value.columns, count, fields);
    return (place, record) => ({ record: { id: record.id, fields: { ...own(record), ...created(place) } } });
  }
  const { links } = event.value;
  const [was, became] = [written(event.value.before, count, fields), written(event.value.after, count, fields)];
  return (place, record) => {
    const after = became(place);
    const before: Record<string, unknown> = Object.fromEntries(Object.keys(after).map((id) => [id, null]));
    Object.assign(before, was(place));
    for (const { fieldId, changes } of links) {
      const change = changes[place];
      if (change === undefined || !readable.has(fieldId)) continue;
      if (change.added.length + change.removed.length + change.order.length === 0) continue;
      const present = (record[fieldId] ?? []) as readonly string[];
      before[fieldId] = changeLinks(present, { added: change.removed, removed: change.added, order: [] });
    }
    return { record: { id: record.id, fields: { ...own(record), ...after } }, before: { fields: before } };
  };
};
