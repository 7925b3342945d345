import { type Filter, type Id, isUnavailable, recovery, type Sort } from '@tessera/kit';
import type { ShownRecord } from '../data/cut-text.ts';
import type { GroupLevel } from '../data/groups.ts';
import type { GroupSource } from '../data/group-source.ts';
import { concerns } from '../data/filters.ts';
import { createRows, type RowSource } from '../data/rows.ts';
import { type Drawer, undrawn } from './drawer.ts';
import type { RecordsApi } from './records-api.ts';

export type Query = {
  readonly filter?: Filter;
  readonly sort: readonly Sort[];
  readonly search: string;
  /** Levels of groups under which the records are asked for one after another; their own order is `sort`. */
  readonly apart?: readonly GroupLevel[];
};

/** Records that are ticked: single ones, or every record of the query but the excepted. */
export type Checked = { readonly all: boolean; readonly ids: ReadonlySet<Id> };

export type Flash = { readonly fields: ReadonlySet<Id> | 'all'; readonly color: number; readonly until: number };

/** What holds for records of a list beside their values. */
export type ListState = {
  readonly checked: Checked;
  readonly flashes: ReadonlyMap<Id, Flash>;
  /** Records that an edit moved out of the filter or the order, until the person moves on. */
  readonly leaving: ReadonlyMap<Id, 'filter' | 'sort'>;
  /** Grows whenever records or edits changed. */
  readonly tick: number;
};

export type ListEnv = {
  readonly api: RecordsApi;
  /** The record that is being entered. While the person is in it nothing leaves, since what one types in must not go. */
  readonly entered: () => Id | undefined;
  /** Records that were changed here and whose change is not saved. */
  readonly isEdited: (id: Id) => boolean;
  /** How many records are made here and not saved. */
  readonly creating: () => number;
  /**
   * Whether a record belongs into the list by its values, where that is known without asking; undefined where the
   * server must be asked.
   */
  readonly holds?: ((id: Id) => boolean | undefined) | undefined;
  /** What is kept of the edits of records that are gone. */
  readonly forget: (ids: readonly Id[]) => void;
  readonly onChange: () => void;
  readonly onTotals: () => void;
  /** What a page shows around the list changed. */
  readonly onState: () => void;
};

const nothing: RowSource = { page: async () => ({ records: [] }), count: async () => ({ total: 0 }) };
const nothingChecked: Checked = { all: false, ids: new Set() };

