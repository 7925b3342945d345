import {
  isRejection,
  newId,
  noPermissions,
  systemActor,
  type Actor,
  type EventContext,
  type Snapshot,
} from '@tessera/kernel';
import type { Field } from '@tessera/proto/tables/v1/events';
import { describe, expect, it } from 'vitest';
import { event, type AutomationsEvent } from '../events.ts';
import { undoCommit } from '../undo/decide.ts';
import {
  beginCall,
  changeIncoming,
  createIncoming,
  deleteIncoming,
  endCall,
  makeIncomingAddress,
  makeIncomingSecret,
  removeIncomingSecret,
  reopenCall,
  takeCall,
} from './decide.ts';
import { incomingAggregate, incomingCallAggregate, type Incoming, type IncomingCall } from './evolve.ts';
import { incomingModel } from './projection.ts';
import { valuesOf } from './values.ts';

const incomingId = 'i';
const callId = 'c';
const settings = { label: 'Orders', tableId: 't', functionId: '' };
const context: EventContext = {
  organizationId: 'o',
  commitId: 'x',
  position: 1,
  index: 0,
  time: 1_000,
  actorId: 'u',
  origin: 'api',
  advances: [{ stream: 'incoming:i', version: 1 }],
};
const person = (id: string, flag: 0 | 1 = 1): Actor => ({
  organizationId: 'o',
  kind: 'user',
  id,
  userId: id,
  seat: 'builder',
  roleId: '2',
  permissionVersion: 1,
  permissions: { ...noPermissions, flags: { ...noPermissions.flags, development: flag } },
});
const system = systemActor('automations', 'o');
type Env = Parameters<typeof createIncoming.decide>[2];
const env = (actor: Actor): Env => ({ now: 1_000, newId, meta: { actor, origin: 'api' as const } }) as unknown as Env;
const owner = env(person('u'));

const made = event('incomingCreated', { incomingId, settings, ownerId: 'u', active: true });
const deleted = event('incomingDeleted', { incomingId, label: 'Orders' });
const taken = event('incomingCallTaken', { callId, incomingId, tableId: 't', functionId: '' });
const begun = event('incomingCallBegun', { callId, incomingId });
const ended = (state: string) =>
  event('incomingCallEnded', { callId, incomingId, state, code: '', reason: '', recordId: '' });
const reopened = event('incomingCallReopened', { callId, incomingId });

const fold = (...events: readonly AutomationsEvent[]) =>
  events.reduce<Incoming | undefined>((state, one) => incomingAggregate.evolve(state, one, context), undefined);
const foldCall = (...events: readonly AutomationsEvent[]) =>
  events.reduce<IncomingCall | undefined>((state, one) => incomingCallAggregate.evolve(state, one, context), undefined);
const known = (...events: readonly AutomationsEvent[]): Snapshot<Incoming | undefined> => ({
  version: events.length,
  state: fold(...events),
});
const call = (...events: readonly AutomationsEvent[]): Snapshot<IncomingCall | undefined> => ({
  version: events.length,
  state: foldCall(...events),
});
type Decided = { readonly events: readonly { readonly event: AutomationsEvent }[] };
const codeOf = (decide: () => Decided): string => {
  try {
    return decide()
      .events.map(({ event: one }) => one.$case)
      .join();
  } catch (error) {
    if (!isRejection(error)) throw error;
    return error.code;
  }
};

describe('an incoming webhook', () => {
  const change = (part: object, state = known(made), who = owner) =>
    codeOf(() => changeIncoming.decide({ incomingId, settings, active: true, ...part }, state, who));
  it.each<readonly [string, () => string, string]>([
    [
      'is created',
      () => codeOf(() => createIncoming.decide({ incomingId, settings, active: true }, known(), owner)),
      'incomingCreated',
    ],
    [
      'goes to one of the two',
      () =>
        codeOf(() =>
          createIncoming.decide(
            { incomingId, settings: { ...settings, functionId: 'f' }, active: true },
            known(),
            owner,
          ),
        ),
      'incoming.one_target',
    ],
    ['goes somewhere', () => change({ settings: { ...settings, tableId: '' } }), 'incoming.one_target'],
    ['is changed', () => change({ settings: { label: 'x', tableId: '', functionId: 'f' } }), 'incomingChanged'],
    ['is switched', () => change({ active: false }), 'incomingSwitched'],
    ['stays where nothing changes', () => change({}), ''],
    ['is stale', () => change({ revision: 4 }), 'incoming.stale'],
    ['is the owner’s', () => change({ active: false }, known(made), env(person('other'))), 'forbidden'],
    ['is not there for others', () => change({}, known(made), env(person('u', 0))), 'incoming_not_found'],
    [
      'has another address',
      () => codeOf(() => makeIncomingAddress.decide({ incomingId }, known(made), owner)),
      'incomingAddressMade',
    ],
    [
      'has a secret',
      () => codeOf(() => makeIncomingSecret.decide({ incomingId }, known(made), owner)),
      'incomingSecretMade',
    ],
    [
      'has a secret of its owner’s alone',
      () => codeOf(() => makeIncomingSecret.decide({ incomingId }, known(made), env(person('other')))),
      'forbidden',
    ],
    [
      'has none any more',
      () => codeOf(() => removeIncomingSecret.decide({ incomingId }, known(made), owner)),
      'incomingSecretRemoved',
    ],
    ['is deleted', () => codeOf(() => deleteIncoming.decide({ incomingId }, known(made), owner)), 'incomingDeleted'],
    [
      'is deleted once',
      () => codeOf(() => deleteIncoming.decide({ incomingId }, known(made, deleted), owner)),
      'incoming_not_found',
    ],
  ])('%s', (_name, decide, expected) => {
    expect(decide()).toBe(expected);
  });
});

