import { isRejection, type Actor, type PayloadOf } from '@tessera/kernel';
import type { ServicePorts } from '@tessera/runtime';
import type { Directory } from '@tessera/runtime/directory';
import type { Tables } from '../access/tables.ts';
import type { Functions } from '../functions/call.ts';
import { conflict, notFound, rejection } from '../refusals.ts';
import { failureOf } from '../runs/carry.ts';
import type { AutomationsStore } from '../store.ts';
import { asSystem } from '../system.ts';
import type { AutomationsCommands } from '../write.ts';
import type { IncomingCall } from './evolve.ts';
import type { TakenCalls } from './payloads.ts';
import type { IncomingDocument, Queued } from './projection.ts';
import { createQueue } from '../queues/queue.ts';
import { valuesOf } from './values.ts';

/** What cannot be carried out for so long is given up. */
const longestMs = 24 * 3_600_000;

type Ports = Pick<ServicePorts, 'documents' | 'leases' | 'clock' | 'log'> & {
  readonly store: AutomationsStore;
  readonly tables: Tables;
  readonly directory: Directory;
  readonly functions: Pick<Functions, 'forWebhook'>;
  readonly taken: TakenCalls;
};
type Ended = Pick<PayloadOf<AutomationsCommands['endCall']>, 'state' | 'code' | 'reason' | 'recordId'>;

const done: Ended = { state: 'done', code: '', reason: '', recordId: '' };

/**
 * Carries out what was sent to incoming webhooks, the calls of one in their order. What was taken stands in the log, so a
 * restart goes on behind it: a record is added once, and a function that was begun is not called again.
 */
export const createIncomingWorker = (ports: Ports) => {
  const { store, documents, clock, log, tables, directory, functions, taken } = ports;
  const ownerOf = async (organizationId: string, incomingId: string): Promise<Actor> => {
    const found = await documents.get<IncomingDocument>(organizationId, 'incoming', incomingId);
    if (found === undefined || found.deleted !== undefined) throw notFound('incoming_not_found');
    const owner = await directory.present({ organizationId, userId: found.ownerId });
    if (owner === undefined) throw rejection('forbidden', 'incoming.owner_missing');
    return owner;
  };

  const carry = async (organizationId: string, call: IncomingCall): Promise<Ended> => {
    const { id: callId, incomingId, tableId, functionId } = call;
    const owner = await ownerOf(organizationId, incomingId);
    const kept = await taken.get(organizationId, callId);
    if (kept === undefined) throw conflict('incoming.payload_gone');
    const cause = { runId: callId, key: callId, commitId: '', depth: 0 };
    if (functionId === '') {
      const values = valuesOf(kept.call.body, await tables.fields(owner, tableId));
      const { id: recordId } = await tables.create(owner, tableId, values, { ...cause, origin: 'api' });
      return { ...done, recordId };
    }
    // What it did outside is known to nobody, and once more may be once too often.
    if (call.state === 'begun') throw conflict('automations.outcome_unknown');
    const { error, output } = await functions.forWebhook(owner, functionId, {
      input: kept.call,
      cause,
      callerId: incomingId,
      begin: () => store.execute({ type: 'beginCall', payload: { callId, incomingId } }, asSystem(organizationId)),
    });
    await taken.put(organizationId, callId, { ...kept, output });
    return error === null ? done : { ...done, state: 'failed', code: error.code, reason: error.reason.slice(0, 1_000) };
  };

  /** Carries one call out; answers whether it came to its end. */
  const finish = async (organizationId: string, { callId, incomingId }: Queued): Promise<boolean> => {
    const call = await documents.get<IncomingCall>(organizationId, 'incomingcalls', callId);
    if (call?.state !== 'waiting' && call?.state !== 'begun') return true;
    let ended: Ended;
    try {
      ended = await carry(organizationId, call);
    } catch (error) {
      const { code, reason, again: waits } = failureOf(error);
      if (!isRejection(error)) log.error('a call of an incoming webhook failed', { callId, error: String(error) });
      if (waits && call.takenAt > clock() - longestMs) return false;
      ended = { ...done, state: 'failed', code, reason };
    }
    await store.execute({ type: 'endCall', payload: { callId, incomingId, ...ended } }, asSystem(organizationId));
    return true;
  };

  return createQueue<Queued>(ports, {
    name: 'incoming',
    collection: 'incomingqueue',
    lane: ({ incomingId }) => incomingId,
    finish,
  });
};
