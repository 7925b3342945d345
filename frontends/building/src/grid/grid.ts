import type { AggregateFunction, Field, Id, RecordData, RowHeight } from '@tessera/kit';
import type { Edits, RecordEdits } from '../data/edits.ts';
import type { Rows } from '../data/rows.ts';
import { editorOf, isReadOnly } from '../data/values.ts';
import { type Block, blockOf, type Bounds, clampSelection, type Selection } from './model/selection.ts';

export type GridColumn = {
  readonly field: Field;
  readonly width: number;
  readonly total?: AggregateFunction;
};

/** The cell that is edited. `typed` opens the editor empty for the key that is on its way. */
export type Editing = {
  readonly recordId: Id;
  readonly fieldId: Id;
  readonly row: number;
  readonly col: number;
  readonly start: 'value' | 'empty' | 'typed';
  readonly text?: string;
  readonly version: number;
};

/** Rows that are ticked: single ones, or every record of the query but the excepted. */
export type Checked = { readonly all: boolean; readonly ids: ReadonlySet<Id> };

export type Flash = { readonly fields: ReadonlySet<Id> | 'all'; readonly color: number; readonly until: number };

export type GridState = {
  readonly columns: readonly GridColumn[];
  readonly rowHeight: RowHeight;
  readonly frozen: number;
  readonly selection: Selection | null;
  readonly editing: Editing | null;
  readonly copied: Block | null;
  readonly filling: Block | null;
  readonly checked: Checked;
  readonly flashes: ReadonlyMap<Id, Flash>;
  /** Rows that an edit moved out of the filter or the order, until the person moves on. */
  readonly leaving: ReadonlyMap<Id, 'filter' | 'sort'>;
  /** Rows in view that a page holds; for PageUp and PageDown. */
  readonly page: number;
  readonly canEdit: boolean;
  /** Grows whenever rows or edits changed. */
  readonly tick: number;
  /** What a screen reader hears. */
  readonly said: string;
};

export type GridParts = { readonly rows: Rows; readonly edits: Edits };

const nothingChecked: Checked = { all: false, ids: new Set() };

