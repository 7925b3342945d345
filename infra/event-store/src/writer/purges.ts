import { dirname } from 'node:path';
import { invalid, isRejection, type EventContext, type WriteModule } from '@tessera/kernel';
import type { ModelWriter, OpenHistoryReader } from '@tessera/document-store';
import { createEraser, type Erasure, type PurgeRecord, type Rewritten } from '../log/erase.ts';
import type { Log } from '../log/log.ts';
import { createWiper } from '../log/wipe.ts';
import { dropAsides } from '../maintenance/aside.ts';
import { positionsOf } from '../maintenance/purge.ts';
import type { Engine } from './engine.ts';
import { commitIdOf, ownEvents } from './facts.ts';

/** A purge as the writer takes it; `items` at most 1,000. */
export type PurgeRequest = Erasure & { readonly items: readonly string[] };
export type PurgeResult = { readonly purgeId: string; readonly commits: number };

/** What stands in the log's file until a purge is at its end: whatever happens, it goes on from here. */
type Intent = PurgeRequest & { readonly positions: readonly number[]; readonly commits: number };

const intentKey = (purgeId: string): string => `purge:${purgeId}`;
const maxItems = 1_000;
/** Between two tries to empty a WAL that a reader still needs, in ms. */
const wipeEveryMs = 10;

/**
 * Purges of one service beside its work (EVENTS.md 9), in slices. First the wish stands in the log and the rows leave
 * the model, so that nothing can be written to them any more; then the commits that hold them are rewritten, a few a
 * transaction, each with a `$purged` commit that says so; then search words, WALs and the unused parts of pages are
 * wiped. Deleted cells and free pages are overwritten with zeros by SQLite itself (secure_delete).
 */