/** The records of one query of a table, on its workbench. */
export const createList = (env: ListEnv) => {
  const { api } = env;
  let query: Query = { sort: [], search: '' };
  let started = false;
  let fresh = 0;
  let error: unknown = null;
  let drawer: Drawer = undrawn;
  let state: ListState = { checked: nothingChecked, flashes: new Map(), leaving: new Map(), tick: 0 };
  const listeners = new Set<() => void>();

  const set = (change: Partial<ListState>): void => {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
    env.onChange();
  };
  const changed = (): void => set({ tick: state.tick + 1 });

  let told = '';
  /** What is around the list draws again only for what it shows. */
  const tell = (): void => {
    const now = [rows.started(), rows.size() === 0, rows.total(), fresh, error === null].join();
    if (now === told) return;
    told = now;
    env.onState();
  };

  const selection = () => ({
    ...(query.filter ? { filter: query.filter } : {}),
    ...(query.search ? { search: query.search } : {}),
  });
  let groupSource: Promise<GroupSource> | null = null;
  const source = (): RowSource => {
    const which = selection();
    const { sort, apart } = query;
    groupSource = null;
    if (apart !== undefined) {
      const coming = import('../data/group-source.ts').then(({ openGroupSource }) =>
        openGroupSource(api, { ...which, sort }, apart),
      );
      groupSource = coming;
      return {
        page: async (...asked) => (await coming).page(...asked),
        count: (signal) => api.count(which, signal),
      };
    }
    return {
      page: ({ offset, limit, after }, signal) =>
        api.query(
          {
            ...which,
            ...(sort.length > 0 ? { sort } : {}),
            limit,
            ...(after === undefined ? (offset > 0 ? { offset } : {}) : { after }),
          },
          signal,
        ),
      count: (signal) => api.count(which, signal),
    };
  };

  /** Changed here, and not looked up yet in the query. */
  const unplaced = new Set<Id>();
  const pinned = (): readonly Id[] => {
    // One's own change may be heard of before its answer is here: the record that it takes out stays meanwhile.
    const active = drawer.active();
    const entered = env.entered();
    const own = active !== undefined && (env.isEdited(active) || unplaced.has(active)) ? [active] : [];
    return [...(entered === undefined ? [] : [entered]), ...drawer.pinned(), ...own];
  };

  const rows = createRows(nothing, {
    pinned,
    onHeld: (id) => markLeaving(id, 'filter'),
    onChange: () => {
      error = null;
      recovery.report(rows, null);
      changed();
      tell();
    },
    onError: (problem) => {
      error = problem;
      recovery.report(rows, isUnavailable(problem) ? rows.retry : null);
      changed();
      tell();
    },
  });

  let totalsTimer: ReturnType<typeof setTimeout> | undefined;
  const totalsSoon = (): void => {
    clearTimeout(totalsTimer);
    totalsTimer = setTimeout(() => {
      // A count without the records that are on their way would take their rows away.
      if (env.creating() > 0) return totalsSoon();
      void rows.count();
      env.onTotals();
    }, 250);
  };
  const refresh = (): void => {
    fresh = 0;
    // What comes next is asked for after it.
    void groupSource?.then((one) => one.forget());
    rows.refresh();
    totalsSoon();
    tell();
  };

  /** Lets go what waited for the person to move on. */
  const leave = (): void => {
    const active = drawer.active();
    if (active !== undefined && active === env.entered()) return;
    const gone = [...state.leaving].filter(([id]) => id !== active);
    if (gone.length === 0) return;
    set({ leaving: new Map([...state.leaving].filter(([id]) => id === active)) });
    const out = gone.flatMap(([id, why]) => (why === 'filter' ? [id] : []));
    if (out.length > 0) remove(out);
    if (out.length < gone.length) rows.refresh();
  };
  const markLeaving = (id: Id, why: 'filter' | 'sort' | null): void => {
    const leaving = new Map(state.leaving);
    if (why === null) leaving.delete(id);
    else leaving.set(id, why);
    set({ leaving });
    if (state.leaving.size > 0) leave();
  };

  /** How often a record's place was asked for. */
  const checks = new Map<Id, number>();
  /** After an edit: is the record still in the query, and still in its place? */
  const checkPlaces = async (ids: readonly Id[], elsewhere: boolean): Promise<void> => {
    for (const id of ids) {
      const check = (checks.get(id) ?? 0) + 1;
      checks.set(id, check);
      unplaced.add(id);
    }
    for (const id of ids) {
      const check = checks.get(id);
      try {
        const out = env.holds?.(id) === false;
        if (out && rows.placeOf(id) === undefined) continue;
        const at = out ? null : await api.place(id, { ...selection(), sort: query.sort });
        const here = rows.placeOf(id);
        // A later edit asks again: its answer may be here already.
        if (checks.get(id) !== check) continue;
        if (here === undefined) {
          if (at !== null && elsewhere) refresh();
          continue;
        }
        rows.hold(id, at === null);
        markLeaving(id, at === null ? 'filter' : at !== here && query.sort.length > 0 ? 'sort' : null);
      } catch {
        // The mark is a courtesy; the next load of the rows shows the truth.
      } finally {
        if (checks.get(id) === check) unplaced.delete(id);
      }
    }
  };

  /** Takes records out; `when` as rows take it. */
  const remove = (ids: readonly Id[], when?: number | 'pending'): void => {
    const removed = drawer.removing();
    const gone = rows.remove(ids, when);
    env.forget(ids);
    if (gone.length === 0) return;
    removed(gone);
    changed();
    tell();
  };

  return {
    rows,
    query: (): Query => query,
    error: (): unknown => error,
    state: (): ListState => state,
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    changed,
    /** What draws the list; answers how it ends. The latest counts. */
    draw: (next: Drawer): (() => void) => {
      drawer = next;
      return () => {
        if (drawer === next) drawer = undrawn;
      };
    },
    drawer: (): Drawer => drawer,
    /** The person has moved on to another record, or to none. */
    moved: (): void => {
      if (state.leaving.size > 0) leave();
    },

    check: (id: Id, on: boolean): void => {
      const ids = new Set(state.checked.ids);
      if (on !== state.checked.all) ids.add(id);
      else ids.delete(id);
      set({ checked: { all: state.checked.all, ids } });
    },
    isChecked: (id: Id): boolean => state.checked.ids.has(id) !== state.checked.all,
    checkAll: (on: boolean): void => set({ checked: on ? { all: true, ids: new Set() } : nothingChecked }),
    checkedCount: (): number =>
      state.checked.all ? Math.max(0, rows.size() - state.checked.ids.size) : state.checked.ids.size,
    flash: (ids: readonly Id[], fields: ReadonlySet<Id> | 'all', color: number, now: number): void => {
      const flashes = new Map([...state.flashes].filter(([, flash]) => flash.until > now));
      for (const id of ids) flashes.set(id, { fields, color, until: now + 1000 });
      set({ flashes });
    },

    /** The first query, asked before anything is drawn. */
    begin: (first: Query): void => {
      started = true;
      query = first;
      rows.reset(source());
    },
    /** Another filter, order or search; the same one changes nothing. */
    setQuery: (next: Query): void => {
      if (started && JSON.stringify(next) === JSON.stringify(query)) return;
      started = true;
      query = next;
      fresh = 0;
      error = null;
      set({ leaving: new Map(), checked: nothingChecked });
      drawer.reset();
      rows.reset(source());
      drawer.reveal(0);
      env.onTotals();
      tell();
    },
    refresh,
    totalsSoon,
    remove,
    /** New records of others that are not shown yet. */
    fresh: (): number => fresh,
    addFresh: (count: number): void => {
      fresh += count;
      tell();
    },
    /** A large addition of others: the count says how many it brought. */
    countFresh: async (): Promise<void> => {
      const before = rows.total() ?? 0;
      await rows.count();
      fresh += Math.max(1, (rows.total() ?? 0) - before);
      tell();
    },
    showFresh: (): void => {
      refresh();
      setTimeout(() => drawer.reveal(Math.max(0, rows.size() - 1)), 300);
    },
    /**
     * These fields of these records were saved, or the records were made here. `elsewhere`: another list of the table
     * has them, from which the edit may have brought them into this one.
     */
    saved: (ids: readonly Id[], fieldIds: readonly Id[], created: boolean, elsewhere: boolean): void => {
      if (
        started &&
        ids.length <= 20 &&
        (concerns(fieldIds, query.filter, query.sort) ||
          (created && (query.filter !== undefined || query.search !== '')))
      )
        void checkPlaces(ids, elsewhere);
    },
    /** Reads records of the query that are not in memory, by their places. */
    fetch: async (from: number, to: number): Promise<readonly ShownRecord[]> => {
      const found: ShownRecord[] = [];
      const records = source();
      for (let after: string | undefined; found.length <= to - from;) {
        const page = await records.page(
          {
            offset: from + found.length,
            limit: Math.min(1000, to - from + 1 - found.length),
            ...(after === undefined ? {} : { after }),
          },
          new AbortController().signal,
        );
        found.push(...page.records);
        after = page.next;
        if (after === undefined) break;
      }
      return found;
    },
    dispose: (): void => {
      clearTimeout(totalsTimer);
      recovery.report(rows, null);
      rows.dispose();
    },
  };
};

export type List = ReturnType<typeof createList>;
