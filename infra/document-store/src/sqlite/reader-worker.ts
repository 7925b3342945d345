import { isRejection } from '@tessera/kernel';
import type { AggregateFunction, GroupQuery, Operand, PageQuery, SelectedColumn } from '@tessera/kernel';
import { parentPort, workerData } from 'node:worker_threads';
import { openForReading } from './connection.ts';
import { openReads } from './read.ts';
import type { Reads, ReadsOptions } from './read.ts';
import { rejection } from '../refusals.ts';
import { cancelled, notShort, tooSlow } from './reader-messages.ts';
import type { ReadAnswer, ReadMessage, ToReader } from './reader-messages.ts';

const {
  flags,
  cacheKb,
  reads: options,
} = workerData as {
  readonly flags: Int32Array;
  readonly cacheKb: number;
  readonly reads: Omit<ReadsOptions, 'helpMs'> & { readonly helpMs?: number };
};
const port = parentPort;
if (port === null) throw new Error('runs as a worker thread');

/**
 * A read transaction keeps the write-ahead log from being reset (docs/events.md 24): over 1,000,000 rows one takes a
 * third of a second, and this is the end on a machine with much else to do.
 */
const longestReadMs = 4000;

let slot = 0;
let until = 0;
let shortUntil = Number.POSITIVE_INFINITY;
const tick = (): number => {
  if (performance.now() > shortUntil) throw rejection('unavailable', notShort);
  if (Atomics.load(flags, slot) === 1) throw rejection('unavailable', cancelled);
  if (Date.now() > until) throw rejection('unavailable', tooSlow);
  return 1;
};

/** How long a query may go on reading columns into memory, as long as it holds no short one up. */
const longestHelpMs = 800;
let helpMs = longestHelpMs;

const files = new Map<string, Reads>();
const readsOf = (path: string): Reads => {
  let reads = files.get(path);
  if (reads === undefined) {
    const connection = openForReading(path, cacheKb);
    connection.db.function('tick', tick);
    reads = openReads(connection, { ...options, helpMs: () => options.helpMs ?? helpMs });
    files.set(path, reads);
  }
  return reads;
};

const selections = new Map<number, readonly SelectedColumn[]>();

const run = ({
  path,
  organizationId,
  kind,
  request,
  selection,
}: ReadMessage): { readonly value: string | number | undefined; readonly position: number | undefined } => {
  const reads = readsOf(path);
  const body = JSON.parse(request) as {
    query: PageQuery;
    aggregates?: { of: Operand; function: AggregateFunction }[];
    id?: string;
  };
  const query = selection === undefined ? body.query : { ...body.query, select: selections.get(selection)! };
  return reads.snapshot(organizationId, query.table, () => {
    switch (kind) {
      case 'page':
        return reads.page(organizationId, query);
      case 'rows':
        return JSON.stringify(reads.rows(organizationId, query));
      case 'count':
        return reads.count(organizationId, query);
      case 'aggregate':
        return JSON.stringify(reads.aggregate(organizationId, query, body.aggregates ?? []));
      case 'groups':
        return JSON.stringify(reads.groups(organizationId, body.query as unknown as GroupQuery));
      case 'placeOf':
        return reads.placeOf(organizationId, query, body.id ?? '');
    }
  });
};

const answer = (message: ReadMessage): ReadAnswer => {
  const { id } = message;
  slot = message.slot;
  until = Math.min(message.deadline, Date.now() + longestReadMs);
  shortUntil = performance.now() + (message.shortMs ?? Number.POSITIVE_INFINITY);
  helpMs = Math.min(message.shortMs ?? longestHelpMs, longestHelpMs);
  try {
    tick();
    const { value, position } = run(message);
    const missingIndex = files.get(message.path)?.missingIndex();
    return missingIndex === undefined ? { id, value, position } : { id, value, position, missingIndex };
  } catch (error) {
    if (isRejection(error) && error.code === notShort) return { id, long: true };
    if (isRejection(error))
      return { id, rejection: { kind: error.kind, code: error.code, message: error.message, details: error.details } };
    return { id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
};

let scheduled = false;
/** Slices of whatever the files want to have in memory for `ms`, then the next ones when the thread is free. */
const background = (ms: number): void => {
  const end = performance.now() + ms;
  let more: boolean;
  do {
    more = false;
    for (const reads of files.values()) more = reads.work() || more;
  } while (more && performance.now() < end);
  if (!more || scheduled) return;
  scheduled = true;
  setImmediate(() => {
    scheduled = false;
    background(1);
  });
};

/** At most so long between two messages. */
const longestPauseMs = 100;

/**
 * Short reads are answered together, since each answer wakes the main thread; nobody waits longer than this for
 * another's.
 */
const togetherMs = 1;

port.on('message', ({ reads, selections: told, forget }: ToReader) => {
  const started = performance.now();
  if (forget) selections.clear();
  for (const { number, text } of told) selections.set(number, JSON.parse(text) as readonly SelectedColumn[]);
  let answers: ReadAnswer[] = [];
  let since = started;
  for (const message of reads) {
    answers.push(answer(message));
    if (performance.now() - since < togetherMs) continue;
    port.postMessage(answers);
    answers = [];
    since = performance.now();
  }
  if (answers.length > 0) port.postMessage(answers);
  // At once as well: a port under load hands over message after message before it lets anything else run. As long as
  // the reads took, since it is long reads that memory makes short.
  background(Math.min(longestPauseMs, performance.now() - started));
});
