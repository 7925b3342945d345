import { elapsedText } from '@tessera/fields';
import { Chip } from '@tessera/kit';
import { type ReactNode, useSyncExternalStore } from 'react';
import { numberValues } from './filter-values.tsx';
import { lines } from './text-cell.tsx';
import classes from '../../grid/view/cell.module.css';
import type { FieldTypeView } from '../view.ts';

const minuteMs = 60_000;
const minuteNow = (): number => Math.floor(Date.now() / minuteMs) * minuteMs;
const listeners = new Set<() => void>();
let beat: ReturnType<typeof setInterval> | undefined;
/** All times of the page that go on are told anew each minute, together. */
const subscribe = (listener: () => void): (() => void) => {
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

type Limits = { readonly warnAt?: string | null | undefined; readonly lateAt?: string | null | undefined };

/** How far a time is from its limit, once it is worth a warning: `−3h` before it is late, `+2d` from then on. */
export const overLimit = (
  { warnAt, lateAt }: Limits,
  now: number,
): { readonly look: 'warning' | 'danger'; readonly text: string } | undefined => {
  const [warn, late] = [warnAt, lateAt].map((at) => (typeof at === 'string' ? Date.parse(at) : undefined));
  if (late !== undefined && now >= late) return { look: 'danger', text: `+${elapsedText(now - late)}` };
  if (warn === undefined || now < warn) return undefined;
  return { look: 'warning', text: late === undefined ? `+${elapsedText(now - warn)}` : `−${elapsedText(late - now)}` };
};

/** That of a time that goes on; it goes on while it is shown. */
export const OverLimit = (limits: Limits): ReactNode => {
  const now = useSyncExternalStore(subscribe, minuteNow);
  const over = overLimit(limits, now);
  return over === undefined ? null : (
    <Chip small look={over.look}>
      {over.text}
    </Chip>
  );
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
