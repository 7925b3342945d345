import { fieldType } from '@tessera/fields';
import {
  apiError,
  type Field,
  type Id,
  type LiveChange,
  newId,
  type SelectOption,
  type Table,
  waiting,
} from '@tessera/kit';
import { isCut, looksSame, type Shown, type ShownRecord } from '../data/cut-text.ts';
import { type Change, createEdits, type Saved } from '../data/edits.ts';
import type { EditorResult } from '../data/entered.ts';
import { failureOf, withNames } from '../data/failure.ts';
import { openRefused } from '../data/refused-store.ts';
import { displayText, type Habits, isEmpty, readText, sameValue } from '../data/values.ts';
import { createList, type List, type Query } from './list.ts';
import type { Notice } from './notice.ts';
import type { RecordsApi } from './records-api.ts';
import type { UndoAnswer, UndoConflict } from '../table/table.resource.ts';
import { createUndoing } from './undoing.ts';

/** Where the person is, as others see it. */
export type Place = { readonly recordId: Id | null; readonly fieldId: Id | null; readonly editing: boolean };

export type WorkbenchEnv = {
  readonly tableId: Id;
  readonly userId: Id;
  readonly api: RecordsApi;
  /** Whose unsaved values are kept in this tab: the organization and the person. */
  readonly owner: string;
  /** Where they are kept. */
  readonly storage: () => Storage;
  readonly table: () => Table;
  readonly habits: () => Habits;
  /** Values that a new record takes from the view. */
  readonly prefill: () => Readonly<Record<Id, unknown>>;
  readonly expand: (id: Id) => void;
  /** Opens the form for new records; false where the table has none, and one is begun in the list. */
  readonly askNew?: (() => boolean) | undefined;
  /** A button of a record was pressed. */
  readonly press: (id: Id, fieldId: Id) => void;
  readonly confirmGrow: (rows: number) => Promise<boolean>;
  /**
   * Shows both values of each conflict; answers the fields to overwrite, or null to leave everything as it is. `rest`:
   * whether the undo takes back anything beside them.
   */
  readonly askConflicts: (conflicts: readonly UndoConflict[], rest: boolean) => Promise<readonly UndoConflict[] | null>;
  readonly notify: (notice: Notice, undo?: string) => void;
  readonly say: (notice: Notice) => string;
  /** Why something failed, in the person's language. */
  readonly reason: (problem: unknown) => string;
  /** The definition changed: asked for again, or as an answer brought it. */
  readonly onTable: (table?: Table) => void;
  readonly onTotals: () => void;
  readonly onState: () => void;
  readonly onPlace: (place: Place) => void;
  /** `id`: what was undone, a commit or an operation. */
  readonly onUndone: (answer: UndoAnswer, redo: boolean, id: string) => Promise<void>;
  /** An undo of many records works: its operation, or '' while it is being prepared; null when it is over. */
  readonly onUndoing: (operationId: Id | '' | null) => void;
};

/** Tells the server of a mark beside a record. */
type SetMark = (tableId: Id, recordId: Id, on: boolean) => Promise<unknown>;

/** A refused cell of which the reason is open. */
export type Refused = { readonly recordId: Id; readonly fieldId: Id };

/**
 * Everything behind one open table: lists of its records, the edits on their way, undo, and what others change. It
 * knows nothing of how a list is drawn but what a drawer tells it, so that a view may show one list or several.
 */
