import {
  read,
  undoHandlers,
  undoneNothing,
  type Actor,
  type Inverses,
  type Loading,
  type NotUndoable,
  type Snapshot,
  type StoredCommit,
  type UndoCommand,
  type UndoConflict,
  type Undone,
} from '@tessera/kernel';
import { can, requireRight, userOf } from '@tessera/proto/rights';
import type { Automation, Draft } from '../automations/evolve.ts';
import { automationAggregate } from '../automations/evolve.ts';
import {
  automationStream,
  event,
  functionStream,
  incomingStream,
  webhookStream,
  type AutomationsEvent,
  type EventOf,
} from '../events.ts';
import { incomingAggregate, type Incoming, type IncomingSettings } from '../incoming/evolve.ts';
import { functionAggregate, type FunctionSettings, type LowCodeFunction } from '../functions/evolve.ts';
import { notFound } from '../refusals.ts';
import { webhookAggregate, type Settings, type Webhook } from '../webhooks/evolve.ts';

export type UndoState = {
  readonly commit: StoredCommit<AutomationsEvent> | undefined;
  readonly automation: Snapshot<Automation | undefined>;
  readonly webhook: Snapshot<Webhook | undefined>;
  readonly lowCode: Snapshot<LowCodeFunction | undefined>;
  readonly incoming: Snapshot<Incoming | undefined>;
};
/** The automation as it is, folded on as inverses give events. */
type OfAutomation = {
  readonly actor: Actor;
  readonly overwrite: boolean;
  automation: Automation;
  version: number;
};
type OfWebhook = { readonly overwrite: boolean; webhook: Webhook; version: number };
type OfFunction = { readonly overwrite: boolean; lowCode: LowCodeFunction; version: number };
type OfIncoming = { readonly overwrite: boolean; incoming: Incoming; version: number };
/** Which of these a commit is about. */
type Context = {
  readonly automation?: OfAutomation;
  readonly webhook?: OfWebhook;
  readonly lowCode?: OfFunction;
  readonly incoming?: OfIncoming;
};

const never = (notUndoable: string) => (): NotUndoable => ({ notUndoable });
const ofDelivery = never('What left the product is not taken back.');
const ofRun = never('Take back what the run changed in the records: its own log tells what happened.');

const inAutomation =
  <V>(inverse: (value: V, context: OfAutomation) => Undone<AutomationsEvent>) =>
  (value: V, { automation }: Context): Undone<AutomationsEvent> =>
    automation === undefined ? undoneNothing : inverse(value, automation);
const inWebhook =
  <V>(inverse: (value: V, context: OfWebhook) => Undone<AutomationsEvent>) =>
  (value: V, { webhook }: Context): Undone<AutomationsEvent> =>
    webhook === undefined ? undoneNothing : inverse(value, webhook);
const inFunction =
  <V>(inverse: (value: V, context: OfFunction) => Undone<AutomationsEvent>) =>
  (value: V, { lowCode }: Context): Undone<AutomationsEvent> =>
    lowCode === undefined ? undoneNothing : inverse(value, lowCode);

const inIncoming =
  <V>(inverse: (value: V, context: OfIncoming) => Undone<AutomationsEvent>) =>
  (value: V, { incoming }: Context): Undone<AutomationsEvent> =>
    incoming === undefined ? undoneNothing : inverse(value, incoming);

const give = (
  context: OfAutomation,
  change: AutomationsEvent,
  conflicts: readonly UndoConflict[] = [],
): Undone<AutomationsEvent> => {
  const version = ++context.version;
  const told = { time: 0, actorId: context.actor.userId ?? context.actor.id };
  const folded = automationAggregate.evolve(
    context.automation,
    change,
    told as Parameters<typeof automationAggregate.evolve>[2],
  );
  context.automation = folded ?? context.automation;
  return {
    ...undoneNothing,
    records: 1,
    conflicts,
    events: [{ event: change, advances: [{ stream: automationStream(context.automation.id), version }] }],
  };
};

