import {
  apiError,
  copyText,
  type Field,
  type Filter,
  type Id,
  isUnavailable,
  type LiveChange,
  newId,
  type RecordData,
  recovery,
  type SelectOption,
  type Sort,
  type Table,
  waiting,
} from '@tessera/kit';
import { type Change, createEdits } from '../data/edits.ts';
import { failureOf } from '../data/failure.ts';
import { concerns } from '../data/filters.ts';
import { createRows, type RowSource } from '../data/rows.ts';
import type { Habits } from '../data/values.ts';
import { createActions, type ActionsEnv, type Notice } from '../grid/actions.ts';
import { createGrid } from '../grid/grid.ts';
import { afterRemoval } from '../grid/model/selection.ts';
import { tableApi, type UndoAnswer, type UndoConflict } from './table.resource.ts';
import { createUndoing } from './undoing.ts';

export type Query = { readonly filter?: Filter; readonly sort: readonly Sort[]; readonly search: string };

export type WorkbenchEnv = {
  readonly tableId: Id;
  readonly userId: Id;
  readonly table: () => Table;
  readonly habits: () => Habits;
  readonly prefill: () => Readonly<Record<Id, unknown>>;
  readonly expand: (id: Id) => void;
  readonly confirmGrow: (rows: number) => Promise<boolean>;
  /** Shows both values of each conflict; answers the fields to overwrite, or null to leave everything as it is. */
  /** `rest`: whether the undo takes back anything beside them. */
  readonly askConflicts: (conflicts: readonly UndoConflict[], rest: boolean) => Promise<readonly UndoConflict[] | null>;
  readonly notify: (notice: Notice, undo?: string) => void;
  readonly say: (notice: Notice) => string;
  /** Why something failed, in the person's language. */
  readonly reason: (problem: unknown) => string;
  /** The definition changed: asked for again, or as an answer brought it. */
  readonly onTable: (table?: Table) => void;
  readonly onTotals: () => void;
  readonly onState: () => void;
  readonly onUndone: (answer: UndoAnswer, redo: boolean) => void;
  /** An undo of many records works: its operation, or '' while it is being prepared; null when it is over. */
  readonly onUndoing: (operationId: Id | '' | null) => void;
};

const nothing: RowSource = { page: async () => ({ records: [] }), count: async () => ({ total: 0 }) };

