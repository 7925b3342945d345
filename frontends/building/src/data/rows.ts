import type { Id } from '@tessera/kit';
import type { ShownRecord } from './cut-text.ts';
import { createMoments, type Moment } from './moments.ts';

/** Where the rows of one query come from. `position`: up to which commit an answer tells what is. */
export type RowSource = {
  readonly page: (
    request: { readonly offset: number; readonly limit: number; readonly after?: string },
    signal: AbortSignal,
  ) => Promise<{ readonly records: readonly ShownRecord[]; readonly next?: string; readonly position?: number }>;
  readonly count: (signal: AbortSignal) => Promise<{ readonly total: number; readonly position?: number }>;
};

export type RowsOptions = {
  readonly onChange: () => void;
  /** A page or the count did not come; `retry` asks again. */
  readonly onError: (error: unknown) => void;
  /** Rows that the person stands on or writes in: no answer takes them out of sight. */
  readonly pinned?: () => readonly Id[];
  /** A pinned row is no longer in the query, and is held. */
  readonly onHeld?: (id: Id) => void;
  readonly block?: number;
  /** How many rows stay in memory around what is shown. */
  readonly keep?: number;
};

/** A count that changes are told during is asked again, so often at once. */
const mostCounts = 5;
/** Rows that were taken out are remembered up to so many: requests on their way are long answered by then. */
const mostGone = 20_000;

/**
 * The rows of one query, by place: a sparse table of what was loaded, in blocks. Scrolling says what is wanted; blocks
 * that are no longer wanted when their turn comes are not asked for. A block after a loaded one goes on from its
 * cursor, others start by offset. The count comes apart and never delays rows.
 *
 * What was made, taken out or has left the filter here is laid over every answer that may be older: an answer wins only
 * if it was asked after the change was told, or tells of a position that is not before it.
 */
