import { read, type Actor, type CommandHandler, type DecidedEvent, type Loading, type Snapshot } from '@tessera/kernel';
import { can, requireRight, userOf } from '@tessera/proto/rights';
import { event, incomingCallStream, incomingStream, type AutomationsEvent, type EventOf } from '../events.ts';
import { conflict, invalid, notFound, rejection } from '../refusals.ts';
import type { Incoming, IncomingCall, IncomingSettings } from './evolve.ts';

type Known = Snapshot<Incoming | undefined>;
type KnownCall = Snapshot<IncomingCall | undefined>;
type Named = { readonly incomingId: string };
type NamedCall = Named & { readonly callId: string };
type Done = { readonly id: string };
type Handler<C extends Named> = CommandHandler<C, Known, AutomationsEvent, Done>;

function* done({ incomingId }: Named): Loading<Done> {
  return { id: incomingId };
}
function* nothing(): Loading<null> {
  return null;
}
const load = ({ incomingId }: Named): Loading<Known> => read.snapshot<Incoming | undefined>(incomingStream(incomingId));
const loadCall = ({ callId }: NamedCall): Loading<KnownCall> =>
  read.snapshot<IncomingCall | undefined>(incomingCallStream(callId));

/** As somebody may change it: its owner and administrators, because it acts with its owner's rights. */
const changeable = (actor: Actor, { state }: Known): Incoming => {
  if (state === undefined || state.deleted !== undefined || !can(actor, 'functions.manage').allow)
    throw notFound('incoming_not_found');
  requireRight(actor, 'functions.change', state.ownerId);
  return state;
};

const advanced = (
  { version }: { readonly version: number },
  stream: string,
  ...events: readonly AutomationsEvent[]
): readonly DecidedEvent<AutomationsEvent>[] =>
  events.map((one, at) => ({ event: one, advances: [{ stream, version: version + at + 1 }] }));

/** A table or a function, never both. */
const checked = (settings: IncomingSettings): IncomingSettings => {
  if ((settings.tableId === '') === (settings.functionId === '')) throw invalid('incoming.one_target');
  return settings;
};
const same = (a: IncomingSettings, b: IncomingSettings): boolean =>
  a.label === b.label && a.tableId === b.tableId && a.functionId === b.functionId;

/** Makes an incoming webhook, which belongs to whoever makes it. */
export const createIncoming: Handler<Named & { readonly settings: IncomingSettings; readonly active: boolean }> = {
  load,
  decide: ({ incomingId, settings, active }, known, { meta }) => {
    requireRight(meta.actor, 'functions.manage');
    if (known.state !== undefined) return { events: [] };
    const made = { incomingId, settings: checked(settings), ownerId: userOf(meta.actor), active };
    return { events: advanced(known, incomingStream(incomingId), event('incomingCreated', made)) };
  },
  answer: done,
};

/** Changes what it is called and where what is sent goes, and whether it takes it. */
export const changeIncoming: Handler<
  Named & { readonly settings: IncomingSettings; readonly active: boolean; readonly revision?: number | undefined }
> = {
  load,
  decide: ({ incomingId, settings, active, revision }, known, { meta }) => {
    const found = changeable(meta.actor, known);
    if (revision !== undefined && revision !== known.version)
      throw rejection('stale', 'incoming.stale', { revision: known.version });
    const { settings: before } = found;
    return {
      events: advanced(
        known,
        incomingStream(incomingId),
        ...(same(checked(settings), before) ? [] : [event('incomingChanged', { incomingId, settings, before })]),
        ...(active === found.active ? [] : [event('incomingSwitched', { incomingId, active })]),
      ),
    };
  },
  answer: done,
};

/** Says that there is a new address, which is put into the vault behind it. */
export const makeIncomingAddress: Handler<Named> = {
  load,
  decide: ({ incomingId }, known, { meta }) => {
    changeable(meta.actor, known);
    return { events: advanced(known, incomingStream(incomingId), event('incomingAddressMade', { incomingId })) };
  },
  answer: done,
};

/** Says that calls are signed with another secret, which is put into the vault behind it. */
export const makeIncomingSecret: Handler<Named> = {
  load,
  decide: ({ incomingId }, known, { meta }) => {
    changeable(meta.actor, known);
    return { events: advanced(known, incomingStream(incomingId), event('incomingSecretMade', { incomingId })) };
  },
  answer: done,
};

/** Says that calls are taken without a signature again. */
export const removeIncomingSecret: Handler<Named> = {
  load,
  decide: ({ incomingId }, known, { meta }) => {
    changeable(meta.actor, known);
    return { events: advanced(known, incomingStream(incomingId), event('incomingSecretRemoved', { incomingId })) };
  },
  answer: done,
};

/** Takes it away; undo brings it back, with its address. */
export const deleteIncoming: Handler<Named> = {
  load,
  decide: ({ incomingId }, known, { meta }) => {
    const { label } = changeable(meta.actor, known).settings;
    return { events: advanced(known, incomingStream(incomingId), event('incomingDeleted', { incomingId, label })) };
  },
  answer: done,
};

/** Notes what was sent, once for a call whatever is sent again. */
export const takeCall: CommandHandler<EventOf<'incomingCallTaken'>, KnownCall, AutomationsEvent, null> = {
  merges: true,
  load: loadCall,
  decide: (taken, known, { meta }) => {
    requireRight(meta.actor, 'installation.act');
    if (known.state !== undefined) return { events: [] };
    return { events: advanced(known, incomingCallStream(taken.callId), event('incomingCallTaken', taken)) };
  },
  answer: nothing,
};

export const beginCall: CommandHandler<NamedCall, KnownCall, AutomationsEvent, null> = {
  load: loadCall,
  decide: ({ callId, incomingId }, known, { meta }) => {
    requireRight(meta.actor, 'installation.act');
    if (known.state?.state !== 'waiting') throw conflict('automations.outcome_unknown');
    return { events: advanced(known, incomingCallStream(callId), event('incomingCallBegun', { callId, incomingId })) };
  },
  answer: nothing,
};

export const endCall: CommandHandler<EventOf<'incomingCallEnded'>, KnownCall, AutomationsEvent, null> = {
  load: loadCall,
  decide: (ended, known, { meta }) => {
    requireRight(meta.actor, 'installation.act');
    // Another process was as far.
    if (known.state === undefined || known.state.endedAt !== 0) return { events: [] };
    return { events: advanced(known, incomingCallStream(ended.callId), event('incomingCallEnded', ended)) };
  },
  answer: nothing,
};

/** Has what failed done again. */
export const reopenCall: CommandHandler<
  NamedCall,
  { readonly incoming: Known; readonly call: KnownCall },
  AutomationsEvent,
  null
> = {
  *load(command) {
    return { incoming: yield* load(command), call: yield* loadCall(command) };
  },
  decide: ({ callId, incomingId }, { incoming, call }, { meta }) => {
    changeable(meta.actor, incoming);
    if (call.state?.incomingId !== incomingId) throw notFound('incoming_call_not_found');
    if (call.state.state !== 'failed') throw conflict('incoming.not_failed');
    const reopened = event('incomingCallReopened', { callId, incomingId });
    return { events: advanced(call, incomingCallStream(callId), reopened) };
  },
  answer: nothing,
};
