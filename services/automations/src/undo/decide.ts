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
import { automationStream, event, type AutomationsEvent } from '../events.ts';
import { notFound } from '../refusals.ts';

export type UndoState = {
  readonly commit: StoredCommit<AutomationsEvent> | undefined;
  readonly automation: Snapshot<Automation | undefined>;
};
/** The automation as it is, folded on as inverses give events. */
type Context = {
  readonly actor: Actor;
  readonly overwrite: boolean;
  automation: Automation;
  version: number;
};

const never = (notUndoable: string) => (): NotUndoable => ({ notUndoable });
const ofRun = never('Take back what the run changed in the records: its own log tells what happened.');

const give = (
  context: Context,
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
const draftBack = (after: Draft, before: Draft, context: Context): Undone<AutomationsEvent> => {
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

const archive = ({ automationId }: { readonly automationId: string }, context: Context): Undone<AutomationsEvent> =>
  context.automation.archived === undefined
    ? give(context, event('automationArchived', { automationId, label: context.automation.draft.label }))
    : undoneNothing;

/** How each event is taken back (docs/events.md 13); complete by its type. */
export const inverses: Inverses<AutomationsEvent, Context> = {
  automationCreated: archive,
  automationChanged: ({ draft, before }, context) =>
    draft === undefined || before === undefined ? undoneNothing : draftBack(draft, before, context),
  automationPublished: never('It may have run. Put an earlier version into the draft and publish that.'),
  automationSwitched: ({ automationId, enabled }, context) => {
    const { automation } = context;
    if ((automation.enabled !== undefined) !== enabled) return undoneNothing;
    return give(context, event('automationSwitched', { automationId, enabled: !enabled, reason: '' }));
  },
  automationGiven: ({ automationId, ownerId, ownerIdBefore }, context) => {
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
  },
  automationArchived: ({ automationId }, context) =>
    context.automation.archived === undefined
      ? undoneNothing
      : give(context, event('automationRestored', { automationId, label: context.automation.draft.label })),
  automationRestored: archive,
  runStarted: ofRun,
  stepBegun: ofRun,
  stepDelayed: ofRun,
  stepFinished: ofRun,
  runEnded: ofRun,
  runReopened: ofRun,
  peopleNotified: ofRun,
};

function* load({ commitId }: UndoCommand): Loading<UndoState> {
  const commit = yield* read.commit<AutomationsEvent>(commitId);
  const { automationId = '' } = (commit?.events[0]?.value ?? {}) as { readonly automationId?: string };
  return { commit, automation: yield* read.snapshot<Automation | undefined>(automationStream(automationId)) };
}

/** The commands that take changes of automations back, with the rights of whoever asks now. */
export const { undoCommit, undoPreview } = undoHandlers<AutomationsEvent, UndoCommand, UndoState, Context>({
  inverses,
  load: (command) => load(command),
  context: ({ automation: { version, state } }, { actor, overwrite }) => {
    if (state === undefined || !can(actor, 'automations.manage').allow) throw notFound('automation_not_found');
    requireRight(actor, 'automations.change', state.ownerId);
    return { actor, overwrite, automation: state, version };
  },
});
