import type { CSSProperties } from 'react';
import { useTexts } from '../i18n/i18n.ts';
import type { Person } from '../live/messages.ts';
import classes from './avatar.module.css';
import { cx } from './cx.ts';
import { hueOf, hueStyle } from './hues.ts';
import { initials } from './initials.ts';
import { Tooltip } from './tooltip.tsx';

export type AvatarProps = {
  readonly name: string;
  /** Decides the hue; the name does when there is none. */
  readonly id?: string;
  readonly photo?: string | null;
  readonly size?: 20 | 24 | 28 | 32;
  readonly className?: string;
};

/** A person as a circle with initials or photo. Decorative: the name stands beside it or in a tooltip. */
export const Avatar = ({ name, id, photo, size = 20, className }: AvatarProps) => (
  <span
    className={cx(classes['avatar'], classes[`s${size}`], className)}
    style={hueStyle(hueOf(id ?? name))}
    aria-hidden="true"
  >
    {photo ? <img src={photo} alt="" referrerPolicy="no-referrer" /> : initials(name)}
  </span>
);

type PresenceStackProps = {
  readonly people: readonly Person[];
  /** How many are here, where not all of them are named. */
  readonly count?: number;
  readonly shown?: number;
};

/** Who is here now: up to `shown` people with the ring of their presence colour, then a count. */
export const PresenceStack = ({ people, count = 0, shown = 3 }: PresenceStackProps) => {
  const t = useTexts('kit');
  // Somebody with two windows is one person.
  const named = [...new Map(people.map((person) => [person.userId, person])).values()];
  const all = Math.max(count, named.length);
  if (all === 0 || named.length === 0) return null;
  const rest = named.slice(shown).map((person) => person.name);
  if (all > named.length) rest.push(t('presence.more', { count: all - named.length }));
  return (
    <div className={classes['stack']} role="group" aria-label={t('presence.here', { count: all })}>
      {named.slice(0, shown).map((person) => (
        <Tooltip key={person.userId} label={person.name}>
          <span
            className={cx(classes['avatar'], classes['s28'], classes['ring'])}
            style={
              { ...hueStyle(hueOf(person.userId)), '--presence': `var(--presence-${person.color})` } as CSSProperties
            }
          >
            <span aria-hidden="true">{initials(person.name)}</span>
            <span className="t-hidden">{person.name}</span>
          </span>
        </Tooltip>
      ))}
      {rest.length > 0 && (
        <Tooltip label={rest.join(', ')}>
          <span className={cx(classes['avatar'], classes['s24'], classes['more'])}>{`+${all - shown}`}</span>
        </Tooltip>
      )}
    </div>
  );
};
