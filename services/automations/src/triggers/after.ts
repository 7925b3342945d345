import type { Reaction } from '@tessera/event-store';
import { isRejection, type EventContext } from '@tessera/kernel';
import type { ServicePorts } from '@tessera/runtime';
import type { Directory } from '@tessera/runtime/directory';
import { isRefusal, type Tables } from '../access/tables.ts';
import { partsOf, type RecordsEvent } from '../deliveries/bodies.ts';
import type { EventOf } from '../events.ts';
import type { Functions } from '../functions/call.ts';
import type { FunctionDocument } from '../functions/projection.ts';
import { idOf } from '../named.ts';
import { conflict, rejection } from '../refusals.ts';
import { failureOf } from '../runs/carry.ts';
import { mostCausedAnHour, stopOf } from '../runs/starts.ts';
import type { AutomationsStore } from '../store.ts';
import { asSystem } from '../system.ts';
import { createQueue } from '../queues/queue.ts';
import { listening } from './before.ts';
import { chunksOf } from './chunks.ts';
import { happened } from './events.ts';
import type { TriggerCall } from './evolve.ts';
import type { QueuedTrigger } from './projection.ts';

/** What is older is not called for: a service that is new here reads logs from their beginning. */
const staleMs = 7 * 24 * 3_600_000;
const keptMs = 30 * 24 * 3_600_000;
/** What cannot be called for so long is given up. */
const longestMs = 24 * 3_600_000;

/** What calls of triggers are given. */
export const inputBucket = 'trigger-inputs';
/** Which trigger wrote with an operation: what it writes does not start it again. */
export const writtenBucket = 'trigger-writes';

type Input = { readonly event: string; readonly tableId: string; readonly records: readonly object[] };
type Ports = Pick<ServicePorts, 'documents' | 'state' | 'clock' | 'limits' | 'leases' | 'log'> & {
  readonly store: AutomationsStore;
  readonly tables: Tables;
  readonly directory: Directory;
  readonly functions: Pick<Functions, 'forTrigger' | 'noteFailed'>;
};

