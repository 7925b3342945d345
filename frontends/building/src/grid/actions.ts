import { newId, type Field, type Id, type RecordData, type SelectOption } from '@tessera/kit';
import { displayText, editorOf, type Habits, isEmpty, readText, sameValue } from '../data/values.ts';
import { createBlockActions } from './block-actions.ts';
import type { EditorResult, Go } from './editors.ts';
import type { Editing, Grid } from './grid.ts';
import type { GridCommand } from './model/keys.ts';
import {
  type Block,
  blockOf,
  moveSelection,
  selectAll,
  selectColumns,
  type Selection,
  selectOne,
  selectRows,
  tabFrom,
} from './model/selection.ts';

export type Viewport = {
  readonly firstVisible: () => number;
  readonly shiftBy: (rows: number) => void;
  readonly atEnd: () => boolean;
  readonly toStart: () => void;
  /** In px, without what is scrolled away. */ readonly width: () => number;
};

/** What an action tells the person, as a key of the catalogue with its values. */
export type Notice = {
  readonly key: string;
  readonly values?: Readonly<Record<string, unknown>>;
  readonly undo?: boolean;
  readonly error?: boolean;
};

export type ActionsEnv = {
  readonly grid: Grid;
  readonly habits: () => Habits;
  readonly rights: () => {
    readonly create: boolean;
    readonly edit: boolean;
    readonly remove: boolean;
    readonly manage: boolean;
  };
  /** Values that a new record takes from the filter. */
  readonly prefill: () => Readonly<Record<Id, unknown>>;
  readonly expand: (id: Id) => void;
  readonly undo: (redo: boolean) => void;
  readonly remove: (ids: readonly Id[]) => void;
  /** Adds options to fields before values name them, as part of the action that writes these. */
  readonly addOptions: (fieldId: Id, added: readonly SelectOption[], operation: Id) => Promise<boolean>;
  /** Asks before many rows are added. */
  readonly confirmGrow: (rows: number) => Promise<boolean>;
  /** Loads rows of the query that are not in memory. */
  readonly fetchRows: (from: number, to: number) => Promise<readonly RecordData[]>;
  readonly copyText: (text: string) => Promise<boolean>;
  readonly notify: (notice: Notice) => void;
  readonly say: (notice: Notice) => void;
};

const mostDeleted = 1000;

