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

/** Who is here now: up to `shown` people with the ring of their presence colour, then a count. */
export const PresenceStack = ({ people, shown = 3 }: { people: readonly Person[]; shown?: number }) => {
  const t = useTexts('kit');
  if (people.length === 0) return null;
  const rest = people.slice(shown);
  return (
    <div className={classes['stack']} role="group" aria-label={t('presence.here', { count: people.length })}>
      {people.slice(0, shown).map((person) => (
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
        <Tooltip label={rest.map((person) => person.name).join(', ')}>
          <span className={cx(classes['avatar'], classes['s24'], classes['more'])}>{`+${rest.length}`}</span>
        </Tooltip>
      )}
    </div>
  );
};
