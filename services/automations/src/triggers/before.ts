import { findAll } from '@tessera/document-store/pages';
import { changeLinks, isRejection, newId, type Actor } from '@tessera/kernel';
import type { AskTriggersRequest, AskTriggersResponse } from '@tessera/proto/automations/v1/service';
import { TablesPublicEvent, type Field } from '@tessera/proto/tables/v1/events';
import type { ServicePorts } from '@tessera/runtime';
import type { Directory } from '@tessera/runtime/directory';
import { written, type RecordValues, type Tables } from '../access/tables.ts';
import type { RecordsEvent } from '../deliveries/bodies.ts';
import type { Functions } from '../functions/call.ts';
import type { FunctionDocument } from '../functions/projection.ts';
import { answersOf } from './answers.ts';
import { chunksOf } from './chunks.ts';
import { happened } from './events.ts';

/** So long a write waits for one call. */
const limitMs = 2_000;

type Ports = Pick<ServicePorts, 'documents' | 'log'> & {
  readonly tables: Tables;
  readonly directory: Directory;
  readonly functions: Pick<Functions, 'forTrigger'>;
};
type Values = Readonly<Record<string, unknown>>;
type Given = { readonly record: Values; readonly before: Values | null };

/** The triggers that an event of a table starts, the oldest first. */
export const listening = async (
  documents: ServicePorts['documents'],
  organizationId: string,
  tableId: string,
  event: string,
): Promise<readonly FunctionDocument[]> => {
  const where = { hears: tableId };
  const found = await findAll<FunctionDocument>(documents, organizationId, 'functions', where, (one) => one.id);
  return found
    .filter(({ settings }) => settings.triggerEvents.includes(event))
    .toSorted((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1));
};

const isRecords = (event: TablesPublicEvent['event']): event is RecordsEvent =>
  event !== undefined && event.$case in happened;

/** What a write comes to, for each of its records: as they will be, and as they are. */
const givenOf = (
  event: RecordsEvent,
  fields: readonly Field[],
  rows: ReadonlyMap<string, RecordValues>,
): readonly Given[] => {
  const { recordIds } = event.value;
  if (event.$case === 'recordsDeleted')
    return recordIds.map((id) => ({ record: rows.get(id) ?? { id }, before: null }));
  if (event.$case === 'recordsCreated') {
    const created = written(event.value.columns, recordIds.length, fields);
    const empty = Object.fromEntries(fields.map(({ id }) => [id, null]));
    return recordIds.map((_, place) => ({ record: { id: null, ...empty, ...created(place) }, before: null }));
  }
  const became = written(event.value.after, recordIds.length, fields);
  const { links } = event.value;
  return recordIds.map((id, place) => {
    const before = rows.get(id) ?? { id };
    const record: Record<string, unknown> = { ...before, ...became(place) };
    for (const { fieldId, changes } of links) {
      const change = changes[place];
      if (change !== undefined && fields.some((field) => field.id === fieldId))
        record[fieldId] = changeLinks((record[fieldId] ?? []) as readonly string[], change);
    }
    return { record, before };
  });
};

/** Asks the before-triggers of a table about a write that is about to be done. Each sees what those before it changed. */
export const createBefore = ({ documents, tables, directory, functions, log }: Ports) => {
  type Told = { readonly place: number } & ({ readonly refuse: string } | { readonly values: Values });

  /** What one trigger says of some records. Whoever fails or is late refuses them all, clearly. */
  const askOne = async (
    { id, ownerId, settings: { label } }: FunctionDocument,
    organizationId: string,
    tableId: string,
    name: string,
    given: readonly Given[],
    fields: readonly Field[],
  ): Promise<readonly Told[]> => {
    const all = (refuse: string): readonly Told[] => given.map((_, place) => ({ place, refuse }));
    const owner = await directory.present({ organizationId, userId: ownerId });
    if (owner === undefined) return all(`The owner of the trigger "${label}" is no longer active.`);
    const callId = newId();
    try {
      const { error, output } = await functions.forTrigger(owner, id, {
        input: { event: name, tableId, records: given },
        cause: { runId: callId, key: callId, commitId: '', depth: 0 },
        callerId: tableId,
        trigger: name,
        before: { limitMs },
      });
      if (error !== null)
        return all(
          error.code === 'functions.time'
            ? `The trigger "${label}" took longer than 2 s.`
            : `The trigger "${label}" failed.`,
        );
      const said = answersOf(output, given.length, fields);
      const changesGone = name === 'beforeDelete' && said?.some((one) => one !== undefined && 'values' in one);
      if (said === undefined || changesGone === true) return all(`The trigger "${label}" answered what it may not.`);
      return said.flatMap((one, place) => (one === undefined ? [] : [{ place, ...one }]));
    } catch (error) {
      // Whoever writes tries again.
      if (isRejection(error) && error.kind === 'unavailable') throw error;
      if (!isRejection(error)) log.error('a trigger could not be asked', { functionId: id, error: String(error) });
      const why = isRejection(error) ? error.message : 'Something unexpected happened.';
      return all(`The trigger "${label}" could not be asked: ${why}`);
    }
  };

  return async (
    { organizationId }: Pick<Actor, 'organizationId'>,
    { tableId, events }: Pick<AskTriggersRequest, 'tableId' | 'events'>,
  ): Promise<AskTriggersResponse> => {
    const refusals: AskTriggersResponse['refusals'] = [];
    const changes: AskTriggersResponse['changes'] = [];
    for (const [at, bytes] of events.entries()) {
      const { event } = TablesPublicEvent.decode(bytes);
      if (!isRecords(event)) continue;
      const name = `before${happened[event.$case]}`;
      const triggers = await listening(documents, organizationId, tableId, name);
      const changed = new Map<number, Values>();
      const refused = new Set<number>();
      for (const trigger of triggers) {
        // What its owner may read: another trigger may see other fields.
        const owner = await directory.present({ organizationId, userId: trigger.ownerId });
        const { recordIds } = event.value;
        const isNew = event.$case === 'recordsCreated';
        const read =
          owner === undefined
            ? { fields: [], records: [] }
            : isNew
              ? { fields: await tables.fields(owner, tableId), records: [] }
              : await tables.readRows(owner, tableId, recordIds);
        const rows = new Map(read.records.map(({ values }) => [values.id, values]));
        const given = givenOf(event, read.fields, rows).map(({ record, before }, place) => ({
          record: { ...record, ...changed.get(place) },
          before,
        }));
        const places = given.flatMap((_, place) => (refused.has(place) ? [] : [place]));
        for (const chunk of chunksOf(places.map((place) => given[place]!))) {
          const some = chunk.map((at) => places[at]!);
          const asked = some.map((place) => given[place]!);
          const told = await askOne(trigger, organizationId, tableId, name, asked, read.fields);
          for (const one of told) {
            const place = some[one.place]!;
            if ('refuse' in one) {
              refused.add(place);
              refusals.push({ event: at, place, message: one.refuse, label: trigger.settings.label });
            } else changed.set(place, { ...changed.get(place), ...one.values });
          }
        }
      }
      for (const [place, values] of changed)
        if (!refused.has(place) && Object.keys(values).length > 0)
          changes.push({ event: at, place, valuesJson: JSON.stringify(values) });
    }
    return { refusals, changes };
  };
};
export type AskBefore = ReturnType<typeof createBefore>;
