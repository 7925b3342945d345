import { type PointerEvent as ReactPointerEvent, type MouseEvent, type RefObject, useEffect, useRef } from 'react';
import type { GridActions } from '../actions.ts';
import type { Grid } from '../grid.ts';
import type { Hit } from './use-scroller.ts';
import { blockOf, fillTarget, selectOne } from '../model/selection.ts';

export type PointerOptions = {
  readonly grid: Grid;
  readonly actions: GridActions;
  readonly hit: (clientX: number, clientY: number) => Hit;
  readonly columnOf: (x: number) => number;
  readonly scroll: RefObject<HTMLDivElement | null>;
  readonly focus: () => void;
};

type Mode = 'range' | 'fill';

const actOf = (target: EventTarget | null): string | null =>
  target instanceof Element ? (target.closest('[data-act]')?.getAttribute('data-act') ?? null) : null;
const inBody = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('[data-body]') !== null &&
  target.closest('[data-editor], [data-act="why"]') === null;

/** Pressing and dragging in the cells: select, extend, fill, tick, expand; near an edge the rows scroll along. */
export const usePointer = ({ grid, actions, hit, columnOf, scroll, focus }: PointerOptions) => {
  const drag = useRef<{ readonly mode: Mode; x: number; y: number; frame: number } | null>(null);
  const latest = useRef({ hit, columnOf, actions });
  latest.current = { hit, columnOf, actions };

  const follow = (): void => {
    const now = drag.current;
    const { selection } = grid.state();
    if (!now || !selection) return;
    const found = latest.current.hit(now.x, now.y);
    const bounds = grid.bounds();
    const place = { row: Math.min(Math.max(0, found.row), bounds.rows - 1), col: latest.current.columnOf(found.x) };
    if (now.mode === 'fill') grid.set({ filling: fillTarget(blockOf(selection), place) });
    else if (place.row !== selection.focus.row || place.col !== selection.focus.col)
      grid.set({ selection: { anchor: selection.anchor, focus: place } });
  };

  const edge = (): void => {
    const now = drag.current;
    const target = scroll.current;
    if (!now || !target) return;
    const box = target.getBoundingClientRect();
    const pull = (at: number, from: number, to: number): number =>
      at < from + 24 ? Math.max(-40, (at - from - 24) / 2) : at > to - 24 ? Math.min(40, (at - to + 24) / 2) : 0;
    const dx = pull(now.x, box.left + 64, box.right);
    const dy = pull(now.y, box.top + 36, box.bottom - 32);
    if (dx !== 0 || dy !== 0) {
      target.scrollBy(dx, dy);
      follow();
    }
    now.frame = requestAnimationFrame(edge);
  };

  const stop = (): void => {
    const now = drag.current;
    if (!now) return;
    cancelAnimationFrame(now.frame);
    drag.current = null;
    window.removeEventListener('pointermove', move);
    window.removeEventListener('pointerup', stop);
    window.removeEventListener('pointercancel', stop);
    const { filling } = grid.state();
    if (now.mode === 'fill' && filling) latest.current.actions.fill(filling);
  };
  const move = (event: PointerEvent): void => {
    if (!drag.current) return;
    drag.current.x = event.clientX;
    drag.current.y = event.clientY;
    follow();
  };
  const begin = (mode: Mode, event: ReactPointerEvent): void => {
    drag.current = { mode, x: event.clientX, y: event.clientY, frame: requestAnimationFrame(edge) };
    window.addEventListener('pointermove', move);
    window.addEventListener('pointerup', stop);
    window.addEventListener('pointercancel', stop);
  };
  useEffect(
    () => () => {
      if (drag.current) cancelAnimationFrame(drag.current.frame);
      drag.current = null;
    },
    [],
  );

  return {
    onPointerDown: (event: ReactPointerEvent<HTMLDivElement>): void => {
      if (event.button !== 0 || !inBody(event.target)) return;
      const act = actOf(event.target);
      if (act === 'fill') {
        event.preventDefault();
        begin('fill', event);
        return;
      }
      if (act !== null) return;
      const found = hit(event.clientX, event.clientY);
      const bounds = grid.bounds();
      if (!grid.rows().started() && found.row >= 0 && found.x >= 0 && bounds.cols > 0) {
        event.preventDefault();
        focus();
        const pressed = { row: found.row, col: columnOf(found.x) };
        // Pressed before the rows were there: it is selected when they are.
        actions.whenReady(() => {
          if (grid.state().selection === null && pressed.row < grid.bounds().rows)
            grid.select(selectOne(pressed.row, pressed.col));
        });
        return;
      }
      if (found.row < 0 || found.row >= bounds.rows || found.between || bounds.cols === 0) return;
      event.preventDefault();
      focus();
      if (found.x < 0) {
        actions.selectRow(found.row, event.shiftKey);
        return;
      }
      const place = { row: found.row, col: columnOf(found.x) };
      const { selection } = grid.state();
      if (event.shiftKey && selection) grid.select({ anchor: selection.anchor, focus: place });
      else grid.select(selectOne(place.row, place.col));
      if (event.pointerType !== 'touch') begin('range', event);
    },
    onClick: (event: MouseEvent<HTMLDivElement>): void => {
      const act = actOf(event.target);
      if (!inBody(event.target)) return;
      const found = hit(event.clientX, event.clientY);
      const record = grid.record(found.row);
      if (!record || found.between) return;
      if (act === 'expand') actions.expand(record.id);
      else if (act === 'press') {
        grid.select(selectOne(found.row, columnOf(found.x)));
        actions.toggle(found.row, columnOf(found.x));
      } else if (act === 'check') actions.check(found.row, event.shiftKey);
      else if (act === null && found.x >= 0 && !event.shiftKey && event.target instanceof Element)
        actions.press(found.row, columnOf(found.x), event.target.closest('[data-height]') !== null);
    },
    onDoubleClick: (event: MouseEvent<HTMLDivElement>): void => {
      const act = actOf(event.target);
      // Two presses on what leads elsewhere edit the cell that it stands in.
      if (!inBody(event.target) || (act !== null && act !== 'follow')) return;
      const found = hit(event.clientX, event.clientY);
      if (found.x >= 0 && found.row >= 0 && found.row < grid.bounds().rows && !found.between && !grid.edit('value'))
        actions.pressReadOnly();
    },
  };
};
