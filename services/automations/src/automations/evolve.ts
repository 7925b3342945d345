import type { Aggregate } from '@tessera/kernel';
import { shapeVersion, type Program } from '@tessera/proto/automations';
import type { AutomationsEvent, EventOf } from '../events.ts';

/** All of an automation that runs, as events carry it. */
export type Draft = NonNullable<EventOf<'automationCreated'>['draft']>;

/** An automation as its builders have it, and the version that runs. */
export type Automation = {
  readonly id: string;
  readonly ownerId: string;
  readonly draft: Draft;
  readonly createdAt: number;
  readonly changedAt: number;
  readonly published?: { readonly version: number; readonly at: number; readonly by: string; readonly draft: Draft };
  /** Since when it starts by itself. */
  readonly enabled?: { readonly at: number };
  /** Why it went off by itself. */
  readonly offReason: string;
  readonly archived?: { readonly at: number; readonly by: string };
};

export const noDraft: Draft = { label: '', triggerJson: '{}', stepsJson: '[]', shapeVersion };

export const programOf = ({ triggerJson, stepsJson }: Pick<Draft, 'triggerJson' | 'stepsJson'>): Program => ({
  trigger: JSON.parse(triggerJson) as Program['trigger'],
  steps: JSON.parse(stepsJson) as Program['steps'],
});
export const draftOf = (label: string, { trigger, steps }: Program): Draft => ({
  label,
  triggerJson: JSON.stringify(trigger),
  stepsJson: JSON.stringify(steps),
  shapeVersion,
});

/** Whether it starts by itself. */
export const isLive = ({ published, enabled, archived }: Automation): boolean =>
  published !== undefined && enabled !== undefined && archived === undefined;

export const automationAggregate: Aggregate<Automation | undefined, AutomationsEvent> = {
  kind: 'automation',
  version: 1,
  initial: undefined,
  evolve: (state, event, { time, actorId }) => {
    if (event.$case === 'automationCreated') {
      const { automationId: id, draft = noDraft, ownerId } = event.value;
      return { id, ownerId, draft, createdAt: time, changedAt: time, offReason: '' };
    }
    if (state === undefined) return state;
    switch (event.$case) {
      case 'automationChanged':
        return { ...state, draft: event.value.draft ?? state.draft, changedAt: time };
      case 'automationPublished':
        return { ...state, published: { version: event.value.version, at: time, by: actorId, draft: state.draft } };
      case 'automationSwitched': {
        const { enabled: _, ...off } = state;
        return { ...off, offReason: event.value.reason, ...(event.value.enabled && { enabled: { at: time } }) };
      }
      case 'automationGiven':
        return { ...state, ownerId: event.value.ownerId };
      case 'automationArchived':
        return { ...state, archived: { at: time, by: actorId } };
      case 'automationRestored': {
        const { archived: _, ...live } = state;
        return live;
      }
      default:
        return state;
    }
  },
};
