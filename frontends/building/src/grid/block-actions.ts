import { typeOfField, nextColorAmong } from '@tessera/fields';
import { newId, type Field, type Id } from '@tessera/kit';
import { isCut, type Shown, type ShownRecord } from '../data/cut-text.ts';
import type { Change, Write } from '../data/edits.ts';
import { editText, isReadOnly, type Less, lesses, readText, sameValue, textOf } from '../data/values.ts';
import type { Notice } from '../workbench/notice.ts';
import type { ActionsEnv } from './actions.ts';
import { type Clip, type Matrix, parseClipboard, writeHtml, writeTsv } from './model/clipboard.ts';
import { type Block, cellCount, fillSource } from './model/selection.ts';
import { pastedCells, planPaste, readPaste } from './paste.ts';

const chunk = 1000;
const mostRows = 10_000;
/** Cells that one paste writes at most: a tab holds each of them several times while it reads and sends them. */
const mostCells = 1_000_000;
/** What a part of a change weighs at most, in bytes: a commit holds 1 MB, of what stood there and of what is written. */
const partBytes = 800_000;
/** What a text weighs of which only the beginning is here, in bytes: the most that a cell may hold. */
const cutBytes = 100_000;

const encoder = new TextEncoder();
const bytesOf = (value: Shown): number =>
  isCut(value) ? cutBytes : encoder.encode(JSON.stringify(value ?? null)).length;

/** Says how many values keep less than their texts: nothing changes without a word. */
const toldLess = (less: ReadonlyMap<Less, number>): readonly Notice[] =>
  lesses.flatMap((one) => {
    const count = less.get(one) ?? 0;
    return count > 0 ? [{ key: `paste.${one}`, values: { count } }] : [];
  });

