import { newId, optionColor, type Field, type Id, type RecordData } from '@tessera/kit';
import type { Change, Write } from '../data/edits.ts';
import { editorOf, editText, isReadOnly, readText, sameValue, textOf } from '../data/values.ts';
import type { ActionsEnv } from './actions.ts';
import { type Clip, type Matrix, parseClipboard, writeHtml, writeTsv } from './model/clipboard.ts';
import { type Block, cellCount, fillSource } from './model/selection.ts';
import { planPaste, readPaste } from './paste.ts';

const chunk = 1000;
const mostRows = 10_000;

/** What is done with a whole block of cells: cleared, copied, pasted into, filled. */
export const createBlockActions = (env: ActionsEnv) => {
  const { grid } = env;
  let lastCopy: { readonly text: string; readonly cut: boolean } | null = null;

  const fieldsNow = (): readonly Field[] => grid.state().columns.map((column) => column.field);
  const shownText = (record: RecordData, field: Field): string => {
    const edit = grid.editsOf(record.id)?.[field.id];
    if (edit?.text !== undefined) return edit.text;
    return edit
      ? textOf(field, edit.value, env.habits().show)
      : textOf(field, record.fields[field.id], env.habits().show, record.fields);
  };

  /** Sends a change in parts of at most 1,000 records; one undo covers them all. */
  const pushAll = async (
    updates: readonly Write[],
    creates: readonly Write[] = [],
    operation?: Id,
  ): Promise<boolean> => {
    const parts: Change[] = [];
    for (let i = 0; i < updates.length; i += chunk) parts.push({ updates: updates.slice(i, i + chunk) });
    for (let i = 0; i < creates.length; i += chunk) parts.push({ creates: creates.slice(i, i + chunk) });
    const together = operation !== undefined || parts.length > 1 ? { operation: operation ?? newId() } : {};
    const answers = await Promise.all(parts.map((part) => grid.edits().push({ ...part, ...together })));
    return answers.every((answer) => answer !== null);
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
    const fields = fieldsNow()
      .slice(block.left, block.right + 1)
      .filter((field) => !isReadOnly(field));
    if (fields.length === 0) return env.say({ key: 'say.readOnly' });
    const rows = await rowsOf(block);
    const updates = rows.flatMap(({ record }): Write[] => {
      const own: Record<Id, unknown> = {};
      for (const field of fields) {
        grid.edits().discard(record.id, field.id);
        if (!sameValue(grid.value(record, field.id), null)) own[field.id] = null;
      }
      return Object.keys(own).length === 0
        ? []
        : [{ id: record.id, version: Math.max(1, record.version), fields: own }];
    });
    if (updates.length === 0) return;
    const cells = updates.reduce((sum, update) => sum + Object.keys(update.fields).length, 0);
    if (cells > 1) env.say({ key: 'say.cleared', values: { count: cells } });
    await pushAll(updates);
  };

  const pasteClip = async ({ texts, exact }: Clip, target: Block): Promise<void> => {
    const rights = env.rights();
    const fields = fieldsNow();
    const size = grid.rows().size();
    const plan = planPaste(texts, { block: target, rows: size, fields, canCreate: rights.create }, exact);
    if (plan.existing.length > mostRows)
      return env.notify({ key: 'paste.tooMany', values: { count: mostRows }, error: true });
    if (plan.fresh.length > 100 && !(await env.confirmGrow(plan.fresh.length))) return;
    const records = new Map(
      (await rowsOf({ ...plan.area, bottom: Math.min(plan.area.bottom, size - 1) })).map(({ row, record }) => [
        row,
        record,
      ]),
    );
    const habits = env.habits();
    const result = readPaste(plan, fields, (row) => records.get(row), {
      canAddOptions: rights.manage,
      decimal: habits.read.decimal,
      newId,
      colorFor: optionColor,
      read: (field, text, onNewOption) =>
        readText(field, text, rights.manage ? { ...habits.read, onNewOption } : habits.read),
    });
    const operation = result.options.length > 0 ? newId() : undefined;
    if (operation !== undefined)
      for (const { fieldId, added } of result.options) if (!(await env.addOptions(fieldId, added, operation))) return;
    const changed = result.updates.flatMap((update): Write[] => {
      const record = grid.rows().record(update.id);
      const own = Object.fromEntries(
        Object.entries(update.fields).filter(([fieldId, value]) => {
          grid.edits().discard(update.id, fieldId);
          return !record || !sameValue(grid.value(record, fieldId), value);
        }),
      );
      return Object.keys(own).length === 0 ? [] : [{ id: update.id, fields: own }];
    });
    addRows(result.creates);
    grid.select(
      { anchor: { row: plan.area.top, col: plan.area.left }, focus: { row: plan.area.bottom, col: plan.area.right } },
      false,
    );
    const marks = result.marks;
    if (marks.length > 0) grid.edits().mark(marks);
    const skipped =
      plan.skippedColumns > 0
        ? 'skipped'
        : plan.skippedRows > 0
          ? 'rows'
          : marks.length > 0
            ? result.unknownOptions > 0 && !rights.manage
              ? 'options'
              : 'marked'
            : null;
    if (skipped !== null)
      env.notify({
        key: `paste.${skipped}`,
        values: {
          count: skipped === 'skipped' ? plan.skippedColumns : skipped === 'rows' ? plan.skippedRows : marks.length,
        },
      });
    env.say({ key: 'say.pasted', values: { count: result.cells } });
    await pushAll(changed, result.creates, operation);
  };

  const addRows = (creates: readonly Write[]): void => {
    if (creates.length === 0) return;
    const now = new Date().toISOString();
    grid.rows().insert(
      grid.rows().size(),
      creates.map((write) => ({ id: write.id, version: 0, fields: {}, createdAt: now, updatedAt: now })),
    );
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
      return Object.keys(own).length === 0
        ? []
        : [{ id: record.id, version: Math.max(1, record.version), fields: own }];
    });
    grid.select(
      { anchor: { row: target.top, col: target.left }, focus: { row: target.bottom, col: target.right } },
      false,
    );
    if (updates.length === 0) return;
    env.say({ key: 'say.filled', values: { count: updates.length } });
    await pushAll(updates);
  };

  return {
    clear,
    fill,
    /** Shows new rows at the end before the server knows them. */
    addRows,
    copy: (data: DataTransfer | null, cut: boolean): boolean => {
      const block = grid.block();
      if (!block || !data) return false;
      const fields = fieldsNow().slice(block.left, block.right + 1);
      const give = (rows: readonly { readonly record: RecordData }[]): { text: string; html: string } => {
        const matrix = matrixOf(rows, block);
        return {
          text: writeTsv(matrix),
          html: writeHtml(
            matrix,
            fields.map((field) => ['text', 'longText'].includes(editorOf(field))),
          ),
        };
      };
      const done = (text: string): void => {
        lastCopy = { text, cut };
        grid.set({ copied: block });
        env.say({ key: 'say.copied', values: { count: cellCount(block) } });
        if (cut) void clear();
      };
      const loaded = grid.rows().loadedIds(block.top, block.bottom).length === block.bottom - block.top + 1;
      if (loaded) {
        const rows = Array.from({ length: block.bottom - block.top + 1 }, (_, i) => grid.record(block.top + i)).flatMap(
          (record) => (record ? [{ record }] : []),
        );
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
      const clip =
        lastCopy && lastCopy.text === text ? parseClipboard(text, '') : parseClipboard(text, data.getData('text/html'));
      if (clip.texts.length === 0 || (text === '' && data.getData('text/html') === '')) return false;
      grid.set({ copied: null });
      void pasteClip(clip, block);
      return true;
    },
  };
};
