import { createHmac } from 'node:crypto';
import { newId, noPermissions, systemActor, type Actor, type EventContext } from '@tessera/kernel';
import { toColumn } from '@tessera/proto/cells';
import type { Field } from '@tessera/proto/tables/v1/events';
import { describe, expect, it } from 'vitest';
import { event, type AutomationsEvent, type EventOf } from '../events.ts';
import { webhookAggregate, type Settings, type Webhook } from '../webhooks/evolve.ts';
import { partsOf, placesOf, sequenceOf, tells, type RecordsEvent } from './bodies.ts';
import { queueDeliveries, reopenDeliveries, tryDelivery } from './decide.ts';
import { deliveryAggregate, type Delivery } from './evolve.ts';
import { readyOf } from './next.ts';
import { deliveriesModel, lineId, logFrom, type Outgoing } from './projection.ts';
import { isSigned, signedHeaders } from './signature.ts';
import { mostTries, verdictOf, waits } from './tries.ts';

const settings: Settings = {
  label: 'Orders',
  url: 'https://receiver.example/in',
  tableId: 't',
  events: ['created', 'updated', 'deleted'],
  fieldIds: [],
};

describe('a try', () => {
  it.each<readonly [string, number, string, number, object]>([
    ['a 200', 200, '', 0, { state: 'delivered' }],
    ['a 204', 204, '', 3, { state: 'delivered' }],
    ['a redirect', 0, 'dial.redirects', 0, { state: 'waiting', waitMs: 60_000 }],
    ['a 304', 304, '', 0, { state: 'waiting', waitMs: 60_000 }],
    ['a 401', 401, '', 1, { state: 'waiting', waitMs: 5 * 60_000 }],
    ['a 500', 500, '', 2, { state: 'waiting', waitMs: 15 * 60_000 }],
    ['nobody there', 0, 'dial.unreachable', 3, { state: 'waiting', waitMs: 3_600_000 }],
    ['a timeout', 0, 'dial.timeout', 6, { state: 'waiting', waitMs: 12 * 3_600_000 }],
    ['the eighth', 500, '', 7, { state: 'paused', reason: 'exhausted' }],
    ['a 410', 410, '', 0, { state: 'paused', reason: 'gone' }],
    ['a closed address', 0, 'dial.address', 0, { state: 'paused', reason: 'address' }],
    ['a 200 that broke off', 200, 'dial.answer', 0, { state: 'waiting', waitMs: 60_000 }],
  ])('%s', (_name, status, code, round, expected) => {
    expect(verdictOf({ status, code }, round, 0.5)).toEqual(expected);
  });
  it('comes eight times within a day, and never on the minute', () => {
    expect(mostTries).toBe(8);
    expect(waits.reduce((sum, one) => sum + one, 0)).toBeLessThan(24 * 3_600_000);
    const waitsFor = [0, 1].map((random) => verdictOf({ status: 500, code: '' }, 3, random));
    expect(waitsFor).toMatchObject([{ waitMs: 3_240_000 }, { waitMs: 3_960_000 }]);
  });
});

