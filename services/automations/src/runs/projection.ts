import type { ModelOp, Projection } from '@tessera/kernel';
import type { AutomationsEvent } from '../events.ts';
import { isOpen, runAggregate, type Run } from './evolve.ts';

/** A run with the turn that it takes while it is open: runs of one automation for one record go one after the other. */
export type RunDocument = Run & { readonly revision: number; readonly turn: string };
/** A line of the log of runs, the newest first by its id. */
export type LogDocument = {
  readonly id: string;
  readonly runId: string;
  readonly automationId: string;
  readonly state: Run['state'];
  readonly startedAt: number;
  readonly endedAt: number;
  readonly version: number;
  readonly cause: Run['cause'];
  readonly tableId: string;
  readonly recordId: string;
  readonly done: number;
  readonly code: string;
  readonly reason: string;
  readonly path: string;
};
/** An open run in the order in which they are taken up. */
export type QueueDocument = { readonly id: string; readonly runId: string; readonly turn: string; readonly due: 'now' };
/** A run that waits, and when it goes on. */
export type WaitingDocument = { readonly id: string; readonly at: number };

const latest = 9_999_999_999_999;
const padded = (time: number): string => String(time).padStart(13, '0');

export const turnOf = ({ automationId, recordId, id }: Run): string =>
  recordId === '' ? `${automationId}:${id}` : `${automationId}:${recordId}`;
export const queueId = ({ startedAt, cause, id }: Run): string => `${padded(startedAt)}.${cause.eventId}.${id}`;
const logId = ({ startedAt, id }: Run): string => `${padded(latest - startedAt)}.${id}`;

export const runsModel: Projection<AutomationsEvent> = {
  name: 'runs',
  version: 1,
  project: (event, context, state) => {
    const [advance] = context.advances;
    if (advance === undefined || !('version' in advance) || !advance.stream.startsWith('run:')) return [];
    const before = state(advance.stream) as Run | undefined;
    const run = runAggregate.evolve(before ?? runAggregate.initial, event, context);
    if (run === undefined) return [];
    const { id, automationId, startedAt, endedAt, version, cause, tableId, recordId, code, reason, path } = run;
    const turn = turnOf(run);
    const document: RunDocument = { ...run, revision: advance.version, turn: isOpen(run) ? turn : '' };
    const done = Object.values(run.steps).filter((one) => one.state === 'done').length;
    const about = { automationId, state: run.state, startedAt, endedAt, version, cause, tableId, recordId };
    const line: LogDocument = { id: logId(run), runId: id, ...about, done, code, reason, path };
    const ops: ModelOp[] = [
      { op: 'document.put', collection: 'runs', id, document },
      { op: 'document.put', collection: 'runlog', id: line.id, document: line },
    ];
    if (run.state === 'running') {
      const queued: QueueDocument = { id: queueId(run), runId: id, turn, due: 'now' };
      ops.push({ op: 'document.put', collection: 'queue', id: queued.id, document: queued });
    } else ops.push({ op: 'document.delete', collection: 'queue', id: queueId(run) });
    if (run.state === 'waiting') {
      const waiting: WaitingDocument = { id, at: run.nextAt };
      ops.push({ op: 'document.put', collection: 'waiting', id, document: waiting });
    } else ops.push({ op: 'document.delete', collection: 'waiting', id });
    return ops;
  },
};