/** Calls the functions that start after records changed: behind the commit, once for an event, never for what undo does. */
export const createAfter = (ports: Ports) => {
  const { store, documents, state, clock, limits, log, tables, directory, functions } = ports;
  const caused = limits.limiter('trigger-calls', {
    capacity: mostCausedAnHour,
    perSecond: mostCausedAnHour / 3_600,
  });

  /** The records of an event as its owner may read them. */
  const recordsOf = async (trigger: FunctionDocument, organizationId: string, event: RecordsEvent) => {
    const owner = await directory.present({ organizationId, userId: trigger.ownerId });
    const { tableId, recordIds } = event.value;
    if (owner === undefined) return undefined;
    try {
      if (event.$case === 'recordsDeleted') return recordIds.map((id) => ({ record: { id }, before: null }));
      const { fields, records } = await tables.readRows(owner, tableId, recordIds);
      const known = new Map(records.map(({ values }) => [values.id, values]));
      const parts = partsOf(event, fields);
      return recordIds.flatMap((id, place) => {
        const values = known.get(id);
        if (values === undefined) return [];
        const { record, before } = parts(place, values);
        return [{ record: { id, ...record.fields }, before: before?.fields ?? null }];
      });
    } catch (error) {
      if (isRefusal(error)) return undefined;
      throw error;
    }
  };

  const queueOne = async (trigger: FunctionDocument, event: RecordsEvent, context: EventContext): Promise<void> => {
    const { organizationId, commitId, index, origin, time, causationDepth: depth = 0 } = context;
    const { tableId } = event.value;
    const name = `after${happened[event.$case]}`;
    const note = (code: string, reason: string): void =>
      functions.noteFailed(organizationId, trigger, { callerId: tableId, trigger: name, code, reason });
    const records = await recordsOf(trigger, organizationId, event);
    if (records === undefined)
      return note('automations.owner_missing', 'Its owner is no longer active, or may not open the table.');
    if (records.length === 0) return;
    const eventId = `${commitId}.${index}`;
    const over = origin === 'automation' && (await caused.take(`${organizationId}:${trigger.id}`, records.length)) > 0;
    const stop = stopOf(depth + 1, over);
    if (stop !== undefined) return note(stop.code, stop.reason);
    const calls: EventOf<'triggerQueued'>[] = [];
    for (const [nth, places] of chunksOf(records).entries()) {
      const some = places.map((place) => records[place]!);
      // An event that comes again is the same calls, whichever of its records are still there.
      const callId = idOf('trigger', organizationId, trigger.id, eventId, String(nth));
      const input: Input = { event: name, tableId, records: some };
      await state.put(organizationId, inputBucket, callId, input, { expiresAt: clock() + keptMs });
      const recordIds = some.map(({ record }) => record.id);
      const cause = { eventId, commitId, depth, at: time };
      const { id: functionId, settings } = trigger;
      calls.push({ callId, functionId, tableId, trigger: name, recordIds, ...cause, isAsync: settings.isAsync });
    }
    await store.execute({ type: 'queueTriggers', payload: { calls } }, asSystem(organizationId, commitId));
    queue.wake(organizationId);
  };

  const carry = async (organizationId: string, call: TriggerCall): Promise<void> => {
    const { id: callId, functionId, tableId, trigger, commitId, depth } = call;
    const found = await documents.get<FunctionDocument>(organizationId, 'functions', functionId);
    const owner = found === undefined ? undefined : await directory.present({ organizationId, userId: found.ownerId });
    if (owner === undefined) throw rejection('forbidden', 'automations.owner_missing');
    const input = await state.get<Input>(organizationId, inputBucket, callId);
    if (input === undefined) throw conflict('incoming.payload_gone');
    // What it did outside is known to nobody, and once more may be once too often.
    if (call.state === 'begun') throw conflict('automations.outcome_unknown');
    await state.put(organizationId, writtenBucket, callId, functionId, { expiresAt: clock() + staleMs });
    const { error } = await functions.forTrigger(owner, functionId, {
      input,
      cause: { runId: callId, key: callId, commitId, depth },
      callerId: tableId,
      trigger,
      begin: () => store.execute({ type: 'beginTrigger', payload: { callId, functionId } }, asSystem(organizationId)),
    });
    const ended = { state: error === null ? 'done' : 'failed', code: error?.code ?? '', reason: '' };
    await store.execute({ type: 'endTrigger', payload: { callId, functionId, ...ended } }, asSystem(organizationId));
  };

  /** Makes one call; answers whether it came to its end. */
  const finish = async (organizationId: string, { callId, functionId }: QueuedTrigger): Promise<boolean> => {
    const call = await documents.get<TriggerCall>(organizationId, 'triggercalls', callId);
    if (call?.state !== 'waiting' && call?.state !== 'begun') return true;
    try {
      await carry(organizationId, call);
    } catch (error) {
      const { code, reason, again } = failureOf(error);
      if (!isRejection(error)) log.error('a trigger could not be called', { callId, error: String(error) });
      if (again && call.queuedAt > clock() - longestMs) return false;
      const { tableId: callerId, trigger } = call;
      functions.noteFailed(organizationId, { id: functionId }, { callerId, trigger, code, reason });
      const payload = { callId, functionId, state: 'failed', code, reason };
      await store.execute({ type: 'endTrigger', payload }, asSystem(organizationId));
    }
    await state.delete(organizationId, inputBucket, callId);
    return true;
  };

  const queue = createQueue<QueuedTrigger>(ports, {
    name: 'triggers',
    collection: 'triggerqueue',
    // Those that run in the background go beside each other, the others in the order of what happened.
    lane: ({ callId, functionId, isAsync }) => (isAsync ? callId : functionId),
    finish,
  });

  const reaction: Reaction = {
    name: 'automations.triggers',
    source: 'tables',
    types: ['recordsCreated', 'cellsChanged', 'recordsDeleted'],
    handle: async (one, context) => {
      const { organizationId, operationId, origin, time } = context;
      if (time < clock() - staleMs || origin === 'undo') return;
      const event = one as RecordsEvent;
      const name = `after${happened[event.$case]}`;
      const triggers = await listening(documents, organizationId, event.value.tableId, name);
      if (triggers.length === 0) return;
      const by =
        origin === 'automation' && operationId !== undefined
          ? await state.get<string>(organizationId, writtenBucket, operationId)
          : undefined;
      for (const trigger of triggers)
        if (trigger.since <= time && trigger.id !== by) await queueOne(trigger, event, context);
    },
  };
  return { reaction, start: queue.start, stop: queue.stop };
};
