import type { AggregateFunction, Density, Field, Id, RowHeight } from '@tessera/kit';
import type { Edits, RecordEdits } from '../data/edits.ts';
import type { Rows } from '../data/rows.ts';
import { type ShownRecord, type Value } from '../data/cut-text.ts';
import type { Drawer } from '../workbench/drawer.ts';
import type { List, ListState } from '../workbench/list.ts';
import type { Refused, Workbench } from '../workbench/workbench.ts';
import { type Groups, type Lines, plainLines } from './model/lines.ts';
import { isReadOnly } from '../data/values.ts';
import { viewOfField } from '../field-types/list.ts';
import {
  afterRemoval,
  type Block,
  blockOf,
  type Bounds,
  clampSelection,
  type Selection,
  selectOne,
} from './model/selection.ts';

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
  /** The version at which `whole` was read, or that the row had when it was opened. */
  readonly version: number;
  /** What stood in the cell, where the row has only the beginning of it. */
  readonly whole?: { readonly value: Value };
};

export type GridState = ListState & {
  readonly columns: readonly GridColumn[];
  readonly rowHeight: RowHeight;
  readonly density: Density;
  readonly frozen: number;
  readonly selection: Selection | null;
  readonly editing: Editing | null;
  readonly copied: Block | null;
  /** The refused cell of which the reason stands open, wherever the selection is. */
  readonly why: Refused | null;
  readonly filling: Block | null;
  /** Rows in view that a page holds; for PageUp and PageDown. */
  readonly page: number;
  readonly canEdit: boolean;
  /** The groups of the rows; null where they have none. */
  readonly groups: Groups | null;
};

/** How the grid scrolls: given by what draws it. */
export type Viewport = {
  readonly firstVisible: () => number;
  readonly shiftBy: (rows: number) => void;
  readonly atEnd: () => boolean;
  readonly toStart: () => void;
  readonly focus: () => void;
  /** In px, without what is scrolled away. */ readonly width: () => number;
};

