import type { WriteModule } from '@tessera/kernel';
import type { ModelWriter } from '@tessera/document-store';
import { Header } from '@tessera/proto/commit/v1/commit';
import { decodeBody } from '../log/codec.ts';
import type { CommitRow, LogReads } from '../log/reads.ts';
import { salvagedSteps, type SalvagedStep } from '../log/salvaged.ts';
import type { AppliedEvent, createApplier } from './applier.ts';
import { decodeEvents } from './facts.ts';

/** A transaction of catching up ends at either: the model's WAL and the memory stay small however large the log is. */
const catchUpCommits = 1_000;
const catchUpBytes = 2 * 1024 * 1024;
/** Pages that the WAL may be ahead of the file, 32 MB: each checkpoint costs two fsyncs. */
const walPages = 8_000;

/** A commit as the log has it, decoded. */
export const decodeRow = <E>(
  module: Pick<WriteModule<E>, 'events'>,
  row: CommitRow,
): {
  readonly header: Header;
  readonly applied: AppliedEvent<E>[];
  readonly salvaged: readonly SalvagedStep[];
} => {
  const { events } = decodeBody(row.body, row.encoding);
  return { header: Header.decode(row.header), applied: decodeEvents(module, events), salvaged: salvagedSteps(events) };
};

/**
 * Applies what the log has and the model lacks, in transactions of a few MB; answers how many commits. Throws what a
 * projection, the log or the storage throws; the model is then as after the last whole transaction.
 */
export const catchUp = <E>(
  module: Pick<WriteModule<E>, 'events'>,
  reads: Pick<LogReads, 'tail'>,
  model: ModelWriter,
  applier: ReturnType<typeof createApplier<E>>,
): number => {
  let applied = 0;
  for (;;) {
    const from = Number(model.meta('applied_seq') ?? '0');
    const rows = reads.tail(from, catchUpCommits, catchUpBytes);
    if (rows.length === 0) return applied;
    model.begin();
    try {
      for (const row of rows) {
        const { header, applied: events, salvaged } = decodeRow(module, row);
        applier.apply(header, events);
        if (salvaged.length > 0) applier.bringBack(header, salvaged);
      }
      applier.flush();
      model.setMeta('applied_seq', String(rows.at(-1)!.seq));
      model.commit();
    } catch (error) {
      model.rollback();
      applier.forget();
      throw error;
    }
    model.checkpoint(walPages);
    applied += rows.length;
  }
};
