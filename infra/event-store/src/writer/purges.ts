import { dirname } from 'node:path';
import { isRejection, tableOf, type EventContext, type Person, type WriteModule } from '@tessera/kernel';
import type { ModelWriter, OpenHistoryReader } from '@tessera/document-store';
import { createEraser, idsOn, type Erased, type Erasure, type PurgeRecord } from '../log/erase.ts';
import type { Log } from '../log/log.ts';
import type { CommitRow } from '../log/reads.ts';
import { salvageActor } from '../log/salvaged.ts';
import { createWiper } from '../log/wipe.ts';
import { dropAsides } from '../maintenance/aside.ts';
import { positionsOf } from '../maintenance/purge.ts';
import type { PurgeOrder, PurgeProgress } from '../port.ts';
import type { Engine } from './engine.ts';
import { commitIdOf, ownEvents } from './facts.ts';
import { invalid } from '../refusals.ts';

/** A purge as the writer takes it. */
export type PurgeRequest = Erasure;
export type PurgeResult = { readonly purgeId: string; readonly commits: number };
/** Who waits for a purge: hears how far it is, and its end. */
export type PurgeWaiter = { done(result: PurgeResult): void; progress?(progress: PurgeProgress): void };

/** What stands in the log's file until a purge is at its end: whatever happens, it goes on from here. */
type Intent = Erasure & {
  readonly commits: number;
  /** Of listed items: the positions that are left. */
  readonly positions: readonly number[];
  /** Of the others: where the walk over their commits stands; absent while rows of a whole stream leave the model. */
  readonly walk?: Walk | undefined;
  /** Streams that are to be folded anew. */
  readonly told?: readonly Told[];
};
/** The last commit that was looked at: its place in the log, or in an organization where one is named. */
type Walk = { readonly organization: number; readonly after: number; readonly ended?: true };
type Told = { readonly organizationId: string; readonly stream: string };

const intentKey = (purgeId: string): string => `purge:${purgeId}`;
const maxItems = 1_000;
/** Between two tries to empty a WAL that a reader still needs, in ms. */
const wipeEveryMs = 10;
/** Between two words to whoever waits, in ms. */
const tellEveryMs = 1_000;
/** Commits and bytes that a walk reads at once; rows that leave the model before the clock is looked at. */
const walkCommits = 64;
const walkBytes = 1_000_000;
const rowsAtOnce = 20;
const documentsAtOnce = 100;

const start: Walk = { organization: 0, after: 0 };
type Listed = Intent & { readonly stream: string; readonly items: readonly string[] };
const isListed = (intent: Intent): intent is Listed => 'stream' in intent && intent.items !== 'all';

/** Throws a Rejection for an order that the service cannot follow. */
export const checkOrder = (module: WriteModule<unknown>, order: PurgeOrder): void => {
  if (!('stream' in order)) return;
  const { stream, items } = order;
  if (module.erase === undefined) throw invalid('purge.unsupported');
  if (!/^record:./.test(stream)) throw invalid('purge.stream', { stream });
  if (items !== 'all' && (items.length === 0 || items.length > maxItems))
    throw invalid('purge.items', `A purge has 1 to ${maxItems} records.`);
};

