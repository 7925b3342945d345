import { newId, optionColor, type Field, type Id, type RecordData, type SelectOption } from '@tessera/kit';
import type { Change, Write } from '../data/edits.ts';
import { editorOf, editText, type Habits, isReadOnly, readText, sameValue, textOf } from '../data/values.ts';
import type { EditorResult, Go } from './editors.ts';
import type { Editing, Grid } from './grid.ts';
import { type Matrix, parseClipboard, writeHtml, writeTsv } from './model/clipboard.ts';
import type { GridCommand } from './model/keys.ts';
import { type Block, blockOf, cellCount, fillSource, moveSelection, selectAll, selectColumns, type Selection, selectOne, selectRows, tabFrom } from './model/selection.ts';
import { planPaste, readPaste } from './paste.ts';

export type Viewport = { readonly firstVisible: () => number; readonly shiftBy: (rows: number) => void; readonly atEnd: () => boolean; readonly toStart: () => void };

/** What an action tells the person, as a key of the catalogue with its values. */
export type Notice = { readonly key: string; readonly values?: Readonly<Record<string, unknown>>; readonly undo?: boolean; readonly error?: boolean };

export type ActionsEnv = {
  readonly grid: Grid;
  readonly habits: () => Habits;
  readonly rights: () => { readonly create: boolean; readonly edit: boolean; readonly remove: boolean; readonly manage: boolean };
  /** Values that a new record takes from the filter. */
  readonly prefill: () => Readonly<Record<Id, unknown>>;
  readonly expand: (id: Id) => void;
  readonly undo: (redo: boolean) => void;
  readonly remove: (ids: readonly Id[]) => void;
  /** Adds options to fields before values name them. */
  readonly addOptions: (fieldId: Id, added: readonly SelectOption[]) => Promise<boolean>;
  /** Asks before many rows are added. */
  readonly confirmGrow: (rows: number) => Promise<boolean>;
  /** Loads rows of the query that are not in memory. */
  readonly fetchRows: (from: number, to: number) => Promise<readonly RecordData[]>;
  readonly copyText: (text: string) => Promise<boolean>;
  readonly notify: (notice: Notice) => void;
  readonly say: (notice: Notice) => void;
};

const chunk = 1000;
const mostRows = 10_000;

