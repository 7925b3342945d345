import { newId, noPermissions, systemActor, type Actor, type EventContext } from '@tessera/kernel';
import { describe, expect, it } from 'vitest';
import { event, type AutomationsEvent } from '../events.ts';
import { runsModel } from '../runs/projection.ts';
import { undoCommit } from '../undo/decide.ts';
import { changeWebhook, createWebhook, deleteWebhook, makeWebhookSecret, stopWebhook } from './decide.ts';
import { listens, sends, webhookAggregate, type Settings, type Webhook } from './evolve.ts';
import { webhooksModel } from './projection.ts';

const settings: Settings = {
  label: 'Orders',
  url: 'https://receiver.example/in',
  tableId: 't',
  events: ['created', 'updated'],
  fieldIds: [],
};
const other: Settings = { ...settings, url: 'https://other.example/in' };
const context: EventContext = {
  organizationId: 'o',
  commitId: 'c',
  position: 1,
  index: 0,
  time: 1_000,
  actorId: 'u',
  origin: 'api',
  advances: [{ stream: 'webhook:w', version: 1 }],
};
const person = (id: string, flag: 0 | 1 = 1): Actor => ({
  organizationId: 'o',
  kind: 'user',
  id,
  userId: id,
  seat: 'builder',
  roleId: '2',
  permissionVersion: 1,
  permissions: { ...noPermissions, flags: { ...noPermissions.flags, manage_tricks: flag } },
});
const env = (actor: Actor) => ({ now: 1, newId, meta: { actor, origin: 'api' as const } });
const made = (active = true) => event('webhookCreated', { webhookId: 'w', settings, ownerId: 'u', active });
const switched = (active: boolean, reason = '') => event('webhookSwitched', { webhookId: 'w', active, reason });
const paused = event('webhookPaused', {
  webhookId: 'w',
  reason: 'exhausted',
  status: 401,
  code: '',
  deliveryId: 'd',
  userIds: ['u'],
});
const deleted = event('webhookDeleted', { webhookId: 'w', label: 'Orders' });
const restored = event('webhookRestored', { webhookId: 'w', label: 'Orders' });
const fold = (...events: readonly AutomationsEvent[]): Webhook =>
  events.reduce<Webhook | undefined>((state, one, at) => {
    return webhookAggregate.evolve(state, one, { ...context, time: 1_000 + at });
  }, undefined)!;
const known = (...events: readonly AutomationsEvent[]) => ({
  version: events.length,
  state: events.length === 0 ? undefined : fold(...events),
});
type Decided = {
  readonly events: readonly { readonly event: AutomationsEvent; readonly advances: readonly object[] }[];
};
const kindsOf = (decision: Decided): string => decision.events.map((one) => one.event.$case).join();
const codeOf = (ask: () => Decided): string => {
  try {
    return kindsOf(ask());
  } catch (error) {
    return (error as { code: string }).code;
  }
};