describe('a call', () => {
  const named = { callId, incomingId };
  const take = (state: ReturnType<typeof call>, who = env(system)) =>
    codeOf(() => takeCall.decide(taken.value as never, state, who));
  it.each<readonly [string, () => string, string]>([
    ['is taken', () => take(call()), 'incomingCallTaken'],
    ['is taken once', () => take(call(taken)), ''],
    ['is taken by the service alone', () => take(call(), owner), 'forbidden'],
    ['is begun', () => codeOf(() => beginCall.decide(named, call(taken), env(system))), 'incomingCallBegun'],
    [
      'is begun once',
      () => codeOf(() => beginCall.decide(named, call(taken, begun), env(system))),
      'automations.outcome_unknown',
    ],
    [
      'ends',
      () => codeOf(() => endCall.decide(ended('done').value as never, call(taken), env(system))),
      'incomingCallEnded',
    ],
    [
      'ends once',
      () => codeOf(() => endCall.decide(ended('done').value as never, call(taken, ended('failed')), env(system))),
      '',
    ],
    [
      'is done again where it failed',
      () =>
        codeOf(() =>
          reopenCall.decide(named, { incoming: known(made), call: call(taken, begun, ended('failed')) }, owner),
        ),
      'incomingCallReopened',
    ],
    [
      'is not done again where it is done',
      () => codeOf(() => reopenCall.decide(named, { incoming: known(made), call: call(taken, ended('done')) }, owner)),
      'incoming.not_failed',
    ],
  ])('%s', (_name, decide, expected) => {
    expect(decide()).toBe(expected);
  });
  it('waits in the queue until it ends, and again where it is done again', () => {
    const op = (...events: readonly AutomationsEvent[]) =>
      incomingModel
        .project(events.at(-1)!, context, () => foldCall(...events))
        .filter((one) => 'collection' in one && one.collection === 'incomingqueue')
        .map((one) => one.op)
        .join();
    expect([op(taken), op(taken, begun), op(taken, ended('failed')), op(taken, ended('failed'), reopened)]).toEqual([
      'document.put',
      'document.put',
      'document.delete',
      'document.put',
    ]);
  });
});

describe('an undo', () => {
  const other = { label: 'Orders', tableId: '', functionId: 'f' };
  const changed = event('incomingChanged', { incomingId, settings: other, before: settings });
  const undo = (one: AutomationsEvent, now: ReturnType<typeof known>, actor = person('u')) => {
    const commit = { id: 'x', position: 1, time: 1, meta: { origin: 'api', actor }, events: [one] };
    const none = { version: 0, state: undefined };
    const loaded = { commit, automation: none, webhook: none, lowCode: none, incoming: now };
    return undoCommit.decide(
      { commitId: 'x' },
      loaded as unknown as Parameters<typeof undoCommit.decide>[1],
      env(actor),
    );
  };
  it.each<readonly [string, AutomationsEvent, readonly AutomationsEvent[], string]>([
    ['a creation', made, [made], 'incomingDeleted'],
    ['a change', changed, [made, changed], 'incomingChanged'],
    ['a switch', event('incomingSwitched', { incomingId, active: true }), [made], 'incomingSwitched'],
    ['a deletion', deleted, [made, deleted], 'incomingRestored'],
    ['an address', event('incomingAddressMade', { incomingId }), [made], 'undo.not_undoable'],
    ['a secret', event('incomingSecretMade', { incomingId }), [made], 'undo.not_undoable'],
    ['a secret that went', event('incomingSecretRemoved', { incomingId }), [made], 'undo.not_undoable'],
    ['a call', taken, [made], 'undo.not_undoable'],
  ])('of %s', (_name, one, events, expected) => {
    expect(codeOf(() => undo(one, known(...events)) as Decided)).toBe(expected);
  });
  it('takes a target back whole', () => {
    const { events } = undo(changed, known(made, changed)) as Decided;
    expect(events[0]!.event.value).toMatchObject({ settings });
  });
  it('is the owner’s', () => {
    expect(codeOf(() => undo(changed, known(made, changed), person('other')) as Decided)).toBe('forbidden');
  });
});

describe('what is sent', () => {
  const field = (id: string, name: string, type = 'singleLineText'): Field =>
    ({ id, name, type, propsJson: '{}', propsVersion: 0, number: 1, generation: 0 }) as unknown as Field;
  const fields = [field('a', 'Order number'), field('b', 'Quantity'), field('d', 'quantity')];
  it('is read by the names of fields, whatever their case, or their ids; other names are passed over', () => {
    expect(valuesOf({ 'order NUMBER': 7, quantity: 2, other: 'x' }, fields)).toEqual({ a: 7, b: 2 });
    expect(valuesOf({ d: 3 }, fields)).toEqual({ d: 3 });
  });
  it.each([
    [[1], 'incoming.body_wrong'],
    ['text', 'incoming.body_wrong'],
    [null, 'incoming.body_wrong'],
    [{ other: 1 }, 'incoming.nothing_fits'],
  ])('is refused: %j', (body, code) => {
    expect(() => valuesOf(body, fields)).toThrow(expect.objectContaining({ code }));
  });
});
