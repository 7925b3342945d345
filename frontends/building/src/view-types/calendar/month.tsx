import { IconButton, Popover, useFormats, useTexts } from '@tessera/kit';
import { IconPlus } from '@tessera/kit/icons';
import { useLayoutEffect, useRef, useState } from 'react';
import classes from './calendar.module.css';
import { Bar, type EventDrawing } from './event.tsx';
import { lanesOf } from '../parts/days/model.ts';
import type { Event } from '../parts/days/use-calendar.ts';

/** In px: the number of a day, and a lane of bars; a week is at least so high. */
const head = 32;
const lane = 24;
const lowest = 120;

export type DaysProps = {
  readonly days: readonly string[];
  readonly events: readonly Event[];
  readonly drawing: EventDrawing;
  readonly today: string;
  /** The day on which the person stands. */
  readonly cursor: string;
  readonly canAdd: boolean;
  readonly onAdd: (day: string, minutes?: number) => void;
  readonly onDay: (day: string) => void;
};

const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay();
export const isWeekend = (day: string): boolean => weekdayOf(day) % 6 === 0;

/** Weeks below each other, each with its days; `month`: the one that is meant, whose neighbours stand back. */
export const MonthGrid = ({
  days,
  events,
  drawing,
  today,
  cursor,
  canAdd,
  month,
  onAdd,
  onDay,
}: DaysProps & { month: string }) => {
  const t = useTexts('building');
  const { locale } = useFormats();
  const element = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState(0);
  const [opened, setOpened] = useState<string | null>(null);
  useLayoutEffect(() => {
    const target = element.current;
    if (!target) return undefined;
    const measure = (): void => setHeight(target.clientHeight);
    const observer = new ResizeObserver(measure);
    observer.observe(target);
    measure();
    return () => observer.disconnect();
  }, []);
  const weeks = Array.from({ length: days.length / 7 }, (_, i) => days.slice(i * 7, i * 7 + 7));
  const row = Math.max(lowest, Math.floor(height / weeks.length));
  const room = Math.max(1, Math.floor((row - head) / lane));
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' });
  const first = new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', timeZone: 'UTC' });
  const whole = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: 'UTC' });
  const at = (day: string): Date => new Date(`${day}T00:00:00Z`);
  return (
    <div className={classes['month']} role="grid" aria-label={t('calendar.days')} aria-readonly={!drawing.canMove}>
      <div className={classes['weekdays']} role="row">
        {weeks[0]!.map((day) => (
          <span key={day} role="columnheader">
            {weekday.format(at(day))}
          </span>
        ))}
      </div>
      <div ref={element} className={classes['weeks']} role="rowgroup">
        {weeks.map((week) => {
          const bars = lanesOf(events, week);
          const most = Math.max(0, ...bars.map((bar) => bar.lane + 1));
          // The last lane tells how many more there are.
          const shown = most > room ? room - 1 : room;
          return (
            <div key={week[0]} className={classes['week']} role="row" style={{ height: row }}>
              {week.map((day, column) => {
                const own = bars.filter((bar) => bar.column <= column && bar.column + bar.length > column);
                const begun = bars.filter((bar) => bar.column === column && bar.lane < shown);
                const hidden = own.filter((bar) => bar.lane >= shown).length;
                const number =
                  day.endsWith('-01') || day === days[0] ? first.format(at(day)) : String(Number(day.slice(8)));
                return (
                  <div
                    key={day}
                    role="gridcell"
                    className={classes['day']}
                    tabIndex={day === cursor ? 0 : -1}
                    aria-selected={day === cursor}
                    data-day={day}
                    data-off={isWeekend(day) || !day.startsWith(month) || undefined}
                    data-other={!day.startsWith(month) || undefined}
                    onFocus={(event) => {
                      if (event.target === event.currentTarget && day !== cursor) onDay(day);
                    }}
                    onDoubleClick={(event) => {
                      if (canAdd && event.target === event.currentTarget) onAdd(day);
                    }}
                  >
                    <span className="t-hidden">
                      {`${whole.format(at(day))}, ${t('recordsCounted', { count: own.length })}`}
                    </span>
                    <span className={classes['number']} data-today={day === today || undefined} aria-hidden="true">
                      {number}
                    </span>
                    {canAdd && (
                      <IconButton
                        className={classes['addHere'] ?? ''}
                        size="table"
                        icon={IconPlus}
                        tabIndex={-1}
                        label={t('calendar.addOn', { day: whole.format(at(day)) })}
                        tooltip={false}
                        onClick={() => onAdd(day)}
                      />
                    )}
                    {begun.map((bar) => (
                      <Bar
                        key={bar.record.id}
                        event={bar}
                        drawing={drawing}
                        before={bar.before}
                        after={bar.after}
                        style={{
                          top: head + bar.lane * lane,
                          insetInlineStart: bar.before ? 0 : 4,
                          width: `calc(${bar.length * 100}% + ${bar.length - 1}px - ${(bar.before ? 0 : 4) + (bar.after ? 0 : 4)}px)`,
                        }}
                      />
                    ))}
                    {hidden > 0 && (
                      <Popover
                        opened={opened === day}
                        onClose={() => setOpened(null)}
                        label={whole.format(at(day))}
                        width={256}
                        anchor={
                          <button
                            type="button"
                            className={classes['more']}
                            style={{ top: head + shown * lane }}
                            aria-expanded={opened === day}
                            onClick={() => setOpened(opened === day ? null : day)}
                          >
                            {t('calendar.more', { count: hidden })}
                          </button>
                        }
                      >
                        <div className={classes['whole']} data-day={day}>
                          <span className={classes['wholeHead']}>{whole.format(at(day))}</span>
                          {own.map((bar) => (
                            <Bar key={bar.record.id} event={bar} drawing={drawing} inPlace={false} />
                          ))}
                        </div>
                      </Popover>
                    )}
                  </div>
                );
              })}
            </div>
          );
        })}
      </div>
    </div>
  );
};
