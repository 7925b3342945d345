import { noPermissions, systemActor, type Actor, type DecideEnv, type EventContext } from '@tessera/kernel';
import { describe, expect, it } from 'vitest';
import { changeDeliveries, type DeliveriesChange } from '../deliveries/decide.ts';
import { deliveriesAggregate, deliveriesOf, type Deliveries } from '../deliveries/evolve.ts';
import type { NotificationsEvent } from '../events.ts';
import {
  endPushes,
  forwardNotification,
  makeNotifications,
  returnNotifications,
  snoozeNotification,
  type Item,
} from './decide.ts';
import { nothingMuted, notificationAggregate, type Mutes, type Notification } from './evolve.ts';

const person = (id: string): Actor => ({
  organizationId: 'o',
  kind: 'user',
  id,
  userId: id,
  seat: 'member',
  roleId: '3',
  permissionVersion: 1,
  permissions: noPermissions,
});
const as = (actor: Actor, now = 0): DecideEnv => ({ now, meta: { actor } }) as unknown as DecideEnv;
const system = (now = 0): DecideEnv => as(systemActor('notifications', 'o'), now);
const at = (time: number): EventContext => ({ time }) as unknown as EventContext;
const nothing = { version: 0, state: undefined };

const events = (decided: unknown): readonly NotificationsEvent[] =>
  (decided as { events: { event: NotificationsEvent }[] }).events.map(({ event }) => event);
const folded = (all: readonly NotificationsEvent[], state?: Notification, time = 0): Notification =>
  all.reduce<Notification | undefined>((before, one) => notificationAggregate.evolve(before, one, at(time)), state)!;
const code = (run: () => unknown): unknown => {
  try {
    return run();
  } catch (error) {
    return (error as { code: string }).code;
  }
};

const item: Item = { id: 'n', userId: 'isolde', kind: 'mentioned', tableId: 't', recordId: 'r', actorId: 'maren' };
const mail = { mailId: 'm', receiver: 'h' };
const wishes = (deliveries: Partial<Deliveries> = {}, mutes?: Mutes) =>
  new Map(['isolde', 'oswin'].map((id) => [id, { mutes, deliveries: { ...deliveriesOf(undefined), ...deliveries } }]));
const told = (one: Item, deliveries: Partial<Deliveries> = {}, mutes?: Mutes) =>
  events(
    makeNotifications.decide(
      { items: [one] },
      { own: [nothing], earlier: [nothing], wishes: wishes(deliveries, mutes) },
      system(1_000),
    ),
  );
const made = folded(told(item));
const snoozed = (state: Notification, until: number | null, by = 'isolde', now = 1_000) =>
  events(snoozeNotification.decide({ id: 'n', until }, { version: 1, state }, as(person(by), now)));
const returned = (state: Notification, now: number, push = false) =>
  events(
    returnNotifications.decide(
      { items: [{ id: 'n', push }] },
      [{ known: { version: 2, state }, deliveries: deliveriesOf(undefined) }],
      system(now),
    ),
  );

describe('what is put off', () => {
  it('is its reader’s own, and comes at a time within a year', () => {
    expect(code(() => snoozed(made, 2_000, 'oswin'))).toBe('notifications.not_found');
    expect(code(() => snoozed(made, 1_000))).toBe('notifications.snooze_time');
    expect(code(() => snoozed(made, 1_000 + 400 * 86_400_000))).toBe('notifications.snooze_time');
    expect(snoozed(folded(snoozed(made, 2_000), made), 2_000)).toEqual([]);
  });
  it('comes again once, when it is time, unread and before the others', () => {
    const away = folded(snoozed({ ...made, isRead: true }, 2_000), { ...made, isRead: true });
    expect(away.snoozedUntil).toBe(2_000);
    expect(returned(away, 1_999)).toEqual([]);
    const back = folded(returned(away, 2_000), away, 2_000);
    expect(back).toMatchObject({ isRead: false, at: 2_000, returnedAt: 2_000, leftAt: 0 });
    expect(returned(back, 3_000)).toEqual([]);
  });
  it('is there at once where its reader wants it', () => {
    const away = folded(snoozed(made, 2_000), made);
    expect(folded(snoozed(away, null), away, 1_500)).toMatchObject({ returnedAt: 1_500, isRead: false });
    expect(snoozed(made, null)).toEqual([]);
  });
});

describe('what somebody is told', () => {
  it('goes by mail and to browsers as they want', () => {
    expect(told({ ...item, mail }).map(({ $case }) => $case)).toEqual(['notificationMade', 'mailQueued']);
    expect(told({ ...item, mail }, { mailKinds: [] }).map(({ $case }) => $case)).toEqual(['notificationMade']);
    // Nothing sends mail here, and they have no browser that is told.
    expect(told(item)).toMatchObject([{ value: { push: false } }]);
    expect(told({ ...item, push: true })).toMatchObject([{ value: { push: true } }]);
    expect(told({ ...item, push: true }, { pushKinds: ['task'] })).toMatchObject([{ value: { push: false } }]);
    expect(told({ ...item, mail, push: true }, {}, { ...nothingMuted, kinds: ['mentioned'] })).toEqual([]);
    expect(told({ ...item, recordId: 'r1' }, {}, { ...nothingMuted, recordIds: ['r1'] })).toEqual([]);
    expect(told({ ...item, recordId: 'r2' }, {}, { ...nothingMuted, recordIds: ['r1'] })).not.toEqual([]);
  });
  it('by mail waits ten minutes where somebody wrote to them, and goes at once else', () => {
    const message = told({ ...item, kind: 'message', tableId: '', mail });
    expect(message[1]).toMatchObject({ value: { notBefore: 601_000, kind: 'notice', reference: 'n' } });
    expect(told({ ...item, mail })[1]).toMatchObject({ value: { notBefore: 0 } });
  });
  it('is pushed until it was, or is put off', () => {
    const pushing = folded(told({ ...item, push: true }));
    expect(pushing.pushes).toBe(true);
    const end = (state: Notification) => events(endPushes.decide({ ids: ['n'] }, [{ version: 1, state }], system()));
    expect(folded(end(pushing), pushing).pushes).toBeUndefined();
    expect(end(made)).toEqual([]);
    const away = folded(snoozed(pushing, 2_000), pushing);
    expect(away.pushes).toBeUndefined();
    expect(folded(returned(away, 2_000, true), away).pushes).toBe(true);
  });
});

