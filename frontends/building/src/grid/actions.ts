import type { Id } from '@tessera/kit';
import { isCut } from '../data/cut-text.ts';
import { viewOfField } from '../field-types/list.ts';
import type { Saved } from '../data/edits.ts';
import { createBlockActions } from './block-actions.ts';
import type { Typed } from './early-keys.ts';
import type { EditorResult } from '../data/entered.ts';
import type { Notice } from '../workbench/notice.ts';
import type { Workbench } from '../workbench/workbench.ts';
import type { Go } from './editors.ts';
import type { Editing, Grid } from './grid.ts';
import type { GridCommand } from './model/keys.ts';
import {
  blockOf,
  moveSelection,
  selectAll,
  selectColumns,
  type Selection,
  selectOne,
  selectRows,
  tabFrom,
} from './model/selection.ts';

export type ActionsEnv = {
  readonly bench: Workbench;
  readonly grid: Grid;
  /** Acts once the rows are there; what is typed meanwhile is typed then. */
  readonly whenReady: (act: () => void) => void;
  readonly copyText: (text: string) => Promise<boolean>;
};

const mostDeleted = 1000;

/** What keys, pointer and clipboard do to the grid. */
export const createActions = (env: ActionsEnv) => {
  const { bench, grid } = env;
  const list = grid.list();
  const say = (notice: Notice): void => bench.sayNotice(notice);
  const { clear, copy, fill, paste } = createBlockActions(env);

  /** A cell is edited of whose text only the beginning is here: brings the rest into its editor. */
  const readEdited = async (editing: Editing): Promise<void> => {
    const waiting = (): boolean => {
      const now = grid.state().editing;
      return now?.recordId === editing.recordId && now.fieldId === editing.fieldId && now.whole === undefined;
    };
    try {
      const [record] = await bench.readWhole([editing.recordId]);
      if (!waiting()) return;
      if (!record) return grid.stopEditing();
      const value = record.fields[editing.fieldId];
      if (!isCut(value)) grid.set({ editing: { ...editing, version: record.version, whole: { value } } });
    } catch (problem) {
      if (waiting()) grid.stopEditing();
      bench.notify({ key: 'error.notRead', values: { reason: bench.reason(problem) }, error: true });
    }
  };

  const go = (where: Go, from: Selection): void => {
    const bounds = grid.bounds();
    if (where === 'stay') return;
    if (goesOn(grid.rows().idAt(from.anchor.row), where, from.anchor.col)) return beginRecord(true);
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
    if (record && column && viewOfField(column.field).button) {
      bench.press(record.id, column.field.id);
      return true;
    }
    if (!record || !column) return false;
    const next = grid.value(record, column.field.id) !== true;
    const { mark, entry } = viewOfField(column.field);
    if (mark) {
      void bench.mark(record.id, column.field, next, mark.set);
      say({ key: next ? 'say.on' : 'say.off', values: { field: column.field.name } });
      return true;
    }
    if (entry.by !== 'pressing' || !bench.rights().edit) return false;
    void grid.edits().push({
      updates: [{ id: record.id, version: Math.max(1, record.version), fields: { [column.field.id]: next } }],
    });
    say({ key: next ? 'say.on' : 'say.off', values: { field: column.field.name } });
    return true;
  };

  /** The record that is being entered: made here a moment ago, and the person has not gone elsewhere since. */
  let entering: { readonly id: Id; readonly made: Promise<Saved | null>; readonly followed: boolean } | null = null;
  const enter = (next: typeof entering): void => {
    entering = next;
    bench.enter(next?.id ?? null);
  };

  /** Where the caret of a new record stands: the first cell that can be typed into. */
  const firstTyped = (): number => {
    const at = grid
      .state()
      .columns.findIndex(({ field }, col) => grid.writable(col) && 'Editor' in viewOfField(field).entry);
    return Math.max(0, at);
  };

  let stood: Selection | null = null;
  grid.subscribe(() => {
    const { selection } = grid.state();
    if (selection === stood) return;
    stood = selection;
    const at = selection === null ? undefined : grid.rows().idAt(selection.anchor.row);
    if (entering === null || (selection !== null && (at === undefined || at === entering.id))) return;
    takeBack(entering.id);
    enter(null);
  });

  const beginRecord = (followed: boolean, fields: Readonly<Record<Id, unknown>> = {}, at?: number): void => {
    const created = bench.create(list, fields, at);
    if (created === null) return;
    const { id } = created;
    enter({ ...created, followed });
    // At once: what is typed next belongs to the new record. To be scrolled to, its row must have been drawn.
    const place = (): number => grid.rows().placeOf(id) ?? grid.rows().size() - 1;
    const col = firstTyped();
    grid.select(selectOne(place(), col), false);
    grid.edit('value');
    requestAnimationFrame(() => {
      grid.reveal(place(), col);
      say({ key: 'say.created' });
    });
  };
  const newRecord = (): void =>
    env.whenReady(() => {
      if (!bench.asks()) beginRecord(false);
    });

  const isLast = (id: Id): boolean => grid.rows().placeOf(id) === grid.rows().size() - 1;
  const isBlank = (id: Id): boolean =>
    bench.isBlank(
      id,
      grid.state().columns.map(({ field }) => field),
    );
  /** Whether going on from a cell leads out of the record that is entered, wherever it stands: to the next new one. */
  const goesOn = (id: Id | undefined, where: Go, col: number): boolean =>
    id !== undefined &&
    entering?.id === id &&
    !isBlank(id) &&
    (where === 'down' || (where === 'right' && col === grid.state().columns.length - 1));
  /** A row that Enter or Tab made and that was left empty goes again, as if it had never been there. */
  const takeBack = (id: Id): void => {
    const now = entering;
    if (now?.id !== id || !now.followed || !isBlank(id)) return;
    enter(null);
    bench.takeBack(id, now.made);
  };

  // Who may edit hears of the one cell, who may not sees a word about the whole table.
  const readOnly = (): void =>
    bench.rights().edit ? say({ key: 'say.readOnly' }) : bench.notify({ key: 'paste.denied' });

  const removeSelected = (): void => {
    const block = grid.block();
    if (!block || !bench.rights().remove) return;
    const ids = grid.rows().loadedIds(block.top, Math.min(block.bottom, block.top + mostDeleted - 1));
    if (ids.length > 0) void bench.remove(ids);
  };

  const run = (command: GridCommand): boolean => {
    const { selection } = grid.state();
    const bounds = grid.bounds();
    if (command.do === 'undo' || command.do === 'redo') {
      void bench.undo(command.do === 'redo');
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
      grid.select(selectOne(grid.view()?.firstVisible() ?? 0, 0));
      return true;
    }
    switch (command.do) {
      case 'move':
        grid.select(moveSelection(selection, command.direction, command.step, command.extend, bounds));
        if (command.direction === 'left' && command.step === 'edge') grid.view()?.toStart();
        return true;
      case 'corner': {
        const to = command.end ? { row: bounds.rows - 1, col: bounds.cols - 1 } : { row: 0, col: 0 };
        grid.select(command.extend ? { anchor: selection.anchor, focus: to } : { anchor: to, focus: to });
        if (!command.end) grid.view()?.toStart();
        return true;
      }
      case 'tab': {
        if (!command.back && goesOn(grid.rows().idAt(selection.anchor.row), 'right', selection.anchor.col)) {
          beginRecord(true);
          return true;
        }
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
        if (record) bench.expand(record.id);
        return true;
      }
      case 'clear':
        clear();
        return true;
      case 'deleteRecords':
        removeSelected();
        return true;
      case 'selectRow': {
        const block = blockOf(selection);
        const ids = grid.rows().loadedIds(block.top, block.bottom);
        const on = !ids.every((id) => list.isChecked(id));
        for (const id of ids) list.check(id, on);
        return true;
      }
      case 'fillDown': {
        const block = blockOf(selection);
        if (block.bottom > block.top) {
          grid.set({
            selection: { anchor: { row: block.top, col: block.left }, focus: { row: block.top, col: block.right } },
          });
          fill(block);
        } else if (block.top > 0) {
          grid.set({
            selection: {
              anchor: { row: block.top - 1, col: block.left },
              focus: { row: block.top - 1, col: block.right },
            },
          });
          fill({ ...block, top: block.top - 1 });
        }
        return true;
      }
      case 'escape': {
        if (grid.state().copied) grid.set({ copied: null });
        else if (grid.state().why) bench.openRefused(null);
        else if (selection.anchor.row !== selection.focus.row || selection.anchor.col !== selection.focus.col)
          grid.select(selectOne(selection.anchor.row, selection.anchor.col), false);
        else if (list.checkedCount() > 0) list.checkAll(false);
        else grid.select(null);
        return true;
      }
      default:
        return false;
    }
  };

  const finish = (editing: Editing, result: EditorResult, where: Go): void => {
    const field = grid.state().columns.find((column) => column.field.id === editing.fieldId)?.field;
    const { recordId } = editing;
    // A blank row at the end that is filled is a record that is entered, whoever made it.
    if (entering?.id !== recordId && isLast(recordId) && isBlank(recordId))
      enter({ id: recordId, made: Promise.resolve(null), followed: false });
    grid.stopEditing();
    if (field) bench.write(editing.recordId, field, result, editing.version, editing.whole?.value);
    if (grid.editsOf(recordId)?.[editing.fieldId]?.state === 'refused')
      bench.openRefused({ recordId, fieldId: editing.fieldId });
    if (where === 'down') takeBack(recordId);
    const row = grid.rows().placeOf(recordId);
    if (row !== undefined) go(where, selectOne(row, editing.col));
  };

  /** Types what was typed before the rows were there, from the selected cell on. */
  const enterTyped = ({ cells, rest }: Typed): void => {
    for (const { text, go: where } of cells) {
      if (text !== '') grid.edit('typed', text);
      const { editing, selection } = grid.state();
      if (editing) {
        const record = grid.rows().record(editing.recordId);
        const value = record && grid.value(record, editing.fieldId);
        finish(editing, text === '' ? { value } : { text }, where);
      } else if (selection) go(where, selection);
    }
    const active = grid.active();
    if (rest === '' || !active) return;
    grid.edit(viewOfField(active.column.field).entry.by === 'choosing' ? 'value' : 'typed', rest);
  };

  return {
    run,
    enterTyped,
    whenReady: env.whenReady,
    finish,
    readEdited: (editing: Editing): void => void readEdited(editing),
    /** Writes what an editor holds, which stays open or is gone already. */
    save: (editing: Editing, value: unknown): void => {
      const field = grid.state().columns.find((column) => column.field.id === editing.fieldId)?.field;
      const record = grid.rows().record(editing.recordId);
      if (field) bench.write(editing.recordId, field, { value }, record?.version ?? editing.version);
    },
    /** The editor is left without a value. */
    cancel: (editing: Editing): void => {
      grid.stopEditing();
      takeBack(editing.recordId);
    },
    newRecord,
    /** A new record with these values, at a place of the list. */
    newRecordAt: (fields: Readonly<Record<Id, unknown>>, at: number): void =>
      env.whenReady(() => beginRecord(false, fields, at)),
    /** Goes to the first cell of the first row, to be filled where it is blank; a table without rows gets one. */
    begin: (): void => {
      const { rows, cols } = grid.bounds();
      if (rows === 0) return newRecord();
      if (cols === 0) return;
      const col = firstTyped();
      grid.select(selectOne(0, col));
      const first = grid.record(0);
      if (first && isBlank(first.id)) grid.edit('value');
      else grid.view()?.focus();
    },
    toggle,
    removeSelected,
    expand: bench.expand,
    discard: bench.discard,
    keepMine: bench.keepMine,
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
      const on = !list.isChecked(record.id);
      const from = extend ? (grid.state().selection?.anchor.row ?? row) : row;
      for (const id of grid.rows().loadedIds(Math.min(from, row), Math.max(from, row))) list.check(id, on);
    },
    press: (row: number, col: number, onTick: boolean): void => {
      if (onTick) toggle(row, col);
    },
    pressReadOnly: readOnly,
    fill,
    copy,
    paste,
  };
};

export type GridActions = ReturnType<typeof createActions>;