const parts = ['label', 'triggerJson', 'stepsJson'] as const;
const shown = { label: 'label', triggerJson: 'trigger', stepsJson: 'steps' } as const;

/** Takes the parts of a draft back that a change made other; those that were changed again are conflicts. */
const draftBack = (after: Draft, before: Draft, context: OfAutomation): Undone<AutomationsEvent> => {
  const { id: automationId, draft: now } = context.automation;
  const conflicts: UndoConflict[] = [];
  const next = { ...now };
  for (const part of parts) {
    if (after[part] === before[part] || now[part] === before[part]) continue;
    const changed = now[part] !== after[part];
    if (changed)
      conflicts.push({
        recordId: automationId,
        recordLabel: now.label,
        fieldId: '',
        fieldName: shown[part],
        current: now[part],
        undoTo: before[part],
      });
    if (!changed || context.overwrite) next[part] = before[part];
  }
  if (parts.some((part) => next[part] !== now[part]))
    return give(
      context,
      event('automationChanged', { automationId, draft: next, before: now, restoredVersion: 0 }),
      conflicts,
    );
  return conflicts.length > 0 ? { ...undoneNothing, records: 1, skipped: 1, conflicts } : undoneNothing;
};

const archive = inAutomation(
  ({ automationId }: { readonly automationId: string }, context): Undone<AutomationsEvent> =>
    context.automation.archived === undefined
      ? give(context, event('automationArchived', { automationId, label: context.automation.draft.label }))
      : undoneNothing,
);

const giveWebhook = (
  context: OfWebhook,
  change: AutomationsEvent,
  conflicts: readonly UndoConflict[] = [],
): Undone<AutomationsEvent> => {
  const version = ++context.version;
  const told = { time: 0 } as Parameters<typeof webhookAggregate.evolve>[2];
  context.webhook = webhookAggregate.evolve(context.webhook, change, told) ?? context.webhook;
  const advances = [{ stream: webhookStream(context.webhook.id), version }];
  return { ...undoneNothing, records: 1, conflicts, events: [{ event: change, advances }] };
};

const partsOfWebhook = ['label', 'url', 'tableId', 'events', 'fieldIds'] as const satisfies (keyof Settings)[];
const differ = (a: unknown, b: unknown): boolean => JSON.stringify(a) !== JSON.stringify(b);

/** Takes the parts of a webhook back that a change made other; those that were changed again are conflicts. */
const settingsBack = (
  { settings: after, before }: EventOf<'webhookChanged'>,
  context: OfWebhook,
): Undone<AutomationsEvent> => {
  if (after === undefined || before === undefined) return undoneNothing;
  const { id: webhookId, settings: now } = context.webhook;
  const conflicts: UndoConflict[] = [];
  let next = now;
  for (const part of partsOfWebhook) {
    if (!differ(after[part], before[part]) || !differ(now[part], before[part])) continue;
    const changed = differ(now[part], after[part]);
    if (changed)
      conflicts.push({
        recordId: webhookId,
        recordLabel: now.label,
        fieldId: '',
        fieldName: part,
        current: now[part],
        undoTo: before[part],
      });
    if (!changed || context.overwrite) next = { ...next, [part]: before[part] };
  }
  if (differ(next, now))
    return giveWebhook(context, event('webhookChanged', { webhookId, settings: next, before: now }), conflicts);
  return conflicts.length > 0 ? { ...undoneNothing, records: 1, skipped: 1, conflicts } : undoneNothing;
};

const deleteAgain = inWebhook(({ webhookId }: { readonly webhookId: string }, context): Undone<AutomationsEvent> =>
  context.webhook.deleted === undefined
    ? giveWebhook(context, event('webhookDeleted', { webhookId, label: context.webhook.settings.label }))
    : undoneNothing,
);

const giveFunction = (
  context: OfFunction,
  change: AutomationsEvent,
  conflicts: readonly UndoConflict[] = [],
): Undone<AutomationsEvent> => {
  const version = ++context.version;
  const told = { time: 0, actorId: '' } as Parameters<typeof functionAggregate.evolve>[2];
  context.lowCode = functionAggregate.evolve(context.lowCode, change, told) ?? context.lowCode;
  const advances = [{ stream: functionStream(context.lowCode.id), version }];
  return { ...undoneNothing, records: 1, conflicts, events: [{ event: change, advances }] };
};