/** The grid's state and its elementary changes; what the keys, the clipboard and the pointer do is built on it. */
export const createGrid = (bench: Workbench, list: List) => {
  const { rows } = list;
  let viewport: Viewport | null = null;
  let state: GridState = {
    columns: [],
    rowHeight: 48,
    density: 'standard',
    frozen: 1,
    selection: null,
    editing: null,
    copied: null,
    why: null,
    filling: null,
    page: 10,
    canEdit: false,
    groups: null,
    ...list.state(),
  };
  const listeners = new Set<() => void>();
  const revealers = new Set<(row: number, col: number | null) => void>();
  /** The record whose cell is selected. */
  let anchored: Id | undefined;

  /** The selection stays on its columns as well: moved, hidden and new ones beside it do not put it into another. */
  const inColumns = (selection: Selection, before: readonly GridColumn[], now: readonly GridColumn[]): Selection => {
    const { anchor, focus } = selection;
    const place = (col: number): number => now.findIndex(({ field }) => field.id === before[col]?.field.id);
    const [a, f] = [place(anchor.col), place(focus.col)];
    if (a < 0 || f < 0 || f - a !== focus.col - anchor.col) return selection;
    return a === anchor.col ? selection : { anchor: { ...anchor, col: a }, focus: { ...focus, col: f } };
  };

  const set = (change: Partial<GridState>): void => {
    const before = state;
    state = { ...state, ...change };
    if (change.columns !== undefined && change.selection === undefined && state.selection)
      state = { ...state, selection: inColumns(state.selection, before.columns, change.columns) };
    if (change.selection !== undefined) anchored = activeId();
    if (before.selection?.anchor.row !== state.selection?.anchor.row) list.moved();
    for (const listener of listeners) listener();
  };

  const activeId = (): Id | undefined => (state.selection ? rows.idAt(state.selection.anchor.row) : undefined);

  /** The selection stays on its record: rows that come or go above it must not put what is typed into another one. */
  const followed = (): Selection | null => {
    if (!state.selection) return null;
    const { anchor, focus } = state.selection;
    const by = (anchored === undefined ? anchor.row : (rows.placeOf(anchored) ?? anchor.row)) - anchor.row;
    const moved = { anchor: { ...anchor, row: anchor.row + by }, focus: { ...focus, row: focus.row + by } };
    return clampSelection(by === 0 ? state.selection : moved, bounds());
  };

  let drawn: { readonly groups: GridState['groups']; readonly by: string; readonly lines: Lines } | null = null;
  /** Where rows stand, for so many of them. */
  const lines = (size = rows.size()): Lines => {
    const { groups, rowHeight } = state;
    const by = [size, rowHeight].join();
    if (drawn === null || drawn.groups !== groups || drawn.by !== by)
      drawn = {
        groups,
        by,
        lines: groups === null ? plainLines(rowHeight, size) : groups.lines(rowHeight, size),
      };
    return drawn.lines;
  };

  /** Rows of folded groups are passed over. */
  const inSight = (selection: Selection): Selection => {
    const { anchor, focus } = selection;
    const all = lines();
    if (!all.grouped || (all.isShown(focus.row) && all.isShown(anchor.row))) return selection;
    const direction = Math.sign(focus.row - (state.selection?.focus.row ?? focus.row)) || 1;
    const row = all.nearest(focus.row, direction);
    return anchor.row === focus.row
      ? { anchor: { ...anchor, row }, focus: { ...focus, row } }
      : { anchor: { ...anchor, row: all.nearest(anchor.row, direction) }, focus: { ...focus, row } };
  };

  const bounds = (): Bounds => ({ rows: rows.size(), cols: state.columns.length, page: state.page });
  const column = (col: number): GridColumn | undefined => state.columns[col];
  const record = (row: number): ShownRecord | undefined => rows.at(row);

  return {
    state: (): GridState => state,
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    set,
    bounds,
    lines,
    column,
    record,
    rows: (): Rows => rows,
    list: (): List => list,
    edits: (): Edits => bench.edits,
    editsOf: (id: Id): RecordEdits | undefined => bench.edits.of(id),
    value: bench.value,
    viewport: (next: Viewport): void => {
      viewport = next;
    },
    view: (): Viewport | null => viewport,
    select: (wanted: Selection | null, reveal = true): void => {
      const selection = wanted && inSight(wanted);
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
    active: (): {
      readonly record: ShownRecord;
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
      if (!('Editor' in viewOfField(at.field).entry)) return false;
      const refused = bench.edits.of(found.id)?.[at.field.id];
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
    /** Draws the list, and follows it: what it answers ends that. `begun`: what new records are begun with. */
    attach: (begun: Pick<Drawer, 'newRecord' | 'begin'>): (() => void) => {
      const reveal = (row: number, col: number | null): void => {
        for (const show of revealers) show(row, col);
      };
      const drawer: Drawer = {
        ...begun,
        pinned: () => (state.editing ? [state.editing.recordId] : []),
        active: activeId,
        firstVisible: () => viewport?.firstVisible() ?? 0,
        atEnd: () => viewport?.atEnd() === true,
        reveal: (row) => reveal(row, null),
        showFrom: (row) => {
          const page = Math.max(1, Math.min(state.page, rows.size() - row));
          reveal(Math.min(rows.size() - 1, row + page - 1), null);
        },
        goTo: (row, fieldId) => {
          if (state.columns.length === 0) return;
          const named = state.columns.findIndex(({ field }) => field.id === fieldId);
          const col = fieldId === undefined ? (state.selection?.anchor.col ?? 0) : Math.max(0, named);
          set({ selection: selectOne(row, col), filling: null });
          reveal(row, col);
        },
        removing: () => {
          const first = viewport?.firstVisible() ?? 0;
          const { selection } = state;
          return (gone) => {
            if (state.groups !== null)
              set({ groups: gone.toReversed().reduce((groups, row) => groups.shifted(row, -1), state.groups) });
            if (selection) set({ selection: afterRemoval(selection, gone, bounds()) });
            const above = gone.filter((row) => row < first).length;
            if (above > 0) viewport?.shiftBy(-above);
          };
        },
        focus: () => viewport?.focus(),
        reset: () => set({ selection: null, editing: null, copied: null }),
      };
      const follow = (): void => {
        const next = list.state();
        if (next.tick === state.tick) return set(next);
        // A record that is out of sight while its rows are read anew may come back in another place.
        const away =
          anchored !== undefined && rows.placeOf(anchored) === undefined && rows.busy() ? anchored : undefined;
        set({ ...next, selection: followed() });
        anchored = away ?? anchored;
      };
      const why = (): void => {
        const { refused } = bench.state();
        if (refused !== state.why) set({ why: refused });
      };
      const ends = [list.draw(drawer), list.subscribe(follow), bench.subscribe(why)];
      follow();
      why();
      return () => {
        for (const end of ends) end();
      };
    },
  };
};

export type Grid = ReturnType<typeof createGrid>;
