import { type Field, type Id, type MenuEntry, type Sort } from '@tessera/kit';
import { IconArrowNarrowDown, IconArrowNarrowUp, IconCheck, IconChevronDown, IconMinus, IconPlus } from '@tessera/kit/icons';
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import type { GridColumn } from '../grid.ts';
import { columnMinimum, type ColumnLayout, dropIndex, gutter } from '../model/geometry.ts';
import { fieldIcon } from './field-icon.ts';
import { LazyMenu } from './lazy-menu.tsx';
import classes from './grid.module.css';

export type HeadProps = {
  readonly columns: readonly GridColumn[];
  readonly layout: ColumnLayout;
  readonly frozen: number;
  readonly first: number;
  readonly last: number;
  /** Columns that are selected from top to bottom. */
  readonly selected: { readonly from: number; readonly to: number } | null;
  readonly sort: readonly Sort[];
  readonly checked: 'none' | 'some' | 'all';
  readonly menu: (field: Field) => readonly MenuEntry[];
  readonly texts: { readonly selectAll: string; readonly addField: string; readonly menuOf: (name: string) => string };
  readonly onCheckAll: () => void;
  readonly onSelectColumn: (col: number, extend: boolean) => void;
  /** Both absent where the person may not arrange the view. */
  readonly onResize?: (fieldId: Id, width: number) => void;
  readonly onFit?: (fieldId: Id) => void;
  readonly onReorder?: (fieldId: Id, to: number) => void;
  readonly onAddField?: () => void;
  readonly onLeaveDown: () => void;
  /** x of the pointer in the coordinates of the columns. */
  readonly columnX: (clientX: number) => number;
  readonly guide: (left: number | null) => void;
};

type Drag = { readonly col: number; readonly startX: number; moved: boolean; to: number };

