import { elapsedText } from '@tessera/fields';
import { Chip } from '@tessera/kit';
import { type ReactNode, useSyncExternalStore } from 'react';
import { minuteNow, subscribe } from '../field-types/parts/elapsed.tsx';

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