export const createRows = (first: RowSource, options: RowsOptions) => {
  const block = options.block ?? 200;
  const keep = options.keep ?? 12_000;
  const pinned = (): readonly Id[] => options.pinned?.() ?? [];
  let source = first;
  let abort = new AbortController();
  let order = new Map<number, Id>();
  let places = new Map<Id, number>();
  const records = new Map<Id, ShownRecord>();
  let cursors = new Map<number, string>();
  let stale = new Set<number>();
  const loading = new Set<number>();
  const moments = createMoments();
  /** Rows that an older answer may still hold. */
  const gone = new Map<Id, Moment>();
  /** Rows made here that an older answer does not have. */
  const made = new Map<Id, Moment>();
  /** Rows that are no longer in the query and shown all the same, until they are taken out. */
  const held = new Map<Id, Moment>();
  /** Pages on their way: where they go, and whether it is a row that they follow. */
  const flights = new Set<{ at: number; readonly after: boolean }>();
  /** The newest position at which a row is known to be there or gone: what is older is no news of it. */
  const seen = new Map<Id, number>();
  let failed = false;
  let total: number | null = null;
  let reach = 0;
  let ended = false;
  let wanted: readonly [number, number] = [0, 0];
  /** Of what is wanted, where rows in between are not: those of folded groups. */
  let wantedRuns: readonly (readonly [number, number])[] = [wanted];
  let loadedOnce = false;
  let counts = 0;
  let recount: ReturnType<typeof setTimeout> | undefined;

  const size = (): number => (total !== null ? total : ended ? reach : reach === 0 ? 0 : reach + block);

  const complete = (index: number): boolean => {
    const end = Math.min((index + 1) * block, total ?? (ended ? reach : Number.POSITIVE_INFINITY));
    for (let place = index * block; place < end; place++) if (!order.has(place)) return false;
    return true;
  };

  const missing = (): readonly number[] => {
    const limit = total ?? (ended ? reach : Number.POSITIVE_INFINITY);
    const blocks: number[] = [];
    for (let index = Math.floor(Math.max(0, wanted[0]) / block); index * block <= wanted[1]; index++) {
      if (index * block >= limit && (index > 0 || loadedOnce)) break;
      if (!wantedRuns.some(([from, to]) => (index + 1) * block > from && index * block <= to)) continue;
      if (!loading.has(index) && (stale.has(index) || !complete(index))) blocks.push(index);
    }
    return blocks;
  };

  const place = (at: number, record: ShownRecord): void => {
    const before = places.get(record.id);
    if (before !== undefined && before !== at && order.get(before) === record.id) order.delete(before);
    const evicted = order.get(at);
    if (evicted !== undefined && evicted !== record.id) places.delete(evicted);
    order.set(at, record.id);
    places.set(record.id, at);
    const known = records.get(record.id);
    if (!known || known.version <= record.version) records.set(record.id, record);
  };

  const forget = (at: number): void => {
    const id = order.get(at);
    if (id === undefined) return;
    order.delete(at);
    places.delete(id);
    seen.delete(id);
    held.delete(id);
    if (!made.has(id) && !pinned().includes(id)) records.delete(id);
  };
  /** Whether an answer that lacks a row knows of it: its making, and that it was not taken out here. */
  const lacks = (id: Id, answer: Moment): boolean => {
    const making = made.get(id);
    return records.has(id) && !gone.has(id) && (making === undefined || moments.covers(answer, making));
  };
  const keepPinned = (id: Id): void => {
    made.delete(id);
    held.set(id, moments.change());
    options.onHeld?.(id);
  };

  const evict = (): void => {
    if (order.size <= keep) return;
    const middle = (wanted[0] + wanted[1]) / 2;
    const far = [...order.keys()]
      .sort((a, b) => Math.abs(b - middle) - Math.abs(a - middle))
      .slice(0, order.size - Math.floor(keep * 0.8));
    for (const at of far) forget(at);
  };

  const firstHole = (index: number): number => {
    let at = index * block;
    while (order.has(at)) at += 1;
    return at;
  };

  /** The place in the query of a place on the screen: rows that are held here are not in it. */
  const placeInQuery = (at: number): number => {
    let before = 0;
    for (const id of held.keys()) if ((places.get(id) ?? at) < at) before += 1;
    return at - before;
  };

  /** Lays a page down from a place on, without rows that it has only because it is older. Answers where it ends. */
  const lay = (from: number, list: readonly ShownRecord[], answer: Moment): number => {
    let at = from;
    const listed = new Set(list.map((record) => record.id));
    for (const id of pinned()) {
      const stands = places.get(id);
      if (stands === undefined || stands < from || stands > from + list.length) continue;
      if (!listed.has(id) && !held.has(id) && lacks(id, answer)) keepPinned(id);
    }
    const overHeld = (): void => {
      for (let id = order.get(at); id !== undefined && held.has(id); id = order.get(at)) at += 1;
    };
    for (const record of list) {
      const moment = gone.get(record.id);
      if (moment && !moments.covers(answer, moment)) continue;
      gone.delete(record.id);
      // Back in the query: its place is the one that the answer gives it.
      held.delete(record.id);
      overHeld();
      place(at, record);
      if (answer.position !== undefined) seen.set(record.id, Math.max(seen.get(record.id) ?? 0, answer.position));
      at += 1;
    }
    overHeld();
    return at;
  };

  /** The list ends here: what lies beyond is not in it, but for rows made here of which the answer cannot know. */
  const endAt = (at: number, answer: Moment): void => {
    const stay = pinned().filter((id) => (places.get(id) ?? -1) >= at && !held.has(id) && lacks(id, answer));
    for (const [id, moment] of made) if (moments.covers(answer, moment)) made.delete(id);
    for (const one of order.keys()) if (one >= at) forget(one);
    let end = at;
    for (const id of made.keys()) {
      const record = records.get(id);
      if (!record || places.has(id)) continue;
      place(end, record);
      end += 1;
    }
    for (const id of stay) {
      const record = records.get(id);
      if (!record || places.has(id)) continue;
      place(end, record);
      keepPinned(id);
      end += 1;
    }
    ended = true;
    reach = end;
    total = end;
  };

  const isWanted = (index: number): boolean => (index + 1) * block > wanted[0] && index * block <= wanted[1];

  const load = async (index: number): Promise<void> => {
    loading.add(index);
    const { signal } = abort;
    const fresh = stale.has(index);
    const end = (index + 1) * block;
    let problem: { readonly error: unknown } | undefined;
    try {
      let at = fresh ? index * block : firstHole(index);
      let after = fresh ? undefined : cursors.get(at);
      // A page may hold fewer rows than asked for and go on all the same.
      for (let more = at < end; more;) {
        const asked = moments.now();
        const offset = placeInQuery(at);
        const flight = { at, after: after !== undefined };
        flights.add(flight);
        const page = await source
          .page({ offset, limit: end - at, ...(after === undefined ? {} : { after }) }, signal)
          .finally(() => flights.delete(flight));
        at = flight.at;
        if (signal.aborted) return;
        const answer = { ...asked, position: page.position };
        const empty = page.records.length === 0;
        after = page.next;
        if (after === undefined && empty && at > 0 && !order.has(at - 1)) {
          // Asked for beyond the end: the rows before will say where that is.
          for (const one of order.keys()) if (one >= at) forget(one);
          if (total === null || total > at) total = at;
          more = false;
        } else {
          at = lay(at, page.records, answer);
          reach = Math.max(reach, at);
          if (after === undefined) endAt(at, answer);
          else cursors.set(at, after);
          more = after !== undefined && !empty && at < end && isWanted(index);
        }
        loadedOnce = true;
        if (more) options.onChange();
      }
      if (fresh && (at >= end || after === undefined)) stale.delete(index);
      failed = false;
      evict();
    } catch (error) {
      if (signal.aborted) return;
      failed = true;
      problem = { error };
    } finally {
      if (!signal.aborted) loading.delete(index);
    }
    if (problem) options.onError(problem.error);
    else options.onChange();
    pump();
  };

  const pump = (): void => {
    if (failed) return;
    for (const index of missing()) {
      if (loading.size >= 2) return;
      void load(index);
    }
  };

  /** Whether a count may lack, or hold, what was changed here. */
  const unsure = (answer: Moment): boolean =>
    [gone, made, held].some((changes) => [...changes.values()].some((moment) => !moments.covers(answer, moment)));

  const count = async (): Promise<void> => {
    const { signal } = abort;
    try {
      for (let tries = 1; ; tries++) {
        const asked = moments.now();
        const counted = await source.count(signal);
        if (signal.aborted) return;
        const answer = { ...asked, position: counted.position };
        if (unsure(answer)) {
          // Who is told what became of the changes counts again.
          if (moments.waiting(gone, made)) return;
          if (tries < mostCounts) continue;
        }
        total = counted.total + held.size;
        // A row that was made here stays in sight where the filter does not take it, until somebody says so.
        for (const id of made.keys()) if ((places.get(id) ?? -1) >= total) total += 1;
        // Nor does one that is written in go: the rows before it are read anew in a moment.
        for (const id of pinned()) total = Math.max(total, (places.get(id) ?? -1) + 1);
        for (const at of order.keys()) if (at >= total) forget(at);
        options.onChange();
        pump();
        counts = 0;
        return;
      }
    } catch {
      // The count never stands in the way of rows: it is asked again, more and more rarely.
      if (signal.aborted) return;
      counts += 1;
      clearTimeout(recount);
      recount = setTimeout(() => void count(), Math.min(30_000, 1000 * 2 ** counts));
    }
  };

  const restart = (): void => {
    abort.abort();
    clearTimeout(recount);
    abort = new AbortController();
    loading.clear();
    cursors = new Map();
    failed = false;
  };

  /** Rows as they stand after `change` rearranged the loaded ones. */
  const rearrange = (
    change: (list: readonly (readonly [number, Id])[]) => readonly (readonly [number, Id])[],
  ): void => {
    const next = change([...order].sort(([a], [b]) => a - b));
    order = new Map(next);
    places = new Map(next.map(([at, id]) => [id, at]));
    cursors = new Map();
    // What is still to be read anew may have moved to the block beside.
    stale = new Set([...stale].flatMap((index) => [index - 1, index, index + 1]));
  };

  return {
    idAt: (at: number): Id | undefined => order.get(at),
    placeOf: (id: Id): number | undefined => places.get(id),
    record: (id: Id): ShownRecord | undefined => records.get(id),
    at: (at: number): ShownRecord | undefined => {
      const id = order.get(at);
      return id === undefined ? undefined : records.get(id);
    },
    /** Rows to make room for: the count, and until it is known what was reached and a block more. */
    size,
    total: (): number | null => total,
    started: (): boolean => loadedOnce,
    failed: (): boolean => failed,
    busy: (): boolean => loading.size > 0,
    loadedIds: (from: number, to: number): readonly Id[] => {
      const ids: Id[] = [];
      for (let at = from; at <= to; at++) {
        const id = order.get(at);
        if (id !== undefined) ids.push(id);
      }
      return ids;
    },
    /** Rows `from` to `to` are shown, or are about to be; where `runs` are given, just those of them. */
    want: (from: number, to: number, runs: readonly (readonly [number, number])[] = [[from, to]]): void => {
      wanted = [from, to];
      wantedRuns = runs;
      pump();
    },
    count,
    retry: (): void => {
      failed = false;
      pump();
      if (total === null) void count();
    },
    /** Another query: everything is forgotten at once. */
    reset: (next: RowSource): void => {
      restart();
      source = next;
      order.clear();
      places.clear();
      records.clear();
      made.clear();
      held.clear();
      seen.clear();
      stale = new Set();
      total = null;
      reach = 0;
      ended = false;
      loadedOnce = false;
      wanted = [0, block - 1];
      wantedRuns = [wanted];
      pump();
      void count();
    },
    /** The same query again: what is shown stays until the new rows are there. */
    refresh: (): void => {
      restart();
      for (const at of order.keys()) if (at < wanted[0] - block || at > wanted[1] + block) forget(at);
      stale = new Set([...order.keys()].map((at) => Math.floor(at / block)));
      pump();
      void count();
    },
    /** Newer values of records that are loaded; others are left out. Answers the ids that changed. */
    put: (list: readonly ShownRecord[]): readonly Id[] => {
      const changed: Id[] = [];
      for (const record of list) {
        const known = records.get(record.id);
        if (!known || known.version > record.version) continue;
        records.set(record.id, record);
        changed.push(record.id);
      }
      return changed;
    },
    /** Holds a record that no loaded row shows, so that it can be edited. */
    keep: (record: ShownRecord): void => {
      if (!records.has(record.id)) records.set(record.id, record);
    },
    /** Puts new rows before the row at `at`; the server is still to be told of them. */
    insert: (at: number, list: readonly ShownRecord[]): void => {
      rearrange((rows) => [
        ...rows.filter(([row]) => row < at),
        ...list.map((record, i) => [at + i, record.id] as const),
        ...rows.filter(([row]) => row >= at).map(([row, id]) => [row + list.length, id] as const),
      ]);
      for (const record of list) {
        records.set(record.id, record);
        made.set(record.id, moments.pending);
      }
      if (total !== null) total += list.length;
      reach += list.length;
    },
    /**
     * Takes rows out and closes the gaps; answers that may be older do not bring them back. `when` is the position of
     * the commit that took them out, or `pending` until the server has said so (`settle`). A row that a newer answer
     * has already shown again stays. Answers the places that they had, ascending.
     */
    remove: (ids: readonly Id[], when?: number | 'pending'): readonly number[] => {
      const moment = when === 'pending' ? moments.pending : moments.change(when);
      const out = ids.filter((id) => typeof when !== 'number' || (seen.get(id) ?? Number.NEGATIVE_INFINITY) < when);
      for (const id of out) {
        gone.delete(id);
        gone.set(id, moment);
        made.delete(id);
        held.delete(id);
        if (typeof when === 'number') seen.set(id, when);
      }
      for (const id of gone.keys()) {
        if (gone.size <= mostGone) break;
        gone.delete(id);
        if (!places.has(id)) seen.delete(id);
      }
      const left = out.flatMap((id) => places.get(id) ?? []).sort((a, b) => a - b);
      for (const id of out) records.delete(id);
      if (left.length === 0) return left;
      const lost = new Set(left);
      let before = 0;
      rearrange((rows) =>
        rows.flatMap(([row, id]) => {
          while (before < left.length && (left[before] ?? 0) < row) before += 1;
          return lost.has(row) ? [] : [[row - before, id] as const];
        }),
      );
      for (const flight of flights) if (flight.after) flight.at -= left.filter((at) => at < flight.at).length;
      if (total !== null) total -= left.length;
      reach -= left.length;
      pump();
      return left;
    },
    /** The server has done what was pending with these rows, with the commit at `position`. */
    settle: (ids: readonly Id[], position?: number): void => {
      const moment = moments.change(position);
      for (const id of ids) {
        for (const changes of [gone, made]) if (changes.get(id) === moments.pending) changes.set(id, moment);
        if (position !== undefined) seen.set(id, Math.max(seen.get(id) ?? 0, position));
      }
    },
    /** The server has not taken these rows out: the next answers bring them back. */
    restore: (ids: readonly Id[]): void => {
      for (const id of ids) gone.delete(id);
    },
    /** Whether a row is shown although the query no longer has it. */
    hold: (id: Id, on: boolean): void => {
      if (on === held.has(id) || !places.has(id)) return;
      if (on) held.set(id, moments.change());
      else held.delete(id);
      if (total !== null) void count();
    },
    dispose: (): void => {
      abort.abort();
      clearTimeout(recount);
    },
  };
};

export type Rows = ReturnType<typeof createRows>;
