import type { Aggregate } from '@tessera/kernel';
import type { AppsEvent } from '../events.ts';

/** What somebody asked of the AI builder, and what came of it. */
export type Build = {
  readonly id: string;
  readonly userId: string;
  readonly description: string;
  /** What was sent, as JSON, and to which model. */
  readonly sentJson: string;
  readonly model: string;
  readonly at: number;
  readonly state: 'running' | 'proposed' | 'failed' | 'accepted' | 'dropped';
  readonly proposalJson: string;
  readonly code: string;
  readonly message: string;
  /** The operation that makes it. */
  readonly operationId: string;
};

export const buildAggregate: Aggregate<Build | undefined, AppsEvent> = {
  kind: 'build',
  version: 1,
  initial: undefined,
  evolve: (state, event, { time }) => {
    switch (event.$case) {
      case 'buildAsked': {
        const { buildId: id, userId, description, sentJson, model } = event.value;
        const rest = { state: 'running', proposalJson: '', code: '', message: '', operationId: '' } as const;
        return { id, userId, description, sentJson, model, at: time, ...rest };
      }
      case 'buildAnswered': {
        const { proposalJson, code, message } = event.value;
        return state === undefined
          ? state
          : { ...state, state: code === '' ? 'proposed' : 'failed', proposalJson, code, message };
      }
      case 'buildClosed': {
        const { operationId } = event.value;
        return state === undefined
          ? state
          : { ...state, state: operationId === '' ? 'dropped' : 'accepted', operationId, proposalJson: '' };
      }
      default:
        return state;
    }
  },
};
