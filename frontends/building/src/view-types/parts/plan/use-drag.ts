import { type PointerEvent, useRef, useState } from 'react';

export type Side = 'start' | 'end' | null;
export type Drag = { readonly id: string; readonly side: Side; readonly days: number };

/** A press becomes a drag after so many px. */
const slack = 4;

/** Bars carried by the pointer: by their whole, or by one of their ends, in whole days. */
export const useDrag = ({
  enabled,
  dayWidth,
  onDrop,
}: {
  readonly enabled: boolean;
  readonly dayWidth: number;
  readonly onDrop: (drag: Drag) => void;
}) => {
  const began = useRef<{ readonly id: string; readonly side: Side; readonly x: number } | null>(null);
  const [drag, setDrag] = useState<Drag | null>(null);
  /** As `drag`, also between two drawings. */
  const latest = useRef<Drag | null>(null);
  const put = (next: Drag | null): void => {
    latest.current = next;
    setDrag(next);
  };
  /** The press that ends a drag opens nothing. */
  const dragged = useRef(false);
  const end = (keep: boolean): void => {
    const now = latest.current;
    began.current = null;
    put(null);
    if (keep && now !== null && now.days !== 0) onDrop(now);
  };
  return {
    drag,
    /** Whether the click that comes now ended a drag. */
    wasDragged: (): boolean => {
      const was = dragged.current;
      dragged.current = false;
      return was;
    },
    handlers: (id: string, side: Side) => ({
      onPointerDown: (event: PointerEvent<HTMLElement>): void => {
        if (!enabled || event.button !== 0) return;
        event.stopPropagation();
        dragged.current = false;
        began.current = { id, side, x: event.clientX };
        event.currentTarget.setPointerCapture(event.pointerId);
      },
      onPointerMove: (event: PointerEvent<HTMLElement>): void => {
        const from = began.current;
        if (from === null) return;
        const dx = event.clientX - from.x;
        if (latest.current === null && Math.abs(dx) < slack) return;
        dragged.current = true;
        const days = Math.round(dx / dayWidth);
        if (latest.current?.days !== days) put({ id: from.id, side: from.side, days });
      },
      onPointerUp: () => end(true),
      onPointerCancel: () => end(false),
    }),
    cancel: () => end(false),
  };
};
