import {
  passedOn,
  read,
  type Aggregate,
  type EventContext,
  type Loading,
  type Rejection,
  type Snapshot,
} from '@tessera/kernel';
import { operationStream, type TablesEvent } from '../events.ts';

export type OperationKind = 'bulk' | 'undo' | 'unique' | 'options' | 'convert' | 'duplicate' | 'number' | 'copy';

/** An operation of several commits, folded from its events (docs/events.md 12). */
export type OperationState = {
  readonly id: string;
  readonly kind: OperationKind;
  readonly tableId: string;
  readonly planJson: string;
  readonly total: number;
  readonly state: 'running' | 'done' | 'failed' | 'cancelled';
  readonly done: number;
  readonly skipped: number;
  /** The number of the next chunk. */
  readonly chunk: number;
  readonly cursor: string;
  readonly errorCode: string;
  readonly error: string;
  readonly startedAt: number;
  readonly startedBy: string;
};

export const evolveOperation = (
  state: OperationState | undefined,
  event: TablesEvent,
  context: EventContext,
): OperationState | undefined => {
  if (event.$case === 'operationStarted') {
    const { operationId, kind, tableId, planJson, total } = event.value;
    return {
      id: operationId,
      kind: kind as OperationKind,
      tableId,
      planJson,
      total,
      state: 'running',
      done: 0,
      skipped: 0,
      chunk: 0,
      cursor: '',
      errorCode: '',
      error: '',
      startedAt: context.time,
      startedBy: context.actorId,
    };
  }
  if (state === undefined) return undefined;
  if (event.$case === 'operationAdvanced') {
    const { chunk, done, skipped, cursor } = event.value;
    return { ...state, chunk: chunk + 1, done: state.done + done, skipped: state.skipped + skipped, cursor };
  }
  if (event.$case === 'operationEnded') {
    const { state: end, errorCode, error } = event.value;
    return { ...state, state: end === 'failed' || end === 'cancelled' ? end : 'done', errorCode, error };
  }
  return state;
};

/** Why an operation failed, without the details that stand behind the sentence. */
export const failureOf = ({ error }: OperationState): string => error.split(' {', 1)[0]!;

/** The refusal of a request that waited for an operation which failed or was cancelled: for the reason that it ended with. */
export const endedEarly = (ended: OperationState, unless = 'operations.ended', details?: object): Rejection =>
  passedOn('conflict', ended.errorCode || unless, failureOf(ended) || 'The operation was cancelled.', details);

export const operationAggregate: Aggregate<OperationState | undefined, TablesEvent> = {
  kind: 'operation',
  version: 1,
  initial: undefined,
  evolve: evolveOperation,
};

export const loadOperation = (id: string): Loading<Snapshot<OperationState>> =>
  read.snapshot<OperationState>(operationStream(id));