/**
 * Purges of one service beside its work (docs/events.md 9), in slices. First the wish stands in the log and the rows
 * leave the model, so that nothing can be written to them any more; then the commits that hold them are rewritten, a
 * few a transaction, each with a `$purged` commit that says so; then search words, WALs and the unused parts of pages
 * are wiped. Deleted cells and free pages are overwritten with zeros by SQLite itself (secure_delete). A whole stream,
 * an organization and a person are found by walking over the commits, so that the wish stays small however many there are.
 * While an organization goes, nothing is written to it.
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
  for (const intent of queue) if ('everything' in intent) engine.hold(intent.organizationId);
  const waiting = new Map<string, PurgeWaiter[]>();
  let lastTold = Number.NEGATIVE_INFINITY;
  /** Whether the rows of the first are out of the model; after a restart they are taken out once more. */
  let erased = false;
  let lastWipe = 0;
  const wipers = { log: createWiper(parts.logPath), model: createWiper(parts.modelPath) };
  /** Files whose pages are still to be wiped for the first. */
  let unwiped = [wipers.log, wipers.model];

  const held = (request: Erasure): number[] =>
    !('stream' in request) || request.items === 'all' || log.organization(request.organizationId) === undefined
      ? []
      : positionsOf(parts.openHistoryReader(parts.modelPath), { ...request, items: request.items });
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

  const contextOf = ({ organizationId, purgeId, actor }: Intent): EventContext => {
    const position = log.reads.lastPosition(log.organization(organizationId)!);
    return {
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
  };
  const takeOut = (intent: Intent, table: string, ids: readonly string[], context: EventContext): void =>
    model.apply(intent.organizationId, { op: 'rows.erase', table, ids }, context);

  /** Takes the rows out of the model, and into the list what was written to them since the wish. */
  const eraseRows = (intent: Listed): Intent => {
    const { stream, items } = intent;
    const positions = [...new Set([...intent.positions, ...held(intent)])].sort((a, b) => a - b);
    const next = { ...intent, positions };
    inLog(() => save(next));
    const context = contextOf(intent);
    inModel(() => takeOut(intent, tableOf(stream), items, context));
    erased = true;
    return next;
  };

  const nextOrganization = log.db.prepare('SELECT min(organization) AS id FROM commits WHERE organization > ?');
  const nextOfActor = log.db.prepare(
    'SELECT position FROM commits WHERE organization = ? AND actor = ? AND position > ? ORDER BY position LIMIT ?',
  );
  const nextOfStream = log.db.prepare(
    'SELECT position FROM advances WHERE organization = ? AND stream = ? AND position > ? ORDER BY position LIMIT ?',
  );
  const nextOfOrganization = log.db.prepare(
    'SELECT position FROM commits WHERE organization = ? AND position > ? ORDER BY position LIMIT ?',
  );
  /** A commit with an event that is not the store's own, or with what a salvage brought back. */
  const anything = log.db.prepare(
    "SELECT 1 FROM commits WHERE organization = ? AND (summary GLOB '[^$]*' OR summary GLOB '*,[^$]*' OR summary GLOB '*$salvaged*') LIMIT 1",
  );
  const at = (organization: number, positions: unknown[]): CommitRow[] =>
    (positions as { position: number }[]).flatMap(({ position }) => log.reads.at(organization, position) ?? []);

  /** The next commits of a person's in a service that knows nobody by name: in each organization, by who made them. */
  const ofActor = (id: string, walk: Walk): { rows: CommitRow[]; walk: Walk } => {
    const actor = log.reads.nameId(id);
    let { organization, after } = walk;
    for (;;) {
      const found = actor === undefined ? [] : nextOfActor.all(organization, actor, after, walkCommits);
      if (found.length > 0) return { rows: at(organization, found), walk: { organization, after } };
      const next = nextOrganization.get(organization) as { id: number | null };
      if (actor === undefined || next.id === null) return { rows: [], walk: { organization, after, ended: true } };
      [organization, after] = [next.id, 0];
    }
  };

  /** The next commits of a walk, in order; those of a stream come with what a salvage brought back of it. */
  const following = (intent: Intent, walk: Walk): { rows: CommitRow[]; walk: Walk } => {
    if ('person' in intent) {
      if (module.personal === undefined) return ofActor(intent.person.id, walk);
      const rows = log.reads.tail(walk.after, walkCommits, walkBytes);
      return { rows, walk: rows.length === 0 ? { ...walk, ended: true } : walk };
    }
    const organization = log.organization(intent.organizationId)!;
    if ('everything' in intent) {
      const rows = at(organization, nextOfOrganization.all(organization, walk.after, walkCommits));
      return { rows, walk: rows.length === 0 ? { ...walk, ended: true } : walk };
    }
    const [stream, salvage] = [log.reads.nameId(intent.stream), log.reads.nameId(salvageActor.id)];
    const found = [
      ...(stream === undefined ? [] : nextOfStream.all(organization, stream, walk.after, walkCommits)),
      ...(salvage === undefined ? [] : nextOfActor.all(organization, salvage, walk.after, walkCommits)),
    ] as { position: number }[];
    const places = [...new Set(found.map(({ position }) => position))].sort((a, b) => a - b).slice(0, walkCommits);
    const rows = at(
      organization,
      places.map((position) => ({ position })),
    );
    return { rows, walk: rows.length === 0 ? { ...walk, ended: true } : walk };
  };
  const placeOf = (intent: Intent, row: CommitRow): number =>
    'person' in intent && module.personal !== undefined ? row.seq : row.position;

  /** Rows of a whole stream that are to leave the model; begins again after a restart. */
  let leaving: { walk: Walk; readonly ids: string[]; readonly rows: CommitRow[] } = { walk: start, ids: [], rows: [] };
  const eraseStream = (intent: Extract<Intent, { readonly stream: string }>, budgetMs: number): Intent => {
    const until = performance.now() + budgetMs;
    const context = contextOf(intent);
    inModel(() => {
      do {
        if (leaving.ids.length === 0 && leaving.rows.length === 0 && !leaving.walk.ended) {
          const { rows, walk } = following(intent, leaving.walk);
          leaving = { walk, ids: [], rows };
        }
        const row = leaving.ids.length === 0 ? leaving.rows.shift() : undefined;
        if (row !== undefined) {
          leaving.ids.push(...idsOn(row, intent.stream));
          leaving.walk = { ...leaving.walk, after: row.position };
        }
        const ids = leaving.ids.splice(0, rowsAtOnce);
        if (ids.length > 0) takeOut(intent, tableOf(intent.stream), ids, context);
        else if (leaving.walk.ended) return;
      } while (performance.now() < until);
    });
    if (!leaving.walk.ended || leaving.ids.length > 0 || leaving.rows.length > 0) return intent;
    // On the disk before the commits go: from then on nothing tells any more which rows there were.
    if (!model.truncate()) return intent;
    const next: Intent = { ...intent, walk: start };
    inLog(() => save(next));
    leaving = { walk: start, ids: [], rows: [] };
    return next;
  };

  /** Takes what is left of an organization out of the model: rows first, then documents and folded states. */
  const eraseOrganization = (intent: Intent, budgetMs: number): Intent => {
    const until = performance.now() + budgetMs;
    const context = contextOf(intent);
    const { organizationId } = intent;
    let more = true;
    inModel(() => {
      do {
        const rows = model.anyRows(organizationId, rowsAtOnce);
        if (rows !== undefined) takeOut(intent, rows.table, rows.ids, context);
        else more = model.dropDocuments(organizationId, documentsAtOnce) > 0;
        if (!more) model.forgetTables(organizationId);
      } while (more && performance.now() < until);
    });
    engine.forget();
    // On the disk before the commits go, as for a stream.
    if (more || !model.truncate()) return intent;
    const next: Intent = { ...intent, walk: start };
    inLog(() => save(next));
    return next;
  };

  /** Writes the `$purged` commits of some rewritten ones, one in each organization. */
  const confirm = (intent: Intent, erasures: readonly Erased[]): void => {
    for (const [organizationId, own] of Map.groupBy(erasures, (one) => one.organizationId)) {
      const record: PurgeRecord = { purgeId: intent.purgeId, commits: own.map(({ commit }) => commit) };
      eraser.append(ownEvents.purged, record, { ...intent, organizationId }, now());
    }
  };
  const movedBy = (intent: Intent, erasures: readonly Erased[]): void => {
    for (const id of new Set([intent.organizationId, ...erasures.map((one) => one.organizationId)])) engine.moved(id);
  };

  /** Rewrites the next commits of listed items for about `budgetMs`. */
  const rewrite = (intent: Intent, budgetMs: number): Intent => {
    const until = performance.now() + budgetMs;
    const organization = log.organization(intent.organizationId)!;
    const erasures: Erased[] = [];
    let done = 0;
    const next = inLog(() => {
      do {
        const row = log.reads.at(organization, intent.positions[done]!);
        const one = row && eraser.rewrite(row, intent, now());
        if (one) erasures.push(one);
        done += 1;
      } while (done < intent.positions.length && performance.now() < until);
      confirm(intent, erasures);
      const left: Intent = {
        ...intent,
        positions: intent.positions.slice(done),
        commits: intent.commits + erasures.length,
      };
      save(left);
      return left;
    });
    movedBy(intent, erasures);
    return next;
  };

  /** The same of a walk. Addresses are forgotten when it has come to its end, so that they are wiped with the rest. */
  const walkOn = (intent: Intent, budgetMs: number): Intent => {
    const until = performance.now() + budgetMs;
    const erasures: Erased[] = [];
    const next = inLog(() => {
      let walk = intent.walk!;
      do {
        const page = following(intent, walk);
        walk = page.walk;
        for (const row of page.rows) {
          const one = eraser.rewrite(row, intent, now());
          if (one) erasures.push(one);
          walk = { ...walk, after: placeOf(intent, row) };
          if (performance.now() > until) break;
        }
      } while (!walk.ended && performance.now() < until);
      confirm(intent, erasures);
      const told = new Map((intent.told ?? []).map((one) => [`${one.organizationId} ${one.stream}`, one]));
      for (const { organizationId, told: streams } of erasures)
        for (const stream of streams) told.set(`${organizationId} ${stream}`, { organizationId, stream });
      const left: Intent = {
        ...intent,
        ...('person' in intent && walk.ended && { person: { id: intent.person.id, addresses: [] } }),
        walk,
        told: [...told.values()],
        commits: intent.commits + erasures.length,
      };
      save(left);
      return left;
    });
    movedBy(intent, erasures);
    return next;
  };

  /** Streams that are folded anew since the start; a restart folds all of them again. */
  let folded = 0;
  const refold = ({ organizationId, stream }: Told, person: Person): void => {
    engine.catchUp();
    const organization = log.organization(organizationId)!;
    const positions = new Set<number>();
    for (const [statement, name] of [
      [nextOfStream, stream],
      [nextOfActor, salvageActor.id],
    ] as const) {
      const id = log.reads.nameId(name);
      if (id === undefined) continue;
      for (const { position } of statement.all(organization, id, 0, -1) as { position: number }[])
        positions.add(position);
    }
    const rows = [...positions].sort((a, b) => a - b).flatMap((position) => log.reads.at(organization, position) ?? []);
    engine.refold(
      organizationId,
      stream,
      rows,
      (collection, document) => module.personal?.document(collection, document, person) !== undefined,
    );
    folded += 1;
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
    if (
      'everything' in intent &&
      !queue.some((one) => 'everything' in one && one.organizationId === intent.organizationId)
    )
      engine.release(intent.organizationId);
    erased = false;
    folded = 0;
    unwiped = [wipers.log, wipers.model];
    for (const { done } of waiting.get(intent.purgeId) ?? [])
      done({ purgeId: intent.purgeId, commits: intent.commits });
    waiting.delete(intent.purgeId);
  };

  const tell = (): void => {
    const intent = queue[0];
    if (intent === undefined || performance.now() - lastTold < tellEveryMs) return;
    lastTold = performance.now();
    const { commits, positions } = intent;
    const progress: PurgeProgress = isListed(intent) ? { commits, left: positions.length } : { commits };
    for (const waiter of waiting.get(intent.purgeId) ?? []) waiter.progress?.(progress);
  };

  /** What is to be done, undefined where nothing is there. */
  const intended = (request: Erasure): Intent | undefined => {
    const positions = held(request);
    if ('person' in request) return { ...request, positions, commits: 0, walk: start };
    const organization = log.organization(request.organizationId);
    if ('everything' in request)
      return organization === undefined || anything.get(organization) === undefined
        ? undefined
        : { ...request, positions, commits: 0 };
    if (request.items !== 'all') return positions.length === 0 ? undefined : { ...request, positions, commits: 0 };
    if (organization === undefined) return undefined;
    const intent: Intent = { ...request, positions, commits: 0 };
    return following(intent, start).rows.length === 0 ? undefined : intent;
  };

  return {
    /** Accepts a purge: from here on it happens. Throws a Rejection. */
    accept: (request: PurgeRequest, waiter: PurgeWaiter): void => {
      checkOrder(module, request);
      const known = queue.find(({ purgeId }) => purgeId === request.purgeId);
      if (known === undefined) {
        engine.catchUp();
        const intent = intended(request);
        if (intent === undefined) {
          waiter.done({ purgeId: request.purgeId, commits: 0 });
          return;
        }
        inLog(() => {
          if ('stream' in request) {
            const { purgeId, stream, items } = request;
            const count = items === 'all' ? items : items.length;
            eraser.append(ownEvents.purging, { purgeId, stream, items: count }, request, now());
          }
          save(intent);
        });
        if ('everything' in request) engine.hold(request.organizationId);
        engine.moved(request.organizationId);
        queue.push(intent);
        if (queue.length === 1) lastTold = Number.NEGATIVE_INFINITY;
        if (queue.length === 1 && isListed(intent)) queue[0] = eraseRows(intent);
      }
      waiting.set(request.purgeId, [...(waiting.get(request.purgeId) ?? []), waiter]);
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
      tell();
      if (isListed(intent) && !erased) queue[0] = eraseRows(intent);
      else if (intent.positions.length > 0) queue[0] = rewrite(intent, budgetMs);
      else if ('stream' in intent && intent.items === 'all' && intent.walk === undefined)
        queue[0] = eraseStream(intent, budgetMs);
      else if ('everything' in intent && intent.walk === undefined) queue[0] = eraseOrganization(intent, budgetMs);
      else if (intent.walk !== undefined && !intent.walk.ended) queue[0] = walkOn(intent, budgetMs);
      else if ('person' in intent && folded < (intent.told?.length ?? 0)) refold(intent.told![folded]!, intent.person);
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