/** Column names: press selects the column, the menu does the rest; drag moves it, its edge resizes it. */
export const Head = (props: HeadProps) => {
  const { columns, layout, frozen, first, last } = props;
  const [dragging, setDragging] = useState<number | null>(null);
  const [open, setOpen] = useState<number | null>(null);
  const drag = useRef<Drag | null>(null);

  const resize = (event: PointerEvent<HTMLSpanElement>, col: number): void => {
    const column = columns[col];
    if (!props.onResize || !column || event.button !== 0) return;
    event.preventDefault();
    event.stopPropagation();
    const target = event.currentTarget;
    target.setPointerCapture(event.pointerId);
    const from = event.clientX;
    let width = column.width;
    const move = (moving: globalThis.PointerEvent): void => {
      width = Math.max(columnMinimum, Math.round(column.width + moving.clientX - from));
      props.guide(gutter + (layout.lefts[col] ?? 0) + width);
    };
    const end = (): void => {
      target.removeEventListener('pointermove', move);
      props.guide(null);
      if (width !== column.width) props.onResize?.(column.field.id, width);
    };
    target.addEventListener('pointermove', move);
    target.addEventListener('pointerup', end, { once: true });
    target.addEventListener('pointercancel', end, { once: true });
  };

  const press = (event: PointerEvent<HTMLDivElement>, col: number): void => {
    if (event.button !== 0 || (event.target instanceof Element && event.target.closest('button, [data-grip]'))) return;
    props.onSelectColumn(col, event.shiftKey);
    if (!props.onReorder || event.pointerType === 'touch') return;
    const target = event.currentTarget;
    drag.current = { col, startX: event.clientX, moved: false, to: col };
    const move = (moving: globalThis.PointerEvent): void => {
      const now = drag.current;
      if (!now) return;
      if (!now.moved && Math.abs(moving.clientX - now.startX) < 6) return;
      if (!now.moved) {
        now.moved = true;
        target.setPointerCapture(event.pointerId);
        setDragging(col);
      }
      now.to = dropIndex(layout, props.columnX(moving.clientX), col, 0);
      const edge = now.to > col ? now.to + 1 : now.to;
      props.guide(gutter + (layout.lefts[edge] ?? 0));
    };
    const end = (): void => {
      window.removeEventListener('pointermove', move);
      props.guide(null);
      setDragging(null);
      const done = drag.current;
      drag.current = null;
      const column = columns[col];
      if (done?.moved && done.to !== col && column) props.onReorder?.(column.field.id, done.to);
    };
    window.addEventListener('pointermove', move);
    window.addEventListener('pointerup', end, { once: true });
    window.addEventListener('pointercancel', end, { once: true });
  };

  const keys = (event: KeyboardEvent<HTMLButtonElement>): void => {
    if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') {
      const buttons = [...event.currentTarget.closest('[role="row"]')?.querySelectorAll<HTMLElement>('[data-head-menu]') ?? []];
      buttons[buttons.indexOf(event.currentTarget) + (event.key === 'ArrowRight' ? 1 : -1)]?.focus();
    } else if (event.key === 'ArrowDown' && !event.altKey && event.currentTarget.getAttribute('aria-expanded') !== 'true') props.onLeaveDown();
    else if (event.key === 'Escape' && open === null) props.onLeaveDown();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  const cell = (col: number) => {
    const column = columns[col];
    if (!column) return null;
    const { field, width } = column;
    const Icon = fieldIcon(field.type);
    const sorted = props.sort.find((one) => one.fieldId === field.id);
    const SortMark = sorted?.order === 'desc' ? IconArrowNarrowDown : IconArrowNarrowUp;
    return (
      <div
        key={field.id}
        role="columnheader"
        aria-colindex={col + 2}
        aria-sort={sorted ? (sorted.order === 'desc' ? 'descending' : 'ascending') : undefined}
        className={classes['headCell']}
        style={{ left: gutter + (layout.lefts[col] ?? 0), width }}
        data-selected={(props.selected && col >= props.selected.from && col <= props.selected.to) || undefined}
        data-dragging={dragging === col || undefined}
        data-open={open === col || undefined}
        title={field.description === '' ? undefined : field.description}
        onPointerDown={(event) => press(event, col)}
        onContextMenu={(event) => {
          event.preventDefault();
          setOpen(col);
        }}
      >
        <Icon aria-hidden="true" />
        <span className={classes['headName']}>{field.name}</span>
        {sorted && <SortMark aria-hidden="true" className={classes['sortMark'] ?? ''} />}
        <LazyMenu
          opened={open === col}
          onChange={(next) => setOpen(next ? col : null)}
          side="bottom-end"
          items={() => props.menu(field)}
          anchor={
            <button type="button" tabIndex={-1} data-head-menu className={classes['headMenu']} aria-haspopup="menu" aria-expanded={open === col} aria-label={props.texts.menuOf(field.name)} onKeyDown={keys}>
              <IconChevronDown aria-hidden="true" />
            </button>
          }
        />
        {props.onResize && <span className={classes['grip']} data-grip onPointerDown={(event) => resize(event, col)} onDoubleClick={() => props.onFit?.(field.id)} />}
      </div>
    );
  };

  const scrolling: number[] = [];
  for (let col = Math.max(first, frozen); col <= last; col++) scrolling.push(col);
  return (
    <div role="rowgroup" className={classes['head']}>
      <div role="row" aria-rowindex={1} style={{ display: 'contents' }}>
        <div className={classes['headFrozen']} role="presentation" style={{ width: gutter + (layout.lefts[frozen] ?? 0) }}>
          <div role="columnheader" aria-colindex={1} className={classes['headGutter']}>
            <button type="button" role="checkbox" tabIndex={-1} aria-checked={props.checked === 'some' ? 'mixed' : props.checked === 'all'} aria-label={props.texts.selectAll} className={classes['checkAll']} data-on={props.checked !== 'none' || undefined} onClick={props.onCheckAll}>
              {props.checked === 'all' ? <IconCheck aria-hidden="true" /> : props.checked === 'some' ? <IconMinus aria-hidden="true" /> : null}
            </button>
          </div>
          {Array.from({ length: frozen }, (_, col) => cell(col))}
          {frozen > 0 && <span className={classes['edge']} />}
        </div>
        {scrolling.map(cell)}
        {props.onAddField && (
          <div role="columnheader" aria-colindex={columns.length + 2} className={classes['addField']} style={{ left: gutter + layout.total }}>
            <button type="button" className={classes['addButton']} aria-label={props.texts.addField} title={props.texts.addField} onClick={props.onAddField}><IconPlus aria-hidden="true" /></button>
          </div>
        )}
      </div>
    </div>
  );
};
