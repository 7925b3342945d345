import { type Density, type Field, type Id, type MenuEntry, type Sort } from '@tessera/kit';
import {
  IconArrowNarrowDown,
  IconArrowNarrowUp,
  IconCheck,
  IconChevronDown,
  IconMinus,
  IconPlus,
} from '@tessera/kit/icons';
import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useRef, useState } from 'react';
import type { GridColumn } from '../grid.ts';
import { columnSizes, type ColumnLayout, dropIndex, gutter } from '../model/geometry.ts';
import { fieldIcon, viewOfField } from '../../field-types/list.ts';
import { LazyMenu } from './lazy-menu.tsx';
import { track } from './track.ts';
import classes from './grid.module.css';

export type HeadProps = {
  readonly columns: readonly GridColumn[];
  readonly density: Density;
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

/** How much one press of a key widens a column, in px. */
const widthStep = 20;

/** Column names: press selects the column, the menu does the rest; drag moves it, its edge resizes it. */
export const Head = (props: HeadProps) => {
  const { columns, layout, frozen, first, last } = props;
  const { least } = columnSizes[props.density];
  const [dragging, setDragging] = useState<number | null>(null);
  const [open, setOpen] = useState<number | null>(null);
  const row = useRef<HTMLDivElement>(null);
  /** The column that is moved by keys: drawn in its new place it has the focus before the next key arrives. */
  const moving = useRef<Id | null>(null);
  useLayoutEffect(() => {
    const { current: fieldId } = moving;
    if (fieldId === null) return;
    moving.current = null;
    row.current?.querySelector<HTMLElement>(`[data-field="${fieldId}"] [data-head-menu]`)?.focus();
  }, [columns]);

  const resize = (event: PointerEvent<HTMLSpanElement>, col: number): void => {
    const column = columns[col];
    if (!props.onResize || !column || event.button !== 0) return;
    event.preventDefault();
    event.stopPropagation();
    const from = event.clientX;
    let width = column.width;
    track(event, {
      threshold: 0,
      onMove: (moving) => {
        width = Math.max(least, Math.round(column.width + moving.clientX - from));
        props.guide(gutter + (layout.lefts[col] ?? 0) + width);
      },
      onEnd: (kept) => {
        props.guide(null);
        if (kept && width !== column.width) props.onResize?.(column.field.id, width);
      },
    });
  };

  const press = (event: PointerEvent<HTMLDivElement>, col: number): void => {
    if (event.button !== 0 || (event.target instanceof Element && event.target.closest('button, [data-grip]'))) return;
    props.onSelectColumn(col, event.shiftKey);
    const column = columns[col];
    // The first column names the records and stays the first.
    if (!props.onReorder || !column || col === 0 || event.pointerType === 'touch') return;
    const target = event.currentTarget;
    const element = target.closest<HTMLElement>('[role="grid"]')?.parentElement;
    const [from, scrolled] = [event.clientX, element?.scrollLeft ?? 0];
    let to = col;
    track(event, {
      threshold: 6,
      pane: element ? { element, frozen: gutter + (layout.lefts[frozen] ?? 0) } : undefined,
      onMove: (moving) => {
        setDragging(col);
        target.style.transform = `translateX(${moving.clientX - from + (element?.scrollLeft ?? 0) - scrolled}px)`;
        to = dropIndex(layout, props.columnX(moving.clientX), col, 1);
        props.guide(gutter + (layout.lefts[to > col ? to + 1 : to] ?? 0));
      },
      onEnd: (kept) => {
        target.style.transform = '';
        props.guide(null);
        setDragging(null);
        if (kept && to !== col) props.onReorder?.(column.field.id, to);
      },
    });
  };

  /** Shift and an arrow widen or narrow a column, with Control they move it; the focus stays on it. */
  const arrange = (event: KeyboardEvent<HTMLButtonElement>, col: number): boolean => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const column = columns[col];
    if (by === 0 || !event.shiftKey || event.altKey || !column) return false;
    if (!event.ctrlKey && !event.metaKey)
      props.onResize?.(column.field.id, Math.max(least, column.width + by * widthStep));
    else if (col > 0 && col + by > 0 && col + by < columns.length) {
      moving.current = column.field.id;
      props.onReorder?.(column.field.id, col + by);
    }
    return true;
  };

  const walk = (event: KeyboardEvent<HTMLButtonElement>): boolean => {
    if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') {
      const buttons = [
        ...(event.currentTarget.closest('[role="row"]')?.querySelectorAll<HTMLElement>('[data-head-menu]') ?? []),
      ];
      buttons[buttons.indexOf(event.currentTarget) + (event.key === 'ArrowRight' ? 1 : -1)]?.focus();
    } else if (
      event.key === 'ArrowDown' &&
      !event.altKey &&
      event.currentTarget.getAttribute('aria-expanded') !== 'true'
    )
      props.onLeaveDown();
    else if (event.key === 'Escape' && open === null) props.onLeaveDown();
    else return false;
    return true;
  };
  const keys = (event: KeyboardEvent<HTMLButtonElement>, col: number): void => {
    if (!arrange(event, col) && !walk(event)) return;
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
        data-field={field.id}
        aria-sort={sorted ? (sorted.order === 'desc' ? 'descending' : 'ascending') : undefined}
        className={classes['headCell']}
        data-end={viewOfField(field).atEnd}
        data-narrow={width < 150 ? (width < 110 ? 'very' : 'some') : undefined}
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
            <button
              type="button"
              tabIndex={-1}
              data-head-menu
              className={classes['headMenu']}
              aria-haspopup="menu"
              aria-expanded={open === col}
              aria-label={props.texts.menuOf(field.name)}
              {...(props.onResize
                ? {
                    'aria-keyshortcuts':
                      'Shift+ArrowLeft Shift+ArrowRight Control+Shift+ArrowLeft Control+Shift+ArrowRight',
                  }
                : {})}
              onKeyDown={(event) => keys(event, col)}
            >
              <IconChevronDown aria-hidden="true" />
            </button>
          }
        />
        {props.onResize && (
          <span
            className={classes['grip']}
            data-grip
            onPointerDown={(event) => resize(event, col)}
            onDoubleClick={() => props.onFit?.(field.id)}
          />
        )}
      </div>
    );
  };

  const scrolling: number[] = [];
  for (let col = Math.max(first, frozen); col <= last; col++) scrolling.push(col);
  return (
    <div ref={row} role="rowgroup" className={classes['head']}>
      <div role="row" aria-rowindex={1} style={{ display: 'contents' }}>
        <div
          className={classes['headFrozen']}
          role="presentation"
          style={{ width: gutter + (layout.lefts[frozen] ?? 0) }}
        >
          <div role="columnheader" aria-colindex={1} className={classes['headGutter']}>
            <button
              type="button"
              role="checkbox"
              tabIndex={-1}
              aria-checked={props.checked === 'some' ? 'mixed' : props.checked === 'all'}
              aria-label={props.texts.selectAll}
              className={classes['checkAll']}
              data-on={props.checked !== 'none' || undefined}
              onClick={props.onCheckAll}
            >
              {props.checked === 'all' ? (
                <IconCheck aria-hidden="true" />
              ) : props.checked === 'some' ? (
                <IconMinus aria-hidden="true" />
              ) : null}
            </button>
          </div>
          {Array.from({ length: frozen }, (_, col) => cell(col))}
          {frozen > 0 && <span className={classes['edge']} />}
        </div>
        {scrolling.map(cell)}
        {props.onAddField && (
          <div
            role="columnheader"
            aria-colindex={columns.length + 2}
            className={classes['addField']}
            style={{ left: gutter + layout.total }}
          >
            <button
              type="button"
              className={classes['addButton']}
              aria-label={props.texts.addField}
              title={props.texts.addField}
              onClick={props.onAddField}
            >
              <IconPlus aria-hidden="true" />
            </button>
          </div>
        )}
      </div>
    </div>
  );
};
