import type { Id } from '@tessera/kit';
import { useCallback, useEffect, useRef, useState } from 'react';

/** Where the pointer is over: a day, with the minute of it among hours; or the list of records of no day. */
export type Spot = { readonly day: string; readonly minutes?: number } | 'none';

/** An event that the pointer carries, by its whole or by its end. `began`: where it was taken; null beside the days. */
export type Carry = {
  readonly id: Id;
  readonly stretches: boolean;
  readonly began: Exclude<Spot, 'none'> | null;
  readonly spot: Spot | null;
  /** In minutes: what times snap to. */
  readonly step: number;
  readonly x: number;
  readonly y: number;
};

export type CarryEnv = {
  readonly enabled: boolean;
  readonly root: React.RefObject<HTMLElement | null>;
  /** In px: an hour. */
  readonly hour: number;
  readonly onDrop: (carry: Carry) => void;
  /** Held over a way to other days: -1 for earlier ones. */
  readonly onTurn: (by: -1 | 1) => void;
};

/** In px and ms: from where on a press is a drag, how long a finger rests, and how long it is held to turn the page. */
const slack = 4;
const strays = 10;
const restMs = 300;
const turnMs = 600;
/** In minutes: what times snap to; with Shift to less. */
const snap = 15;
const fine = 5;

/** Carries events by mouse and finger over what names its day. Escape leaves them where they were. */
export const useCarry = (env: CarryEnv) => {
  const [carry, setCarry] = useState<Carry | null>(null);
  const now = useRef<Carry | null>(null);
  const latest = useRef(env);
  latest.current = env;
  const swallow = useRef(false);
  const ending = useRef<(() => void) | null>(null);
  useEffect(() => () => ending.current?.(), []);
  const set = useCallback((next: Carry | null): void => {
    now.current = next;
    setCarry(next);
  }, []);

  const spotAt = useCallback((x: number, y: number): Spot | null => {
    for (const element of document.elementsFromPoint(x, y)) {
      if (!(element instanceof HTMLElement)) continue;
      if (element.dataset['nodate'] !== undefined) return 'none';
      const { day } = element.dataset;
      if (day === undefined) continue;
      if (element.dataset['hours'] === undefined) return { day };
      const minutes = ((y - element.getBoundingClientRect().top) / latest.current.hour) * 60;
      return { day, minutes: Math.max(0, Math.min(1439, Math.floor(minutes))) };
    }
    return null;
  }, []);

  const onPointerDown = useCallback(
    (event: React.PointerEvent<HTMLElement>): void => {
      swallow.current = false;
      if (event.button !== 0 || !event.isPrimary || now.current !== null || !latest.current.enabled) return;
      if (!(event.target instanceof Element)) return;
      const target = event.target.closest<HTMLElement>('[data-event]');
      const id = target?.dataset['event'];
      if (!target || id === undefined || target.dataset['still'] !== undefined) return;
      const stretches = event.target.closest('[data-edge]') !== null;
      const touch = event.pointerType !== 'mouse';
      const start = { x: event.clientX, y: event.clientY };
      const began = spotAt(start.x, start.y);
      let timer: ReturnType<typeof setTimeout> | undefined;
      let turning: { readonly by: -1 | 1; readonly timer: ReturnType<typeof setInterval> } | null = null;
      const turn = (by: -1 | 1 | null): void => {
        if (by === (turning?.by ?? null)) return;
        if (turning !== null) clearInterval(turning.timer);
        turning = by === null ? null : { by, timer: setInterval(() => latest.current.onTurn(by), turnMs) };
      };
      const begin = (): void =>
        set({ id, stretches, began: began === 'none' ? null : began, spot: null, step: snap, ...start });
      const end = (): void => {
        clearTimeout(timer);
        turn(null);
        window.removeEventListener('pointermove', move);
        window.removeEventListener('pointerup', up);
        window.removeEventListener('pointercancel', end);
        window.removeEventListener('keydown', pressed, true);
        ending.current = null;
        set(null);
      };
      const move = (moving: PointerEvent): void => {
        const { clientX: x, clientY: y } = moving;
        const far = Math.hypot(x - start.x, y - start.y);
        if (now.current === null) {
          if (touch) {
            if (far > strays) end();
            return;
          }
          if (far <= slack) return;
          begin();
        }
        const over = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-turn]')?.dataset['turn'];
        turn(over === undefined ? null : over === 'back' ? -1 : 1);
        const spot = spotAt(x, y) ?? now.current!.spot;
        set({ ...now.current!, spot, step: moving.shiftKey ? fine : snap, x, y });
      };
      const up = (): void => {
        const done = now.current;
        if (done !== null) swallow.current = true;
        if (done !== null && done.spot !== null) latest.current.onDrop(done);
        end();
      };
      const pressed = (keyed: KeyboardEvent): void => {
        if (keyed.key !== 'Escape' || now.current === null) return;
        keyed.preventDefault();
        keyed.stopPropagation();
        end();
        swallow.current = true;
      };
      window.addEventListener('pointermove', move);
      window.addEventListener('pointerup', up);
      window.addEventListener('pointercancel', end);
      window.addEventListener('keydown', pressed, true);
      ending.current = end;
      if (touch) timer = setTimeout(begin, restMs);
    },
    [set, spotAt],
  );

  /** A finger that carries an event scrolls nothing. */
  const { root } = env;
  useEffect(() => {
    const target = root.current;
    if (!target) return undefined;
    const hold = (event: TouchEvent): void => {
      if (now.current !== null && event.cancelable) event.preventDefault();
    };
    target.addEventListener('touchmove', hold, { passive: false });
    return () => target.removeEventListener('touchmove', hold);
  }, [root]);

  return {
    carry,
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