describe('a signature', () => {
  it('is that of Standard Webhooks, with each secret that signs now', () => {
    // The example of their specification.
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    const body = '{"test": 2432232314}';
    const id = 'msg_p5jXN8AQM9LWM0D4loKWxJek';
    const headers = signedHeaders([secret], { id, at: 1_614_265_330_000, body });
    expect(headers).toEqual({
      'webhook-id': id,
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
    const other = `whsec_${Buffer.from('another').toString('base64')}`;
    const both = signedHeaders([other, secret], { id, at: 1_614_265_330_999, body })['webhook-signature']!.split(' ');
    const expected = createHmac('sha256', 'another').update(`${id}.1614265330.${body}`).digest('base64');
    expect(both).toEqual([`v1,${expected}`, headers['webhook-signature']]);
  });
});

describe('a call that must be signed', () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const other = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  const body = '{"a": 1, "b":"é"}';
  const now = 1_700_000_000_000;
  const good = signedHeaders([secret], { id: 'msg_1', at: now, body });
  const bytes = Buffer.from(body);
  const late = signedHeaders([secret], { id: 'msg_1', at: now - 301_000, body });
  it.each<readonly [string, Readonly<Record<string, string | undefined>>, Buffer, readonly string[], boolean]>([
    ['is, with its secret', good, bytes, [secret], true],
    ['is, with the secret of before', good, bytes, [other, secret], true],
    [
      'is, by one of its two signatures',
      signedHeaders([other, secret], { id: 'x', at: now, body }),
      bytes,
      [secret],
      true,
    ],
    ['is, 4 minutes ago', signedHeaders([secret], { id: 'x', at: now - 240_000, body }), bytes, [secret], true],
    ['is not, with another secret', good, bytes, [other], false],
    ['is not, of other bytes with the same meaning', good, Buffer.from('{"a":1,"b":"é"}'), [secret], false],
    ['is not, under another id', { ...good, 'webhook-id': 'msg_2' }, bytes, [secret], false],
    ['is not, at another time', { ...good, 'webhook-timestamp': '1700000001' }, bytes, [secret], false],
    ['is not, more than 5 minutes ago', late, bytes, [secret], false],
    [
      'is not, in more than 5 minutes',
      signedHeaders([secret], { id: 'x', at: now + 301_000, body }),
      bytes,
      [secret],
      false,
    ],
    ['is not, without an id', { ...good, 'webhook-id': undefined }, bytes, [secret], false],
    ['is not, without a time', { ...good, 'webhook-timestamp': undefined }, bytes, [secret], false],
    ['is not, with no time', { ...good, 'webhook-timestamp': 'now' }, bytes, [secret], false],
    ['is not, without a signature', { ...good, 'webhook-signature': undefined }, bytes, [secret], false],
    [
      'is not, by a part of it',
      { ...good, 'webhook-signature': good['webhook-signature']!.slice(0, 20) },
      bytes,
      [secret],
      false,
    ],
    [
      'is not, by another version',
      { ...good, 'webhook-signature': good['webhook-signature']!.replace('v1', 'v2') },
      bytes,
      [secret],
      false,
    ],
    [
      'is not, behind ten that are wrong',
      { ...good, 'webhook-signature': `${'v1,AAAA '.repeat(10)}${good['webhook-signature']}` },
      bytes,
      [secret],
      false,
    ],
  ])('%s', (_name, headers, sent, secrets, expected) => {
    expect(isSigned(secrets, headers, sent, now)).toBe(expected);
  });
});

describe('what is sent next', () => {
  const out = (recordId: string, deliveryId: string, nextAt = 0): Outgoing => ({
    id: deliveryId,
    webhookId: 'w',
    deliveryId,
    recordId,
    nextAt,
  });
  it.each<readonly [string, readonly Outgoing[], readonly string[], number | undefined]>([
    ['nothing', [], [], undefined],
    ['the first of each record', [out('a', '1'), out('b', '2'), out('a', '3')], ['1', '2'], undefined],
    ['nothing behind one that waits', [out('a', '1', 50), out('a', '2'), out('b', '3')], ['3'], 50],
    ['the soonest time', [out('a', '1', 90), out('b', '2', 70)], [], 70],
    ['what is due by now', [out('a', '1', 10)], ['1'], undefined],
    ['no more than that', [out('a', '1'), out('b', '2'), out('c', '3')], ['1', '2'], undefined],
  ])('%s', (_name, outgoing, now, nextAt) => {
    expect(readyOf(outgoing, 10, 2)).toEqual({ now, nextAt });
  });
  it('remembers over pages whose turn was', () => {
    const taken = new Set<string>();
    readyOf([out('a', '1', 50)], 10, 4, taken);
    expect(readyOf([out('a', '2'), out('b', '3')], 10, 4, taken).now).toEqual(['3']);
  });
});

const field = (id: string, type: string): Field =>
  ({ id, name: id, type, generation: 1, number: 1, propsJson: '{}', propsVersion: 1 }) as unknown as Field;
const fields = [field('name', 'singleLineText'), field('note', 'singleLineText')];
const text = (id: string, ...cells: (string | null | undefined)[]) => toColumn(id, 1, 'text', cells);
const created = (): RecordsEvent => ({
  $case: 'recordsCreated',
  value: { tableId: 't', schemaVersion: 1, recordIds: ['r1', 'r2'], columns: [text('name', 'A', 'B')], draft: false },
});
const changed = (): RecordsEvent => ({
  $case: 'cellsChanged',
  value: {
    tableId: 't',
    schemaVersion: 1,
    recordIds: ['r1', 'r2'],
    versions: [4, 9],
    before: [text('name', 'A', undefined), text('note', undefined, 'x'), text('hidden', 'h', 'h')],
    after: [text('name', 'AA', undefined), text('note', undefined, null), text('hidden', 'i', 'i')],
    links: [],
  },
});
const deleted: RecordsEvent = {
  $case: 'recordsDeleted',
  value: { tableId: 't', recordIds: ['r1'], versions: [5] },
};

describe('what a webhook tells', () => {
  it.each<readonly [string, Partial<Settings>, RecordsEvent, boolean]>([
    ['all', {}, created(), true],
    ['no other event', { events: ['updated'] }, created(), false],
    ['a deletion', { events: ['deleted'] }, deleted, true],
    ['a change of a field', { fieldIds: ['name'] }, changed(), true],
    ['no change of another', { fieldIds: ['other'] }, changed(), false],
    ['whatever is created, for all the fields', { fieldIds: ['other'] }, created(), true],
  ])('%s', (_name, some, one, expected) => {
    expect(tells({ ...settings, ...some }, one)).toBe(expected);
  });
  it('is of the records in which the field changed', () => {
    expect(placesOf({ ...settings, fieldIds: ['name'] }, changed())).toEqual([0]);
    expect(placesOf({ ...settings, fieldIds: ['note'] }, changed())).toEqual([1]);
    expect(placesOf(settings, changed())).toEqual([0, 1]);
  });
  it('has the version of the record for its sequence', () => {
    expect([sequenceOf(created(), 1), sequenceOf(changed(), 1), sequenceOf(deleted, 0)]).toEqual([1, 9, 5]);
  });
  it('is the record as the event left it, and of a change what was there before, of fields that may be read', () => {
    const record = { id: 'r1', name: 'later', note: 'n' };
    expect(partsOf(created(), fields)(0, record)).toEqual({ record: { id: 'r1', fields: { name: 'A', note: 'n' } } });
    expect(partsOf(changed(), fields)(0, record)).toEqual({
      record: { id: 'r1', fields: { name: 'AA', note: 'n' } },
      before: { fields: { name: 'A' } },
    });
    expect(partsOf(changed(), fields)(1, { id: 'r2', name: 'B', note: null })).toEqual({
      record: { id: 'r2', fields: { name: 'B', note: null } },
      before: { fields: { note: 'x' } },
    });
    expect(partsOf(deleted, [])(0, { id: 'r1' })).toEqual({ record: { id: 'r1', fields: {} } });
  });
});

const context: EventContext = {
  organizationId: 'o',
  commitId: 'c',
  position: 1,
  index: 0,
  time: 1_000,
  actorId: 'system',
  origin: 'system',
  advances: [{ stream: 'delivery:d', version: 1 }],
};
const queued: EventOf<'deliveryQueued'> = {
  deliveryId: 'd',
  webhookId: 'w',
  kind: 'updated',
  tableId: 't',
  recordId: 'r',
  sequence: 4,
  eventId: 'c.0',
  at: 900,
};
const tried = (attempt: number, state: string, until = 0, status = 500) =>
  event('deliveryTried', { deliveryId: 'd', webhookId: 'w', attempt, state, status, code: '', tookMs: 5, until });
const fold = (...events: readonly AutomationsEvent[]): Delivery =>
  events.reduce<Delivery | undefined>((state, one) => deliveryAggregate.evolve(state, one, context), undefined)!;
const first = event('deliveryQueued', queued);
const reopened = event('deliveryReopened', { deliveryId: 'd', webhookId: 'w' });
const webhook = (...more: readonly AutomationsEvent[]): Webhook =>
  [event('webhookCreated', { webhookId: 'w', settings, ownerId: 'u', active: true }), ...more].reduce<
    Webhook | undefined
  >((state, one) => webhookAggregate.evolve(state, one, context), undefined)!;
const paused = event('webhookPaused', {
  webhookId: 'w',
  reason: 'exhausted',
  status: 500,
  code: '',
  deliveryId: 'd',
  userIds: ['u'],
});

describe('a delivery in the log', () => {
  const env = (actor: Actor) => ({ now: 1, newId, meta: { actor, origin: 'system' as const } });
  const system = env(systemActor('automations', 'o'));
  const person = (id: string): Actor => ({
    organizationId: 'o',
    kind: 'user',
    id,
    userId: id,
    seat: 'builder',
    roleId: '2',
    permissionVersion: 1,
    permissions: { ...noPermissions, flags: { ...noPermissions.flags, manage_tricks: 1 } },
  });
  const kindsOf = (decision: { readonly events: readonly { readonly event: AutomationsEvent }[] }) =>
    decision.events.map((one) => one.event.$case);
  const known = (state: Delivery | undefined, version = 1) => ({ version, state });

  it('is queued once', () => {
    const ask = (state: Delivery | undefined) =>
      kindsOf(queueDeliveries.decide({ deliveries: [queued] }, [known(state)], system));
    expect([ask(undefined), ask(fold(first))]).toEqual([['deliveryQueued'], []]);
    const byPerson = () => queueDeliveries.decide({ deliveries: [queued] }, [known(undefined)], env(person('u')));
    expect(byPerson).toThrow();
  });
  it('is tried once a number, while it waits, and pauses its webhook once', () => {
    const ask = (delivery: Delivery, of: Webhook, attempt: number, pause = '') =>
      kindsOf(
        tryDelivery.decide(
          { ...tried(attempt, 'waiting').value, pause } as Parameters<typeof tryDelivery.decide>[0],
          { delivery: known(delivery), webhook: { version: 1, state: of } },
          system,
        ),
      );
    expect(ask(fold(first), webhook(), 1)).toEqual(['deliveryTried']);
    expect(ask(fold(first), webhook(), 2)).toEqual([]);
    expect(ask(fold(first, tried(1, 'delivered')), webhook(), 2)).toEqual([]);
    expect(ask(fold(first), webhook(), 1, 'exhausted')).toEqual(['deliveryTried', 'webhookPaused']);
    expect(ask(fold(first), webhook(paused), 1, 'exhausted')).toEqual(['deliveryTried']);
  });
  it('is sent again for its owner, of this webhook', () => {
    const ask = (who: string, webhookId: string, of = webhook()) => {
      try {
        const state = { webhook: { version: 1, state: of }, deliveries: [known(fold(first))] };
        return kindsOf(reopenDeliveries.decide({ webhookId, deliveryIds: ['d'] }, state, env(person(who)))).join();
      } catch (error) {
        return (error as { code: string }).code;
      }
    };
    const gone = webhook(event('webhookDeleted', { webhookId: 'w', label: '' }));
    expect([ask('u', 'w'), ask('other', 'w'), ask('u', 'v'), ask('u', 'w', gone)]).toEqual([
      'deliveryReopened',
      'forbidden',
      'delivery_not_found',
      'webhook_not_found',
    ]);
  });
  it('counts the tries of a round, and has all of them again behind a pause or when it is sent again', () => {
    const round = (...events: readonly AutomationsEvent[]) => {
      const { state, tries, round: of, nextAt } = fold(first, ...events);
      return [state, tries, of, nextAt];
    };
    expect(round(tried(1, 'waiting', 60), tried(2, 'waiting', 90))).toEqual(['waiting', 2, 2, 90]);
    expect(round(tried(1, 'waiting', 60), tried(2, 'waiting'))).toEqual(['waiting', 2, 0, 0]);
    expect(round(tried(1, 'delivered', 0, 200), reopened)).toEqual(['waiting', 1, 0, 0]);
    expect(round(tried(1, 'failed'))).toEqual(['failed', 1, 0, 0]);
  });
  it('folds every event twice to the same', () => {
    let state: Delivery | undefined;
    for (const one of [first, tried(1, 'waiting', 60), tried(2, 'delivered', 0, 200), reopened, tried(3, 'failed')]) {
      const once = deliveryAggregate.evolve(state, one, context);
      expect(deliveryAggregate.evolve(once, one, context)).toEqual(once);
      state = once;
    }
  });
  it('is outgoing while it waits, and in the log of what is open until it is delivered', () => {
    const ops = (...events: readonly AutomationsEvent[]) =>
      deliveriesModel.project(events.at(-1)!, context, () => fold(...events));
    const told = (...events: readonly AutomationsEvent[]) =>
      ops(...events).map((op) => ('collection' in op ? `${op.op.slice(9)} ${op.collection}` : op.op));
    expect(told(first)).toEqual(['put deliveries', 'put deliverylog', 'put outgoing']);
    expect(told(first, tried(1, 'delivered', 0, 200))).toEqual([
      'put deliveries',
      'put deliverylog',
      'delete outgoing',
    ]);
    expect(ops(first)[1]).toMatchObject({ document: { open: 'w' } });
    expect(ops(first, tried(1, 'delivered', 0, 200))[1]).toMatchObject({ document: { open: '' } });
    expect(deliveriesModel.project(paused, context, () => webhook())).toEqual([]);
  });
  it('stands in the log with the newest first', () => {
    const at = (time: number, sequence: number) => lineId({ ...fold(first), at: time, sequence });
    const sorted = [at(900, 4), at(900, 5), at(901, 1)].toSorted();
    expect(sorted).toEqual([at(901, 1), at(900, 5), at(900, 4)]);
    expect([at(901, 1) < logFrom(899), at(900, 4) < logFrom(899), at(899, 1) < logFrom(899)]).toEqual([
      true,
      true,
      false,
    ]);
  });
});
