import { useFormats, useTexts } from '@tessera/kit';
import { useLayoutEffect, useRef } from 'react';
import classes from './calendar.module.css';
import { Bar, Block } from './event.tsx';
import { hoursOf, isAllDay, lanesOf } from '../parts/days/model.ts';
import { type DaysProps, isWeekend } from './month.tsx';

/** In px: an hour, and a lane of bars above the hours. */
export const hour = 48;
const lane = 24;
/** So many lanes above the hours, then they scroll; and the hour at which the day is opened. */
const mostLanes = 4;
const opensAt = 7;

/** Days beside each other with their hours; what has no time stands above them. `now`: minutes of today. */
export const HoursGrid = ({
  days,
  events,
  drawing,
  today,
  cursor,
  canAdd,
  now,
  onAdd,
  onDay,
}: DaysProps & { now: number }) => {
  const t = useTexts('building');
  const { locale } = useFormats();
  const scroller = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (scroller.current) scroller.current.scrollTop = opensAt * hour;
  }, []);
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' });
  const whole = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: 'UTC' });
  const clock = new Intl.DateTimeFormat(locale, { hour: 'numeric', timeZone: 'UTC' });
  const at = (day: string): Date => new Date(`${day}T00:00:00Z`);
  const bars = lanesOf(
    events.filter(({ span }) => isAllDay(span)),
    days,
  );
  const lanes = Math.max(1, ...bars.map((bar) => bar.lane + 1));
  const timed = events.filter(({ span }) => !isAllDay(span));
  return (
    <div className={classes['hours']} role="grid" aria-label={t('calendar.days')} aria-readonly={!drawing.canMove}>
      <div className={classes['heads']} role="row">
        {days.map((day) => (
          <span key={day} role="columnheader" className={classes['head']} data-today={day === today || undefined}>
            {weekday.format(at(day))} <b>{Number(day.slice(8))}</b>
          </span>
        ))}
      </div>
      <div className={classes['allDay']} role="row" style={{ height: Math.min(lanes, mostLanes) * lane + 8 }}>
        <span className={classes['gutter']} role="rowheader">
          {t('calendar.allDay')}
        </span>
        {days.map((day, column) => (
          <div
            key={day}
            role="gridcell"
            className={classes['allDayCell']}
            data-day={day}
            data-off={isWeekend(day) || undefined}
            onDoubleClick={(event) => {
              if (canAdd && event.target === event.currentTarget) onAdd(day);
            }}
          >
            {bars
              .filter((bar) => bar.column === column)
              .map((bar) => (
                <Bar
                  key={bar.record.id}
                  event={bar}
                  drawing={drawing}
                  before={bar.before}
                  after={bar.after}
                  style={{
                    top: 4 + bar.lane * lane,
                    insetInlineStart: bar.before ? 0 : 4,
                    width: `calc(${bar.length * 100}% + ${bar.length - 1}px - ${(bar.before ? 0 : 4) + (bar.after ? 0 : 4)}px)`,
                  }}
                />
              ))}
          </div>
        ))}
      </div>
      <div ref={scroller} className={classes['scroller']} role="rowgroup" tabIndex={-1}>
        <div className={classes['columns']} role="row" style={{ height: 24 * hour }}>
          <div className={classes['gutter']} aria-hidden="true">
            {Array.from({ length: 23 }, (_, i) => (
              <span key={i} style={{ top: (i + 1) * hour - 8 }}>
                {clock.format(new Date(Date.UTC(2000, 0, 1, i + 1)))}
              </span>
            ))}
          </div>
          {days.map((day) => (
            <div
              key={day}
              role="gridcell"
              className={classes['column']}
              tabIndex={day === cursor ? 0 : -1}
              data-day={day}
              data-hours
              data-off={isWeekend(day) || undefined}
              onFocus={(event) => {
                if (event.target === event.currentTarget && day !== cursor) onDay(day);
              }}
              onDoubleClick={(event) => {
                if (!canAdd || event.target !== event.currentTarget) return;
                const y = event.clientY - event.currentTarget.getBoundingClientRect().top;
                onAdd(day, Math.floor(((y / hour) * 60) / 30) * 30);
              }}
            >
              <span className="t-hidden">
                {`${whole.format(at(day))}, ${t('recordsCounted', {
                  count: events.filter(({ span }) => span.start <= day && span.end >= day).length,
                })}`}
              </span>
              {hoursOf(timed, day).map((block) => (
                <Block
                  key={block.record.id}
                  event={block}
                  drawing={drawing}
                  lines={Math.floor((((block.until - block.from) / 60) * hour - 8) / 16)}
                  style={{
                    top: (block.from / 60) * hour,
                    height: ((block.until - block.from) / 60) * hour - 1,
                    insetInlineStart: `calc((100% - 8px) * ${block.side / block.sides} + 3px)`,
                    width: `calc((100% - 8px) / ${block.sides} - 2px)`,
                  }}
                />
              ))}
              <span
                className={classes['now']}
                data-today={day === today || undefined}
                style={{ top: (now / 60) * hour }}
              />
            </div>
          ))}
        </div>
      </div>
    </div>
  );
};