export const createPurges = (
  module: WriteModule<unknown>,
  parts: {
    readonly log: Log;
    readonly model: ModelWriter;
    readonly engine: Engine;
    readonly logPath: string;
    readonly modelPath: string;
    readonly openHistoryReader: OpenHistoryReader;
    readonly now?: () => number;
  },
) => {
  const { log, model, engine, now = Date.now } = parts;
  const eraser = createEraser(log, module);
  const drop = log.db.prepare('DELETE FROM meta WHERE key = ?');
  const queue = (
    log.db.prepare("SELECT value FROM meta WHERE key LIKE 'purge:%' ORDER BY key").all() as { value: string }[]
  ).map(({ value }) => JSON.parse(value) as Intent);
  const waiting = new Map<string, ((result: PurgeResult) => void)[]>();
  /** Whether the rows of the first are out of the model; after a restart they are taken out once more. */
  let erased = false;
  let lastWipe = 0;
  const wipers = { log: createWiper(parts.logPath), model: createWiper(parts.modelPath) };
  /** Files whose pages are still to be wiped for the first. */
  let unwiped = [wipers.log, wipers.model];

  const held = ({ organizationId, stream, items }: PurgeRequest): number[] =>
    log.organization(organizationId) === undefined
      ? []
      : positionsOf(parts.openHistoryReader(parts.modelPath), { organizationId, stream, items });
  const save = (intent: Intent): void => log.setMeta(intentKey(intent.purgeId), JSON.stringify(intent));

  const inLog = <T>(work: () => T): T => {
    log.begin();
    try {
      const result = work();
      log.commit();
      return result;
    } catch (error) {
      log.rollback();
      throw error;
    }
  };
  const inModel = (work: () => void): void => {
    model.begin();
    try {
      work();
      model.commit();
    } catch (error) {
      model.rollback();
      throw error;
    }
  };

  /** Takes the rows out of the model, and into the list what was written to them since the wish. */
  const eraseRows = (intent: Intent): Intent => {
    const { organizationId, purgeId, stream, items, actor } = intent;
    const positions = [...new Set([...intent.positions, ...held(intent)])].sort((a, b) => a - b);
    const next = { ...intent, positions };
    const position = inLog(() => {
      save(next);
      return log.reads.lastPosition(log.organization(organizationId)!);
    });
    const context: EventContext = {
      organizationId,
      commitId: commitIdOf(module.service, log.epoch, position),
      position,
      index: 0,
      time: now(),
      actorId: actor.id,
      origin: 'system',
      operationId: purgeId,
      advances: [],
    };
    inModel(() =>
      model.apply(
        organizationId,
        { op: 'rows.erase', table: stream.slice(stream.indexOf(':') + 1), ids: items },
        context,
      ),
    );
    erased = true;
    return next;
  };

  /** Rewrites the next commits for about `budgetMs`. */
  const rewrite = (intent: Intent, budgetMs: number): Intent => {
    const until = performance.now() + budgetMs;
    const organization = log.organization(intent.organizationId)!;
    const items = new Set(intent.items);
    const commits: Rewritten[] = [];
    let done = 0;
    const next = inLog(() => {
      do {
        const row = log.reads.at(organization, intent.positions[done]!);
        const rewritten = row && eraser.rewrite(row, intent, items, now());
        if (rewritten) commits.push(rewritten);
        done += 1;
      } while (done < intent.positions.length && performance.now() < until);
      if (commits.length > 0)
        eraser.append(ownEvents.purged, { purgeId: intent.purgeId, commits } satisfies PurgeRecord, intent, now());
      const left: Intent = {
        ...intent,
        positions: intent.positions.slice(done),
        commits: intent.commits + commits.length,
      };
      save(left);
      return left;
    });
    engine.moved(intent.organizationId);
    return next;
  };

  /** True when no file holds anything of what was rewritten. */
  const wiped = (budgetMs: number): boolean => {
    if (model.erasing() || performance.now() - lastWipe < wipeEveryMs) return false;
    lastWipe = performance.now();
    const [wiper] = unwiped;
    const emptied =
      wiper === undefined
        ? log.truncate() && model.truncate()
        : wiper === wipers.log
          ? log.truncate()
          : model.truncate();
    if (!emptied || wiper === undefined) return emptied;
    if (wiper.step(budgetMs)) unwiped.shift();
    return false;
  };

  const finish = (intent: Intent): void => {
    const mark = String(log.seq());
    // Before the wish is forgotten: what was set aside may hold the records as well.
    dropAsides(dirname(parts.logPath));
    inLog(() => {
      drop.run(intentKey(intent.purgeId));
      // A model that was made before, from a backup say, must not outlive the purge.
      log.setMeta('purged_seq', mark);
    });
    inModel(() => model.setMeta('purged_seq', mark));
    queue.shift();
    erased = false;
    unwiped = [wipers.log, wipers.model];
    for (const tell of waiting.get(intent.purgeId) ?? []) tell({ purgeId: intent.purgeId, commits: intent.commits });
    waiting.delete(intent.purgeId);
  };

  return {
    /** Accepts a purge: from here on it happens. `tell` hears when it is done. Throws a Rejection. */
    accept: (request: PurgeRequest, tell: (result: PurgeResult) => void): void => {
      if (module.erase === undefined)
        throw invalid('purge.unsupported', 'The records of this service cannot be purged.');
      if (!/^record:./.test(request.stream))
        throw invalid('purge.stream', 'Only records can be purged.', { stream: request.stream });
      if (request.items.length === 0 || request.items.length > maxItems)
        throw invalid('purge.items', `A purge has 1 to ${maxItems} records.`);
      const known = queue.find(({ purgeId }) => purgeId === request.purgeId);
      if (known === undefined) {
        engine.catchUp();
        const positions = held(request);
        if (positions.length === 0) {
          tell({ purgeId: request.purgeId, commits: 0 });
          return;
        }
        const intent: Intent = { ...request, positions, commits: 0 };
        inLog(() => {
          eraser.append(
            ownEvents.purging,
            { purgeId: request.purgeId, stream: request.stream, items: request.items.length },
            request,
            now(),
          );
          save(intent);
        });
        engine.moved(request.organizationId);
        queue.push(intent);
        if (queue.length === 1) queue[0] = eraseRows(intent);
      }
      waiting.set(request.purgeId, [...(waiting.get(request.purgeId) ?? []), tell]);
    },

    /** After log and model were closed. */
    close: (): void => {
      wipers.log.close();
      wipers.model.close();
    },

    /** One slice; true while one is under way. */
    step: (budgetMs: number): boolean => {
      const intent = queue[0];
      if (intent === undefined) return false;
      if (!erased) queue[0] = eraseRows(intent);
      else if (intent.positions.length > 0) queue[0] = rewrite(intent, budgetMs);
      else if (wiped(budgetMs)) finish(intent);
      else return model.work(budgetMs) || true;
      return true;
    },
  };
};

export type Purges = ReturnType<typeof createPurges>;

/** A refusal as it crosses to the main thread. */
export const refusalOf = (
  error: unknown,
):
  | {
      readonly rejection: {
        readonly kind: string;
        readonly code: string;
        readonly message: string;
        readonly details: unknown;
      };
    }
  | undefined =>
  isRejection(error)
    ? { rejection: { kind: error.kind, code: error.code, message: error.message, details: error.details } }
    : undefined;
