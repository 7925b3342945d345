import { IconButton, useFormats, useSession, useTexts } from '@tessera/kit';
import { IconChevronLeft, IconChevronRight } from '@tessera/kit/icons';
import type { KeyboardEvent } from 'react';
import { barsOf, localOf, momentOf, stepFrom } from './days.ts';
import type { Day } from './past.resource.ts';
import classes from './past.module.css';

/** Days that stand side by side. */
const shownDays = 62;
const shownOnPhone = 21;

/** The moment that is looked at: its day and time, and the days around it with what changed on each. */
export const Strip = ({
  moment,
  days,
  phone,
  onMoment,
}: {
  readonly moment: string;
  readonly days: readonly Day[];
  readonly phone: boolean;
  readonly onMoment: (moment: string) => void;
}) => {
  const t = useTexts('building');
  const formats = useFormats();
  const { organization } = useSession();
  const zone = organization.locale_settings.timezone;
  const { day, time } = localOf(moment, zone);
  const today = localOf(new Date().toISOString(), zone).day;
  const count = phone ? shownOnPhone : shownDays;
  const first = barsOf([], today, count)[0]!.day;
  // What is long ago stands in the middle of its days.
  const end = day >= first ? today : barsOf([], day, 1)[0]!.day;
  const bars = barsOf(days, end, count);
  const most = Math.max(1, ...bars.map(({ changes }) => changes));
  const here = days.find((one) => one.day === day);
  const step = (by: -1 | 1): void => {
    const next = stepFrom(days, moment, by);
    if (next !== null) onMoment(next);
  };
  const at = (nextDay: string, nextTime: string): void => {
    const next = momentOf(nextDay, nextTime, zone);
    if (next !== null) onMoment(next);
  };
  const key = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowLeft') step(-1);
    else if (event.key === 'ArrowRight') step(1);
    else if (event.key === 'Home' && days.length > 0) onMoment(days.at(-1)!.last);
    else if (event.key === 'End' && days.length > 0) onMoment(days[0]!.last);
    else return;
    event.preventDefault();
  };
  return (
    <div className={classes['strip']}>
      <IconButton
        label={t('past.before')}
        icon={IconChevronLeft}
        disabled={stepFrom(days, moment, -1) === null}
        onClick={() => step(-1)}
      />
      <div className={classes['moment']}>
        <div className={classes['inputs']}>
          <input
            type="date"
            className={classes['input']}
            aria-label={t('past.day')}
            value={day}
            max={today}
            onChange={(event) => at(event.target.value, time)}
          />
          <input
            type="time"
            className={classes['input']}
            aria-label={t('past.time')}
            value={time}
            onChange={(event) => at(day, event.target.value)}
          />
        </div>
        <p className="t-caption">{t('past.thatDay', { count: here?.changes ?? 0 })}</p>
      </div>
      <IconButton
        label={t('past.after')}
        icon={IconChevronRight}
        disabled={stepFrom(days, moment, 1) === null}
        onClick={() => step(1)}
      />
      <div
        className={classes['days']}
        role="slider"
        tabIndex={0}
        aria-label={t('past.days')}
        aria-valuemin={0}
        aria-valuemax={bars.length - 1}
        aria-valuenow={Math.max(
          0,
          bars.findIndex((one) => one.day === day),
        )}
        aria-valuetext={formats.dateTime(moment)}
        onKeyDown={key}
      >
        {bars.map((bar) => (
          <span
            key={bar.day}
            className={classes['bar']}
            data-on={bar.day === day || undefined}
            data-later={bar.day > day || undefined}
            data-empty={bar.changes === 0 || undefined}
            title={`${formats.date(bar.day)} · ${t('past.thatDay', { count: bar.changes })}`}
            onClick={() => {
              if (bar.last !== null) onMoment(bar.last);
            }}
          >
            <span style={{ height: bar.changes === 0 ? 0 : 4 + Math.round((bar.changes * 28) / most) }} />
          </span>
        ))}
      </div>
      <span className={classes['range']} aria-hidden="true">
        {formats.date(bars[0]!.day)} – {formats.date(bars.at(-1)!.day)}
      </span>
    </div>
  );
};
