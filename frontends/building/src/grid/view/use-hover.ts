import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';

export type HoverOptions = {
  readonly scroll: RefObject<HTMLDivElement | null>;
  readonly hit: (
    clientX: number,
    clientY: number,
  ) => { readonly row: number; readonly between: boolean; readonly above: boolean; readonly below: boolean };
  /** A civil date or an instant as a person says it: "in 3 days". */
  readonly relative: (value: string) => string;
};

/** The row under the pointer; none while rows scroll by, so that nothing is drawn for rows that are only passed. */
export const useHover = ({ scroll, hit, relative }: HoverOptions) => {
  const [row, setRow] = useState<number | null>(null);
  const at = useRef<{ readonly x: number; readonly y: number } | null>(null);
  const latest = useRef(hit);
  latest.current = hit;
  const look = (): void => {
    const found = at.current ? latest.current(at.current.x, at.current.y) : null;
    setRow(found && !found.above && !found.below && !found.between ? found.row : null);
  };
  const lookNow = useRef(look);
  lookNow.current = look;

  useEffect(() => {
    const target = scroll.current;
    if (!target) return undefined;
    let rest: ReturnType<typeof setTimeout> | undefined;
    const onScroll = (): void => {
      setRow(null);
      clearTimeout(rest);
      rest = setTimeout(() => lookNow.current(), 140);
    };
    target.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      clearTimeout(rest);
      target.removeEventListener('scroll', onScroll);
    };
  }, [scroll]);

  const move = (event: PointerEvent): void => {
    at.current = { x: event.clientX, y: event.clientY };
    const inBody = event.target instanceof Element && event.target.closest('[data-body]') !== null;
    if (inBody) look();
    else setRow(null);
    const dated = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-when]') : null;
    const when = dated?.dataset['when'];
    if (dated && when !== undefined) dated.title = relative(when);
  };
  return {
    row,
    handlers: {
      onPointerOver: move,
      onPointerMove: move,
      // A finger leaves with every tap; what it pointed at stays until the next one.
      onPointerLeave: (event: PointerEvent): void => {
        if (event.pointerType === 'touch') return;
        at.current = null;
        setRow(null);
      },
    },
  };
};