/** What keys, pointer and clipboard do to the grid. */
export const createActions = (env: ActionsEnv) => {
  const { grid } = env;
  let viewport: Viewport | null = null;
  const { addRows, clear, copy, fill, paste } = createBlockActions(env);

  const write = (recordId: Id, field: Field, result: EditorResult, version: number): void => {
    const record = grid.rows().record(recordId);
    if (!record) return;
    if (!env.rights().edit) {
      // Kept as it was typed, beside the reason: it may be copied from there.
      const text = 'text' in result ? result.text : displayText(field, result.value, env.habits().show);
      if ('value' in result && sameValue(grid.value(record, field.id), result.value)) return;
      grid.edits().mark([
        {
          recordId,
          fieldId: field.id,
          text,
          refusal: { code: 'rights.gone', message: 'You may no longer change this' },
        },
      ]);
      env.say({ key: 'say.refused', values: { field: field.name } });
      return;
    }
    let value: unknown;
    if ('text' in result) {
      const read = readText(field, result.text, { ...env.habits().read });
      if (!read.ok) {
        grid.edits().mark([
          {
            recordId,
            fieldId: field.id,
            text: result.text,
            refusal: { code: read.code, message: read.message, params: read.params },
          },
        ]);
        env.say({ key: 'say.refused', values: { field: field.name } });
        return;
      }
      value = read.value;
    } else value = result.value ?? null;
    grid.edits().discard(recordId, field.id);
    if (sameValue(grid.value(record, field.id), value)) return;
    void grid
      .edits()
      .push({ updates: [{ id: recordId, version: Math.max(version, 1), fields: { [field.id]: value } }] });
    env.say(
      isEmpty(value)
        ? { key: 'say.emptied', values: { field: field.name } }
        : { key: 'say.entered', values: { field: field.name, value: displayText(field, value, env.habits().show) } },
    );
  };

  const go = (where: Go, from: Selection): void => {
    const bounds = grid.bounds();
    if (where === 'stay') return;
    if (where === 'left' || where === 'right') {
      const next = tabFrom(from, where === 'left', bounds);
      if (next) grid.select(next);
      return;
    }
    grid.select(moveSelection(from, where, 'cell', false, bounds));
  };

  const toggle = (row: number, col: number): boolean => {
    const record = grid.record(row);
    const column = grid.column(col);
    if (!record || !column || editorOf(column.field) !== 'toggle' || !env.rights().edit) return false;
    const next = grid.value(record, column.field.id) !== true;
    void grid.edits().push({
      updates: [{ id: record.id, version: Math.max(1, record.version), fields: { [column.field.id]: next } }],
    });
    env.say({ key: next ? 'say.on' : 'say.off', values: { field: column.field.name } });
    return true;
  };

  const newRecord = (): void => {
    if (!env.rights().create) return;
    const id = newId();
    addRows([{ id, fields: {} }]);
    void grid.edits().push({ creates: [{ id, fields: env.prefill() }] });
    // At once: what is typed next belongs to the new record. To be scrolled to, its row must have been drawn.
    const place = (): number => grid.rows().placeOf(id) ?? grid.rows().size() - 1;
    grid.select(selectOne(place(), 0), false);
    requestAnimationFrame(() => {
      grid.reveal(place(), 0);
      env.say({ key: 'say.created' });
    });
  };

  // Who may edit hears of the one cell, who may not sees a word about the whole table.
  const readOnly = (): void =>
    env.rights().edit ? env.say({ key: 'say.readOnly' }) : env.notify({ key: 'paste.denied' });

  const removeSelected = (): void => {
    const block = grid.block();
    if (!block || !env.rights().remove) return;
    const ids = grid.rows().loadedIds(block.top, Math.min(block.bottom, block.top + mostDeleted - 1));
    if (ids.length > 0) env.remove(ids);
  };

  const run = (command: GridCommand): boolean => {
    const { selection } = grid.state();
    const bounds = grid.bounds();
    if (command.do === 'undo' || command.do === 'redo') {
      env.undo(command.do === 'redo');
      return true;
    }
    if (command.do === 'newRecord') {
      newRecord();
      return true;
    }
    if (command.do === 'selectAll') {
      if (bounds.rows > 0) grid.select(selectAll(bounds), false);
      return true;
    }
    if (!selection) {
      if (command.do !== 'move' || bounds.rows === 0 || bounds.cols === 0) return false;
      grid.select(selectOne(viewport?.firstVisible() ?? 0, 0));
      return true;
    }
    switch (command.do) {
      case 'move':
        grid.select(moveSelection(selection, command.direction, command.step, command.extend, bounds));
        if (command.direction === 'left' && command.step === 'edge') viewport?.toStart();
        return true;
      case 'corner': {
        const to = command.end ? { row: bounds.rows - 1, col: bounds.cols - 1 } : { row: 0, col: 0 };
        grid.select(command.extend ? { anchor: selection.anchor, focus: to } : { anchor: to, focus: to });
        if (!command.end) viewport?.toStart();
        return true;
      }
      case 'tab': {
        const next = tabFrom(selection, command.back, bounds);
        if (next) grid.select(next);
        return next !== null;
      }
      case 'edit':
        if (!grid.edit('value') && !toggle(selection.anchor.row, selection.anchor.col)) readOnly();
        return true;
      case 'toggleOrExpand': {
        if (toggle(selection.anchor.row, selection.anchor.col)) return true;
        const record = grid.record(selection.anchor.row);
        if (record) env.expand(record.id);
        return true;
      }
      case 'clear':
        void clear();
        return true;
      case 'deleteRecords':
        removeSelected();
        return true;
      case 'selectRow': {
        const block = blockOf(selection);
        const ids = grid.rows().loadedIds(block.top, block.bottom);
        const on = !ids.every((id) => grid.isChecked(id));
        for (const id of ids) grid.check(id, on);
        return true;
      }
      case 'fillDown': {
        const block = blockOf(selection);
        if (block.bottom > block.top) {
          grid.set({
            selection: { anchor: { row: block.top, col: block.left }, focus: { row: block.top, col: block.right } },
          });
          void fill(block);
        } else if (block.top > 0) {
          grid.set({
            selection: {
              anchor: { row: block.top - 1, col: block.left },
              focus: { row: block.top - 1, col: block.right },
            },
          });
          void fill({ ...block, top: block.top - 1 });
        }
        return true;
      }
      case 'escape': {
        if (grid.state().copied) grid.set({ copied: null });
        else if (selection.anchor.row !== selection.focus.row || selection.anchor.col !== selection.focus.col)
          grid.select(selectOne(selection.anchor.row, selection.anchor.col), false);
        else if (grid.checkedCount() > 0) grid.checkAll(false);
        else grid.select(null);
        return true;
      }
      default:
        return false;
    }
  };

  return {
    run,
    viewport: (next: Viewport): void => {
      viewport = next;
    },
    view: (): Viewport | null => viewport,
    finish: (editing: Editing, result: EditorResult, where: Go): void => {
      const field = grid.state().columns.find((column) => column.field.id === editing.fieldId)?.field;
      grid.stopEditing();
      if (field) write(editing.recordId, field, result, editing.version);
      const row = grid.rows().placeOf(editing.recordId) ?? editing.row;
      go(where, selectOne(row, editing.col));
    },
    /** Writes one value outside the grid: the record panel, the phone's form. */
    write,
    newRecord,
    toggle,
    removeSelected,
    expand: env.expand,
    discard: (recordId: Id, fieldId: Id): void => grid.edits().discard(recordId, fieldId),
    useMine: (recordId: Id, fieldId: Id): void => {
      const edit = grid.editsOf(recordId)?.[fieldId];
      if (edit) void grid.edits().push({ updates: [{ id: recordId, fields: { [fieldId]: edit.value } }] });
    },
    selectColumn: (col: number, extend: boolean): void => {
      const { selection } = grid.state();
      const bounds = grid.bounds();
      if (bounds.rows === 0) return;
      grid.select(selectColumns(extend && selection ? selection.anchor.col : col, col, bounds), false);
    },
    selectRow: (row: number, extend: boolean): void => {
      const { selection } = grid.state();
      grid.select(selectRows(extend && selection ? selection.anchor.row : row, row, grid.bounds()), false);
    },
    check: (row: number, extend: boolean): void => {
      const record = grid.record(row);
      if (!record) return;
      const on = !grid.isChecked(record.id);
      const from = extend ? (grid.state().selection?.anchor.row ?? row) : row;
      for (const id of grid.rows().loadedIds(Math.min(from, row), Math.max(from, row))) grid.check(id, on);
    },
    press: (row: number, col: number, onTick: boolean): void => {
      if (onTick) toggle(row, col);
    },
    pressReadOnly: readOnly,
    fill: (target: Block): void => void fill(target),
    copy,
    paste,
  };
};

export type GridActions = ReturnType<typeof createActions>;