/** What of settings is taken back together, by what people call it. */
type Parts<S> = Readonly<Record<string, readonly (keyof S)[]>>;
const partsOfFunction: Parts<FunctionSettings> = {
  label: ['label'],
  language: ['language'],
  isAsync: ['isAsync'],
  trigger: ['triggerEvents', 'triggerTableId'],
};

/** Settings with the parts of before that a change made other; those that were changed again are conflicts. */
const partsBack = <S extends { readonly label: string }>(
  parts: Parts<S>,
  { id, now, before, after }: { readonly id: string; readonly now: S; readonly before: S; readonly after: S },
  overwrite: boolean,
): { readonly next: S; readonly conflicts: readonly UndoConflict[] } => {
  const conflicts: UndoConflict[] = [];
  let next = now;
  for (const [part, keys] of Object.entries(parts)) {
    const of = (settings: S): unknown => (keys.length === 1 ? settings[keys[0]!] : keys.map((key) => settings[key]));
    if (!differ(of(after), of(before)) || !differ(of(now), of(before))) continue;
    const changed = differ(of(now), of(after));
    if (changed)
      conflicts.push({
        recordId: id,
        recordLabel: now.label,
        fieldId: '',
        fieldName: part,
        current: of(now),
        undoTo: of(before),
      });
    if (!changed || overwrite) next = { ...next, ...Object.fromEntries(keys.map((key) => [key, before[key]])) };
  }
  return { next, conflicts };
};
const onlyConflicts = (conflicts: readonly UndoConflict[]): Undone<AutomationsEvent> =>
  conflicts.length > 0 ? { ...undoneNothing, records: 1, skipped: 1, conflicts } : undoneNothing;

/** Takes the settings of a function back that a change made other. */
const functionBack = (
  { settings: after, before }: EventOf<'functionChanged'>,
  context: OfFunction,
): Undone<AutomationsEvent> => {
  if (after === undefined || before === undefined) return undoneNothing;
  const { id: functionId, settings: now, version } = context.lowCode;
  // Code that was written since is of the language that it has.
  const { language: _, ...others } = partsOfFunction;
  const parts = version > 0 ? others : partsOfFunction;
  const { next, conflicts } = partsBack(parts, { id: functionId, now, before, after }, context.overwrite);
  if (!differ(next, now)) return onlyConflicts(conflicts);
  return giveFunction(context, event('functionChanged', { functionId, settings: next, before: now }), conflicts);
};

const deleteFunctionAgain = inFunction(
  ({ functionId }: { readonly functionId: string }, context): Undone<AutomationsEvent> =>
    context.lowCode.deleted === undefined
      ? giveFunction(context, event('functionDeleted', { functionId, label: context.lowCode.settings.label }))
      : undoneNothing,
);

const giveIncoming = (
  context: OfIncoming,
  change: AutomationsEvent,
  conflicts: readonly UndoConflict[] = [],
): Undone<AutomationsEvent> => {
  const version = ++context.version;
  const told = { time: 0, actorId: '' } as Parameters<typeof incomingAggregate.evolve>[2];
  context.incoming = incomingAggregate.evolve(context.incoming, change, told) ?? context.incoming;
  const advances = [{ stream: incomingStream(context.incoming.id), version }];
  return { ...undoneNothing, records: 1, conflicts, events: [{ event: change, advances }] };
};

/** Where what is sent goes is one thing: a table and a function are never there together. */
const partsOfIncoming: Parts<IncomingSettings> = { name: ['label'], target: ['tableId', 'functionId'] };

