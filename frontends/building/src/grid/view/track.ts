import type { PointerEvent } from 'react';

/** How near to an edge, in px, a dragged column scrolls the others along. */
const edge = 56;

export type Track = {
  /** Pixels to go before it begins. */
  readonly threshold: number;
  readonly onMove: (moving: globalThis.PointerEvent) => void;
  /** `kept` is false where Escape, or the system, broke it off. */
  readonly onEnd: (kept: boolean) => void;
  /** The element that scrolls along when the pointer comes near its sides; beside what is frozen at its start. */
  readonly pane?: { readonly element: HTMLElement; readonly frozen: number } | undefined;
};

/** Follows a pressed pointer until it is released; Escape breaks it off. */
export const track = (event: PointerEvent<HTMLElement>, { threshold, onMove, onEnd, pane }: Track): void => {
  const target = event.currentTarget;
  const from = event.clientX;
  let last: globalThis.PointerEvent | undefined;
  let frame = 0;
  const along = (): void => {
    frame = requestAnimationFrame(along);
    if (!pane || !last) return;
    const box = pane.element.getBoundingClientRect();
    const before = last.clientX - box.left - pane.frozen;
    const behind = box.right - last.clientX;
    const by = behind < edge ? (edge - behind) / 3 : before < edge ? (before - edge) / 3 : 0;
    if (by === 0) return;
    pane.element.scrollLeft += Math.max(-24, Math.min(24, by));
    onMove(last);
  };
  const move = (moving: globalThis.PointerEvent): void => {
    if (!last && Math.abs(moving.clientX - from) < threshold) return;
    if (!last) {
      target.setPointerCapture(event.pointerId);
      frame = requestAnimationFrame(along);
    }
    last = moving;
    onMove(moving);
  };
  const stop = (kept: boolean): void => {
    cancelAnimationFrame(frame);
    window.removeEventListener('pointermove', move);
    window.removeEventListener('pointerup', release);
    window.removeEventListener('pointercancel', broken);
    window.removeEventListener('keydown', key, true);
    onEnd(kept && last !== undefined);
  };
  const release = (): void => stop(true);
  const broken = (): void => stop(false);
  const key = (pressed: globalThis.KeyboardEvent): void => {
    if (pressed.key !== 'Escape') return;
    pressed.preventDefault();
    pressed.stopPropagation();
    stop(false);
  };
  window.addEventListener('pointermove', move);
  window.addEventListener('pointerup', release);
  window.addEventListener('pointercancel', broken);
  window.addEventListener('keydown', key, true);
};
