import { useEffect, useRef } from 'react';

const pauseMs = 2_000;

/** Calls at once, and then at most once in two seconds: runs come many at a time. */
export const useCalm = (call: () => void): (() => void) => {
  const latest = useRef(call);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const again = useRef(false);
  useEffect(() => {
    latest.current = call;
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  const ask = useRef((): void => {
    if (timer.current !== undefined) {
      again.current = true;
      return;
    }
    latest.current();
    timer.current = setTimeout(() => {
      timer.current = undefined;
      if (!again.current) return;
      again.current = false;
      ask.current();
    }, pauseMs);
  });
  return () => ask.current();
};