/** Takes the settings of an incoming webhook back that a change made other. */
const incomingBack = (
  { settings: after, before }: EventOf<'incomingChanged'>,
  context: OfIncoming,
): Undone<AutomationsEvent> => {
  if (after === undefined || before === undefined) return undoneNothing;
  const { id: incomingId, settings: now } = context.incoming;
  const { next, conflicts } = partsBack(partsOfIncoming, { id: incomingId, now, before, after }, context.overwrite);
  if (!differ(next, now)) return onlyConflicts(conflicts);
  return giveIncoming(context, event('incomingChanged', { incomingId, settings: next, before: now }), conflicts);
};

const deleteIncomingAgain = inIncoming(
  ({ incomingId }: { readonly incomingId: string }, context): Undone<AutomationsEvent> =>
    context.incoming.deleted === undefined
      ? giveIncoming(context, event('incomingDeleted', { incomingId, label: context.incoming.settings.label }))
      : undoneNothing,
);
const ofTrigger = never('Take back what the trigger changed in the records.');
const ofCall = never('What was sent was taken. Take back what it changed in the records.');

/** How each event is taken back (docs/events.md 13); complete by its type. */
export const inverses: Inverses<AutomationsEvent, Context> = {
  automationCreated: archive,
  automationChanged: inAutomation(({ draft, before }, context) =>
    draft === undefined || before === undefined ? undoneNothing : draftBack(draft, before, context),
  ),
  automationPublished: never('It may have run. Put an earlier version into the draft and publish that.'),
  automationSwitched: inAutomation(({ automationId, enabled }, context) => {
    const { automation } = context;
    if ((automation.enabled !== undefined) !== enabled) return undoneNothing;
    return give(context, event('automationSwitched', { automationId, enabled: !enabled, reason: '' }));
  }),
  automationGiven: inAutomation(({ automationId, ownerId, ownerIdBefore }, context) => {
    if (context.automation.ownerId !== ownerId) return undoneNothing;
    const isOn = context.automation.enabled !== undefined;
    const back = give(
      context,
      event('automationGiven', { automationId, ownerId: ownerIdBefore, ownerIdBefore: ownerId }),
    );
    // Whoever has it again looks at it before it runs with their rights.
    if (!isOn || ownerIdBefore === userOf(context.actor)) return back;
    const off = give(context, event('automationSwitched', { automationId, enabled: false, reason: 'given' }));
    return { ...back, events: [...back.events, ...off.events] };
  }),
  automationArchived: inAutomation(({ automationId }, context) =>
    context.automation.archived === undefined
      ? undoneNothing
      : give(context, event('automationRestored', { automationId, label: context.automation.draft.label })),
  ),
  automationRestored: archive,
  automationAddressMade: never('Programs may use the new address. Make another one.'),
  automationSecretMade: never('Programs may use the new secret. Make another one.'),
  automationSecretRemoved: never('The secret is gone. Make another one.'),
  runStarted: ofRun,
  stepBegun: ofRun,
  stepDelayed: ofRun,
  stepFinished: ofRun,
  runEnded: ofRun,
  runReopened: ofRun,
  peopleNotified: ofRun,
  mailAsked: ofRun,
  stepAnswered: ofRun,
  webhookCreated: deleteAgain,
  webhookChanged: inWebhook(settingsBack),
  webhookSwitched: inWebhook(({ webhookId, active }, context) =>
    (context.webhook.active !== undefined) === active
      ? giveWebhook(context, event('webhookSwitched', { webhookId, active: !active, reason: '' }))
      : undoneNothing,
  ),
  webhookSecretMade: never('Programs may use the new secret. Make another one.'),
  webhookDeleted: inWebhook(({ webhookId }, context) =>
    context.webhook.deleted === undefined
      ? undoneNothing
      : giveWebhook(context, event('webhookRestored', { webhookId, label: context.webhook.settings.label })),
  ),
  webhookRestored: deleteAgain,
  webhookPaused: ofDelivery,
  deliveryQueued: ofDelivery,
  deliveryTried: ofDelivery,
  deliveryReopened: ofDelivery,
  functionCreated: deleteFunctionAgain,
  functionChanged: inFunction(functionBack),
  functionSwitched: inFunction(({ functionId, active }, context) =>
    context.lowCode.active === active
      ? giveFunction(context, event('functionSwitched', { functionId, active: !active }))
      : undoneNothing,
  ),
  functionVersionSaved: never('It may have been called. Restore an earlier version.'),
  functionSecretSet: never('The value of before is not kept. Set it again.'),
  functionDeleted: inFunction(({ functionId }, context) =>
    context.lowCode.deleted === undefined || context.lowCode.erased !== undefined
      ? undoneNothing
      : giveFunction(context, event('functionRestored', { functionId, label: context.lowCode.settings.label })),
  ),
  functionRestored: deleteFunctionAgain,
  functionCalled: never('What was called was called.'),
  functionErased: never('The function was deleted forever.'),
  incomingCreated: deleteIncomingAgain,
  incomingChanged: inIncoming(incomingBack),
  incomingSwitched: inIncoming(({ incomingId, active }, context) =>
    context.incoming.active === active
      ? giveIncoming(context, event('incomingSwitched', { incomingId, active: !active }))
      : undoneNothing,
  ),
  incomingAddressMade: never('Programs may use the new address. Make another one.'),
  incomingSecretMade: never('Programs may use the new secret. Make another one.'),
  incomingSecretRemoved: never('The secret is gone. Make another one.'),
  incomingDeleted: inIncoming(({ incomingId }, context) =>
    context.incoming.deleted === undefined
      ? undoneNothing
      : giveIncoming(context, event('incomingRestored', { incomingId, label: context.incoming.settings.label })),
  ),
  incomingRestored: deleteIncomingAgain,
  incomingCallTaken: ofCall,
  incomingCallBegun: ofCall,
  incomingCallEnded: ofCall,
  incomingCallReopened: ofCall,
  triggerQueued: ofTrigger,
  triggerBegun: ofTrigger,
  triggerEnded: ofTrigger,
};