/** The grid's state and its elementary changes; what the keys, the clipboard and the pointer do is built on it. */
export const createGrid = (parts: () => GridParts) => {
  let state: GridState = {
    columns: [],
    rowHeight: 48,
    frozen: 1,
    selection: null,
    editing: null,
    copied: null,
    filling: null,
    checked: nothingChecked,
    flashes: new Map(),
    leaving: new Map(),
    page: 10,
    canEdit: false,
    tick: 0,
    said: '',
  };
  const listeners = new Set<() => void>();
  const revealers = new Set<(row: number, col: number | null) => void>();
  const leavers = new Set<(ids: readonly Id[]) => void>();
  /** The record whose cell is selected. */
  let anchored: Id | undefined;

  const set = (change: Partial<GridState>): void => {
    const before = state;
    state = { ...state, ...change };
    if (change.selection !== undefined) anchored = activeId();
    if (before.selection?.anchor.row !== state.selection?.anchor.row && state.leaving.size > 0) leave();
    for (const listener of listeners) listener();
  };

  const activeId = (): Id | undefined => (state.selection ? parts().rows.idAt(state.selection.anchor.row) : undefined);

  const leave = (): void => {
    const active = activeId();
    const gone = [...state.leaving.keys()].filter((id) => id !== active);
    if (gone.length === 0) return;
    state = { ...state, leaving: new Map([...state.leaving].filter(([id]) => id === active)) };
    for (const listener of leavers) listener(gone);
  };

  /** The selection stays on its record: rows that come or go above it must not put what is typed into another one. */
  const followed = (): Selection | null => {
    if (!state.selection) return null;
    const { anchor, focus } = state.selection;
    const by = (anchored === undefined ? anchor.row : (parts().rows.placeOf(anchored) ?? anchor.row)) - anchor.row;
    const moved = { anchor: { ...anchor, row: anchor.row + by }, focus: { ...focus, row: focus.row + by } };
    return clampSelection(by === 0 ? state.selection : moved, bounds());
  };

  const bounds = (): Bounds => ({ rows: parts().rows.size(), cols: state.columns.length, page: state.page });
  const column = (col: number): GridColumn | undefined => state.columns[col];
  const record = (row: number): RecordData | undefined => parts().rows.at(row);

  return {
    state: (): GridState => state,
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    set,
    bounds,
    column,
    record,
    rows: (): Rows => parts().rows,
    edits: (): Edits => parts().edits,
    editsOf: (id: Id): RecordEdits | undefined => parts().edits.of(id),
    /** What a cell shows: the own edit before the server's value. */
    value: (recordData: RecordData, fieldId: Id): unknown => {
      const edit = parts().edits.of(recordData.id)?.[fieldId];
      return edit && edit.text === undefined ? edit.value : recordData.fields[fieldId];
    },
    changed: (): void => {
      // A record that is out of sight while its rows are read anew may come back in another place.
      const { rows } = parts();
      const away = anchored !== undefined && rows.placeOf(anchored) === undefined && rows.busy() ? anchored : undefined;
      set({ tick: state.tick + 1, selection: followed() });
      anchored = away ?? anchored;
    },
    say: (said: string): void => set({ said: said === state.said ? `${said}\u00a0` : said }),
    select: (selection: Selection | null, reveal = true): void => {
      set({ selection, filling: null });
      if (selection && reveal) for (const show of revealers) show(selection.focus.row, selection.focus.col);
    },
    reveal: (row: number, col: number | null): void => {
      for (const show of revealers) show(row, col);
    },
    onReveal: (listener: (row: number, col: number | null) => void): (() => void) => {
      revealers.add(listener);
      return () => revealers.delete(listener);
    },
    /** Hears which rows the person has moved on from. */
    onLeave: (listener: (ids: readonly Id[]) => void): (() => void) => {
      leavers.add(listener);
      return () => leavers.delete(listener);
    },
    active: (): {
      readonly record: RecordData;
      readonly column: GridColumn;
      readonly row: number;
      readonly col: number;
    } | null => {
      if (!state.selection) return null;
      const { row, col } = state.selection.anchor;
      const found = record(row);
      const at = column(col);
      return found && at ? { record: found, column: at, row, col } : null;
    },
    writable: (col: number): boolean => {
      const at = column(col);
      return state.canEdit && at !== undefined && !isReadOnly(at.field);
    },
    /** Opens the editor of the active cell; answers whether it did. */
    edit: (start: Editing['start'], text?: string): boolean => {
      if (!state.selection) return false;
      const { row, col } = state.selection.anchor;
      const found = record(row);
      const at = column(col);
      if (!found || !at || !state.canEdit || isReadOnly(at.field)) return false;
      const kind = editorOf(at.field);
      if (kind === 'toggle' || kind === 'none') return false;
      const refused = parts().edits.of(found.id)?.[at.field.id];
      const kept = text ?? (start === 'value' ? refused?.text : undefined);
      set({
        selection: { anchor: { row, col }, focus: { row, col } },
        copied: null,
        editing: {
          recordId: found.id,
          fieldId: at.field.id,
          row,
          col,
          start,
          version: found.version,
          ...(kept === undefined ? {} : { text: kept }),
        },
      });
      for (const show of revealers) show(row, col);
      return true;
    },
    stopEditing: (): void => set({ editing: null }),
    block: (): Block | null => (state.selection ? blockOf(state.selection) : null),
    check: (id: Id, on: boolean): void => {
      const ids = new Set(state.checked.ids);
      if (on !== state.checked.all) ids.add(id);
      else ids.delete(id);
      set({ checked: { all: state.checked.all, ids } });
    },
    isChecked: (id: Id): boolean => state.checked.ids.has(id) !== state.checked.all,
    checkAll: (on: boolean): void => set({ checked: on ? { all: true, ids: new Set() } : nothingChecked }),
    checkedCount: (): number =>
      state.checked.all ? Math.max(0, parts().rows.size() - state.checked.ids.size) : state.checked.ids.size,
    flash: (ids: readonly Id[], fields: ReadonlySet<Id> | 'all', color: number, now: number): void => {
      const flashes = new Map([...state.flashes].filter(([, flash]) => flash.until > now));
      for (const id of ids) flashes.set(id, { fields, color, until: now + 1000 });
      set({ flashes });
    },
    markLeaving: (id: Id, why: 'filter' | 'sort' | null): void => {
      const leaving = new Map(state.leaving);
      if (why === null) leaving.delete(id);
      else leaving.set(id, why);
      set({ leaving });
      if (state.leaving.size > 0) leave();
    },
  };
};

export type Grid = ReturnType<typeof createGrid>;
