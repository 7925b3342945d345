import { isMoment, typeOfField, instantOf, wallOf } from '@tessera/fields';
import { Button, type Field, IconButton, useTexts } from '@tessera/kit';
import { IconChevronLeft, IconChevronRight } from '@tessera/kit/icons';
import { useState } from 'react';
import { type Habits, readText } from '../../data/values.ts';
import { daysOf, firstWeekday, monthOf, shiftMonth } from '../model/month.ts';
import classes from './editor.module.css';

export type CalendarProps = {
  /** The value of the wire: a civil date or an instant. */
  readonly value: string | null;
  /** What is typed beside it, which leads the month shown. */
  readonly typed: string;
  readonly field: Field;
  readonly habits: Habits;
  readonly clear: string;
  readonly onPick: (value: string | null) => void;
};

const civilOf = (value: string | null, timed: boolean, timezone: string): string | null => {
  if (value === null || !timed) return value;
  const at = Date.parse(value);
  if (!Number.isFinite(at)) return null;
  return wallOf(at, timezone).date;
};

/** A month beside a date that is typed; picks with one press. */
export const Calendar = ({ value, typed, field, habits, clear, onPick }: CalendarProps) => {
  const t = useTexts('building');
  const timed = isMoment(typeOfField(field)?.storage);
  const { locale, timezone } = habits.show;
  const today = wallOf(Date.now(), timezone).date;
  const read = typed.trim() === '' ? null : readText(field, typed, habits.read);
  const chosen = civilOf(
    read === null ? null : read.ok && typeof read.value === 'string' ? read.value : value,
    timed,
    timezone,
  );
  const [moved, setMoved] = useState<{ readonly from: string | null; readonly month: string } | null>(null);
  const month = moved && moved.from === chosen ? moved.month : monthOf(chosen ?? today);
  const start = firstWeekday(locale);
  const go = (by: number): void => setMoved({ from: chosen, month: shiftMonth(month, by) });
  const give = (day: string): void => {
    if (!timed) return onPick(day);
    // A time that was typed goes along with the day that is pressed.
    const base = read?.ok && typeof read.value === 'string' ? read.value : value;
    const at = base === null ? null : Date.parse(base);
    const time = at !== null && Number.isFinite(at) ? wallOf(at, timezone).time : 9 * 3_600_000;
    onPick(new Date(instantOf(day, time, timezone)).toISOString());
  };
  const title = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const full = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: 'UTC' });
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'narrow', timeZone: 'UTC' });
  const days = daysOf(month, start);
  return (
    <>
      <div className={classes['month']}>
        <span aria-live="polite">{title.format(new Date(`${month}-01T00:00:00Z`))}</span>
        <IconButton
          label={t('date.previous')}
          icon={IconChevronLeft}
          tooltip={false}
          tabIndex={-1}
          onClick={() => go(-1)}
        />
        <IconButton
          label={t('date.next')}
          icon={IconChevronRight}
          tooltip={false}
          tabIndex={-1}
          onClick={() => go(1)}
        />
      </div>
      <div className={classes['days']}>
        {days.slice(0, 7).map((day) => (
          <span key={day} className={classes['weekday']} aria-hidden="true">
            {weekday.format(new Date(`${day}T00:00:00Z`))}
          </span>
        ))}
        {days.map((day) => (
          <button
            key={day}
            type="button"
            tabIndex={-1}
            className={classes['day']}
            aria-label={full.format(new Date(`${day}T00:00:00Z`))}
            aria-pressed={day === chosen}
            data-today={day === today || undefined}
            data-other={monthOf(day) !== month || undefined}
            onClick={() => give(day)}
          >
            {Number(day.slice(8))}
          </button>
        ))}
      </div>
      <div className={classes['foot']}>
        <Button size="toolbar" variant="quiet" tabIndex={-1} onClick={() => give(today)}>
          {t('date.today')}
        </Button>
        {value !== null && (
          <Button size="toolbar" variant="quiet" tabIndex={-1} onClick={() => onPick(null)}>
            {clear}
          </Button>
        )}
      </div>
    </>
  );
};