export const createWorkbench = (env: WorkbenchEnv) => {
  const { tableId, api } = env;
  const kept = openRefused(env.owner, tableId, env.storage);
  let keptAt = 0;
  const lists = new Set<List>();
  const saved = new Map<Id, number>();
  const waits = {};
  const listeners = new Set<() => void>();
  let state: { readonly tick: number; readonly said: string; readonly refused: Refused | null } = {
    tick: 0,
    said: '',
    refused: null,
  };
  const set = (change: Partial<typeof state>): void => {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  };
  const say = (said: string): void => set({ said: said === state.said ? `${said}\u00a0` : said });
  const sayNotice = (notice: Notice): void => say(env.say(notice));

  /** A record that one of the lists has, whichever. */
  const record = (id: Id): ShownRecord | undefined => {
    for (const { rows } of lists) {
      const found = rows.record(id);
      if (found) return found;
    }
    return undefined;
  };
  /** What is seen of a value: the own edit before the server's value. */
  const value = (shown: ShownRecord, fieldId: Id): Shown => {
    const edit = edits.of(shown.id)?.[fieldId];
    return edit && edit.text === undefined ? (edit.value as Shown) : shown.fields[fieldId];
  };
  const rights = () => {
    const { rights: given } = env.table();
    return {
      create: given.canCreateRecords,
      edit: given.canEditRecords && !given.isReadOnly,
      remove: given.canDeleteRecords,
      manage: given.canManageFieldsAndConfig,
    };
  };

  // Values may name options that are still being added.
  let addingOptions: Promise<unknown> = Promise.resolve();
  /** Options made while a value was edited, with the action that they and the value are. */
  const madeOptions = new Map<Id, Id>();
  const namedOptions = (change: Change): readonly Id[] =>
    [...(change.updates ?? []), ...(change.creates ?? [])]
      .flatMap((write) => Object.values(write.fields).flat())
      .filter((one): one is Id => typeof one === 'string' && madeOptions.has(one));

  let wasOffline = false;
  const edits = createEdits({
    send: async (change) => {
      await addingOptions;
      const named = namedOptions(change);
      const operation = change.operation ?? (named[0] === undefined ? undefined : madeOptions.get(named[0]));
      const answer = await api
        .save(operation === undefined ? change : { ...change, operation })
        .catch(async (problem: unknown) => {
          throw await withNames(problem, (recordId) => api.history(recordId));
        });
      for (const id of named) madeOptions.delete(id);
      return answer;
    },
    failure: failureOf,
    onChange: () => {
      if (edits.refusals() !== keptAt) {
        keptAt = edits.refusals();
        kept.write(edits.refusedCells());
      }
      waiting.report(waits, { count: edits.unsent(), stuck: edits.offline(), retry: () => edits.retry() });
      for (const list of lists) list.changed();
      if (wasOffline === edits.offline()) return;
      wasOffline = edits.offline();
      env.onState();
    },
    onSaved: (answer, change) => {
      const ids = answer.records.map(({ id }) => id);
      for (const id of ids) saved.set(id, Date.now());
      const had = new Map([...lists].map((list) => [list, ids.some((id) => list.rows.placeOf(id) !== undefined)]));
      const fieldIds = [...(change.updates ?? []), ...(change.creates ?? [])].flatMap((write) =>
        Object.keys(write.fields),
      );
      for (const list of lists) {
        list.rows.put(answer.records);
        list.rows.settle(
          (change.creates ?? []).map((write) => write.id),
          answer.position,
        );
        list.totalsSoon();
        const elsewhere = [...had].some(([other, has]) => other !== list && has);
        list.saved(ids, fieldIds, (change.creates ?? []).length > 0, elsewhere);
      }
    },
    onRefused: (failure, change) => {
      // Whoever may not do it is shown at once what they may do.
      if (failure.forbidden === true) env.onTable();
      // Why is said where it happened, wherever the person has gone on to.
      const [first] = edits
        .refusedCells()
        .filter(({ recordId, fieldId }) =>
          (change.updates ?? []).some((write) => write.id === recordId && fieldId in write.fields),
        );
      if (first) set({ refused: first });
      const created = (change.creates ?? [])
        .filter((write) => failure.cells.length === 0 || failure.cells.some((cell) => cell.recordId === write.id))
        .map((write) => write.id);
      if (created.length > 0) {
        for (const list of lists) list.rows.remove(created);
        env.notify({
          key: 'error.notCreated',
          values: { reason: env.reason(apiError({ status: 0, ...(failure.cells[0]?.refusal ?? failure.refusal) })) },
          error: true,
        });
      } else
        sayNotice({ key: 'say.notSaved', values: { reason: env.reason(apiError({ status: 0, ...failure.refusal })) } });
    },
  });
  edits.restore(kept.read());

  /** The record that is being entered: made here a moment ago, and the person has not gone elsewhere since. */
  let entered: Id | null = null;

  /** Whoever shows what the records come to. */
  const totalling = new Set<() => void>();
  /**
   * A list of its own for a query; without one it asks for nothing until it gets one. `holds` tells whether a record
   * belongs into it, as far as that is known here.
   */
  const openList = (first?: Query, holds?: (id: Id) => boolean | undefined): List => {
    const list = createList({
      api,
      holds,
      entered: () => entered ?? undefined,
      isEdited: (id) => edits.of(id) !== undefined,
      creating: edits.creating,
      forget: (ids) => edits.forget(ids.filter((id) => record(id) === undefined)),
      onChange: () => set({ tick: state.tick + 1 }),
      onTotals: () => {
        env.onTotals();
        for (const listener of totalling) listener();
      },
      onState: env.onState,
    });
    lists.add(list);
    if (first) list.begin(first);
    return list;
  };
  const closeList = (list: List): void => {
    lists.delete(list);
    list.dispose();
  };
  const main = openList();

  const refetch = async (ids: readonly Id[], color: number | null): Promise<void> => {
    const known = ids.filter((id) => record(id) !== undefined);
    for (let i = 0; i < known.length; i += 1000) {
      const part = known.slice(i, i + 1000);
      const before = new Map(part.map((id) => [id, record(id)]));
      const records = await api.byIds(part, 'short');
      for (const list of lists) list.rows.put(records);
      for (const found of records) {
        const old = before.get(found.id);
        const fields = new Set(
          Object.keys({ ...old?.fields, ...found.fields }).filter(
            (id) => !looksSame(old?.fields[id], found.fields[id]),
          ),
        );
        if (fields.size === 0) continue;
        // What others changed stays where it is in a list of all; of several lists it goes into another one.
        for (const list of lists) if (list !== main) list.saved([found.id], [...fields], false, true);
        if (color === null) continue;
        for (const list of lists) if (list.rows.record(found.id)) list.flash([found.id], fields, color, Date.now());
      }
    }
    for (const list of lists) list.changed();
  };

  /** Deletions on their way: an undo that comes meanwhile means them, or what stood before them. */
  const leaving = new Set<Promise<void>>();
  const underWay = (work: Promise<void>): void => {
    leaving.add(work);
    void work.finally(() => leaving.delete(work));
  };
  const refresh = (): void => {
    for (const list of lists) list.refresh();
  };

  const undoing = createUndoing({
    ...env,
    edits,
    lists: () => [...lists],
    main,
    settled: async () => {
      await edits.idle();
      await Promise.all(leaving);
    },
    refresh,
  });

  const remove = async (ids: readonly Id[]): Promise<void> => {
    const known = ids.filter((id) => record(id) !== undefined);
    for (const list of lists) {
      list.remove(ids, 'pending');
      list.checkAll(false);
    }
    try {
      const { commit, position } = await api.remove(ids);
      for (const list of lists) {
        list.rows.settle(ids, position);
        list.totalsSoon();
      }
      env.notify({ key: 'deleted', values: { count: ids.length }, undo: commit !== null }, commit ?? undefined);
    } catch (problem) {
      for (const list of lists) {
        list.rows.restore(ids);
        list.rows.refresh();
      }
      env.notify({
        key: 'error.notDeleted',
        values: { count: known.length, reason: env.reason(problem) },
        error: true,
      });
    }
  };

  /** As if it had never been made: the undo of its creation, of which nobody hears. */
  const takeBack = async (id: Id, made: Promise<Saved | null>): Promise<void> => {
    for (const list of lists) list.remove([id], 'pending');
    const answer = await made;
    if (answer?.commit === undefined) return;
    // Its creation was settled meanwhile.
    for (const list of lists) list.rows.remove([id], 'pending');
    try {
      await api.undo(answer.commit);
      for (const list of lists) {
        list.rows.settle([id]);
        list.totalsSoon();
      }
    } catch {
      for (const list of lists) {
        list.rows.restore([id]);
        list.rows.refresh();
      }
    }
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
      env.onTable(withField(await api.addOptions(field, added, operation)));
      return true;
    } catch (problem) {
      env.onTable(withField(field));
      env.notify({ key: 'error.options', values: { reason: env.reason(problem) }, error: true });
      return false;
    }
  };

  /** Shows new records in a list, at its end where no place is given, before the server knows them. */
  const append = (list: List, ids: readonly Id[], at = list.rows.size()): void => {
    if (ids.length === 0) return;
    const now = new Date().toISOString();
    list.rows.insert(
      at,
      ids.map((id) => ({ id, version: 0, fields: {}, createdAt: now, updatedAt: now })),
    );
    list.changed();
  };
  /** A new record at a place of a list, or at its end, with these values and those that the view gives; null where it may not be made. */
  const create = (
    list: List = main,
    fields: Readonly<Record<Id, unknown>> = {},
    at?: number,
  ): { readonly id: Id; readonly made: Promise<Saved | null> } | null => {
    if (!rights().create) return null;
    const id = newId();
    append(list, [id], at);
    const made = edits.push({ creates: [{ id, fields: { ...env.prefill(), ...fields } }] });
    entered = id;
    return { id, made };
  };
  /** What a record that is asked for by a form begins with. */
  let given: Readonly<Record<Id, unknown>> = {};
  /** Without a value in any of these fields but what the view gives a new record. */
  const isBlank = (id: Id, fields: readonly Field[]): boolean => {
    const found = record(id);
    const given = env.prefill();
    return fields.every((field) => {
      const now = found && value(found, field.id);
      return edits.of(id)?.[field.id]?.text === undefined && (isEmpty(now) || sameValue(now, given[field.id]));
    });
  };

  /** `before`: what stood there where that is more than its row has; `version`: when it stood there. */
  const write = (recordId: Id, field: Field, result: EditorResult, version: number, before?: Shown): void => {
    const found = record(recordId);
    if (!found) return;
    // The editor was left as it was opened.
    if ('value' in result && isCut(result.value)) return;
    const own = value(found, field.id);
    const known = isCut(own) && before !== undefined ? before : own;
    if (!rights().edit) {
      // Kept as it was typed, beside the reason: it may be copied from there.
      const text = 'text' in result ? result.text : displayText(field, result.value, env.habits().show);
      if ('value' in result && sameValue(known, result.value)) return;
      edits.mark([
        {
          recordId,
          fieldId: field.id,
          text,
          refusal: { code: 'rights.gone', message: 'You may no longer change this' },
        },
      ]);
      sayNotice({ key: 'say.refused', values: { field: field.name } });
      return;
    }
    let next: unknown;
    if ('text' in result) {
      const read = readText(field, result.text, { ...env.habits().read });
      if (!read.ok) {
        edits.mark([
          {
            recordId,
            fieldId: field.id,
            text: result.text,
            refusal: { code: read.code, message: read.message, params: read.params },
          },
        ]);
        sayNotice({ key: 'say.refused', values: { field: field.name } });
        return;
      }
      next = read.value;
      // One that is typed stands there at once, as it is kept; digits alone go without being seen to.
      if (read.less === 'rounded' && !sameValue(known, next))
        env.notify({ key: 'paste.rounded', values: { count: 1 } });
    } else next = result.value ?? null;
    edits.discard(recordId, field.id);
    if (sameValue(known, next)) return;
    const instead = fieldType(field.type)?.amend?.between(known, next);
    void edits.push({
      updates: [
        {
          id: recordId,
          version: Math.max(version, 1),
          fields: { [field.id]: next },
          ...(instead === undefined ? {} : { instead: { [field.id]: instead } }),
        },
      ],
    });
    sayNotice(
      isEmpty(next)
        ? { key: 'say.emptied', values: { field: field.name } }
        : { key: 'say.entered', values: { field: field.name, value: displayText(field, next, env.habits().show) } },
    );
  };

  const others = (change: LiveChange): boolean => change.actorId !== env.userId;
  let place = '';

  /** What a list does with a change that is about records, of which it may have some. */
  const heardBy = (list: List, change: LiveChange): void => {
    const { rows } = list;
    list.totalsSoon();
    if (change.ids === 'many') {
      if (change.kind === 'created' && list.query().sort.length === 0 && others(change)) {
        if (!list.drawer().atEnd()) void list.countFresh();
        return;
      }
      return rows.refresh();
    }
    const { ids } = change;
    if (change.kind === 'deleted') return list.remove(ids, Number(change.position));
    if (change.kind === 'created') {
      const unknown = ids.filter((id) => rows.placeOf(id) === undefined);
      if (unknown.length === 0) return;
      // What the person brought themselves, by an undo or in another tab, is no news: it is shown.
      if (!others(change) || list !== main) {
        rows.refresh();
        if (undoing.active()) list.flash(unknown, 'all', 7, Date.now() + 300);
        return;
      }
      list.addFresh(!list.drawer().atEnd() || list.query().sort.length > 0 ? unknown.length : 0);
      return;
    }
    if (undoing.active() && !others(change)) {
      const first = ids.map((id) => rows.placeOf(id)).find((at) => at !== undefined);
      if (first !== undefined) list.drawer().reveal(first);
    }
  };

  return {
    tableId,
    edits,
    /** The list of the view's own query. */
    main,
    openList,
    closeList,
    /** Tells whenever totals of what is shown may have changed; answers how it ends. */
    onTotals: (listener: () => void): (() => void) => {
      totalling.add(listener);
      return () => totalling.delete(listener);
    },
    /** The list that shows a record; the main one where none does. */
    listOf: (id: Id): List => [...lists].find(({ rows }) => rows.placeOf(id) !== undefined) ?? main,
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** `said`: what a screen reader hears; `refused`: the refused cell whose reason stands open. */
    state: () => state,
    say,
    sayNotice,
    openRefused: (cell: Refused | null): void => set({ refused: cell }),
    rights,
    habits: env.habits,
    prefill: env.prefill,
    expand: env.expand,
    press: env.press,
    confirmGrow: env.confirmGrow,
    reason: env.reason,
    notify: env.notify,
    record,
    value,
    /** Holds a record that no list shows, so that it can be edited. */
    keep: (shown: ShownRecord): void => main.rows.keep(shown),
    readWhole: (ids: readonly Id[]): Promise<readonly ShownRecord[]> => api.byIds(ids, 'whole'),
    write,
    discard: (recordId: Id, fieldId: Id): void => edits.discard(recordId, fieldId),
    keepMine: (recordId: Id, fieldId: Id): void => {
      const edit = edits.of(recordId)?.[fieldId];
      if (edit) void edits.push({ updates: [{ id: recordId, fields: { [fieldId]: edit.value } }] });
    },
    append,
    create,
    /** Whether a new record is asked for by a form, which is open then; `fields`: what it has from where it was begun. */
    asks: (fields: Readonly<Record<Id, unknown>> = {}): boolean => {
      const asked = rights().create && env.askNew?.() === true;
      if (asked) given = fields;
      return asked;
    },
    /** What a new record has from the view, and from where it was begun. */
    given: (): Readonly<Record<Id, unknown>> => ({ ...env.prefill(), ...given }),
    isBlank,
    /** Made here a moment ago, and still without values. */
    isNew: (id: Id): boolean => entered === id && isBlank(id, env.table().fields),
    entered: (): Id | null => entered,
    enter: (id: Id | null): void => {
      entered = id;
    },
    remove: (ids: readonly Id[]): Promise<void> => {
      const work = remove(ids);
      underWay(work);
      return work;
    },
    takeBack: (id: Id, made: Promise<Saved | null>): void => underWay(takeBack(id, made)),
    addOptions,
    /** Adds one option; values saved meanwhile wait for it, and are one action with it. */
    addOption: (field: Field, option: SelectOption): void => {
      const operation = [...madeOptions.values()][0] ?? newId();
      madeOptions.set(option.id, operation);
      addingOptions = addingOptions.then(() => addOptions(field.id, [option], operation));
    },
    refresh,
    /** Tells others where the person is. */
    at: (now: Place): void => {
      const key = JSON.stringify(now);
      if (key === place) return;
      place = key;
      env.onPlace(now);
    },
    /** Somebody changed something. `colorOf` gives a person's presence colour. */
    heard: (change: LiveChange, colorOf: (userId: Id | null) => number): void => {
      if (change.kind === 'definition') return env.onTable();
      if (change.kind === 'progress') return;
      for (const list of lists) heardBy(list, change);
      if (change.ids === 'many' || change.kind === 'deleted' || change.kind === 'created') return;
      const color = others(change) ? colorOf(change.actorId) : undoing.active() ? 7 : null;
      const news =
        others(change) || undoing.active()
          ? change.ids
          : change.ids.filter((id) => Date.now() - (saved.get(id) ?? 0) > 3000);
      if (news.length > 0) void refetch(news, color);
    },
    /** The same of records that the person changed elsewhere, beside their values. */
    marked: (ids: readonly Id[]): Promise<void> => refetch(ids, null),
    /** Sets a mark beside a record: shown at once, and taken back where it was refused. */
    mark: async (id: Id, field: Field, on: boolean, set: SetMark): Promise<void> => {
      const show = (value: boolean): void => {
        const known = record(id);
        if (known === undefined) return;
        for (const list of lists) {
          list.rows.put([{ ...known, fields: { ...known.fields, [field.id]: value } }]);
          list.changed();
        }
        env.onState();
      };
      show(on);
      try {
        await set(tableId, id, on);
      } catch (problem) {
        show(!on);
        env.notify({ key: 'error.mark', values: { field: field.name, reason: env.reason(problem) }, error: true });
      }
    },
    /** After a gap in the connection nobody knows what happened. */
    resync: (): void => {
      for (const list of lists) {
        list.rows.refresh();
        list.totalsSoon();
      }
      env.onTable();
    },
    undo: undoing.undo,
    undoId: (id: string): Promise<void> => undoing.undoId(id, false),
    /** The page is left. What was not sent yet goes on being sent. */
    dispose: (): void => {
      for (const list of lists) list.dispose();
      if (edits.unsent() === 0) edits.dispose();
    },
  };
};

export type Workbench = ReturnType<typeof createWorkbench>;
