import type { Aggregate } from '@tessera/kernel';
import type { AutomationsEvent, EventOf } from '../events.ts';

export type Cause = NonNullable<EventOf<'runStarted'>['cause']>;

/** What became of a step so far; times in ms. */
export type StepState = {
  /** `begun`: something may have left the product, and nobody knows what became of it. */
  readonly state: 'begun' | 'delayed' | 'answered' | 'done' | 'failed';
  /** Tries so far. */
  readonly attempts: number;
  readonly at: number;
  /** Of one that waits. */
  readonly until: number;
  readonly lane: string;
  /** Who answered, of one that asks. */
  readonly by?: string;
  readonly items: number;
  readonly code: string;
  readonly reason: string;
};
export type Steps = Readonly<Record<string, StepState>>;

/** One run as its events tell it. */
export type Run = {
  readonly id: string;
  readonly automationId: string;
  readonly version: number;
  readonly cause: Cause;
  readonly tableId: string;
  readonly recordId: string;
  readonly state: 'running' | 'waiting' | 'done' | 'failed' | 'stopped';
  readonly startedAt: number;
  readonly endedAt: number;
  /** Of one that waits: when it goes on. */
  readonly nextAt: number;
  /** By the path of each. */
  readonly steps: Steps;
  readonly code: string;
  readonly reason: string;
  /** The step at fault. */
  readonly path: string;
};

export const isOpen = ({ state }: Pick<Run, 'state'>): boolean => state === 'running' || state === 'waiting';

const noCause: Cause = {
  kind: '',
  eventId: '',
  commitId: '',
  operationId: '',
  origin: '',
  actorId: '',
  depth: 0,
  runId: '',
  at: 0,
};
const noStep: StepState = {
  state: 'done',
  attempts: 0,
  at: 0,
  until: 0,
  lane: '',
  items: 0,
  code: '',
  reason: '',
};

export const runAggregate: Aggregate<Run | undefined, AutomationsEvent> = {
  kind: 'run',
  version: 1,
  initial: undefined,
  evolve: (state, event, { time }) => {
    if (event.$case === 'runStarted') {
      const { runId: id, automationId, version, cause = noCause, tableId, recordId } = event.value;
      const ends = { endedAt: 0, nextAt: 0, code: '', reason: '', path: '' };
      return {
        id,
        automationId,
        version,
        cause,
        tableId,
        recordId,
        state: 'running',
        startedAt: time,
        steps: {},
        ...ends,
      };
    }
    if (state === undefined) return state;
    const step = (path: string, change: Partial<StepState>): Steps => ({
      ...state.steps,
      [path]: { ...noStep, at: time, ...change },
    });
    switch (event.$case) {
      case 'stepBegun': {
        const { path, attempt } = event.value;
        return { ...state, state: 'running', nextAt: 0, steps: step(path, { state: 'begun', attempts: attempt }) };
      }
      case 'stepDelayed': {
        const { path, attempt: attempts, until, code, reason } = event.value;
        const steps = step(path, { state: 'delayed', attempts, until, code, reason });
        return { ...state, state: 'waiting', nextAt: until, steps };
      }
      case 'stepAnswered': {
        const { path, approved, userId: by } = event.value;
        const { attempts = 0 } = state.steps[path] ?? {};
        const steps = step(path, { state: 'answered', attempts, lane: approved ? 'then' : 'else', by });
        return { ...state, state: 'running', nextAt: 0, steps };
      }
      case 'stepFinished': {
        const { path, attempt: attempts, lane, items, code, reason } = event.value;
        const became = event.value.state === 'failed' ? 'failed' : 'done';
        const steps = step(path, { state: became, attempts, lane, items, code, reason });
        return { ...state, state: 'running', nextAt: 0, steps };
      }
      case 'runEnded': {
        const { code, reason, path } = event.value;
        const ended = event.value.state === 'done' || event.value.state === 'stopped' ? event.value.state : 'failed';
        return { ...state, state: ended, endedAt: time, nextAt: 0, code, reason, path };
      }
      case 'runReopened': {
        const { [event.value.path]: _, ...steps } = state.steps;
        return { ...state, state: 'running', endedAt: 0, nextAt: 0, code: '', reason: '', path: '', steps };
      }
      default:
        return state;
    }
  },
};