function* load({ commitId }: UndoCommand): Loading<UndoState> {
  const commit = yield* read.commit<AutomationsEvent>(commitId);
  const told = (commit?.events[0]?.value ?? {}) as Readonly<Record<string, string>>;
  const { automationId = '', webhookId = '', functionId = '', incomingId = '' } = told;
  return {
    commit,
    automation: yield* read.snapshot<Automation | undefined>(automationStream(automationId)),
    webhook: yield* read.snapshot<Webhook | undefined>(webhookStream(webhookId)),
    // A call of an incoming webhook names its function too.
    lowCode: yield* read.snapshot<LowCodeFunction | undefined>(functionStream(incomingId === '' ? functionId : '')),
    incoming: yield* read.snapshot<Incoming | undefined>(incomingStream(incomingId)),
  };
}

/** The commands that take changes of automations, webhooks (out and in) and functions back, with the rights of whoever asks now. */
export const { undoCommit, undoPreview } = undoHandlers<AutomationsEvent, UndoCommand, UndoState, Context>({
  inverses,
  load: (command) => load(command),
  context: ({ automation, webhook, lowCode, incoming }, { actor, overwrite }) => {
    if (incoming.state !== undefined) {
      if (!can(actor, 'functions.manage').allow) throw notFound('incoming_not_found');
      requireRight(actor, 'functions.change', incoming.state.ownerId);
      return { incoming: { overwrite, incoming: incoming.state, version: incoming.version } };
    }
    if (lowCode.state !== undefined) {
      if (!can(actor, 'functions.manage').allow) throw notFound('function_not_found');
      requireRight(actor, 'functions.change', lowCode.state.ownerId);
      return { lowCode: { overwrite, lowCode: lowCode.state, version: lowCode.version } };
    }
    const ownerId = automation.state?.ownerId ?? webhook.state?.ownerId;
    if (ownerId === undefined || !can(actor, 'automations.manage').allow) throw notFound('automation_not_found');
    requireRight(actor, 'automations.change', ownerId);
    return {
      ...(automation.state !== undefined && {
        automation: { actor, overwrite, automation: automation.state, version: automation.version },
      }),
      ...(webhook.state !== undefined && {
        webhook: { overwrite, webhook: webhook.state, version: webhook.version },
      }),
    };
  },
});