describe('a webhook', () => {
  it('is made by who manages automations, once', () => {
    const ask = (actor: Actor, state: ReturnType<typeof known>) =>
      codeOf(() => createWebhook.decide({ webhookId: 'w', settings, active: true }, state, env(actor)));
    expect([ask(person('u'), known()), ask(person('u'), known(made())), ask(person('u', 0), known())]).toEqual([
      'webhookCreated',
      '',
      'forbidden',
    ]);
  });

  it.each<readonly [string, readonly AutomationsEvent[], Settings, boolean, string]>([
    ['nothing', [made()], settings, true, ''],
    ['its settings', [made()], other, true, 'webhookChanged'],
    ['whether it is on', [made()], settings, false, 'webhookSwitched'],
    ['both', [made()], other, false, 'webhookChanged,webhookSwitched'],
    ['that it is paused, while it is to be on', [made(), paused], settings, true, 'webhookSwitched'],
    ['nothing of one that is off', [made(false)], settings, false, ''],
    ['nothing of one that is gone', [made(), deleted], other, true, 'webhook_not_found'],
  ])('is changed: %s', (_name, events, next, active, expected) => {
    const ask = () =>
      changeWebhook.decide({ webhookId: 'w', settings: next, active }, known(...events), env(person('u')));
    expect(codeOf(ask)).toBe(expected);
  });
  it('is changed by its owner alone, and not over what somebody else changed', () => {
    const command = { webhookId: 'w', settings: other, active: true };
    const by = (actor: Actor, revision?: number) =>
      codeOf(() => changeWebhook.decide({ ...command, revision }, known(made()), env(actor)));
    expect([by(person('x')), by(person('u', 0)), by(person('u'), 7), by(person('u'), 1)]).toEqual([
      'forbidden',
      'webhook_not_found',
      'webhooks.stale',
      'webhookChanged',
    ]);
    const admin = { ...person('x'), permissions: { ...person('x').permissions, admin: true } };
    expect(by(admin)).toBe('webhookChanged');
  });
  it('gets a secret, is stopped by the service and deleted by its owner', () => {
    const named = { webhookId: 'w' };
    const system = env(systemActor('automations', 'o'));
    expect(codeOf(() => makeWebhookSecret.decide(named, known(made()), env(person('u'))))).toBe('webhookSecretMade');
    expect(codeOf(() => makeWebhookSecret.decide(named, known(made()), env(person('x'))))).toBe('forbidden');
    const stop = { ...named, reason: 'owner' };
    expect(codeOf(() => stopWebhook.decide(stop, known(made()), system))).toBe('webhookSwitched');
    expect(codeOf(() => stopWebhook.decide(stop, known(made(false)), system))).toBe('');
    expect(codeOf(() => stopWebhook.decide(stop, known(made()), env(person('u'))))).toBe('forbidden');
    expect(codeOf(() => deleteWebhook.decide(named, known(made()), env(person('u'))))).toBe('webhookDeleted');
    expect(codeOf(() => deleteWebhook.decide(named, known(), env(person('u'))))).toBe('webhook_not_found');
  });

  it.each<readonly [string, readonly AutomationsEvent[], boolean, boolean]>([
    ['on', [made()], true, true],
    ['off', [made(false)], false, false],
    ['paused', [made(), paused], true, false],
    ['on again', [made(), paused, switched(true)], true, true],
    ['stopped', [made(), paused, switched(false, 'kept')], false, false],
    ['deleted', [made(), deleted], false, false],
    ['restored', [made(), deleted, restored], true, true],
  ])('hears and sends: %s', (_name, events, hears, sending) => {
    expect([listens(fold(...events)), sends(fold(...events))]).toEqual([hears, sending]);
    const [op] = webhooksModel.project(events.at(-1)!, context, () => fold(...events));
    expect(op).toMatchObject({ document: { hears: hears ? 't' : '', sending } });
  });
  it('tells what happened since it was first on, through a pause and not through a time when it was off', () => {
    expect(fold(made(), paused, switched(true)).active).toEqual({ at: 1_000 });
    expect(fold(made(), switched(false), switched(true)).active).toEqual({ at: 1_002 });
  });
  it('folds every event twice to the same, and is no run', () => {
    const changed = event('webhookChanged', { webhookId: 'w', settings: other, before: settings });
    const secret = event('webhookSecretMade', { webhookId: 'w' });
    let state: Webhook | undefined;
    for (const one of [made(), changed, secret, paused, switched(true), switched(false, 'owner'), deleted, restored]) {
      const once = webhookAggregate.evolve(state, one, context);
      expect(webhookAggregate.evolve(once, one, context)).toEqual(once);
      expect(runsModel.project(one, context, () => once)).toEqual([]);
      state = once;
    }
  });
});

describe('an undo', () => {
  const changed = event('webhookChanged', { webhookId: 'w', settings: other, before: settings });
  const undo = (events: readonly AutomationsEvent[], state: ReturnType<typeof known>, actor = person('u')) => {
    const commit = { id: 'c', position: 1, time: 1, meta: { origin: 'api', actor }, events };
    const loaded = {
      commit,
      automation: { version: 0, state: undefined },
      lowCode: { version: 0, state: undefined },
      incoming: { version: 0, state: undefined },
      webhook: state,
    };
    return codeOf(
      () =>
        undoCommit.decide({ commitId: 'c' }, loaded as Parameters<typeof undoCommit.decide>[1], env(actor)) as Decided,
    );
  };
  it.each<readonly [string, readonly AutomationsEvent[], readonly AutomationsEvent[], string]>([
    ['a creation', [made()], [made()], 'webhookDeleted'],
    ['a change', [changed], [made(), changed], 'webhookChanged'],
    ['a change that was taken back', [changed], [made()], 'undo.nothing'],
    [
      'both parts of one',
      [changed, switched(false)],
      [made(), changed, switched(false)],
      'webhookSwitched,webhookChanged',
    ],
    ['a switch', [switched(false)], [made(), switched(false)], 'webhookSwitched'],
    ['a deletion', [deleted], [made(), deleted], 'webhookRestored'],
    ['a secret', [event('webhookSecretMade', { webhookId: 'w' })], [made()], 'undo.not_undoable'],
  ])('of %s', (_name, events, state, expected) => {
    expect(undo(events, known(...state))).toBe(expected);
  });
  it('names what was changed again, and is its owner’s', () => {
    const again = event('webhookChanged', {
      webhookId: 'w',
      settings: { ...other, url: 'https://third.example/' },
      before: other,
    });
    expect(undo([changed], known(made(), changed, again))).toBe('undo.conflicts');
    expect(undo([changed], known(made(), changed), person('x'))).toBe('forbidden');
  });
});
