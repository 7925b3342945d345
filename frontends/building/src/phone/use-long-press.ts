import { asksForMenu } from '@tessera/kit';
import { type KeyboardEvent, type MouseEvent, type PointerEvent, useEffect, useRef } from 'react';

/** In ms and px: how long a finger rests, and how far it may stray meanwhile. */
const restMs = 500;
const strayPx = 10;

/**
 * Handlers that ask for what a long press asks for: by a finger that rests, by a right click, and by the menu key or
 * Shift+F10. The press that follows a finger's rest is no press.
 */
export const useLongPress = (ask: (target: Element) => void) => {
  const rests = useRef<{
    readonly x: number;
    readonly y: number;
    readonly timer: ReturnType<typeof setTimeout>;
  } | null>(null);
  /** A finger is down; and it has asked already. */
  const touching = useRef(false);
  const asked = useRef(false);
  const stop = (): void => {
    if (rests.current !== null) clearTimeout(rests.current.timer);
    rests.current = null;
  };
  const end = (): void => {
    stop();
    touching.current = false;
  };
  useEffect(() => stop, []);
  const now = (target: EventTarget): void => {
    stop();
    if (asked.current || !(target instanceof Element)) return;
    asked.current = touching.current;
    ask(target);
  };
  return {
    onPointerDown: ({ pointerType, isPrimary, clientX, clientY, target }: PointerEvent): void => {
      stop();
      asked.current = false;
      touching.current = pointerType !== 'mouse';
      if (!touching.current || !isPrimary) return;
      rests.current = { x: clientX, y: clientY, timer: setTimeout(() => now(target), restMs) };
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent): void => {
      const from = rests.current;
      if (from !== null && Math.hypot(clientX - from.x, clientY - from.y) > strayPx) stop();
    },
    onPointerUp: end,
    onPointerCancel: end,
    // Some systems tell a long press so, and end the touch with it.
    onContextMenu: (event: MouseEvent): void => {
      event.preventDefault();
      now(event.target);
    },
    onClickCapture: (event: MouseEvent): void => {
      if (!asked.current) return;
      asked.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
    onKeyDown: (event: KeyboardEvent): void => {
      if (!asksForMenu(event) || event.defaultPrevented || !(event.target instanceof Element)) return;
      event.preventDefault();
      ask(event.target);
    },
  };
};
