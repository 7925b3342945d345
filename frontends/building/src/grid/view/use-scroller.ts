import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { groupHeadHeight, type Lines } from '../model/lines.ts';
import { type ColumnLayout, visibleColumns } from '../model/geometry.ts';
import {
  elementHeight,
  mustSettle,
  resized,
  type Scroller,
  scrolled,
  scrollerTo,
  settled,
  topToShowFrom,
} from '../model/scroller.ts';

export type Window = {
  /** Rows to draw, as runs of places, both ends included, and from which height to which. */
  readonly runs: readonly (readonly [number, number])[];
  readonly from: number;
  readonly to: number;
  /** The height at the top of what is seen, as of the last drawing. */
  readonly seen: number;
  readonly firstRow: number;
  readonly lastRow: number;
  readonly firstCol: number;
  readonly lastCol: number;
  readonly shift: number;
  readonly height: number;
  readonly viewport: number;
  readonly width: number;
};

export type ScrollerOptions = {
  readonly element: RefObject<HTMLDivElement | null>;
  readonly lines: Lines;
  /** Under the last line, in px. */
  readonly below: number;
  readonly layout: ColumnLayout;
  readonly frozen: number;
  readonly head: number;
  readonly foot: number;
  /** Runs of rows, both ends included. `leaping`: passed by, not looked at yet. */
  readonly onRows: (runs: readonly (readonly [number, number])[], leaping: boolean) => void;
};

/** What is under a point: `between` where that is no row, but near one. */
export type Hit = {
  readonly row: number;
  readonly between: boolean;
  readonly x: number;
  readonly above: boolean;
  readonly below: boolean;
};

const overscan = 6;
/**
 * Rows passed in one step from which only what is in view is drawn, until scrolling rests or slows down to `stroll`.
 */
const leap = 12;
const stroll = 3;

