import type { Id, RecordData, RecordPage } from '@tessera/kit';

/** Where the rows of one query come from. */
export type RowSource = {
  readonly page: (request: { readonly offset: number; readonly limit: number; readonly after?: string }, signal: AbortSignal) => Promise<RecordPage>;
  readonly count: (signal: AbortSignal) => Promise<number>;
};

export type RowsOptions = {
  readonly onChange: () => void;
  /** A page or the count did not come; `retry` asks again. */
  readonly onError: (error: unknown) => void;
  readonly block?: number;
  /** How many rows stay in memory around what is shown. */
  readonly keep?: number;
};

/**
 * The rows of one query, by place: a sparse table of what was loaded, in blocks. Scrolling says what is wanted; blocks
 * that are no longer wanted when their turn comes are not asked for. A block after a loaded one goes on from its
 * cursor, others start by offset. The count comes apart and never delays rows.
 */
export const createRows = (first: RowSource, options: RowsOptions) => {
  const block = options.block ?? 200;
  const keep = options.keep ?? 12_000;
  let source = first;
  let abort = new AbortController();
  let order = new Map<number, Id>();
  let places = new Map<Id, number>();
  const records = new Map<Id, RecordData>();
  let cursors = new Map<number, string>();
  let stale = new Set<number>();
  const loading = new Set<number>();
  let failed = false;
  let total: number | null = null;
  let reach = 0;
  let ended = false;
  let wanted: readonly [number, number] = [0, 0];
  let loadedOnce = false;
  let arranged = 0;
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
      if (!loading.has(index) && (stale.has(index) || !complete(index))) blocks.push(index);
    }
    return blocks;
  };

  const place = (at: number, record: RecordData): void => {
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
    records.delete(id);
  };

  const evict = (): void => {
    if (order.size <= keep) return;
    const middle = (wanted[0] + wanted[1]) / 2;
    const far = [...order.keys()].sort((a, b) => Math.abs(b - middle) - Math.abs(a - middle)).slice(0, order.size - Math.floor(keep * 0.8));
    for (const at of far) forget(at);
  };

  const load = async (index: number): Promise<void> => {
    loading.add(index);
    const { signal } = abort;
    const offset = index * block;
    const after = stale.has(index) ? undefined : cursors.get(offset);
    let problem: { readonly error: unknown } | undefined;
    try {
      const page = await source.page({ offset, limit: block, ...(after === undefined ? {} : { after }) }, signal);
      if (signal.aborted) return;
      page.records.forEach((record, i) => place(offset + i, record));
      const end = offset + page.records.length;
      if (stale.delete(index)) for (let at = end; at < offset + block; at++) forget(at);
      if (page.next !== undefined) cursors.set(end, page.next);
      reach = Math.max(reach, end);
      if (page.records.length < block && (page.records.length > 0 || offset === 0)) {
        ended = true;
        reach = end;
        total = end;
      } else if (page.records.length === 0 && (total === null || total > offset)) total = Math.min(total ?? offset, offset);
      loadedOnce = true;
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

  const count = async (): Promise<void> => {
    const { signal } = abort;
    const from = arranged;
    try {
      const counted = await source.count(signal);
      if (signal.aborted) return;
      // Rows came or went here meanwhile: what was counted is neither before nor after it.
      if (arranged !== from) return await count();
      total = counted;
      for (const at of [...order.keys()]) if (at >= counted) forget(at);
      options.onChange();
      pump();
      counts = 0;
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
  const rearrange = (change: (list: readonly (readonly [number, Id])[]) => readonly (readonly [number, Id])[]): void => {
    arranged += 1;
    const next = change([...order].sort(([a], [b]) => a - b));
    order = new Map(next);
    places = new Map(next.map(([at, id]) => [id, at]));
    cursors = new Map();
    stale = new Set();
  };

  return {
    idAt: (at: number): Id | undefined => order.get(at),
    placeOf: (id: Id): number | undefined => places.get(id),
    record: (id: Id): RecordData | undefined => records.get(id),
    at: (at: number): RecordData | undefined => {
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
    /** Rows `from` to `to` are shown, or are about to be. */
    want: (from: number, to: number): void => {
      wanted = [from, to];
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
      stale = new Set();
      total = null;
      reach = 0;
      ended = false;
      loadedOnce = false;
      wanted = [0, block - 1];
      pump();
      void count();
    },
    /** The same query again: what is shown stays until the new rows are there. */
    refresh: (): void => {
      restart();
      for (const at of [...order.keys()]) if (at < wanted[0] - block || at > wanted[1] + block) forget(at);
      stale = new Set([...order.keys()].map((at) => Math.floor(at / block)));
      pump();
      void count();
    },
    /** Newer values of records that are loaded; others are left out. Answers the ids that changed. */
    put: (list: readonly RecordData[]): readonly Id[] => {
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
    keep: (record: RecordData): void => {
      if (!records.has(record.id)) records.set(record.id, record);
    },
    /** Puts new rows before the row at `at`. */
    insert: (at: number, list: readonly RecordData[]): void => {
      rearrange((rows) => [
        ...rows.filter(([row]) => row < at),
        ...list.map((record, i) => [at + i, record.id] as const),
        ...rows.filter(([row]) => row >= at).map(([row, id]) => [row + list.length, id] as const),
      ]);
      for (const record of list) records.set(record.id, record);
      if (total !== null) total += list.length;
      reach += list.length;
    },
    /** Takes rows out and closes the gaps. Answers the places that they had, ascending. */
    remove: (ids: readonly Id[]): readonly number[] => {
      const gone = ids.flatMap((id) => places.get(id) ?? []).sort((a, b) => a - b);
      if (gone.length === 0) return gone;
      const lost = new Set(gone);
      let before = 0;
      rearrange((rows) =>
        rows.flatMap(([row, id]) => {
          while (before < gone.length && (gone[before] ?? 0) < row) before += 1;
          return lost.has(row) ? [] : [[row - before, id] as const];
        }),
      );
      for (const id of ids) records.delete(id);
      if (total !== null) total -= gone.length;
      reach -= gone.length;
      pump();
      return gone;
    },
    dispose: (): void => {
      abort.abort();
      clearTimeout(recount);
    },
  };
};

export type Rows = ReturnType<typeof createRows>;
