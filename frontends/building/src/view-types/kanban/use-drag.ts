import { type Id } from '@tessera/kit';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ShownRecord } from '../../data/cut-text.ts';
import type { ColumnHandle } from './column.tsx';
import { laneId } from './config.ts';
import { edgeSpeed, placeAt } from './geometry.ts';

export type Spot = { readonly key: string | null; readonly at: number };

/** A card that is on its way by the pointer or by keys. */
export type Drag = {
  readonly by: 'pointer' | 'keys';
  readonly record: ShownRecord;
  readonly from: Spot;
  readonly to: Spot;
  readonly width: number;
  readonly height: number;
};

/** In px and ms: from where on a press is a drag, how long a finger rests, and how long a folded column is held over. */
const slack = 4;
const strays = 10;
const restMs = 300;
const unfoldMs = 600;

export type DragEnv = {
  readonly enabled: boolean;
  readonly handles: RefObject<ReadonlyMap<string, ColumnHandle>>;
  /** What scrolls the columns sideways. */
  readonly board: RefObject<HTMLElement | null>;
  readonly recordAt: (key: string | null, place: number) => ShownRecord | undefined;
  /** The place that a record gets in a column, where the pointer asks for one. */
  readonly placeIn: (key: string | null, record: ShownRecord, asked: number) => number;
  readonly onDrop: (drag: Drag) => void;
  readonly onUnfold: (id: string) => void;
  /** A finger rested on a card and went away without moving it. */
  readonly onRested: (key: string | null, place: number) => void;
};

const keyOf = (id: string): string | null => (id === laneId(null) ? null : id);