/** What is done with a whole block of cells: cleared, copied, pasted into, filled. */
export const createBlockActions = (env: ActionsEnv) => {
  const { bench, grid } = env;
  const list = grid.list();
  let lastCopy: { readonly text: string; readonly cut: boolean } | null = null;

  const fieldsNow = (): readonly Field[] => grid.state().columns.map((column) => column.field);
  /** The text of a cell whose whole value is here. */
  const shownText = (record: ShownRecord, field: Field): string => {
    const edit = grid.editsOf(record.id)?.[field.id];
    if (edit?.text !== undefined) return edit.text;
    if (edit) return textOf(field, edit.value, bench.habits().show);
    const value = record.fields[field.id];
    if (isCut(value)) throw new TypeError('A cut text is not the value of its cell');
    return textOf(field, value, bench.habits().show, record.fields);
  };

  const isCutIn = (record: ShownRecord, fields: readonly Field[]): boolean =>
    fields.some((field) => isCut(grid.value(record, field.id)));
  /** Rows with the texts of these fields in full. Rows that were deleted meanwhile are left out. */
  const inFull = async <Row extends { readonly record: ShownRecord }>(
    rows: readonly Row[],
    fields: readonly Field[],
  ): Promise<readonly Row[]> => {
    const ids = rows.flatMap(({ record }) => (isCutIn(record, fields) ? [record.id] : []));
    if (ids.length === 0) return rows;
    const whole = new Map((await bench.readWhole(ids)).map((record) => [record.id, record]));
    return rows.flatMap((row) => {
      if (!isCutIn(row.record, fields)) return [row];
      const record = whole.get(row.record.id);
      return record ? [{ ...row, record }] : [];
    });
  };

  /** Says why what was asked for could not be done: rows or whole texts did not come. */
  const attempt = (work: Promise<void>): void => {
    work.catch((problem: unknown) =>
      bench.notify({ key: 'error.notRead', values: { reason: bench.reason(problem) }, error: true }),
    );
  };

  /** Writes in parts that the server takes: by their number and by their bytes. */
  const inParts = (writes: readonly Write[]): readonly (readonly Write[])[] => {
    const parts: Write[][] = [];
    let bytes = 0;
    for (const write of writes) {
      const before = grid.rows().record(write.id);
      const weight = Object.entries(write.fields).reduce(
        (sum, [fieldId, value]) => sum + bytesOf(value as Shown) + bytesOf(before?.fields[fieldId]),
        100,
      );
      const part = parts.at(-1);
      if (part === undefined || part.length === chunk || bytes + weight > partBytes) {
        parts.push([write]);
        bytes = weight;
      } else {
        part.push(write);
        bytes += weight;
      }
    }
    return parts;
  };

  /** Sends a change in parts; one undo covers them all. */
  const pushAll = async (
    updates: readonly Write[],
    creates: readonly Write[] = [],
    operation?: Id,
  ): Promise<boolean> => {
    const parts: Change[] = [];
    for (const part of inParts(updates)) parts.push({ updates: part });
    for (const part of inParts(creates)) parts.push({ creates: part });
    const together = operation !== undefined || parts.length > 1 ? { operation: operation ?? newId() } : {};
    const answers = await Promise.all(parts.map((part) => grid.edits().push({ ...part, ...together })));
    return answers.every((answer) => answer !== null);
  };

  const rowsOf = async (block: Block): Promise<readonly { readonly row: number; readonly record: ShownRecord }[]> => {
    const found: { row: number; record: ShownRecord }[] = [];
    let missing = false;
    for (let row = block.top; row <= block.bottom; row++) {
      const record = grid.record(row);
      if (record) found.push({ row, record });
      else missing = true;
    }
    if (!missing) return found;
    const fetched = await list.fetch(block.top, Math.min(block.bottom, block.top + mostRows - 1));
    return fetched.map((record, i) => ({ row: block.top + i, record: grid.rows().record(record.id) ?? record }));
  };

  const matrixOf = (rows: readonly { readonly record: ShownRecord }[], block: Block): Matrix => {
    const fields = fieldsNow().slice(block.left, block.right + 1);
    return rows.map(({ record }) => fields.map((field) => shownText(record, field)));
  };

  const clear = async (block: Block | null): Promise<void> => {
    if (!block || !bench.rights().edit) return;
    const fields = fieldsNow()
      .slice(block.left, block.right + 1)
      .filter((field) => !isReadOnly(field));
    if (fields.length === 0) return bench.sayNotice({ key: 'say.readOnly' });
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
    if (cells > 1) bench.sayNotice({ key: 'say.cleared', values: { count: cells } });
    await pushAll(updates);
  };

  const pasteClip = async ({ texts, exact }: Clip, target: Block): Promise<void> => {
    const rights = bench.rights();
    const fields = fieldsNow();
    const size = grid.rows().size();
    const cells = pastedCells(texts, { block: target, fields });
    if (cells > mostCells)
      return bench.notify({ key: 'paste.tooLarge', values: { count: cells, most: mostCells }, error: true });
    const plan = planPaste(texts, { block: target, rows: size, fields, canCreate: rights.create }, exact);
    if (plan.existing.length > mostRows)
      return bench.notify({ key: 'paste.tooMany', values: { count: mostRows }, error: true });
    if (plan.fresh.length > 100 && !(await bench.confirmGrow(plan.fresh.length))) return;
    const records = new Map(
      (await rowsOf({ ...plan.area, bottom: Math.min(plan.area.bottom, size - 1) })).map(({ row, record }) => [
        row,
        record,
      ]),
    );
    const habits = bench.habits();
    const result = readPaste(plan, fields, (row) => records.get(row), {
      canAddOptions: rights.manage,
      decimal: habits.read.decimal,
      newId,
      colorFor: (options, field) => nextColorAmong(options, fields, field.id),
      read: (field, text, onNewOption) =>
        readText(field, text, rights.manage ? { ...habits.read, onNewOption } : habits.read),
    });
    const operation = result.options.length > 0 ? newId() : undefined;
    if (operation !== undefined)
      for (const { fieldId, added } of result.options) if (!(await bench.addOptions(fieldId, added, operation))) return;
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
    bench.append(
      list,
      result.creates.map(({ id }) => id),
    );
    grid.select(
      { anchor: { row: plan.area.top, col: plan.area.left }, focus: { row: plan.area.bottom, col: plan.area.right } },
      false,
    );
    const marks = result.marks;
    if (marks.length > 0) grid.edits().mark(marks);
    bench.openRefused(marks[0] ?? null);
    const told = (key: string, count: number): readonly Notice[] =>
      count > 0 ? [{ key: `paste.${key}`, values: { count } }] : [];
    const [first, ...also] = [
      ...told('skipped', plan.skippedColumns),
      ...told('rows', plan.skippedRows),
      ...told(result.unknownOptions > 0 && !rights.manage ? 'options' : 'marked', marks.length),
      ...toldLess(result.less),
    ];
    if (first) bench.notify({ ...first, also });
    bench.sayNotice({ key: 'say.pasted', values: { count: result.cells } });
    await pushAll(changed, result.creates, operation);
  };

  const fill = async (target: Block): Promise<void> => {
    const source = grid.block();
    grid.set({ filling: null });
    if (!source || !bench.rights().edit || cellCount(target) === cellCount(source)) return;
    const fields = fieldsNow();
    const rows = await rowsOf(target);
    const from = rows.filter(({ row }) => row >= source.top && row <= source.bottom);
    const sources = new Map(
      (await inFull(from, fields.slice(source.left, source.right + 1))).map(({ row, record }) => [row, record]),
    );
    const less = new Map<Less, number>();
    const updates = rows.flatMap(({ row, record }): Write[] => {
      const own: Record<Id, unknown> = {};
      for (let col = target.left; col <= target.right; col++) {
        if (row >= source.top && row <= source.bottom && col >= source.left && col <= source.right) continue;
        const taken = fillSource(source, row, col);
        const field = fields[col];
        const sourceField = fields[taken.col];
        const sourceRecord = sources.get(taken.row);
        if (!field || !sourceField || !sourceRecord || isReadOnly(field)) continue;
        const value = grid.value(sourceRecord, sourceField.id);
        if (isCut(value)) continue;
        if (field.id === sourceField.id) {
          if (!sameValue(grid.value(record, field.id), value)) own[field.id] = value ?? null;
          continue;
        }
        const read = readText(field, editText(sourceField, value, bench.habits()), bench.habits().read);
        if (!read.ok || sameValue(grid.value(record, field.id), read.value)) continue;
        own[field.id] = read.value;
        if (read.less !== undefined) less.set(read.less, (less.get(read.less) ?? 0) + 1);
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
    const [first, ...also] = toldLess(less);
    if (first) bench.notify({ ...first, also });
    bench.sayNotice({ key: 'say.filled', values: { count: updates.length } });
    await pushAll(updates);
  };

  return {
    clear: (): void => attempt(clear(grid.block())),
    fill: (target: Block): void => attempt(fill(target)),
    copy: (data: DataTransfer | null, cut: boolean): boolean => {
      const block = grid.block();
      if (!block || !data) return false;
      const fields = fieldsNow().slice(block.left, block.right + 1);
      const give = (rows: readonly { readonly record: ShownRecord }[]): { text: string; html: string } => {
        const matrix = matrixOf(rows, block);
        return {
          text: writeTsv(matrix),
          html: writeHtml(
            matrix,
            fields.map((field) => typeOfField(field)?.family === 'text'),
          ),
        };
      };
      const done = (text: string): void => {
        lastCopy = { text, cut };
        grid.set({ copied: block });
        bench.sayNotice({ key: 'say.copied', values: { count: cellCount(block) } });
        if (cut) attempt(clear(block));
      };
      const rows = grid
        .rows()
        .loadedIds(block.top, block.bottom)
        .flatMap((id) => grid.rows().record(id) ?? [])
        .map((record) => ({ record }));
      // What is here in full goes with the event.
      if (rows.length === block.bottom - block.top + 1 && !rows.some(({ record }) => isCutIn(record, fields))) {
        const { text, html } = give(rows);
        data.setData('text/plain', text);
        data.setData('text/html', html);
        done(text);
        return true;
      }
      const copied = async (): Promise<void> => {
        const whole = await inFull(await rowsOf(block), fields);
        const { text } = give(whole);
        const ok = await env.copyText(text);
        bench.notify({ key: ok ? 'copy.done' : 'copy.failed', values: { count: whole.length }, error: !ok });
        if (ok) done(text);
      };
      attempt(copied());
      return true;
    },
    paste: (data: DataTransfer | null): boolean => {
      const block = grid.block();
      if (!block || !data) return false;
      if (!bench.rights().edit) {
        bench.notify({ key: 'paste.denied', error: true });
        return true;
      }
      const text = data.getData('text/plain');
      const clip =
        lastCopy && lastCopy.text === text ? parseClipboard(text, '') : parseClipboard(text, data.getData('text/html'));
      if (clip.texts.length === 0 || (text === '' && data.getData('text/html') === '')) return false;
      grid.set({ copied: null });
      attempt(pasteClip(clip, block));
      return true;
    },
  };
};
