import { elapsedText } from '@tessera/fields';
import { type ReactNode, useSyncExternalStore } from 'react';
import { numberValues } from './filter-values.tsx';
import { lines } from './text-cell.tsx';
import classes from '../../grid/view/cell.module.css';
import type { FieldTypeView } from '../view.ts';

const minuteMs = 60_000;
export const minuteNow = (): number => Math.floor(Date.now() / minuteMs) * minuteMs;
const listeners = new Set<() => void>();
let beat: ReturnType<typeof setInterval> | undefined;
/** All times of the page that go on are told anew each minute, together. */
export const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  beat ??= setInterval(() => {
    for (const one of listeners) one();
  }, minuteMs / 4);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(beat);
    beat = undefined;
  };
};

/** How long ago a moment was; it goes on while it is shown. */
export const Elapsed = ({ since }: { readonly since: string }): ReactNode => {
  const now = useSyncExternalStore(subscribe, minuteNow);
  return elapsedText(now - Math.floor(Date.parse(since) / minuteMs) * minuteMs);
};

/** What times since a moment have in common on screen. */
export const elapsedView = {
  cell: ({ value, height, context, text }) => (
    <span className={classes['line']} data-lines={lines(height)} title={context.relative(String(value))}>
      {typeof value === 'string' ? <Elapsed since={value} /> : text()}
    </span>
  ),
  entry: { by: 'nobody' },
  settings: [],
  filterValues: numberValues,
  sorts: 'number',
} as const satisfies Partial<FieldTypeView>;