describe('what is forwarded', () => {
  const forwarded = (state: Notification | undefined, to: string, own: Notification | undefined = undefined) =>
    events(
      forwardNotification.decide(
        { id: 'n', item: { id: 'f', userId: to } },
        { source: { version: 1, state }, own: { version: own === undefined ? 0 : 1, state: own }, wishes: wishes() },
        as(person('isolde')),
      ),
    );
  it('is told to another of what it was about, with who passed it on, once', () => {
    const [event] = forwarded(made, 'oswin');
    expect(event).toMatchObject({
      $case: 'notificationMade',
      value: { notificationId: 'f', userId: 'oswin', recordId: 'r', forwardedBy: 'isolde', actorId: 'maren' },
    });
    expect(forwarded(made, 'oswin', folded([event!]))).toEqual([]);
  });
  it('is one’s own, and goes to another', () => {
    expect(code(() => forwarded(undefined, 'oswin'))).toBe('notifications.not_found');
    expect(code(() => forwarded({ ...made, userId: 'lark' }, 'oswin'))).toBe('notifications.not_found');
    expect(code(() => forwarded(made, 'isolde'))).toBe('notifications.to_self');
  });
});

describe('the ways of a person', () => {
  const change = (one: DeliveriesChange, deliveries?: Deliveries, mutes?: Mutes) =>
    events(
      changeDeliveries.decide(
        { change: one },
        { deliveries: { version: 1, state: deliveries }, mutes: { version: 1, state: mutes } },
        as(person('isolde')),
      ),
    );
  const after = (all: readonly NotificationsEvent[], time: number, before?: Deliveries): Deliveries =>
    all.reduce<Deliveries | undefined>((state, one) => deliveriesAggregate.evolve(state, one, at(time)), before)!;
  it('change one by one, and only where they differ', () => {
    const off = after(change({ way: 'mail', kind: 'task', on: false }), 5);
    expect(off.mailKinds).toEqual(['assigned', 'automation', 'late', 'mentioned', 'message', 'usage']);
    expect(change({ way: 'mail', kind: 'task', on: false }, off)).toEqual([]);
    expect(change({ way: 'inbox', kind: 'task', on: false }, off)).toMatchObject([
      { $case: 'mutesSet', value: { kinds: ['task'], tableIds: [], recordIds: [] } },
    ]);
    expect(change({ way: 'inbox', kind: 'task', on: true }, off)).toEqual([]);
  });
  it('have a digest since its time was set, whatever else changes', () => {
    const daily = after(change({ part: 'digest', value: 'day' }), 5);
    expect(daily.digestSince).toBe(5);
    expect(after(change({ way: 'push', kind: 'task', on: false }, daily), 9, daily).digestSince).toBe(5);
    expect(after(change({ part: 'digestHour', value: 17 }, daily), 9, daily).digestSince).toBe(9);
  });
});

describe('a muted thread', () => {
  const inThread: Item = { id: 'n', userId: 'isolde', kind: 'message', tableId: '', actorId: 'maren', threadId: 'm1' };
  const muted = { ...nothingMuted, threadIds: ['m1'] };
  it('tells nothing of answers, by no way, and of being named all the same', () => {
    for (const outcome of ['reply', 'direct'] as const)
      expect(told({ ...inThread, outcome, mail, push: true }, {}, muted)).toEqual([]);
    expect(told({ ...inThread, outcome: 'mention' }, {}, muted)).toMatchObject([{ $case: 'notificationMade' }]);
  });
  it('leaves others as they are, and what was muted before there were any', () => {
    expect(told({ ...inThread, threadId: 'm2', outcome: 'reply' }, {}, muted)).toHaveLength(1);
    const { threadId: _, ...beside } = inThread;
    expect(told({ ...beside, outcome: 'direct' }, {}, muted)).toHaveLength(1);
    expect(told({ ...inThread, outcome: 'reply' }, {}, { kinds: [], tableIds: [], recordIds: [] })).toHaveLength(1);
  });
  it('stays muted where a way of a kind is set', () => {
    const known = { version: 1, state: muted };
    const change = { way: 'inbox', kind: 'task', on: false } as const;
    expect(
      events(changeDeliveries.decide({ change }, { mutes: known, deliveries: nothing }, as(person('isolde')))),
    ).toMatchObject([{ value: { kinds: ['task'], threadIds: ['m1'] } }]);
  });
});
