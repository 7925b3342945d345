import type { Aggregate } from '@tessera/kernel';
import type { AutomationsEvent, EventOf } from '../events.ts';

/** What a function is called and how, as events carry it. */
export type FunctionSettings = NonNullable<EventOf<'functionCreated'>['settings']>;

/** A low-code function: code that people write, in versions. */
export type LowCodeFunction = {
  readonly id: string;
  readonly ownerId: string;
  readonly settings: FunctionSettings;
  readonly createdAt: number;
  readonly createdBy: string;
  readonly changedAt: number;
  readonly changedBy: string;
  readonly active: boolean;
  /** Since when records start it, in ms: what happened before does not. */
  readonly since: number;
  /** The version that is called; 0 before the first one. */
  readonly version: number;
  readonly sourceCode: string;
  readonly secrets: readonly string[];
  readonly deleted?: { readonly at: number };
  /** It was deleted forever: nothing brings it back. */
  readonly erased?: { readonly at: number };
};

const noSettings: FunctionSettings = { label: '', language: '', isAsync: false, triggerEvents: [], triggerTableId: '' };

export const functionAggregate: Aggregate<LowCodeFunction | undefined, AutomationsEvent> = {
  kind: 'function',
  version: 2,
  initial: undefined,
  evolve: (state, event, { time, actorId }) => {
    const told = { changedAt: time, changedBy: actorId };
    if (event.$case === 'functionCreated') {
      const { functionId: id, settings = noSettings, ownerId, active } = event.value;
      const made = { id, ownerId, settings, createdAt: time, createdBy: actorId, ...told };
      return { ...made, active, since: time, version: 0, sourceCode: '', secrets: [] };
    }
    if (state === undefined) return state;
    switch (event.$case) {
      case 'functionChanged': {
        const { settings = state.settings } = event.value;
        const isOther =
          settings.triggerTableId !== state.settings.triggerTableId ||
          settings.triggerEvents.join() !== state.settings.triggerEvents.join();
        return { ...state, ...told, settings, since: isOther ? time : state.since };
      }
      case 'functionSwitched':
        return { ...state, ...told, active: event.value.active, since: time };
      case 'functionVersionSaved': {
        const { version, sourceCode, language, isAsync } = event.value;
        // What has code for the first time starts from here on.
        const since = state.version === 0 ? time : state.since;
        return { ...state, ...told, since, version, sourceCode, settings: { ...state.settings, language, isAsync } };
      }
      case 'functionSecretSet': {
        const { name, removed } = event.value;
        const others = state.secrets.filter((one) => one !== name);
        return { ...state, ...told, secrets: removed ? others : [...others, name].sort() };
      }
      case 'functionDeleted':
        return { ...state, deleted: { at: time } };
      case 'functionErased':
        return { ...state, sourceCode: '', secrets: [], erased: { at: time } };
      case 'functionRestored': {
        const { deleted: _, ...live } = state;
        return { ...live, since: time };
      }
      default:
        return state;
    }
  },
};

/** What one function used, month by month. */
export type Meter = {
  readonly months: Readonly<Record<string, { readonly calls: number; readonly microUnits: number }>>;
  /** Calls it ever had. */
  readonly calls: number;
  readonly last?: { readonly at: number; readonly state: string; readonly code: string; readonly callId: string };
};
const mostMonths = 24;

export const meterAggregate: Aggregate<Meter, AutomationsEvent> = {
  kind: 'functionmeter',
  version: 2,
  initial: { months: {}, calls: 0 },
  evolve: (state, event, { time }) => {
    if (event.$case !== 'functionCalled') return state;
    const { month, microUnits, state: ended, code, callId, at } = event.value;
    const known = state.months[month] ?? { calls: 0, microUnits: 0 };
    const now = { calls: known.calls + 1, microUnits: known.microUnits + microUnits };
    const months = Object.entries({ ...state.months, [month]: now }).sort(([a], [b]) => (a < b ? 1 : -1));
    return {
      months: Object.fromEntries(months.slice(0, mostMonths)),
      calls: state.calls + 1,
      last: { at: at === 0 ? time : at, state: ended, code, callId },
    };
  },
};