/** What keys, pointer and clipboard do to the grid. */
export const createActions = (env: ActionsEnv) => {
  const { grid } = env;
  let viewport: Viewport | null = null;
  let lastCopy: { readonly text: string; readonly cut: boolean } | null = null;

  const fieldsNow = (): readonly Field[] => grid.state().columns.map((column) => column.field);
  const shownText = (record: RecordData, field: Field): string => {
    const edit = grid.editsOf(record.id)?.[field.id];
    if (edit?.text !== undefined) return edit.text;
    return edit ? textOf(field, edit.value, env.habits().show) : textOf(field, record.fields[field.id], env.habits().show, record.fields);
  };

  /** Sends a change in parts of at most 1,000 records; one undo covers them all. */
  const pushAll = async (updates: readonly Write[], creates: readonly Write[] = []): Promise<boolean> => {
    const parts: Change[] = [];
    for (let i = 0; i < updates.length; i += chunk) parts.push({ updates: updates.slice(i, i + chunk) });
    for (let i = 0; i < creates.length; i += chunk) parts.push({ creates: creates.slice(i, i + chunk) });
    const together = parts.length > 1 ? { operation: newId() } : {};
    const answers = await Promise.all(parts.map((part) => grid.edits().push({ ...part, ...together })));
    return answers.every((answer) => answer !== null);
  };

  const write = (recordId: Id, field: Field, result: EditorResult, version: number): void => {
    const record = grid.rows().record(recordId);
    if (!record) return;
    let value: unknown;
    if ('text' in result) {
      const read = readText(field, result.text, { ...env.habits().read });
      if (!read.ok) {
        grid.edits().mark([{ recordId, fieldId: field.id, text: result.text, refusal: { code: read.code, message: read.message, params: read.params } }]);
        env.say({ key: 'say.refused', values: { field: field.name } });
        return;
      }
      value = read.value;
    } else value = result.value ?? null;
    grid.edits().discard(recordId, field.id);
    if (sameValue(grid.value(record, field.id), value)) return;
    void grid.edits().push({ updates: [{ id: recordId, version: Math.max(version, 1), fields: { [field.id]: value } }] });
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

  const rowsOf = async (block: Block): Promise<readonly { readonly row: number; readonly record: RecordData }[]> => {
    const found: { row: number; record: RecordData }[] = [];
    let missing = false;
    for (let row = block.top; row <= block.bottom; row++) {
      const record = grid.record(row);
      if (record) found.push({ row, record });
      else missing = true;
    }
    if (!missing) return found;
    const fetched = await env.fetchRows(block.top, Math.min(block.bottom, block.top + mostRows - 1));
    return fetched.map((record, i) => ({ row: block.top + i, record: grid.rows().record(record.id) ?? record }));
  };

  const matrixOf = (rows: readonly { readonly record: RecordData }[], block: Block): Matrix => {
    const fields = fieldsNow().slice(block.left, block.right + 1);
    return rows.map(({ record }) => fields.map((field) => shownText(record, field)));
  };

  const clear = async (): Promise<void> => {
    const block = grid.block();
    if (!block || !env.rights().edit) return;
    const fields = fieldsNow().slice(block.left, block.right + 1).filter((field) => !isReadOnly(field));
    if (fields.length === 0) return env.say({ key: 'say.readOnly' });
    const rows = await rowsOf(block);
    const updates = rows.flatMap(({ record }): Write[] => {
      const own: Record<Id, unknown> = {};
      for (const field of fields) {
        grid.edits().discard(record.id, field.id);
        if (!sameValue(grid.value(record, field.id), null)) own[field.id] = null;
      }
      return Object.keys(own).length === 0 ? [] : [{ id: record.id, version: Math.max(1, record.version), fields: own }];
    });
    if (updates.length === 0) return;
    const cells = updates.reduce((sum, update) => sum + Object.keys(update.fields).length, 0);
    if (cells > 1) env.say({ key: 'say.cleared', values: { count: cells } });
    await pushAll(updates);
  };

  const pasteMatrix = async (matrix: Matrix, target: Block): Promise<void> => {
    const rights = env.rights();
    const fields = fieldsNow();
    const size = grid.rows().size();
    const plan = planPaste(matrix, { block: target, rows: size, fields, canCreate: rights.create });
    if (plan.existing.length > mostRows) return env.notify({ key: 'paste.tooMany', values: { count: mostRows }, error: true });
    if (plan.fresh.length > 100 && !(await env.confirmGrow(plan.fresh.length))) return;
    const records = new Map((await rowsOf({ ...plan.area, bottom: Math.min(plan.area.bottom, size - 1) })).map(({ row, record }) => [row, record]));
    const habits = env.habits();
    const result = readPaste(plan, fields, (row) => records.get(row), {
      canAddOptions: rights.manage,
      newId,
      colorFor: optionColor,
      read: (field, text, onNewOption) => readText(field, text, rights.manage ? { ...habits.read, onNewOption } : habits.read),
    });
    for (const { fieldId, added } of result.options) if (!(await env.addOptions(fieldId, added))) return;
    const changed = result.updates.flatMap((update): Write[] => {
      const record = grid.rows().record(update.id);
      const own = Object.fromEntries(Object.entries(update.fields).filter(([fieldId, value]) => {
        grid.edits().discard(update.id, fieldId);
        return !record || !sameValue(grid.value(record, fieldId), value);
      }));
      return Object.keys(own).length === 0 ? [] : [{ id: update.id, fields: own }];
    });
    addRows(result.creates);
    grid.select({ anchor: { row: plan.area.top, col: plan.area.left }, focus: { row: plan.area.bottom, col: plan.area.right } }, false);
    const marks = result.marks;
    if (marks.length > 0) grid.edits().mark(marks);
    const skipped = plan.skippedColumns > 0 ? 'skipped' : plan.skippedRows > 0 ? 'rows' : marks.length > 0 ? (result.unknownOptions > 0 && !rights.manage ? 'options' : 'marked') : null;
    if (skipped !== null) env.notify({ key: `paste.${skipped}`, values: { count: skipped === 'skipped' ? plan.skippedColumns : skipped === 'rows' ? plan.skippedRows : marks.length } });
    env.say({ key: 'say.pasted', values: { count: result.cells } });
    await pushAll(changed, result.creates);
  };

  const addRows = (creates: readonly Write[]): void => {
    if (creates.length === 0) return;
    const now = new Date().toISOString();
    grid.rows().insert(grid.rows().size(), creates.map((write) => ({ id: write.id, version: 0, fields: {}, createdAt: now, updatedAt: now })));
    grid.changed();
  };

  const fill = async (target: Block): Promise<void> => {
    const source = grid.block();
    grid.set({ filling: null });
    if (!source || !env.rights().edit || cellCount(target) === cellCount(source)) return;
    const fields = fieldsNow();
    const rows = await rowsOf(target);
    const sources = new Map(rows.map(({ row, record }) => [row, record]));
    const updates = rows.flatMap(({ row, record }): Write[] => {
      const own: Record<Id, unknown> = {};
      for (let col = target.left; col <= target.right; col++) {
        if (row >= source.top && row <= source.bottom && col >= source.left && col <= source.right) continue;
        const from = fillSource(source, row, col);
        const field = fields[col];
        const sourceField = fields[from.col];
        const sourceRecord = sources.get(from.row);
        if (!field || !sourceField || !sourceRecord || isReadOnly(field)) continue;
        const value = grid.value(sourceRecord, sourceField.id);
        if (field.id === sourceField.id) {
          if (!sameValue(grid.value(record, field.id), value)) own[field.id] = value ?? null;
          continue;
        }
        const read = readText(field, editText(sourceField, value, env.habits()), env.habits().read);
        if (read.ok && !sameValue(grid.value(record, field.id), read.value)) own[field.id] = read.value;
      }
      return Object.keys(own).length === 0 ? [] : [{ id: record.id, version: Math.max(1, record.version), fields: own }];
    });
    grid.select({ anchor: { row: target.top, col: target.left }, focus: { row: target.bottom, col: target.right } }, false);
    if (updates.length === 0) return;
    env.say({ key: 'say.filled', values: { count: updates.length } });
    await pushAll(updates);
  };

  const toggle = (row: number, col: number): boolean => {
    const record = grid.record(row);
    const column = grid.column(col);
    if (!record || !column || editorOf(column.field) !== 'toggle' || !env.rights().edit) return false;
    const next = grid.value(record, column.field.id) !== true;
    void grid.edits().push({ updates: [{ id: record.id, version: Math.max(1, record.version), fields: { [column.field.id]: next } }] });
    env.say({ key: next ? 'say.on' : 'say.off', values: { field: column.field.name } });
    return true;
  };

  const newRecord = (): void => {
    if (!env.rights().create) return;
    const id = newId();
    const row = grid.rows().size();
    addRows([{ id, fields: {} }]);
    void grid.edits().push({ creates: [{ id, fields: env.prefill() }] });
    requestAnimationFrame(() => {
      const col = grid.state().selection?.anchor.col ?? 0;
      grid.select(selectOne(grid.rows().placeOf(id) ?? row, Math.min(col, 0)));
      env.say({ key: 'say.created' });
    });
  };

  const removeSelected = (): void => {
    const block = grid.block();
    if (!block || !env.rights().remove) return;
    const ids = grid.rows().loadedIds(block.top, Math.min(block.bottom, block.top + chunk - 1));
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
        if (!grid.edit('value') && !toggle(selection.anchor.row, selection.anchor.col)) env.say({ key: 'say.readOnly' });
        return true;
      case 'toggleOrExpand': {
        if (toggle(selection.anchor.row, selection.anchor.col)) return true;
        const record = grid.record(selection.anchor.row);
        if (record) env.expand(record.id);
        return true;
      }
      case 'clear': void clear(); return true;
      case 'deleteRecords': removeSelected(); return true;
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
          grid.set({ selection: { anchor: { row: block.top, col: block.left }, focus: { row: block.top, col: block.right } } });
          void fill(block);
        } else if (block.top > 0) {
          grid.set({ selection: { anchor: { row: block.top - 1, col: block.left }, focus: { row: block.top - 1, col: block.right } } });
          void fill({ ...block, top: block.top - 1 });
        }
        return true;
      }
      case 'escape': {
        if (grid.state().copied) grid.set({ copied: null });
        else if (selection.anchor.row !== selection.focus.row || selection.anchor.col !== selection.focus.col) grid.select(selectOne(selection.anchor.row, selection.anchor.col), false);
        else if (grid.checkedCount() > 0) grid.checkAll(false);
        else grid.select(null);
        return true;
      }
      default: return false;
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
    pressReadOnly: (): void => env.say({ key: 'say.readOnly' }),
    fill: (target: Block): void => void fill(target),
    copy: (data: DataTransfer | null, cut: boolean): boolean => {
      const block = grid.block();
      if (!block || !data) return false;
      const fields = fieldsNow().slice(block.left, block.right + 1);
      const give = (rows: readonly { readonly record: RecordData }[]): { text: string; html: string } => {
        const matrix = matrixOf(rows, block);
        return { text: writeTsv(matrix), html: writeHtml(matrix, fields.map((field) => ['text', 'longText'].includes(editorOf(field)))) };
      };
      const done = (text: string): void => {
        lastCopy = { text, cut };
        grid.set({ copied: block });
        env.say({ key: 'say.copied', values: { count: cellCount(block) } });
        if (cut) void clear();
      };
      const loaded = grid.rows().loadedIds(block.top, block.bottom).length === block.bottom - block.top + 1;
      if (loaded) {
        const rows = Array.from({ length: block.bottom - block.top + 1 }, (_, i) => grid.record(block.top + i)).flatMap((record) => (record ? [{ record }] : []));
        const { text, html } = give(rows);
        data.setData('text/plain', text);
        data.setData('text/html', html);
        done(text);
        return true;
      }
      void rowsOf(block).then(async (rows) => {
        const { text } = give(rows);
        const ok = await env.copyText(text);
        env.notify({ key: ok ? 'copy.done' : 'copy.failed', values: { count: rows.length }, error: !ok });
        if (ok) done(text);
      });
      return true;
    },
    paste: (data: DataTransfer | null): boolean => {
      const block = grid.block();
      if (!block || !data) return false;
      if (!env.rights().edit) {
        env.notify({ key: 'paste.denied', error: true });
        return true;
      }
      const text = data.getData('text/plain');
      const matrix = lastCopy && lastCopy.text === text ? parseClipboard(text, '') : parseClipboard(text, data.getData('text/html'));
      if (matrix.length === 0 || (text === '' && data.getData('text/html') === '')) return false;
      grid.set({ copied: null });
      void pasteMatrix(matrix, block);
      return true;
    },
  };
};

export type GridActions = ReturnType<typeof createActions>;