/** Everything behind one open table: its rows, the edits on their way, the grid, undo and what others change. */
export const createWorkbench = (env: WorkbenchEnv) => {
  const { tableId } = env;
  let query: Query = { sort: [], search: '' };
  let started = false;
  let fresh = 0;
  let error: unknown = null;
  const saved = new Map<Id, number>();
  const place = {};
  // Values may name options that are still being added.
  let addingOptions: Promise<unknown> = Promise.resolve();
  /** Options made while a cell was edited, with the action that they and the cell's value are. */
  const madeOptions = new Map<Id, Id>();
  const namedOptions = (change: Change): readonly Id[] =>
    [...(change.updates ?? []), ...(change.creates ?? [])]
      .flatMap((write) => Object.values(write.fields).flat())
      .filter((value): value is Id => typeof value === 'string' && madeOptions.has(value));
  let totalsTimer: ReturnType<typeof setTimeout> | undefined;

  const totalsSoon = (): void => {
    clearTimeout(totalsTimer);
    totalsTimer = setTimeout(() => {
      // A count without the records that are on their way would take their rows away.
      if (edits.creating() > 0) return totalsSoon();
      void rows.count();
      env.onTotals();
    }, 250);
  };
  const selection = () => ({
    ...(query.filter ? { filter: query.filter } : {}),
    ...(query.search ? { search: query.search } : {}),
  });
  const source = (): RowSource => {
    const which = selection();
    const sort = query.sort;
    return {
      page: ({ offset, limit, after }, signal) =>
        tableApi.query(
          tableId,
          {
            ...which,
            ...(sort.length > 0 ? { sort } : {}),
            limit,
            ...(after === undefined ? (offset > 0 ? { offset } : {}) : { after }),
          },
          signal,
        ),
      count: (signal) => tableApi.count(tableId, which, signal),
    };
  };

  let told = '';
  /** The page around the grid draws again only for what it shows. */
  const tell = (): void => {
    const now = [rows.started(), rows.size() === 0, rows.total(), fresh, error === null, edits.offline()].join();
    if (now === told) return;
    told = now;
    env.onState();
  };

  const rows = createRows(nothing, {
    onChange: () => {
      error = null;
      recovery.report(rows, null);
      grid.changed();
      tell();
    },
    onError: (problem) => {
      error = problem;
      recovery.report(rows, isUnavailable(problem) ? rows.retry : null);
      grid.changed();
      tell();
    },
  });
  const edits = createEdits({
    send: async (change) => {
      await addingOptions;
      const named = namedOptions(change);
      const operation = change.operation ?? (named[0] === undefined ? undefined : madeOptions.get(named[0]));
      const answer = await tableApi.save(tableId, operation === undefined ? change : { ...change, operation });
      for (const id of named) madeOptions.delete(id);
      return answer;
    },
    failure: failureOf,
    onChange: () => {
      waiting.report(place, { count: edits.unsent(), stuck: edits.offline(), retry: () => edits.retry() });
      grid.changed();
      tell();
    },
    onSaved: (answer, change) => {
      for (const record of answer.records) saved.set(record.id, Date.now());
      rows.put(answer.records);
      rows.settle(
        (change.creates ?? []).map((write) => write.id),
        answer.position,
      );
      totalsSoon();
      const fieldIds = [...(change.updates ?? []), ...(change.creates ?? [])].flatMap((write) =>
        Object.keys(write.fields),
      );
      const ids = answer.records.map((record) => record.id);
      const created = (change.creates ?? []).length > 0;
      if (
        ids.length <= 20 &&
        (concerns(fieldIds, query.filter, query.sort) || (created && (query.filter || query.search)))
      )
        void checkPlaces(ids);
    },
    onRefused: (failure, change) => {
      // Whoever may not do it is shown at once what they may do.
      if (failure.forbidden === true) env.onTable();
      const created = (change.creates ?? [])
        .filter((write) => failure.cells.length === 0 || failure.cells.some((cell) => cell.recordId === write.id))
        .map((write) => write.id);
      if (created.length > 0) {
        rows.remove(created);
        env.notify({
          key: 'error.notCreated',
          values: { reason: env.reason(apiError({ status: 0, ...(failure.cells[0]?.refusal ?? failure.refusal) })) },
          error: true,
        });
      } else
        grid.say(
          env.say({ key: 'say.notSaved', values: { reason: env.reason(apiError({ status: 0, ...failure.refusal })) } }),
        );
    },
  });
  const grid = createGrid(() => ({ rows, edits }));

  /** After an edit: is the record still in the view, and still in its place? */
  const checkPlaces = async (ids: readonly Id[]): Promise<void> => {
    for (const id of ids) {
      try {
        const at = await tableApi.place(tableId, id, { ...selection(), sort: query.sort });
        const here = rows.placeOf(id);
        if (here === undefined) continue;
        rows.hold(id, at === null);
        grid.markLeaving(id, at === null ? 'filter' : at !== here && query.sort.length > 0 ? 'sort' : null);
      } catch {
        // The mark is a courtesy; the next load of the rows shows the truth.
      }
    }
  };
  grid.onLeave((ids) => {
    const sorted = ids.some((id) => grid.state().leaving.get(id) === 'sort') || query.sort.length > 0;
    if (sorted) rows.refresh();
    else removeRows(ids);
  });

  const removeRows = (ids: readonly Id[], when?: number | 'pending'): void => {
    const first = actions.view()?.firstVisible() ?? 0;
    const before = grid.state().selection;
    const gone = rows.remove(ids, when);
    edits.forget(ids.filter((id) => rows.record(id) === undefined));
    if (gone.length === 0) return;
    if (before) grid.set({ selection: afterRemoval(before, gone, grid.bounds()) });
    const above = gone.filter((row) => row < first).length;
    if (above > 0) actions.view()?.shiftBy(-above);
    grid.changed();
    tell();
  };

  const refetch = async (ids: readonly Id[], color: number | null): Promise<void> => {
    const known = ids.filter((id) => rows.record(id) !== undefined);
    for (let i = 0; i < known.length; i += 1000) {
      const part = known.slice(i, i + 1000);
      const before = new Map(part.map((id) => [id, rows.record(id)]));
      const records = await tableApi.byIds(tableId, part);
      rows.put(records);
      if (color === null) continue;
      for (const record of records) {
        const old = before.get(record.id);
        const fields = new Set(
          Object.keys({ ...old?.fields, ...record.fields }).filter(
            (id) => JSON.stringify(old?.fields[id]) !== JSON.stringify(record.fields[id]),
          ),
        );
        if (fields.size > 0) grid.flash([record.id], fields, color, Date.now());
      }
    }
    grid.changed();
  };

  const undoing = createUndoing({
    ...env,
    rows,
    edits,
    grid,
    query: () => query,
    refresh: () => {
      rows.refresh();
      totalsSoon();
    },
  });

  const remove = async (ids: readonly Id[]): Promise<void> => {
    const kept = ids.flatMap((id) => rows.record(id) ?? []);
    removeRows(ids, 'pending');
    grid.checkAll(false);
    try {
      const { commit, position } = await tableApi.remove(tableId, ids);
      rows.settle(ids, position);
      totalsSoon();
      env.notify({ key: 'deleted', values: { count: ids.length }, undo: commit !== null }, commit ?? undefined);
    } catch (problem) {
      rows.restore(ids);
      rows.refresh();
      env.notify({ key: 'error.notDeleted', values: { count: kept.length, reason: env.reason(problem) }, error: true });
    }
  };

  const fetchRows = async (from: number, to: number): Promise<readonly RecordData[]> => {
    const found: RecordData[] = [];
    const which = selection();
    for (let after: string | undefined; found.length <= to - from;) {
      const page = await tableApi.query(tableId, {
        ...which,
        ...(query.sort.length > 0 ? { sort: query.sort } : {}),
        ...(after === undefined ? { offset: from } : { after }),
        limit: Math.min(1000, to - from + 1 - found.length),
      });
      found.push(...page.records);
      after = page.next;
      if (after === undefined) break;
    }
    return found;
  };

  const addOptions = async (fieldId: Id, added: readonly SelectOption[], operation: Id): Promise<boolean> => {
    const table = env.table();
    const field = table.fields.find((one) => one.id === fieldId);
    if (!field) return false;
    const withField = (next: Field): Table => ({
      ...env.table(),
      fields: env.table().fields.map((one) => (one.id === fieldId ? next : one)),
    });
    env.onTable(
      withField({ ...field, props: { ...field.props, options: [...(field.props.options ?? []), ...added] } }),
    );
    try {
      env.onTable(withField(await tableApi.addOptions(tableId, field, added, operation)));
      return true;
    } catch (problem) {
      env.onTable(withField(field));
      env.notify({ key: 'error.options', values: { reason: env.reason(problem) }, error: true });
      return false;
    }
  };

  const actionsEnv: ActionsEnv = {
    grid,
    habits: env.habits,
    rights: () => {
      const { rights } = env.table();
      return {
        create: rights.canCreateRecords,
        edit: rights.canEditRecords && !rights.isReadOnly,
        remove: rights.canDeleteRecords,
        manage: rights.canManageFieldsAndConfig,
      };
    },
    prefill: env.prefill,
    expand: env.expand,
    undo: (redo) => void undoing.undo(redo),
    remove: (ids) => void remove(ids),
    addOptions,
    confirmGrow: env.confirmGrow,
    fetchRows,
    copyText,
    notify: env.notify,
    say: (notice) => grid.say(env.say(notice)),
  };
  const actions = createActions(actionsEnv);

  const others = (change: LiveChange): boolean => change.actorId !== env.userId;

  /** How many records a large addition brought: the count says it. */
  const countFresh = async (): Promise<void> => {
    const before = rows.total() ?? 0;
    await rows.count();
    fresh += Math.max(1, (rows.total() ?? 0) - before);
    tell();
  };

  return {
    grid,
    rows,
    edits,
    actions,
    query: (): Query => query,
    error: (): unknown => error,
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
      grid.set({
        selection: null,
        editing: null,
        copied: null,
        leaving: new Map(),
        checked: { all: false, ids: new Set() },
      });
      rows.reset(source());
      grid.reveal(0, null);
      env.onTotals();
      tell();
    },
    refresh: (): void => {
      fresh = 0;
      rows.refresh();
      totalsSoon();
      tell();
    },
    /** New records of others that are not shown yet. */
    fresh: (): number => fresh,
    showFresh: (): void => {
      fresh = 0;
      rows.refresh();
      totalsSoon();
      tell();
      setTimeout(() => grid.reveal(Math.max(0, rows.size() - 1), null), 300);
    },
    /** Somebody changed something. `colorOf` gives a person's presence colour. */
    heard: (change: LiveChange, colorOf: (userId: Id | null) => number): void => {
      const color = others(change) ? colorOf(change.actorId) : undoing.active() ? 7 : null;
      if (change.kind === 'definition') return env.onTable();
      if (change.kind === 'progress') return;
      totalsSoon();
      if (change.ids === 'many') {
        if (change.kind === 'created' && query.sort.length === 0) {
          if (actions.view()?.atEnd() !== true) void countFresh();
          return;
        }
        rows.refresh();
        return;
      }
      const ids = change.ids;
      if (change.kind === 'deleted') return removeRows(ids, Number(change.position));
      if (change.kind === 'created') {
        const unknown = ids.filter((id) => rows.placeOf(id) === undefined);
        if (unknown.length === 0) return;
        if (undoing.active() && !others(change)) {
          rows.refresh();
          grid.flash(unknown, 'all', 7, Date.now() + 300);
          return;
        }
        if (actions.view()?.atEnd() !== true || query.sort.length > 0) fresh += unknown.length;
        return tell();
      }
      if (undoing.active() && !others(change)) {
        const first = ids.map((id) => rows.placeOf(id)).find((at) => at !== undefined);
        if (first !== undefined) grid.reveal(first, null);
      }
      const news =
        others(change) || undoing.active() ? ids : ids.filter((id) => Date.now() - (saved.get(id) ?? 0) > 3000);
      if (news.length > 0) void refetch(news, color);
    },
    /** After a gap in the connection nobody knows what happened. */
    resync: (): void => {
      rows.refresh();
      totalsSoon();
      env.onTable();
    },
    /** Adds one option; values saved meanwhile wait for it, and are one action with it. */
    addOption: (field: Field, option: SelectOption): void => {
      const operation = [...madeOptions.values()][0] ?? newId();
      madeOptions.set(option.id, operation);
      addingOptions = addingOptions.then(() => addOptions(field.id, [option], operation));
    },
    remove: (ids: readonly Id[]): Promise<void> => remove(ids),
    undo: undoing.undo,
    undoId: (id: string): Promise<void> => undoing.undoId(id, false),
    refetch,
    totalsSoon,
    /** The page is left. What was not sent yet goes on being sent. */
    dispose: (): void => {
      clearTimeout(totalsTimer);
      recovery.report(rows, null);
      rows.dispose();
      if (edits.unsent() === 0) edits.dispose();
    },
  };
};

export type Workbench = ReturnType<typeof createWorkbench>;