/** Joins the browser's scrolling with the rows: which rows and columns are drawn, and where. */
export const useScroller = (options: ScrollerOptions) => {
  const { element, lines, below, layout, frozen } = options;
  const content = lines.height + below;
  const latest = useRef(options);
  const state = useRef<Scroller>({ content, viewport: 600, scrollTop: 0, top: 0 });
  const left = useRef({ scrollLeft: 0, width: 1200 });
  const leaping = useRef(false);
  const rest = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);

  const windowNow = useCallback((): Window => {
    const now = latest.current;
    const { rowHeight } = now.lines;
    // By whole rows, so that nothing is drawn anew for every pixel that goes by.
    const extra = leaping.current ? 0 : overscan * rowHeight;
    const from = Math.floor(state.current.top / rowHeight) * rowHeight - extra;
    const to = Math.ceil((state.current.top + state.current.viewport) / rowHeight) * rowHeight + extra;
    const runs = now.lines.runs(from, to);
    const firstRow = runs[0]?.[0] ?? 0;
    const lastRow = runs.at(-1)?.[1] ?? -1;
    const [firstCol, lastCol] = visibleColumns(
      now.layout,
      now.frozen,
      left.current.scrollLeft,
      left.current.width - 64,
      1,
    );
    return {
      runs,
      from,
      to,
      seen: state.current.top,
      firstRow,
      lastRow,
      firstCol,
      lastCol,
      shift: state.current.scrollTop - state.current.top,
      height: elementHeight(state.current.content),
      viewport: state.current.viewport,
      width: left.current.width,
    };
  }, []);
  const [shown, setShown] = useState<Window>(windowNow);

  const draw = useCallback((): void => {
    const next = windowNow();
    setShown((before) => {
      const same =
        before.from === next.from &&
        before.to === next.to &&
        before.runs.join() === next.runs.join() &&
        before.firstCol === next.firstCol &&
        before.lastCol === next.lastCol &&
        before.shift === next.shift &&
        before.height === next.height &&
        before.viewport === next.viewport &&
        before.width === next.width;
      return same ? before : next;
    });
    latest.current.onRows(next.runs, leaping.current);
  }, [windowNow]);

  const place = useCallback(
    (next: Scroller): void => {
      state.current = next;
      const target = element.current;
      if (target && Math.abs(target.scrollTop - next.scrollTop) >= 1) target.scrollTop = next.scrollTop;
    },
    [element],
  );

  useLayoutEffect(() => {
    latest.current = options;
  });

  // The element must have its new height before it can scroll there.
  useLayoutEffect(() => {
    const before = state.current;
    const next = resized(before, content, before.viewport);
    if (next.content !== before.content || next.scrollTop !== before.scrollTop) state.current = next;
    draw();
  }, [lines, content, layout, frozen, draw]);
  useLayoutEffect(() => {
    place(state.current);
  }, [shown.height, place]);

  useEffect(() => {
    const target = element.current;
    if (!target) return undefined;
    const onScroll = (): void => {
      left.current = { ...left.current, scrollLeft: target.scrollLeft };
      const next = scrolled(state.current, target.scrollTop);
      const passed = Math.abs(next.top - state.current.top) / latest.current.lines.rowHeight;
      leaping.current = passed > leap || (leaping.current && passed > stroll);
      // Rows that pass under a resting pointer are not pointed at: the style sheet takes them out of the browser's
      // sight.
      if (next.top !== state.current.top && !('scrolling' in target.dataset)) target.dataset['scrolling'] = '';
      if (mustSettle(next)) place(settled(next));
      else state.current = next;
      clearTimeout(rest.current);
      rest.current = setTimeout(() => {
        leaping.current = false;
        delete target.dataset['scrolling'];
        place(settled(state.current));
        draw();
      }, 120);
      draw();
    };
    const measure = (): void => {
      left.current = { scrollLeft: target.scrollLeft, width: target.clientWidth };
      const viewport = Math.max(0, target.clientHeight - latest.current.head - latest.current.foot);
      place(resized(state.current, state.current.content, viewport));
      draw();
    };
    const observer = new ResizeObserver(measure);
    observer.observe(target);
    measure();
    target.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      observer.disconnect();
      target.removeEventListener('scroll', onScroll);
      clearTimeout(rest.current);
    };
  }, [element, draw, place]);

  /** Brings a row, and a column unless null, into view with the least movement. */
  const reveal = useCallback(
    (row: number, col: number | null): void => {
      const target = element.current;
      if (!target) return;
      const now = latest.current;
      const start = now.lines.top(row);
      // The heads of its groups stick over what is scrolled to the top.
      const heads = now.lines.headsAt(start).length * groupHeadHeight;
      const top = Math.max(0, topToShowFrom(state.current, start - heads, now.lines.rowHeight + heads));
      if (top !== state.current.top) place(scrollerTo(state.current, top));
      if (col !== null && col >= now.frozen) {
        const pinned = now.layout.lefts[now.frozen] ?? 0;
        const from = now.layout.lefts[col] ?? 0;
        const to = now.layout.lefts[col + 1] ?? from;
        const free = target.clientWidth - 64 - pinned;
        if (from - pinned < target.scrollLeft) target.scrollLeft = from - pinned;
        else if (to - pinned > target.scrollLeft + free)
          target.scrollLeft = Math.min(from - pinned, to - pinned - free);
        left.current = { ...left.current, scrollLeft: target.scrollLeft };
      }
      draw();
    },
    [element, draw, place],
  );

  /** Keeps what is shown in place when rows above it leave or come. */
  const shiftBy = useCallback(
    (rowsAbove: number): void => {
      place(scrollerTo(state.current, state.current.top + rowsAbove * latest.current.lines.rowHeight));
      draw();
    },
    [draw, place],
  );

  /** The row under a point of the viewport, and the x within the columns. */
  const hit = useCallback(
    (clientX: number, clientY: number): Hit => {
      const target = element.current;
      const box = target?.getBoundingClientRect();
      if (!target || !box) return { row: 0, between: false, x: 0, above: false, below: false };
      const now = latest.current;
      const inside = clientY - box.top - now.head;
      const x = clientX - box.left - 64;
      const pinned = now.layout.lefts[now.frozen] ?? 0;
      // What was scrolled since the last frame is on the screen already, and told only with the next.
      const top = state.current.top + target.scrollTop - state.current.scrollTop;
      return {
        row: now.lines.rowAt(top + inside),
        between: !now.lines.isRow(top + inside),
        x: x < pinned ? x : x + target.scrollLeft,
        above: inside < 0,
        below: inside > state.current.viewport,
      };
    },
    [element],
  );

  const toStart = useCallback((): void => {
    if (element.current) element.current.scrollLeft = 0;
  }, [element]);
  const firstVisible = useCallback((): number => {
    const { runs } = latest.current.lines;
    const { top, viewport } = state.current;
    return runs(top, top + Math.max(1, viewport))[0]?.[0] ?? 0;
  }, []);
  const atEnd = useCallback(
    (): boolean =>
      state.current.top + state.current.viewport >= state.current.content - latest.current.lines.rowHeight * 2,
    [],
  );

  return { shown, reveal, shiftBy, hit, firstVisible, atEnd, toStart };
};