/** Carries cards by mouse and finger. Escape takes a card back; near an edge what is beneath scrolls. */
export const useDrag = (env: DragEnv) => {
  const [drag, setDrag] = useState<Drag | null>(null);
  const latest = useRef(env);
  latest.current = env;
  const now = useRef<Drag | null>(null);
  const set = useCallback((next: Drag | null): void => {
    now.current = next;
    setDrag(next);
  }, []);
  /** The element that follows the pointer. */
  const lift = useRef<HTMLDivElement>(null);
  const held = useRef({ x: 0, y: 0, grabX: 0, grabY: 0 });
  const swallow = useRef(false);
  const ending = useRef<(() => void) | null>(null);
  useEffect(() => () => ending.current?.(), []);

  const place = useCallback((): void => {
    const { x, y, grabX, grabY } = held.current;
    if (lift.current) lift.current.style.transform = `translate(${x - grabX}px, ${y - grabY}px) rotate(2deg)`;
  }, []);
  useLayoutEffect(() => {
    if (drag?.by === 'pointer') place();
  }, [drag, place]);

  const onPointerDown = useCallback(
    (event: React.PointerEvent<HTMLElement>): void => {
      const { enabled } = latest.current;
      swallow.current = false;
      if (event.button !== 0 || !event.isPrimary || now.current !== null || !(event.target instanceof Element)) return;
      const card = event.target.closest<HTMLElement>('[data-place]');
      const column = event.target.closest('[data-column]')?.getAttribute('data-column');
      if (!card || column === null || column === undefined || event.target.closest('button, a, input')) return;
      const at = Number(card.dataset['place']);
      const key = keyOf(column);
      const touch = event.pointerType !== 'mouse';
      if (!enabled && !touch) return;
      const box = card.getBoundingClientRect();
      const start = { x: event.clientX, y: event.clientY };
      held.current = { ...start, grabX: start.x - box.left, grabY: start.y - box.top };
      let frame = 0;
      let rested = false;
      let moved = false;
      let over: { readonly id: string; readonly since: number } | null = null;
      let timer: ReturnType<typeof setTimeout> | undefined;

      const spot = (): Spot | null => {
        const { x, y, grabY } = held.current;
        const from = now.current!.from;
        const middle = y - grabY + box.height / 2;
        for (const element of latest.current.board.current?.querySelectorAll<HTMLElement>('[data-column]') ?? []) {
          const { left, right } = element.getBoundingClientRect();
          if (x < left - 6 || x >= right + 6) continue;
          const id = element.dataset['column']!;
          const handle = latest.current.handles.current.get(id);
          if (handle === undefined) {
            if (over?.id !== id) over = { id, since: performance.now() };
            else if (performance.now() - over.since > unfoldMs) latest.current.onUnfold(id);
            return { key: keyOf(id), at: 0 };
          }
          over = null;
          if (handle.key === from.key) return from;
          const { top } = handle.element.getBoundingClientRect();
          const asked = placeAt(handle.tops(), middle - top + handle.element.scrollTop);
          return { key: handle.key, at: latest.current.placeIn(handle.key, now.current!.record, asked) };
        }
        return null;
      };
      const step = (): void => {
        frame = requestAnimationFrame(step);
        const carried = now.current;
        if (carried === null) return;
        place();
        const board = latest.current.board.current;
        const { x, y } = held.current;
        if (board) {
          const edge = board.getBoundingClientRect();
          const across = edgeSpeed(x, edge.left, edge.right);
          if (across !== 0) board.scrollLeft += across;
        }
        const to = spot() ?? carried.to;
        const handle = latest.current.handles.current.get(laneId(to.key));
        if (handle) {
          const edge = handle.element.getBoundingClientRect();
          const along = edgeSpeed(y, edge.top, edge.bottom);
          if (along !== 0) handle.element.scrollTop += along;
        }
        if (to.key !== carried.to.key || to.at !== carried.to.at) set({ ...carried, to });
      };
      const begin = (): void => {
        const record = latest.current.recordAt(key, at);
        if (record === undefined || !latest.current.enabled) return;
        const from = { key, at };
        set({ by: 'pointer', record, from, to: from, width: box.width, height: box.height });
        frame = requestAnimationFrame(step);
      };
      const end = (): void => {
        clearTimeout(timer);
        cancelAnimationFrame(frame);
        window.removeEventListener('pointermove', move);
        window.removeEventListener('pointerup', up);
        window.removeEventListener('pointercancel', cancel);
        window.removeEventListener('keydown', pressed, true);
        ending.current = null;
        if (now.current?.by === 'pointer') set(null);
      };
      const move = (moving: PointerEvent): void => {
        held.current = { ...held.current, x: moving.clientX, y: moving.clientY };
        const far = Math.hypot(moving.clientX - start.x, moving.clientY - start.y);
        if (now.current !== null) {
          if (far > slack) moved = true;
          return;
        }
        if (touch) {
          if (far > strays) end();
        } else if (far > slack) {
          moved = true;
          begin();
        }
      };
      const up = (): void => {
        const done = now.current;
        if (done !== null || rested) swallow.current = true;
        if (done !== null && moved && done.to.key !== done.from.key) latest.current.onDrop(done);
        else if (rested && !moved) latest.current.onRested(key, at);
        end();
      };
      const cancel = (): void => end();
      const pressed = (keyed: KeyboardEvent): void => {
        if (keyed.key !== 'Escape' || now.current === null) return;
        keyed.preventDefault();
        keyed.stopPropagation();
        swallow.current = true;
        end();
      };
      window.addEventListener('pointermove', move);
      window.addEventListener('pointerup', up);
      window.addEventListener('pointercancel', cancel);
      window.addEventListener('keydown', pressed, true);
      ending.current = end;
      if (touch)
        timer = setTimeout(() => {
          rested = true;
          begin();
        }, restMs);
    },
    [place, set],
  );

  /** A finger that carries a card scrolls nothing. */
  const element = env.board;
  useEffect(() => {
    const target = element.current;
    if (!target) return undefined;
    const hold = (event: TouchEvent): void => {
      if (now.current !== null && event.cancelable) event.preventDefault();
    };
    target.addEventListener('touchmove', hold, { passive: false });
    return () => target.removeEventListener('touchmove', hold);
  }, [element]);

  return {
    drag,
    set,
    lift,
    onPointerDown,
    /** The press that ends a drag is no press. */
    onClickCapture: useCallback((event: React.MouseEvent): void => {
      if (!swallow.current) return;
      swallow.current = false;
      event.preventDefault();
      event.stopPropagation();
    }, []),
  };
};

/** How high the place is that a card comes to. */
export const holeOf = (
  drag: Drag | null,
  key: string | null,
): { readonly at: number; readonly height: number } | null =>
  drag === null || drag.to.key !== key || drag.from.key === key ? null : { at: drag.to.at, height: drag.height };

export const liftedIn = (drag: Drag | null, key: string | null): Id | null =>
  drag !== null && drag.from.key === key && (drag.by === 'pointer' || drag.to.key !== key) ? drag.record.id : null;
